package reversi

import _ "embed"

//go:embed RULES.md
var rulesText string

// Rules implements engines.Ruled.
func (engine) Rules() string { return rulesText }

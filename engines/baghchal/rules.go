package baghchal

import _ "embed"

//go:embed RULES.md
var rulesText string

// Rules implements engines.Ruled.
func (Engine) Rules() string { return rulesText }

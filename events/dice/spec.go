package dice

import _ "embed"

//go:embed DESIGN.md
var spec string

// Spec returns the protocol in writing, in Markdown: all that is needed to hold a
// chain or to check dice without this package.
func Spec() string { return spec }

// Package toy stands for an engine's folder in the tests of the suite; the toy
// itself is in toy_test.go two folders above.
package toy

// Rule: TOY-1
// Rule: TOY-2, TOY-3

// Package certstest makes certificates for tests: self-signed, for this machine.
//
// May import: the standard library.
package certstest

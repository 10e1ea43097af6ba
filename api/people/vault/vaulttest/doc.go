// Package vaulttest is what every vault must satisfy.
//
// May import: api/people/vault and the standard library.
package vaulttest

// Package providertest is an OpenID Connect provider for tests of what relies on one:
// mockoidc behind a listener, with people who are said to be what a test wants, and
// with faults between.
//
// May import: mockoidc, golang-jwt, the standard library.
package providertest

// Package passkeytest makes passkeys in memory, for tests of what relies on them: as
// browsers and devices do it together, and wrong in any way that a test wants.
//
// May import: the standard library.
package passkeytest

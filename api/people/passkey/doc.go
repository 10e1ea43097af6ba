// Package passkey lets people prove who they are by a passkey: a key pair that their
// device, their security key or their password manager keeps for this server alone
// (WebAuthn, level 3).
//
// Promises. A passkey signs in by itself, so it is one that is found without a name
// being typed (discoverable), and its holder has proved to the device that they are
// there and that it is they (user verification). What it signs is a challenge of ours,
// at exactly our own origin, in no frame of others. A counter that does not go forward
// refuses: somebody may have a copy. What is kept of a passkey proves nothing to
// others. Which make it is of is not asked. Nothing panics on input.
//
// May import: go-webauthn, the standard library.
package passkey

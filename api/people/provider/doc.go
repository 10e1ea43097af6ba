// Package provider lets people prove who they are by an OpenID Connect provider, any
// of those that the operator has set up in a file.
//
// Promises. It asks by the code flow with PKCE (S256), a nonce and one exact address
// to come back to, and takes an ID token only where its signature, issuer, audience,
// time and nonce are right. An address counts as its holder's only where the token
// says "email_verified": true, as JSON's true and as nothing that resembles it. A
// provider is first spoken to when somebody wants to sign in with it; one that does
// not answer keeps nobody else from anything, is given up after some seconds, and is
// asked again when somebody comes later. What a provider answers is bounded in size,
// and redirects are not followed. Secrets of providers stay out of files that are
// shown, of logs and of errors, and so does what they say about people.
//
// May import: engines/strict, api/post, go-oidc, golang.org/x/oauth2.
package provider

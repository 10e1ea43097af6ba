// Package ticket hands out what a browser takes elsewhere and brings back soon: to a
// provider that it signs in with, or to an authenticator that signs it.
//
// Promises. A ticket is taken back once, of any number at once by one, by whichever
// node; from the browser that it was given to; for the purpose that it was given for;
// within its time. What it carries can be read and changed by nobody outside, and its
// length is all that it tells. Handing one out stores nothing, so that who asks for
// many fills no disk: what is kept, until its time is over, is the hash of one that
// was taken back. A ticket of another store means nothing here.
//
// May import: api/people/vault, the standard library.
package ticket

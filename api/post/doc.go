// Package post writes letters to people and sees that they are sent: the link that
// signs somebody in, and the news that a way to sign in was added.
//
// Promises. An address is read strictly and in one form: a mailbox is one recipient
// and never two. A letter says nothing that a user wrote; its only link starts with
// the base address that the operator set. Its text and its HTML say the same. Sending
// never makes its caller wait: a letter is taken or refused at once and sent behind
// the caller's back, tried again where the mail server asks for that, and given up
// when it would be of no use any more. A password goes over TLS with a certificate
// that was checked, or no further than this machine. Neither addresses nor links nor
// what a mail server answered are in any error or line of the log. Nothing panics on
// input.
//
// May import: the standard library, go-mail, golang.org/x/net/idna.
package post

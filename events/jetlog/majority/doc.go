// Package majority says when the leader of a stream is believed where it says what is
// not there: that there is none, or that it ends here.
//
// A server that leads a stream and is cut off from the others goes on thinking that it
// leads: it looks every ten seconds whether a majority was silent for as long. Meanwhile
// the others have chosen another leader, and what that one stores the old one does not
// know. It answers all the same.
//
// Promises. Who is believed led when the question was thought of: no other can have been
// chosen before that by those who follow it.
//
// May import: the standard library.
package majority

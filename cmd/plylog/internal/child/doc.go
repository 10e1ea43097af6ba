// Package child runs "plylog serve" in a process of its own, for those who measure a
// server or do it harm: what it takes is then its alone, and it can be killed.
//
// Promises. A server that does not come up, or does not go down in good order, is an
// error with what it said last. Whoever starts one stops or kills it; on Linux it
// also ends with the process that started it.
//
// May import: the standard library.
package child

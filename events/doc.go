// Package events is the vocabulary of the log: the Event, its ids and hashes, its
// codec, and the contract that every Log keeps.
//
// Promises. An event is written once and never re-marshalled: its stored bytes
// are what the hash chain covers and what servers and clients pass on. Ids are
// parsed in one place, strictly, so that no wildcard, dot or control character
// reaches a subject. Decoding is strict and never panics.
//
// May import: uuid, and from engines the words that both sides share (Seat and
// Result) and strict JSON. It knows no game.
package events

package service

import "strings"

const (
	// mostReply is the longest reply subject in bytes that is answered.
	mostReply = 256
	// leastSecret is how long the part of an inbox is that nobody can guess: as
	// long as every NATS client makes it (22 characters, 128 bits or more).
	leastSecret = 22
)

// answerable reports whether an answer may be sent to a reply subject. NATS does
// not look at it, so a sender can name any subject: one that is stored, somebody
// else's inbox, the subject of another service. What is below _INBOX, is made of
// plain words and has one that cannot be guessed is the inbox of whoever knows it.
func answerable(reply string) bool {
	rest, ok := strings.CutPrefix(reply, inboxes)
	if !ok || len(reply) > mostReply {
		return false
	}
	secret := false
	for word := range strings.SplitSeq(rest, ".") {
		if word == "" || strings.Trim(word, wordLetters) != "" {
			return false
		}
		secret = secret || len(word) >= leastSecret
	}
	return secret
}

const wordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// Word reports whether a client may be known by a word: one part of a subject, of
// at least least and at most 64 plain characters.
func Word(s string, least int) bool {
	return len(s) >= least && len(s) <= 64 && s != "" && strings.Trim(s, wordLetters) == ""
}

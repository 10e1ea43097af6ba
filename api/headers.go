package api

import (
	"strconv"
	"strings"

	"plylog/events"
)

// readIfMatch reads the version that a command's sender saw out of If-Match (RFC
// 9110, section 13.1.1): one strong tag, "7", or * for whatever it is. 0 stands
// for no condition. A weak tag never matches, so it is refused rather than
// answered with a 412 that reading again would not cure; so is a list, since the
// sender has seen one version.
func readIfMatch(values []string) (int, error) {
	if len(values) == 0 {
		return 0, nil
	}
	s := strings.Trim(values[0], " \t")
	switch {
	case len(values) > 1 || strings.Contains(s, ","):
		return 0, refuseField(badHeader, "If-Match", "want one entity tag")
	case s == "*":
		return 0, nil
	case strings.HasPrefix(s, "W/"):
		return 0, refuseField(badHeader, "If-Match", "a weak tag never matches; send the version as a strong one, \"7\"")
	}
	n, ok := versionTag(strings.Replace(s, gzipTag, `"`, 1)) // the same version, compressed
	if !ok {
		return 0, refuseField(badHeader, "If-Match", `want the version in quotes, as in "7", or *`)
	}
	return n, nil
}

// matchesTag reports whether If-None-Match names a tag (RFC 9110, section
// 13.1.2: weak comparison, any of a list). What is malformed matches nothing:
// the answer is then simply sent in full.
func matchesTag(values []string, tag string) bool {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			part = strings.Trim(part, " \t")
			if part == "*" || strings.TrimPrefix(part, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// versionTag reads the quoted version of an entity tag: 1, 2, 3 …
func versionTag(s string) (int, bool) {
	if len(s) < 3 || s[0] != '"' || s[len(s)-1] != '"' {
		return 0, false
	}
	return version(s[1 : len(s)-1])
}

// version reads a version: a number from 1 without sign or leading zeros, small
// enough for every JSON reader.
func version(s string) (int, bool) {
	if s == "" || len(s) > 15 || s[0] < '1' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// tagOf writes a version as an entity tag.
func tagOf(n int) string {
	var b [24]byte
	out := append(b[:0], '"')
	out = strconv.AppendInt(out, int64(n), 10)
	return string(append(out, '"'))
}

// readKey reads the Idempotency-Key: a UUID, bare or as the string of a
// structured field, in quotes. ok is false where there is none.
func readKey(values []string) (key events.CommandID, ok bool, err error) {
	if len(values) == 0 {
		return key, false, nil
	}
	if len(values) > 1 {
		return key, false, refuseField(badHeader, "Idempotency-Key", "is there twice")
	}
	s := strings.Trim(values[0], " \t")
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	key, err = events.ParseCommandID(s)
	if err != nil || key == (events.CommandID{}) {
		return key, false, refuseField(badHeader, "Idempotency-Key", "want a UUID in lower case, and not the one of zeros")
	}
	return key, true, nil
}

// readLastEventID reads the number of the last event that an EventSource saw. ok
// is false where it saw none.
func readLastEventID(values []string) (n int, ok bool, err error) {
	if len(values) == 0 || len(values) == 1 && values[0] == "" {
		return 0, false, nil
	}
	n, good := version(values[0])
	if len(values) > 1 || !good && values[0] != "0" {
		return 0, false, refuseField(badHeader, "Last-Event-ID", "want the id of an event of this game: 1, 2, 3 …")
	}
	return n, true, nil
}

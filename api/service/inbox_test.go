package service

import (
	"slices"
	"strings"
	"testing"
)

const (
	nuid  = "KmT3aWq9Zx7PfL2sVb5NcD" // what NATS clients make
	inbox = "_INBOX." + nuid
)

// TestAnswerable lists where answers go, and where a sender would like them to go.
func TestAnswerable(t *testing.T) {
	for _, good := range []string{
		inbox, inbox + ".k2J8dPq1", "_INBOX.alice." + nuid, "_INBOX.alice." + nuid + ".7", "_INBOX.a-b_c." + nuid,
	} {
		if !answerable(good) {
			t.Errorf("%q is an inbox", good)
		}
	}
	for _, bad := range []string{
		"", "_INBOX", "_INBOX.", "_INBOX.x", "_INBOX.alice.x", "_INBOX_B.x", "_INBOX_B." + nuid, "_inbox." + nuid, "INBOX." + nuid,
		inbox + ".", inbox + "..x", "_INBOX.." + nuid, inbox + ".*", inbox + ".>", "_INBOX.*." + nuid, "_INBOX.>",
		inbox + " x", inbox + ".x\r\nPUB evil 2\r\nhi", inbox + "\t", inbox + ".\u200b",
		"plylog.game.0." + nuid, "plylog.feed." + nuid, "plylog.v1.submit." + nuid, "$JS.API.STREAM.DELETE.PLYLOG_00", "$SRV.PING", "_R_." + nuid,
		inbox + "." + strings.Repeat("x", mostReply),
	} {
		if answerable(bad) {
			t.Errorf("%q is no inbox", bad)
		}
	}
}

// TestGrants states who may do what, whole: nobody but the service publishes to
// inboxes, nobody but the feed to the feed, and a client takes answers in its own
// inbox only.
func TestGrants(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want Grant
	}{
		{"client", Client("ann"), Grant{[]string{"plylog.v1.>", "$SRV.>"}, []string{"_INBOX.ann.>", "plylog.feed.*"}}},
		{"answering", Answering(), Grant{[]string{"_INBOX.>"}, []string{"plylog.v1.>", "$SRV.>"}}},
		{"feeding", Feeding(), Grant{[]string{"plylog.feed.*"}, nil}},
	} {
		if !slices.Equal(c.got.Publish, c.want.Publish) || !slices.Equal(c.got.Subscribe, c.want.Subscribe) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestWord(t *testing.T) {
	for _, good := range []string{"a", "alice-2_B", strings.Repeat("x", 64)} {
		if !Word(good, 1) {
			t.Errorf("%q is a word", good)
		}
	}
	for _, bad := range []string{"", "*", ">", "a.b", "a b", "ä", "a\n", strings.Repeat("x", 65)} {
		if Word(bad, 1) {
			t.Errorf("%q is no word", bad)
		}
	}
	if Word("short", 16) {
		t.Error("5 characters are 16")
	}
}

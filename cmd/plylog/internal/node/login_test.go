package node

import (
	"os"
	"path/filepath"
	"testing"

	"plylog/cmd/plylog/internal/config"
)

func TestLoginsOf(t *testing.T) {
	for text, want := range map[string]logins{
		"": nil, "a.creds": {roleLog: "a.creds"}, "log=a,feed=b": {roleLog: "a", roleFeed: "b"}, "system=/x/y": {roleSystem: "/x/y"},
	} {
		got, err := loginsOf(text)
		if err != nil || len(got) != len(want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		for role, file := range want {
			if got[role] != file {
				t.Errorf("%q: %v", text, got)
			}
		}
	}
	for _, text := range []string{"log=", "=a", "admin=a", "log=a,log=b", "log=a,b", "log=a,"} {
		if got, err := loginsOf(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestPasswordsAreNotArguments refuses in arguments what it takes from a variable,
// and prints it from neither.
func TestPasswordsAreNotArguments(t *testing.T) {
	for _, url := range []string{"nats://log:word@a:1", "nats://a:1,nats://token@b:1"} {
		v := config.Value{Name: "nats-feed", Value: url, Source: "--nats-feed"}
		if err := unseen(v); err == nil {
			t.Errorf("%s is taken from the arguments", url)
		}
		v.Source = "PLYLOG_NATS_FEED"
		if err := unseen(v); err != nil {
			t.Error(err)
		}
	}
	for url, want := range map[string]string{
		"nats://log:word@a:1,nats://b:2": "nats://xxxxx@a:1,nats://b:2", "tls://token@b:1": "tls://xxxxx@b:1", "": "",
	} {
		if got := shown(config.Value{Name: "nats", Value: url}); got != want {
			t.Errorf("%s is printed as %s", url, got)
		}
	}
}

func TestReadLogin(t *testing.T) {
	write := func(text string, mode os.FileMode) string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "login")
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	if name, password, err := readLogin(write("log s3cret\n", 0o600)); err != nil || name != "log" || password != "s3cret" {
		t.Errorf("%q, %q, %v", name, password, err)
	}
	for what, file := range map[string]string{
		"readable": write("log s3cret\n", 0o644), "one word": write("log\n", 0o600), "two lines": write("a b\nc d\n", 0o600),
		"none": filepath.Join(t.TempDir(), "none"), "large": write(string(make([]byte, mostLogin+1)), 0o600),
	} {
		if _, _, err := readLogin(file); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
}

func TestOutside(t *testing.T) {
	file := logins{roleLog: "f"}
	for _, good := range []Settings{
		{NATS: "nats://a", NATSCreds: file}, {NATS: "tls://a", NATSTrust: "ca", NATSOwnCert: "c", NATSOwnKey: "k"},
		{NATS: "nats://a", NATSSystem: "nats://a", NATSLogin: logins{roleLog: "a", roleSystem: "b"}},
	} {
		if err := good.together(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	for _, bad := range []Settings{
		{NATSCreds: file}, {NATSNkey: file}, {NATSLogin: file}, {NATSTrust: "ca"}, {NATSSystem: "nats://a"},
		{NATS: "nats://a", NATSOwnCert: "c"}, {NATS: "nats://a", NATSOwnKey: "k"}, {NATS: "nats://a", NATSCreds: file, NATSLogin: file},
		{NATS: "nats://a", NATSLogin: logins{roleFeed: "f"}}, {NATS: "nats://a", NATSNkey: logins{roleSystem: "f"}},
	} {
		if bad.together() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

package node

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

const word = "KmT3aWq9Zx7PfL2sVb5NcD"

func TestAdmitPublic(t *testing.T) {
	g, ok := admitPublic(publicUser, word)
	if !ok || !slices.Contains(g.Subscribe, "_INBOX."+word+".>") {
		t.Errorf("got %v, %v", g, ok)
	}
	for _, c := range [][2]string{{"", ""}, {"public", ""}, {"public", "short"}, {"public", ">"}, {"public", "*"}, {"public", strings.Repeat("x", 65)},
		{"public", word + ".>"}, {"public", word[:20] + " *"}, {"admin", word}, {"plylog", word}, {"", word}} {
		if g, ok := admitPublic(c[0], c[1]); ok {
			t.Errorf("%q is let in: %v", c, g)
		}
	}
}

func TestAdmitUsers(t *testing.T) {
	hash, err := bcrypt.GenerateFromPassword([]byte("long secret"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "users")
	if err := os.WriteFile(file, []byte("# who may\nann wonder\n\nbob "+string(hash)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	admit, err := admitUsers(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, password string
		ok             bool
	}{
		{"ann", "wonder", true}, {"bob", "long secret", true},
		{"ann", "", false}, {"ann", "wonder ", false}, {"bob", string(hash), false}, {"bob", "wonder", false},
		{"eve", "", false}, {"", "", false}, {"public", word, false}, {"#", "who", false},
	} {
		if g, ok := admit(c.name, c.password); ok != c.ok || ok && !slices.Contains(g.Subscribe, "_INBOX."+c.name+".>") {
			t.Errorf("%s %q: %v, %v", c.name, c.password, g, ok)
		}
	}
	if _, err := admitUsers(file + "s"); err == nil {
		t.Error("a file that is not there is read")
	}
}

// badUsers are files of users that are refused.
var badUsers = []string{"", "# nobody\n", "ann\n", "ann a b\n", "ann a\nann b\n", "public x\n", "plylog x\n", "a.b x\n", "> x\n", "* x\n",
	"ä x\n", strings.Repeat("x", 65) + " x\n", strings.Repeat("# much\n", mostUsers/7+2), strings.Repeat("x", 1<<17)}

func TestReadUsersRefuses(t *testing.T) {
	for _, text := range badUsers {
		if users, err := readUsers(strings.NewReader(text), "users"); err == nil {
			t.Errorf("%.40q is read as %v", text, users)
		}
	}
}

func FuzzReadUsers(f *testing.F) {
	f.Add("ann wonder\nbob $2a$04$x\n")
	for _, text := range badUsers {
		f.Add(text[:min(len(text), 200)])
	}
	f.Fuzz(func(t *testing.T, text string) {
		users, err := readUsers(strings.NewReader(text), "users")
		if err != nil {
			return
		}
		for name, password := range users {
			if password == "" || name == publicUser || strings.ContainsAny(name, ".*> ") {
				t.Errorf("%q: %q", name, password)
			}
		}
	})
}

func TestSettingsTogether(t *testing.T) {
	for _, good := range []Settings{
		{}, {NATSListen: "localhost:0"}, {NATSListen: "localhost:0", NATSUsers: "u", NATSCert: "c", NATSKey: "k"},
		{NATS: "nats://a"}, {NATS: "nats://a", NATSService: "nats://b", NATSFeed: "nats://c"},
	} {
		if err := good.together(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	for _, bad := range []Settings{
		{NATS: "nats://a", NATSListen: "localhost:0"}, {NATSUsers: "u"}, {NATSCert: "c", NATSKey: "k"}, {NATSListen: "localhost:0", NATSCert: "c"},
		{NATSListen: "localhost:0", NATSKey: "k"}, {NATSService: "nats://b", NATSFeed: "nats://c"}, {NATS: "nats://a", NATSService: "nats://b"},
	} {
		if bad.together() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

package provider_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"plylog/api/people/provider"
)

// shelf is where secrets are found in these tests.
var shelf = provider.Source{
	File: func(path string) ([]byte, error) {
		switch path {
		case "/secret":
			return []byte("hush hush\n"), nil
		case "/good":
			return []byte("hushhush\r\n"), nil
		case "/long":
			return []byte(strings.Repeat("x", 513)), nil
		}
		return nil, fs.ErrNotExist
	},
	Env: func(name string) string {
		if name == "SECRET" {
			return "from the environment"[:8]
		}
		return ""
	},
}

// one writes a provider, with some fields said otherwise.
func one(fields ...string) string {
	all := map[string]string{"name": "example", "title": "Example", "issuer": "https://id.example.org", "client": "plylog", "secretFile": "/good"}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if value == "" {
			delete(all, name)
		} else {
			all[name] = value
		}
	}
	var out []string
	for name, value := range all {
		out = append(out, fmt.Sprintf("%q:%q", name, value))
	}
	return "{" + strings.Join(out, ",") + "}"
}

func list(providers ...string) string { return `{"providers":[` + strings.Join(providers, ",") + `]}` }

func TestParse(t *testing.T) {
	got, err := provider.Parse([]byte(list(one(), one("name=other-2", "title=Ändere 中", "issuer=http://127.0.0.1:9/x", "secretFile=", "secretEnv=SECRET"))), provider.Source{
		File: shelf.File, Env: func(string) string { return "by-env" },
	})
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	want := provider.Setting{Name: "example", Title: "Example", Issuer: "https://id.example.org", Client: "plylog", Secret: "hushhush"}
	if got[0] != want || got[1].Secret != "by-env" || got[1].Name != "other-2" {
		t.Errorf("%#v", got)
	}
	for name, text := range map[string]string{
		"nothing":                  ``,
		"no object":                `[]`,
		"null":                     `null`,
		"no providers":             `{}`,
		"an empty list":            list(),
		"too many":                 list(strings.Split(strings.Repeat(one()+"|", 20)+one(), "|")...),
		"something behind":         list(one()) + "{}",
		"an unknown field":         list(one("scope=x")),
		"a secret in the file":     list(one("secret=hush")),
		"a field twice":            `{"providers":[{"name":"a","name":"b"}]}`,
		"too large":                list(one("title=" + strings.Repeat("x", provider.MostBytes))),
		"a name twice":             list(one(), one("issuer=https://other.example.org")),
		"an issuer twice":          list(one(), one("name=other")),
		"no name":                  list(one("name=")),
		"a name of large letters":  list(one("name=Example")),
		"a name with a slash":      list(one("name=a/b")),
		"a name with a dot":        list(one("name=..")),
		"a name that is taken":     list(one("name=mail")),
		"a way that is taken":      list(one("name=passkey")),
		"an address that is taken": list(one("name=confirm")),
		"a long name":              list(one("name=" + strings.Repeat("a", 21))),
		"no title":                 list(one("title=")),
		"a title over lines":       list(one("title=a\u2028b")),
		"a title that turns":       list(one("title=a\u202eb")),
		"no issuer":                list(one("issuer=")),
		"no scheme":                list(one("issuer=id.example.org")),
		"http elsewhere":           list(one("issuer=http://id.example.org")),
		"http elsewhere by name":   list(one("issuer=http://localhost.example.org")),
		"a user":                   list(one("issuer=https://a@id.example.org")),
		"a query":                  list(one("issuer=https://id.example.org?a=b")),
		"an empty query":           list(one("issuer=https://id.example.org?")),
		"a fragment":               list(one("issuer=https://id.example.org#a")),
		"another scheme":           list(one("issuer=ftp://id.example.org")),
		"no client":                list(one("client=")),
		"a client with a space":    list(one("client=a b")),
		"no secret":                list(one("secretFile=")),
		"two secrets":              list(one("secretEnv=SECRET")),
		"a secret that is gone":    list(one("secretFile=/none")),
		"a secret of two words":    list(one("secretFile=/secret")),
		"a long secret":            list(one("secretFile=/long")),
		"an empty variable":        list(one("secretFile=", "secretEnv=NONE")),
		"a variable of words":      list(one("secretFile=", "secretEnv=WORDS")),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := provider.Parse([]byte(text), provider.Source{File: shelf.File, Env: func(name string) string {
				return map[string]string{"WORDS": "two words"}[name]
			}})
			if !errors.Is(err, provider.ErrSettings) || got != nil {
				t.Errorf("%v, %v", got, err)
			}
			if err != nil && (strings.Contains(err.Error(), "hush") || len(err.Error()) > 400) {
				t.Errorf("it says too much: %v", err)
			}
		})
	}
}

// The file that operators begin with is one.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("../../../deploy/oidc.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := provider.Parse(text, provider.Source{
		File: func(string) ([]byte, error) { return []byte("secret"), nil }, Env: func(string) string { return "secret" },
	})
	if err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestSecretHides(t *testing.T) {
	s := provider.Setting{Name: "a", Secret: "hushhush"}
	var out strings.Builder
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "set", s, "secret", s.Secret)
	fmt.Fprintf(&out, "%v %+v %#v %s %q", s, s, s, s.Secret, s.Secret)
	if strings.Contains(out.String(), "hush") {
		t.Error(out.String())
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{list(one()), list(one(), one("name=b", "issuer=http://[::1]/")), `{}`, list(one("secretFile=", "secretEnv=SECRET"))} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := provider.Parse([]byte(text), shelf)
		if err != nil {
			if got != nil || !errors.Is(err, provider.ErrSettings) {
				t.Errorf("%v, %v", got, err)
			}
			return
		}
		for _, s := range got {
			if s.Name == "" || strings.ContainsAny(s.Name, "/.?#% ") || s.Secret == "" || !strings.HasPrefix(s.Issuer, "http") {
				t.Errorf("%q gave %#v", text, s)
			}
		}
	})
}

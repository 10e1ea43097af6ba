package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plylog/api/people"
	"plylog/api/people/passkey"
	"plylog/api/people/passkey/passkeytest"
)

// challenge asks for a challenge.
func (b *browser) challenge(path string) string {
	b.e.t.Helper()
	return b.do("POST", path, "").want(b.e.t, 200).at(b.e.t, "publicKey", "challenge").(string)
}

const (
	toCreate = "/v1/me/passkeys/challenge"
	toGet    = "/v1/signin/passkey/challenge"
)

// device makes a device at the page, for an account.
func (b *browser) device(holder string) *passkeytest.Device {
	b.e.t.Helper()
	d, err := passkeytest.New("http://localhost", "localhost", holder)
	if err != nil {
		b.e.t.Fatal(err)
	}
	return d
}

// create sends the passkey of a device as the answer to a challenge.
func (b *browser) create(d *passkeytest.Device, challenge, name string) *answer {
	b.e.t.Helper()
	sent, err := d.Create(challenge)
	if err != nil {
		b.e.t.Fatal(err)
	}
	return b.do("POST", "/v1/me/passkeys", fmt.Sprintf(`{"name":%q,"credential":%s}`, name, sent))
}

// get sends a proof of a device as the answer to a challenge.
func (b *browser) get(d *passkeytest.Device, challenge string) *answer {
	b.e.t.Helper()
	sent, err := d.Get(challenge)
	if err != nil {
		b.e.t.Fatal(err)
	}
	return b.do("POST", "/v1/signin/passkey", fmt.Sprintf(`{"next":"/watch","credential":%s}`, sent))
}

func TestPasskey(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	ann := b.signIn("ann@example.org")
	d := b.device(ann)
	e.seen()
	made := b.create(d, b.challenge(toCreate), "Ann's phone").want(t, 201)
	if made.at(t, "kind") != "passkey" || made.at(t, "name") != "Ann's phone" || made.at(t, "works") != true {
		t.Errorf("%s", made.body)
	}
	counted, letters := e.seen()
	if !slices.Equal(counted, []string{"passkey added"}) || len(letters) != 1 || letters[0].Reveal() != "ann@example.org" {
		t.Errorf("%v, %d letters", counted, len(letters))
	}
	// Elsewhere it signs in by itself.
	other := e.browser()
	a := other.get(d, other.challenge(toGet)).want(t, 201)
	if a.at(t, "id") != ann || a.at(t, "next") != "/watch" || a.at(t, "session", "method") != "passkey" || other.me() != ann {
		t.Errorf("%s", a.body)
	}
	counted, _ = e.seen()
	if !slices.Equal(counted, []string{"passkey asked", "passkey signed-in"}) {
		t.Errorf("%v", counted)
	}
	list := other.do("GET", "/v1/me/methods", "").want(t, 200)
	var seen struct {
		Methods []struct{ ID, Kind, Used string }
	}
	if err := json.Unmarshal([]byte(list.body), &seen); err != nil || len(seen.Methods) != 2 || seen.Methods[0].Kind != "mail" || seen.Methods[1].Used == "" {
		t.Fatalf("%s, %v", list.body, err)
	}
	other.do("DELETE", "/v1/me/methods/"+seen.Methods[1].ID, "").want(t, 204)
	other.do("DELETE", "/v1/me/methods/"+seen.Methods[1].ID, "").want(t, 404)
	other.do("DELETE", "/v1/me/methods/mail", "").want(t, 404)
	other.get(d, other.challenge(toGet)).want(t, 403, "passkey-refused")
}

// A challenge is answered once, soon, in the browser that asked, and for what it asked.
func TestChallenge(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	d := b.device(b.signIn("ann@example.org"))
	used := b.challenge(toCreate)
	b.create(d, used, "Phone").want(t, 201)
	b.create(b.device(d.Holder), used, "Another").want(t, 410, "sign-in-stale")
	for name, try := range map[string]func() *answer{
		"of nobody":           func() *answer { return b.get(d, strings.Repeat("x", 43)) },
		"for another purpose": func() *answer { return b.get(d, b.challenge(toCreate)) },
		"of another browser":  func() *answer { return b.get(d, e.browser().challenge(toGet)) },
		"too late": func() *answer {
			said := b.challenge(toGet)
			e.skew.Store(int64(passkey.Patience))
			defer e.skew.Store(0)
			return b.get(d, said)
		},
		"for another account": func() *answer {
			said := b.challenge(toCreate)
			mine := b.cookies["plylog"]
			defer func() { b.cookies["plylog"] = mine }()
			b.signIn("eve@example.org")
			return b.create(b.device(b.me()), said, "Eve's")
		},
		"to create for what gets": func() *answer { return b.create(b.device(d.Holder), b.challenge(toGet), "Another") },
	} {
		t.Run(name, func(t *testing.T) { try().want(t, 410, "sign-in-stale") })
	}
	t.Run("by one of many", func(t *testing.T) {
		said := b.challenge(toGet)
		sent, err := d.Get(said)
		if err != nil {
			t.Fatal(err)
		}
		var statuses [16]int
		var all sync.WaitGroup
		for i := range statuses {
			all.Go(func() {
				statuses[i] = e.do("POST", "/v1/signin/passkey", `{"credential":`+string(sent)+`}`, header("Cookie: plylog-browser="+b.cookies["plylog-browser"])).status
			})
		}
		all.Wait()
		if slices.Sort(statuses[:]); statuses[0] != 201 || statuses[1] != 410 {
			t.Errorf("%v", statuses)
		}
	})
}

func TestPasskeyRefused(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	ann := b.signIn("ann@example.org")
	d := b.device(ann)
	b.create(d, b.challenge(toCreate), "Phone").want(t, 201)
	get := func() *answer {
		t.Helper()
		at := e.browser()
		a := at.get(d, at.challenge(toGet))
		if a.status != 201 && at.me() != "" {
			t.Errorf("%s is signed in", at.me())
		}
		return a
	}
	get().want(t, 201)
	before := *d
	for name, change := range map[string]func(){
		"another origin":       func() { d.Origin = "http://localhost:8080" },
		"another site":         func() { d.Site = "example.org" },
		"without verification": func() { d.Flags &^= passkeytest.UserVerified },
		"a copy":               func() { d.Count-- },
		"of nobody":            func() { d.Holder = "p_nobody" },
		"of no id":             func() { d.Holder = "../x" },
		"of the server":        func() { d.Holder = "system" },
		"of somebody else":     func() { d.Holder = e.browser().signIn("eve@example.org") },
		"another passkey":      func() { d.ID = []byte("another") },
	} {
		t.Run(name, func(t *testing.T) {
			change()
			get().want(t, 403, "passkey-refused")
			*d = before
		})
	}
	get().want(t, 201)
	for body, slug := range map[string]string{
		`{}`: "bad-field", `{"credential":{}}`: "bad-field", `{"credential":"x"}`: "bad-field", `{"credential":{"id":"x"}}`: "bad-field",
		`{"credential":{},"next":"//evil.example"}`: "bad-field", `{"credential":{},"x":1}`: "unknown-field",
	} {
		if a := b.do("POST", "/v1/signin/passkey", body); a.at(t, "type") != "/problems/"+slug {
			t.Errorf("%s: %s", body, a.body)
		}
	}
	said := b.challenge(toCreate)
	b.create(b.device(ann), said, "\u202e").want(t, 400, "bad-field")
	b.create(b.device(ann), said, "A good name").want(t, 201) // the challenge is still good
	b.create(d, b.challenge(toCreate), "The same").want(t, 403, "passkey-refused")
	for i := range 8 {
		b.create(b.device(ann), b.challenge(toCreate), fmt.Sprint("Key ", i)).want(t, 201)
	}
	b.create(b.device(ann), b.challenge(toCreate), "One too many").want(t, 409, "too-many-methods")
	e.skew.Store(int64(people.Freshness + time.Second))
	b.do("POST", toCreate, "").want(t, 403, "sign-in-again")
	b.do("POST", toGet, "", crossSite, "Origin: https://evil.example").want(t, 403, "cross-origin")
}

// Where mail is not sent, the last way to sign in stays.
func TestLastMethodStays(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	b.signInWith(verified("ann", "")).want(t, 303) // without an address
	link := e.account(b.me()).Links[0].ID()
	b.do("DELETE", "/v1/me/methods/"+link, "").want(t, 409, "last-method")
	b.create(b.device(b.me()), b.challenge(toCreate), "Phone").want(t, 201)
	b.do("DELETE", "/v1/me/methods/"+link, "").want(t, 204)
	key := e.account(b.me()).Passkeys[0].ID
	b.do("DELETE", "/v1/me/methods/"+key, "").want(t, 409, "last-method")
}

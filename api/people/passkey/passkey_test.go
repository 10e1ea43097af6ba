package passkey_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"plylog/api/people/passkey"
	"plylog/api/people/passkey/passkeytest"
)

const (
	origin = "https://games.example.org"
	site   = "games.example.org"
	ann    = "p_ann"
)

func party(t testing.TB, base string) *passkey.Party {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passkey.New(u)
	if err != nil {
		t.Fatal(base, err)
	}
	return p
}

func device(t testing.TB) *passkeytest.Device {
	t.Helper()
	d, err := passkeytest.New(origin, site, ann)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func challenge() string { return strings.ReplaceAll(rand.Text()+rand.Text(), "=", "") }

// create lets a device make its passkey.
func create(t testing.TB, p *passkey.Party, d *passkeytest.Device, has ...passkey.Credential) (passkey.Credential, error) {
	t.Helper()
	said := challenge()
	sent, err := d.Create(said)
	if err != nil {
		t.Fatal(err)
	}
	c, err := passkey.ReadCreated(sent)
	if err != nil {
		t.Fatal(err)
	}
	if c.Challenge() != said {
		t.Fatalf("it answers %q, not %q", c.Challenge(), said)
	}
	return p.Create(passkey.Holder{ID: ann, Name: "Ann", Has: has}, c)
}

// get lets a device prove that it has its passkey.
func get(t testing.TB, p *passkey.Party, d *passkeytest.Device, kept passkey.Credential) (passkey.Credential, error) {
	t.Helper()
	said := challenge()
	sent, err := d.Get(said)
	if err != nil {
		t.Fatal(err)
	}
	g, err := passkey.ReadGot(sent)
	if err != nil {
		t.Fatal(err)
	}
	if g.Challenge() != said || g.Holder() != d.Holder || string(g.ID()) != string(d.ID) {
		t.Fatalf("it answers %q, of %q", g.Challenge(), g.Holder())
	}
	return p.Prove(kept, g)
}

func TestProves(t *testing.T) {
	p, d := party(t, origin), device(t)
	d.Flags |= passkeytest.MaySync
	kept, err := create(t, p, d)
	if err != nil || string(kept.ID) != string(d.ID) || !kept.MaySync || kept.Synced || len(kept.Transport) != 1 {
		t.Fatalf("%+v, %v", kept, err)
	}
	raw, err := json.Marshal(kept)
	if err != nil || json.Unmarshal(raw, &kept) != nil {
		t.Fatal(err)
	}
	d.Flags |= passkeytest.Synced
	for n := range uint32(3) {
		if kept, err = get(t, p, d, kept); err != nil || kept.Count != n+1 || !kept.Synced {
			t.Fatalf("%+v, %v", kept, err)
		}
	}
	// A counter that stays 0 is that of a passkey on several devices.
	d.Count, kept.Count = ^uint32(0), 0
	if kept, err = get(t, p, d, kept); err != nil || kept.Count != 0 {
		t.Errorf("%+v, %v", kept, err)
	}
}

func TestRefuses(t *testing.T) {
	p := party(t, origin)
	kinds := map[string]func(*passkeytest.Device){
		"at another origin":       func(d *passkeytest.Device) { d.Origin = "https://games.example.com" },
		"at another port":         func(d *passkeytest.Device) { d.Origin += ":8443" },
		"with the port written":   func(d *passkeytest.Device) { d.Origin += ":443" },
		"without TLS":             func(d *passkeytest.Device) { d.Origin = "http://" + site },
		"below":                   func(d *passkeytest.Device) { d.Origin = "https://a." + site },
		"in other letters":        func(d *passkeytest.Device) { d.Origin = "https://Games.example.org" },
		"with a path":             func(d *passkeytest.Device) { d.Origin += "/" },
		"in a frame of others":    func(d *passkeytest.Device) { d.Cross = true },
		"below somebody's page":   func(d *passkeytest.Device) { d.Cross, d.Top = true, "https://example.com" },
		"for another site":        func(d *passkeytest.Device) { d.Site = "example.org" },
		"without verification":    func(d *passkeytest.Device) { d.Flags &^= passkeytest.UserVerified },
		"without anybody present": func(d *passkeytest.Device) { d.Flags &^= passkeytest.UserPresent },
		"kept where it cannot be": func(d *passkeytest.Device) { d.Flags |= passkeytest.Synced },
	}
	for name, change := range kinds {
		t.Run("a new one "+name, func(t *testing.T) {
			d := device(t)
			change(d)
			if kept, err := create(t, p, d); !errors.Is(err, passkey.ErrRefused) || kept.ID != nil {
				t.Errorf("%+v, %v", kept, err)
			}
		})
		t.Run("a proof "+name, func(t *testing.T) {
			d := device(t)
			kept, err := create(t, p, d)
			if err != nil {
				t.Fatal(err)
			}
			change(d)
			if _, err := get(t, p, d, kept); !errors.Is(err, passkey.ErrRefused) || strings.Contains(err.Error(), d.Origin) {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("a second time on one device", func(t *testing.T) {
		d := device(t)
		kept, err := create(t, p, d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := create(t, p, d, kept); !errors.Is(err, passkey.ErrRefused) {
			t.Error(err)
		}
	})
	t.Run("the proof of another key", func(t *testing.T) {
		mine, other := device(t), device(t)
		kept, err := create(t, p, mine)
		if err != nil {
			t.Fatal(err)
		}
		other.ID = mine.ID
		if _, err := get(t, p, other, kept); !errors.Is(err, passkey.ErrRefused) {
			t.Error(err)
		}
	})
	t.Run("the proof of another passkey", func(t *testing.T) {
		kept, err := create(t, p, device(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := get(t, p, device(t), kept); !errors.Is(err, passkey.ErrRefused) {
			t.Error(err)
		}
	})
	t.Run("a passkey that turns into another kind", func(t *testing.T) {
		d := device(t)
		kept, err := create(t, p, d)
		if err != nil {
			t.Fatal(err)
		}
		d.Flags |= passkeytest.MaySync
		if _, err := get(t, p, d, kept); !errors.Is(err, passkey.ErrRefused) {
			t.Error(err)
		}
	})
}

// The counter goes forward, or there may be a copy.
func TestCounter(t *testing.T) {
	p, d := party(t, origin), device(t)
	d.Count = 10
	kept, err := create(t, p, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count uint32 // before the proof, which counts
		want  error
	}{{9, passkey.ErrCounter}, {8, passkey.ErrCounter}, {^uint32(0), passkey.ErrCounter}, {10, nil}, {10, passkey.ErrCounter}, {40, nil}} {
		d.Count = c.count
		before := kept
		if kept, err = get(t, p, d, kept); !errors.Is(err, c.want) || err != nil && kept.Count != before.Count || err == nil && kept.Count != c.count+1 {
			t.Errorf("after %d: %d, %v, want %v", c.count, kept.Count, err, c.want)
		}
	}
}

// What is proved by one ceremony is not proved by the other.
func TestCeremoniesDiffer(t *testing.T) {
	d := device(t)
	created, _ := d.Create(challenge())
	got, _ := d.Get(challenge())
	if _, err := passkey.ReadCreated(got); !errors.Is(err, passkey.ErrForm) {
		t.Error(err)
	}
	if _, err := passkey.ReadGot(created); !errors.Is(err, passkey.ErrForm) {
		t.Error(err)
	}
	for _, c := range []string{"", "null", "{}", "[]", string(got) + "{}", string(got[:100]), strings.Repeat(" ", passkey.MostBytes) + string(got)} {
		if _, err := passkey.ReadGot([]byte(c)); !errors.Is(err, passkey.ErrForm) {
			t.Errorf("%.20q: %v", c, err)
		}
		if _, err := passkey.ReadCreated([]byte(c)); !errors.Is(err, passkey.ErrForm) {
			t.Errorf("%.20q: %v", c, err)
		}
	}
}

func TestPlaces(t *testing.T) {
	for base, good := range map[string]bool{
		"https://games.example.org": true, "https://games.example.org:8443/": true, "http://localhost:8080": true, "http://a.localhost": true,
		"http://games.example.org": false, "http://127.0.0.1:8080": false, "https://192.0.2.1": false, "https://[2001:db8::1]": false, "ftp://games.example.org": false, "": false,
	} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := passkey.New(u); good != (err == nil) || !good && !errors.Is(err, passkey.ErrPlace) {
			t.Errorf("%q: %v", base, err)
		}
	}
	if _, err := passkey.New(nil); !errors.Is(err, passkey.ErrPlace) {
		t.Error(err)
	}
	for base, at := range map[string]string{
		"https://games.example.org:443": origin, "https://GAMES.example.org": origin, "https://games.example.org/": origin,
	} {
		d := device(t)
		d.Origin = at
		if _, err := create(t, party(t, base), d); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// What a browser is asked: a passkey that signs in by itself, of no make in particular.
func TestAsks(t *testing.T) {
	p := party(t, origin)
	kept, err := create(t, p, device(t))
	if err != nil {
		t.Fatal(err)
	}
	said := challenge()
	raw, err := p.ToCreate(said, passkey.Holder{ID: ann, Name: "ann@example.org", Has: []passkey.Credential{kept}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"challenge":"` + said + `"`, `"id":"games.example.org"`, `"residentKey":"required"`, `"userVerification":"required"`, `"excludeCredentials":[{`,
		`"timeout":300000`, `"ann@example.org"`, `"alg":-7`,
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("no %s in %s", want, raw)
		}
	}
	if strings.Contains(string(raw), `"direct"`) {
		t.Errorf("asks for the make: %s", raw)
	}
	raw, err = p.ToGet(said)
	if err != nil || !strings.Contains(string(raw), `"challenge":"`+said+`"`) || !strings.Contains(string(raw), `"userVerification":"required"`) ||
		!strings.Contains(string(raw), `"rpId":"games.example.org"`) || strings.Contains(string(raw), "allowCredentials") {
		t.Errorf("%s, %v", raw, err)
	}
	for _, bad := range []string{"", "short", "not/base64url/not/base64url"} {
		if _, err := p.ToGet(bad); err == nil {
			t.Errorf("%q was taken for a challenge", bad)
		}
		if _, err := p.ToCreate(bad, passkey.Holder{ID: ann, Name: "x"}); err == nil {
			t.Errorf("%q was taken for a challenge", bad)
		}
	}
}

// Whatever is sent, nothing panics, and nothing that the device did not make is taken.
func FuzzRead(f *testing.F) {
	p, d := party(f, origin), device(f)
	kept, err := create(f, p, d)
	if err != nil {
		f.Fatal(err)
	}
	created, _ := d.Create(challenge())
	got, _ := device(f).Get(challenge())
	f.Add(created)
	f.Add(got)
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}`))
	f.Fuzz(func(t *testing.T, sent []byte) {
		if c, err := passkey.ReadCreated(sent); err == nil {
			if made, err := p.Create(passkey.Holder{ID: ann, Name: "Ann"}, c); err == nil && len(made.ID) == 0 {
				t.Error("a passkey without an id")
			}
		}
		if g, err := passkey.ReadGot(sent); err == nil {
			if _, err := p.Prove(kept, g); err == nil {
				t.Errorf("taken: %s", sent)
			}
		}
	})
}

package seat_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/api/seat"
	"plylog/events"
)

var secret = []byte("a secret for tests only")

func mint(t interface{ Fatal(...any) }, secret []byte) *seat.Mint {
	m, err := seat.NewMint(secret)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestShortSecret(t *testing.T) {
	if _, err := seat.NewMint(make([]byte, seat.MinSecret-1)); err == nil {
		t.Error("a secret of 15 bytes was taken")
	}
}

// A token proves one seat of one game and one player, under one secret.
func TestTokenProvesOneSeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.Custom(func(t *rapid.T) (g events.GameID) {
			copy(g[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
			return g
		})
		player := rapid.Map(rapid.StringMatching("[a-z2-7]{1,24}"), func(s string) events.PlayerID { return events.PlayerID("p_" + s) })
		game, other := id.Draw(t, "game"), id.Draw(t, "other")
		first, second := player.Draw(t, "first"), player.Draw(t, "second")
		m := mint(t, secret)

		for _, s := range []events.Seat{events.First, events.Second} {
			sits := [2]events.PlayerID{first, second}
			tok := m.Token(game, s, sits[s-events.First])
			if got, ok := m.Holder(tok, game, sits); !ok || got != s {
				t.Fatalf("Holder = %v, %v; want %v", got, ok, s)
			}
			if _, ok := m.Holder(tok, other, sits); ok && other != game {
				t.Fatal("the token is good in another game")
			}
			sits[s-events.First] = "p_somebodyelse1"
			if _, ok := m.Holder(tok, game, sits); ok {
				t.Fatal("the token is good for another player")
			}
			sits[s-events.First] = ""
			if _, ok := m.Holder(tok, game, sits); ok {
				t.Fatal("the token is good for a free seat")
			}
			if _, ok := mint(t, []byte("the secret of another server")).Holder(tok, game, [2]events.PlayerID{first, second}); ok {
				t.Fatal("the token is good on a server with another secret")
			}
		}
	})
}

// The same player on the other seat is somebody else.
func TestTokenOfTheOtherSeat(t *testing.T) {
	m := mint(t, secret)
	game := events.GameID(events.DeriveID("a game"))
	first := m.Token(game, events.First, "p_me")
	second := m.Token(game, events.Second, "p_me")
	if first == second {
		t.Fatal("both seats have one token")
	}
	for tok, want := range map[seat.Token]events.Seat{first: events.First, second: events.Second} {
		if got, ok := m.Holder(tok, game, [2]events.PlayerID{"p_me", "p_me"}); !ok || got != want {
			t.Errorf("Holder = %v, %v; want %v", got, ok, want)
		}
	}
}

func TestReadBearer(t *testing.T) {
	tok := mint(t, secret).Token(events.GameID{}, events.First, "p_me").Reveal()
	for _, c := range []struct {
		name, header string
		want         error
	}{
		{"good", "Bearer " + tok, nil},
		{"scheme in lower case", "bearer " + tok, nil},
		{"nothing", "", seat.ErrNoToken},
		{"no scheme", tok, seat.ErrBadToken},
		{"another scheme", "Basic_ " + tok, seat.ErrBadToken},
		{"two spaces", "Bearer  " + tok, seat.ErrBadToken},
		{"a short one", "Bearer " + tok[:len(tok)-1], seat.ErrBadToken},
		{"a long one", "Bearer " + tok + "A", seat.ErrBadToken},
		{"another prefix", "Bearer " + strings.Replace(tok, "seat", "user", 1), seat.ErrBadToken},
		{"no base64", "Bearer " + tok[:len(tok)-1] + "!", seat.ErrBadToken},
		{"a line break inside", "Bearer " + tok[:20] + "\n" + tok[21:], seat.ErrBadToken},
		{"spare bits", "Bearer " + seat.Prefix + strings.Repeat("A", 42) + "B", seat.ErrBadToken},
		{"a megabyte of dots", "Bearer " + strings.Repeat(".", 1<<20), seat.ErrBadToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := seat.ReadBearer(c.header)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if c.want == nil && got.Reveal() != tok {
				t.Errorf("read another token than was sent")
			}
		})
	}
}

// However a token is printed by mistake, it does not show.
func TestTokenHides(t *testing.T) {
	tok := mint(t, secret).Token(events.GameID{}, events.First, "p_me")
	var text, js bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("x", "token", tok)
	slog.New(slog.NewJSONHandler(&js, nil)).Info("x", "token", tok)
	marshalled, err := json.Marshal(struct{ T seat.Token }{tok})
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{text.String(), js.String(), string(marshalled), fmt.Sprintf("%v %+v %#v %s %q", tok, tok, tok, tok, tok)} {
		if strings.Contains(out, tok.Reveal()[len(seat.Prefix):][:8]) {
			t.Errorf("the token shows in %s", out)
		}
	}
}

// What is derived is fixed by its parts, differs with every one of them, and
// gives ids that the log takes.
func TestDerivedIDs(t *testing.T) {
	m, other := mint(t, secret), mint(t, []byte("another secret, as long"))
	k1, k2 := events.CommandID(events.DeriveID("1")), events.CommandID(events.DeriveID("2"))
	g1, c1 := m.Created(k1)
	if g, c := mint(t, secret).Created(k1); g != g1 || c != c1 {
		t.Error("the same key creates another game")
	}
	g2, c2 := m.Created(k2)
	g3, c3 := other.Created(k1)
	if g1 == g2 || g1 == g3 || c1 == c2 || c1 == c3 || events.CommandID(g1) == c1 || c1 == k1 {
		t.Error("derived ids of different parts are the same")
	}
	j := m.Joined(g1, k1)
	if j == m.Joined(g2, k1) || j == m.Joined(g1, k2) || j == other.Joined(g1, k1) || j == k1 || j == c1 {
		t.Error("derived join ids of different parts are the same")
	}
	if _, err := events.ParseGameID(g1.String()); err != nil {
		t.Error(err)
	}
	p := m.Player(g1, events.First, k1)
	if _, err := events.ParsePlayerID(string(p)); err != nil {
		t.Error(err)
	}
	for _, q := range []events.PlayerID{m.Player(g2, events.First, k1), m.Player(g1, events.Second, k1), m.Player(g1, events.First, k2), other.Player(g1, events.First, k1)} {
		if p == q {
			t.Error("two players have one id")
		}
	}
}

func FuzzReadBearer(f *testing.F) {
	f.Add("Bearer " + seat.Prefix + strings.Repeat("A", 43))
	f.Add("bearer x")
	f.Add("")
	m := mint(f, secret)
	f.Fuzz(func(t *testing.T, s string) {
		tok, err := seat.ReadBearer(s)
		if err != nil {
			return
		}
		if s[7:] != tok.Reveal() {
			t.Fatal("read something that was not sent")
		}
		if _, ok := m.Holder(tok, events.GameID{}, [2]events.PlayerID{"p_a", "p_b"}); ok {
			t.Fatal("guessed a token")
		}
	})
}

func BenchmarkHolder(b *testing.B) {
	m := mint(b, secret)
	g := events.GameID(events.DeriveID("g"))
	tok := m.Token(g, events.Second, "p_b")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := m.Holder(tok, g, [2]events.PlayerID{"p_a", "p_b"}); !ok {
			b.Fatal("not known")
		}
	}
}

package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"pgregory.net/rapid"
)

type vectors struct {
	Game         string `json:"game"`
	ChainLength  int    `json:"chain_length"`
	AnchorServer string `json:"anchor_server"`
	AnchorFirst  string `json:"anchor_seat0"`
	AnchorSecond string `json:"anchor_seat1"`
	SeedServer   string `json:"seed_server"`
	SeedFirst    string `json:"seed_seat0"`
	SeedSecond   string `json:"seed_seat1"`
	Negative     []struct{ Case, Share string }
	Rolls        []roll `json:"rolls"`
	TiedOpening  struct {
		Outcome string
		Pairs   [][2]int
	} `json:"vector_tied_opening"`
	Rejection struct {
		Outcome string
		Dice    [2]int
		Skipped int `json:"bytes_skipped"`
	} `json:"vector_rejection"`
}

type roll struct {
	I       int      `json:"i"`
	Server  string   `json:"share_server"`
	First   string   `json:"share_seat0"`
	Second  string   `json:"share_seat1"`
	Outcome string   `json:"outcome"`
	Opening [][2]int `json:"opening_pairs"`
	Dice    [2]int   `json:"dice"`
	Skipped int      `json:"bytes_skipped"`
}

func read(t *testing.T) vectors {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func link(t *testing.T, s string) Link {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != sha256.Size {
		t.Fatalf("link %q: %v", s, err)
	}
	return Link(b)
}

func game(t *testing.T, s string) [16]byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 16 {
		t.Fatalf("game %q: %v", s, err)
	}
	return [16]byte(b)
}

func TestVectors(t *testing.T) {
	v := read(t)
	id := game(t, v.Game)
	if v.ChainLength != Rolls {
		t.Fatalf("the vectors' chains have %d links, ours %d", v.ChainLength, Rolls)
	}
	server := NewChain(id, Server, link(t, v.SeedServer))
	first := NewChain(id, First, link(t, v.SeedFirst))
	second := NewChain(id, Second, link(t, v.SeedSecond))
	for _, a := range []struct {
		name string
		got  Link
		want string
	}{{"server", server.Anchor(), v.AnchorServer}, {"first", first.Anchor(), v.AnchorFirst}, {"second", second.Anchor(), v.AnchorSecond}} {
		if a.got != link(t, a.want) {
			t.Errorf("anchor of %s: %x, want %s", a.name, a.got, a.want)
		}
	}
	last := Shares{server.Anchor(), first.Anchor(), second.Anchor()}
	lastRoll := 0
	for _, r := range v.Rolls {
		var s Shares
		for _, p := range []struct {
			chain *Chain
			party Party
			want  string
			into  *Link
			last  Link
		}{{server, Server, r.Server, &s.Server, last.Server}, {first, First, r.First, &s.First, last.First}, {second, Second, r.Second, &s.Second, last.Second}} {
			got, err := p.chain.Share(r.I)
			if err != nil || got != link(t, p.want) {
				t.Fatalf("roll %d, party %#x: share %x %v, want %s", r.I, p.party, got, err, p.want)
			}
			if err := Check(id, p.party, r.I, got, Shown{p.last, lastRoll}); err != nil {
				t.Fatalf("roll %d: %v", r.I, err)
			}
			*p.into = got
		}
		st := Throw(id, r.I, s)
		if st.Outcome() != link(t, r.Outcome) {
			t.Fatalf("roll %d: outcome %x, want %s", r.I, st.Outcome(), r.Outcome)
		}
		for _, pair := range r.Opening {
			if got := st.Pair(); got != pair {
				t.Fatalf("opening: dice %v, want %v", got, pair)
			}
		}
		if r.Opening == nil {
			if got := st.Pair(); got != r.Dice {
				t.Fatalf("roll %d: dice %v, want %v", r.I, got, r.Dice)
			}
		}
		if st.Skipped() != r.Skipped {
			t.Fatalf("roll %d: skipped %d, want %d", r.I, st.Skipped(), r.Skipped)
		}
		last, lastRoll = s, r.I
	}
	for _, n := range v.Negative {
		for _, p := range []struct {
			party Party
			last  Link
		}{{Server, server.Anchor()}, {First, first.Anchor()}, {Second, second.Anchor()}} {
			// the copied share and the share of roll 2 are right for another
			// party or roll, never against this party's anchor
			if n.Case[:4] == "seat" && p.party == First && n.Case[4] == '1' {
				continue
			}
			if err := Check(id, p.party, 1, link(t, n.Share), Shown{Link: p.last}); !errors.Is(err, ErrShare) {
				t.Errorf("%s: party %#x: %v, want ErrShare", n.Case, p.party, err)
			}
		}
	}
}

func TestTiesAndSkippedBytes(t *testing.T) {
	v := read(t)
	st := &Stream{outcome: link(t, v.TiedOpening.Outcome), at: sha256.Size}
	for i, want := range v.TiedOpening.Pairs {
		if got := st.Pair(); got != want {
			t.Errorf("pair %d: %v, want %v", i+1, got, want)
		}
	}
	st = &Stream{outcome: link(t, v.Rejection.Outcome), at: sha256.Size}
	if got := st.Pair(); got != v.Rejection.Dice || st.Skipped() != v.Rejection.Skipped {
		t.Errorf("dice %v after %d skipped, want %v after %d", got, st.Skipped(), v.Rejection.Dice, v.Rejection.Skipped)
	}
}

// Every share steps to the one before it, and no roll outside the chain has one.
func TestSharesFormAChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := [16]byte(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "game"))
		party := rapid.SampledFrom([]Party{First, Second, Server}).Draw(t, "party")
		c := NewChain(id, party, Seed([]byte("secret"), id, party))
		i := rapid.IntRange(1, Rolls).Draw(t, "roll")
		share, err := c.Share(i)
		if err != nil {
			t.Fatal(err)
		}
		last, before := c.Anchor(), rapid.IntRange(max(0, i-40), i-1).Draw(t, "before")
		if before > 0 {
			if last, err = c.Share(before); err != nil {
				t.Fatal(err)
			}
		}
		for _, wrong := range []int{-1, 0, before, i - 1, i + 1, Rolls + 1} {
			if wrong != i && Check(id, party, wrong, share, Shown{last, before}) == nil {
				t.Fatalf("the share of roll %d passes for roll %d", i, wrong)
			}
		}
		if err := Check(id, party, i, share, Shown{last, before}); err != nil {
			t.Fatal(err)
		}
		share[rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if err := Check(id, party, i, share, Shown{last, before}); !errors.Is(err, ErrShare) {
			t.Fatalf("a flipped bit passes: %v", err)
		}
	})
	c := NewChain([16]byte{}, Server, Link{})
	for _, i := range []int{-1, 0, Rolls + 1} {
		if _, err := c.Share(i); !errors.Is(err, ErrSpent) {
			t.Errorf("share of roll %d: %v, want ErrSpent", i, err)
		}
	}
}

// Faces come equally often: chi-square of 60,000 dice stays far below what a
// skewed die would give. The seeds are fixed, so the test cannot flicker.
func TestFacesAreEven(t *testing.T) {
	id := [16]byte{7}
	chains := [3]*Chain{}
	for i, p := range []Party{Server, First, Second} {
		chains[i] = NewChain(id, p, Seed([]byte("faces"), id, p))
	}
	var seen [7]int
	n := 0
	for i := 1; i <= Rolls; i++ {
		var l [3]Link
		for k := range l {
			l[k], _ = chains[k].Share(i)
		}
		st := Throw(id, i, Shares{l[0], l[1], l[2]})
		for range 60 {
			seen[st.Die()]++
			n++
		}
	}
	want, chi := float64(n)/6, 0.0
	for face := 1; face <= 6; face++ {
		d := float64(seen[face]) - want
		chi += d * d / want
	}
	if chi > 20.5 { // one in a thousand at five degrees of freedom
		t.Errorf("faces %v: chi-square %.1f", seen[1:], chi)
	}
}

func BenchmarkNewChain(b *testing.B) {
	for b.Loop() {
		NewChain([16]byte{}, Server, Link{})
	}
}

func BenchmarkRoll(b *testing.B) {
	c := NewChain([16]byte{}, Server, Link{})
	s, _ := c.Share(500)
	for b.Loop() {
		Throw([16]byte{}, 500, Shares{s, s, s}).Pair()
	}
}

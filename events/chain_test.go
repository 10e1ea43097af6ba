package events_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plylog/events"
)

var update = flag.Bool("update", false, "write the golden files anew")

// vectors is testdata/chain.json: one game of three events, with every hash, for
// other programs to check themselves against.
type vectors struct {
	About   string       `json:"about"`
	Game    string       `json:"game"`
	Genesis string       `json:"genesis"`
	Events  []chainEvent `json:"events"`
}

type chainEvent struct {
	Raw  string `json:"raw"`
	Link string `json:"link"` // the hash of this event, and the prev of the next
}

var chainFile = filepath.Join("testdata", "chain.json")

func TestChainVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	v := readVectors(t)
	// Spelled out from the specification, without the code under test.
	want := sha256.Sum256([]byte("plylog-event/1 genesis\x00" + v.Game))
	if got := hex.EncodeToString(want[:]); got != v.Genesis {
		t.Fatalf("genesis is %s; the vectors say %s", got, v.Genesis)
	}
	game, err := events.ParseGameID(v.Game)
	if err != nil {
		t.Fatal(err)
	}
	if got := events.Genesis(game); got != want {
		t.Fatalf("Genesis gives %s", got)
	}
	for i, ev := range v.Events {
		e, err := events.Decode([]byte(ev.Raw))
		if err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
		if e.Game != game || e.N != i+1 || e.Prev != want {
			t.Fatalf("event %d does not follow: game %s, n %d, prev %s; want prev %x", i+1, e.Game, e.N, e.Prev, want)
		}
		var covered []byte
		covered = append(covered, "plylog-event/1\x00"...)
		covered = append(covered, want[:]...)
		covered = append(covered, ev.Raw...)
		want = sha256.Sum256(covered)
		if got := hex.EncodeToString(want[:]); got != ev.Link {
			t.Fatalf("event %d: link is %s; the vectors say %s", i+1, got, ev.Link)
		}
		for _, kept := range []bool{false, true} {
			if kept {
				e.KeepHash()
			}
			if got := e.Hash(); got != want {
				t.Fatalf("event %d: Hash gives %s; kept: %v", i+1, got, kept)
			}
		}
	}
}

// TestTampering changes every byte of every event in turn: either the text is no
// event any more, or its link is another.
func TestTampering(t *testing.T) {
	v := readVectors(t)
	for i, ev := range v.Events {
		for at := range len(ev.Raw) {
			raw := []byte(ev.Raw)
			raw[at] ^= 1
			e, err := events.Decode(raw)
			if err != nil {
				continue
			}
			if e.Hash().String() == ev.Link {
				t.Fatalf("event %d: byte %d changed unnoticed", i+1, at)
			}
		}
	}
	// Removing or swapping whole events shows in prev.
	last, err := events.Decode([]byte(v.Events[2].Raw))
	if err != nil {
		t.Fatal(err)
	}
	if last.Prev.String() == v.Events[0].Link {
		t.Fatal("the third event follows the first")
	}
	other, err := events.ParseGameID("0199f1c2-aaaa-7000-8000-00000000000c")
	if err != nil {
		t.Fatal(err)
	}
	if events.Genesis(other).String() == v.Genesis {
		t.Fatal("two games begin alike")
	}
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	b, err := os.ReadFile(chainFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Events) != 3 {
		t.Fatalf("%d events in %s", len(v.Events), chainFile)
	}
	return v
}

func writeVectors(t *testing.T) {
	t.Helper()
	game := events.GameID{1, 0x99, 0xf1, 0xc2, 0xaa, 0xaa, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x0b}
	at := time.Date(2026, 11, 29, 20, 46, 23, 123e6, time.UTC)
	start := "---------------------------OX------XO--------------------------- X 30 30"
	list := []*events.Event{
		{Type: events.TypeCreated, By: "p_ann", Data: &events.Created{Options: []byte(`{"note":"\"ü\""}`), First: "p_ann"},
			After: events.After{Board: start, Turn: events.First}},
		{Type: events.TypeJoined, By: "p_bob", Data: &events.Joined{Seat: events.Second},
			After: events.After{Board: start, Turn: events.First}},
		{Type: events.TypeMoved, By: "p_ann", Data: &events.Act{Seat: events.First, Move: "d3"},
			After: events.After{Board: "-------------------X-------XX------XO--------------------------- O 29 30", Turn: events.Second}},
	}
	v := vectors{
		About: "link(0) = genesis = SHA-256(\"plylog-event/1 genesis\" 00 game); link(n) = SHA-256(\"plylog-event/1\" 00 link(n-1) raw), where 00 is one zero byte and link(n-1) its 32 bytes",
		Game:  game.String(), Genesis: events.Genesis(game).String(),
	}
	prev := events.Genesis(game)
	for i, e := range list {
		e.V, e.Game, e.N, e.Kind, e.Ruleset, e.Prev = 1, game, i+1, "reversi", 1, prev
		e.Time = at.Add(time.Duration(i) * 1001 * time.Millisecond)
		e.Command = events.CommandID{15: byte(i + 1)}
		raw, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		prev = e.Hash()
		v.Events = append(v.Events, chainEvent{Raw: string(raw), Link: prev.String()})
	}
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(chainFile, append(b, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

package audit

import (
	"bytes"
	"fmt"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/audit/audittest"
)

// TestMutations forges a log a thousand times and more, each time against a
// checkpoint that somebody kept.
func TestMutations(t *testing.T) {
	c := newCorpus(t, 110, 20)
	honest, kept := audittest.Export(c.Log), c.Checkpoints(t, 40, len(c.Log))
	c.verify(t, honest, kept, 1).want(t, Verified, "the log itself")
	r := mrand.New(mrand.NewPCG(3, 5))
	mutations := audittest.Mutations()
	found := 0
	for round := range 1100 {
		m := mutations[round%len(mutations)]
		forged := m.Forge(t, c.Log, r)
		if bytes.Equal(forged, honest) {
			continue
		}
		anchors := kept
		if m.Key {
			lines := bytes.Split(bytes.TrimSuffix(forged, []byte("\n")), []byte("\n"))
			anchors = slices.Concat(kept, audittest.SignOver(t, c.Key, lines, len(lines)))
		}
		report := c.verify(t, forged, anchors, 1)
		report.want(t, Violated, fmt.Sprintf("round %d, %s", round, m.Name))
		if report.Verdict == Violated {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("%d forged logs were found; want a thousand", found)
	}
}

// TestForgedAlone: what shows without anything that was kept. A game that was
// re-chained as a whole does not.
func TestForgedAlone(t *testing.T) {
	c := newCorpus(t, 110, 20)
	r := mrand.New(mrand.NewPCG(3, 6))
	mutations := audittest.Mutations()
	for round := range 300 {
		m := mutations[round%len(mutations)]
		forged := m.Forge(t, c.Log, r)
		report := c.verify(t, forged, nil, 1)
		if report.Verdict == Verified {
			t.Errorf("round %d, %s: verified", round, m.Name)
		}
		if strings.HasPrefix(m.Name, "re-chained") {
			report.want(t, NotAnchored, m.Name)
		}
	}
}

// TestForgedGames forges the export of one game against its receipt.
func TestForgedGames(t *testing.T) {
	c := newCorpus(t, 600, 40)
	r := mrand.New(mrand.NewPCG(3, 7))
	mutations := audittest.Mutations()
	game, last := c.Game(t, 100)
	receipt := c.Receipt(t, last)
	for round := range 300 {
		m := mutations[round%len(mutations)]
		forged := m.Forge(t, game, r)
		if bytes.Equal(forged, audittest.Export(game)) {
			continue
		}
		a := &Anchors{Trust: []key{c.Key.Public()}}
		a.AddReceipt("kept", receipt)
		report := run(t, c.Games, a, forged, 1)
		if report.Verdict == Verified && len(forged) > 0 {
			t.Errorf("round %d, %s: verified", round, m.Name)
		}
	}
}

// TestReasons: each kind of lie, told well, is named where it was told.
func TestReasons(t *testing.T) {
	c := newCorpus(t, 4000, 400)
	// relie edits an event of a game and makes the chain fit again.
	relie := func(i int, old, forged string) []byte {
		log := slices.Clone(c.Log)
		if !bytes.Contains(log[i], []byte(old)) {
			t.Fatalf("event %d has no %s: %s", i, old, log[i])
		}
		first := audittest.Decode(t, log[i])
		log[i] = bytes.Replace(log[i], []byte(old), []byte(forged), 1)
		head := audittest.Decode(t, log[i]).Hash()
		for at := i + 1; at < len(log); at++ {
			if e := audittest.Decode(t, log[at]); e.Game == first.Game {
				log[at] = bytes.Replace(log[at], []byte(e.Prev.String()), []byte(head.String()), 1)
				head = audittest.Decode(t, log[at]).Hash()
			}
		}
		return audittest.Export(log)
	}
	find := func(what string, fits func(e *events.Event) bool) (int, *events.Event) {
		for i, raw := range c.Log {
			if e := audittest.Decode(t, raw); fits(e) {
				return i, e
			}
		}
		t.Fatalf("the corpus has no %s", what)
		return 0, nil
	}
	moved := func(kind string) func(e *events.Event) bool {
		return func(e *events.Event) bool {
			return e.Kind == kind && e.Type == events.TypeMoved && e.N > 3 && !e.Over()
		}
	}
	rolled := func(e *events.Event) bool {
		return e.Type == events.TypeRolled && len(e.Then) > 0 && len(e.Then[0].Dice) == 2
	}
	won := func(e *events.Event) bool {
		return e.After.Result != nil && e.After.Result.Winner == events.First && e.Kind == "reversi"
	}
	move, m := find("move", moved("reversi"))
	roll, d := find("roll", rolled)
	end, w := find("won game", won)
	board := m.After.Board
	dice := fmt.Sprintf(`"dice":[%d,%d]`, d.Then[0].Dice[0], d.Then[0].Dice[1])
	other := fmt.Sprintf(`"dice":[%d,%d]`, d.Then[0].Dice[0]%6+1, d.Then[0].Dice[1])
	share := d.Then[0].Shares[1].String()
	for _, tt := range []struct {
		what   string
		file   []byte
		e      *events.Event
		reason string
	}{
		{"an illegal move", relie(move, `"move":"`+m.Data.(*events.Act).Move+`"`, `"move":"a1"`), m, "data"},
		{"another board", relie(move, board[:20], swapDiscs(board[:20])), m, "board"},
		{"a wrong turn", relie(move, `"turn":"`+m.After.Turn.String()+`"`, `"turn":"`+m.After.Turn.Opponent().String()+`"`), m, "turn"},
		{"a gap", relie(move, fmt.Sprintf(`"n":%d,`, m.N), fmt.Sprintf(`"n":%d,`, m.N+1)), m, "n"},
		{"wrong dice for right shares", relie(roll, dice, other), d, "dice"},
		{"a share with a bit flipped", relie(roll, share, flipped(share)), d, "dice"},
		{"a wrong result", relie(end, `"winner":"first"`, `"winner":"second"`), w, "result"},
		{"a command twice", relie(move, m.Command.String(), audittest.Decode(t, previous(t, c, move)).Command.String()), m, "command"},
	} {
		r := c.verify(t, tt.file, nil, 2)
		if r.Verdict != Violated || len(r.Problems) == 0 || r.Problems[0].Game != tt.e.Game || r.Problems[0].Reason != tt.reason {
			t.Errorf("%s in event %d of game %s: %s, %v", tt.what, tt.e.N, tt.e.Game, r.Verdict, r.Problems)
		}
	}
}

func swapDiscs(board string) string {
	return strings.NewReplacer("X", "O", "O", "X", "-", "X").Replace(board)
}

func flipped(share string) string {
	if share[0] == '0' {
		return "1" + share[1:]
	}
	return "0" + share[1:]
}

// previous is the event of the same game before the one at i.
func previous(t *testing.T, c *corpus, i int) []byte {
	t.Helper()
	game := audittest.Decode(t, c.Log[i]).Game
	for at := i - 1; at >= 0; at-- {
		if audittest.Decode(t, c.Log[at]).Game == game {
			return c.Log[at]
		}
	}
	t.Fatal("no event before it")
	return nil
}

func FuzzVerify(f *testing.F) {
	c := newCorpus(f, 60, 20)
	f.Add(audittest.Export(c.Log), c.Checkpoints(f, 20, 60))
	f.Add([]byte("{}\n"), []byte("x\n\n"))
	f.Fuzz(func(t *testing.T, file, kept []byte) {
		a := &Anchors{Trust: []key{c.Key.Public()}}
		if err := a.AddCheckpoints("kept", bytes.NewReader(kept)); err != nil {
			t.Fatal(err)
		}
		a.AddReceipt("receipt", kept)
		_ = a.AddHeads(bytes.NewReader(kept))
		r := run(t, c.Games, a, file, 1)
		if r.Verdict == Verified && !bytes.HasPrefix(audittest.Export(c.Log), file) {
			t.Fatalf("verified: %q by %q", file, kept)
		}
		if len(r.Problems) > r.Wrong || r.Verdict == Violated && len(r.Problems) == 0 {
			t.Fatalf("%+v", r)
		}
	})
}

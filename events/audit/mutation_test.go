package audit

import (
	"bytes"
	"fmt"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/events"
)

// mutations are ways to forge a log. Each returns the forged file, or nil where it
// came to the same file; key tells that checkpoints are signed anew with the real key.
var mutations = []struct {
	name string
	key  bool
	do   func(t *testing.T, log [][]byte, r *mrand.Rand) []byte
}{
	{"bit", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		file := export(log)
		file[r.IntN(len(file))] ^= 1 << r.IntN(8)
		return file
	}},
	{"byte removed", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		file := export(log)
		i := r.IntN(len(file))
		return slices.Delete(file, i, i+1)
	}},
	{"event removed", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		i := r.IntN(len(log))
		return export(slices.Delete(log, i, i+1))
	}},
	{"event twice", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		return export(slices.Insert(log, r.IntN(len(log)), log[r.IntN(len(log))]))
	}},
	{"events swapped", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		i, j := r.IntN(len(log)), r.IntN(len(log))
		log[i], log[j] = log[j], log[i]
		return export(log)
	}},
	{"neighbours swapped", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		i := r.IntN(len(log) - 1)
		log[i], log[i+1] = log[i+1], log[i]
		return export(log)
	}},
	{"event in another game", false, func(t *testing.T, log [][]byte, r *mrand.Rand) []byte {
		i, j := r.IntN(len(log)), r.IntN(len(log))
		one, other := decode(t, log[i]).Game.String(), decode(t, log[j]).Game.String()
		log[i] = bytes.ReplaceAll(log[i], []byte(one), []byte(other))
		return export(log)
	}},
	{"tail cut off", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		return export(log[:len(log)-1-r.IntN(len(log)/2)])
	}},
	{"file cut off", false, func(_ *testing.T, log [][]byte, r *mrand.Rand) []byte {
		file := export(log)
		return file[:len(file)-1-r.IntN(len(file)/2)]
	}},
	{"game removed", false, func(t *testing.T, log [][]byte, r *mrand.Rand) []byte {
		game := decode(t, log[r.IntN(len(log))]).Game
		return export(slices.DeleteFunc(log, func(raw []byte) bool { return decode(t, raw).Game == game }))
	}},
	{"re-chained", false, rechained},
	{"re-chained and signed", true, rechained},
	{"signed without its end", true, func(t *testing.T, log [][]byte, r *mrand.Rand) []byte {
		i := r.IntN(len(log))
		game := decode(t, log[i]).Game
		for at := len(log) - 1; at >= i; at-- {
			if decode(t, log[at]).Game == game {
				log = slices.Delete(log, at, at+1)
			}
		}
		return export(log)
	}},
}

// rechained changes who did something and makes all that follows in the game fit
// again: by itself that game is as good as any.
func rechained(t *testing.T, log [][]byte, r *mrand.Rand) []byte {
	i := r.IntN(len(log))
	first := decode(t, log[i])
	edited := bytes.Replace(log[i], []byte(first.Command.String()), []byte(events.CommandID(events.DeriveID("forged", fmt.Sprint(i))).String()), 1)
	head := first.Hash()
	for at := i; at < len(log); at++ {
		e := decode(t, log[at])
		if e.Game != first.Game {
			continue
		}
		if at > i {
			edited = bytes.Replace(log[at], []byte(e.Prev.String()), []byte(head.String()), 1)
		}
		log[at] = edited
		head = decode(t, edited).Hash()
	}
	return export(log)
}

// TestMutations forges a log a thousand times and more, each time against a
// checkpoint that somebody kept.
func TestMutations(t *testing.T) {
	c := newCorpus(t, 110, 20)
	honest, kept := export(c.log), c.checkpoints(t, 40, len(c.log))
	c.verify(t, honest, kept, 1).want(t, Verified, "the log itself")
	r := mrand.New(mrand.NewPCG(3, 5))
	found := 0
	for round := range 1100 {
		m := mutations[round%len(mutations)]
		forged := m.do(t, slices.Clone(c.log), r)
		if bytes.Equal(forged, honest) {
			continue
		}
		anchors := kept
		if m.key {
			lines := bytes.Split(bytes.TrimSuffix(forged, []byte("\n")), []byte("\n"))
			anchors = slices.Concat(kept, signOver(t, c.key, lines, len(lines)))
		}
		report := c.verify(t, forged, anchors, 1)
		report.want(t, Violated, fmt.Sprintf("round %d, %s", round, m.name))
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
	for round := range 300 {
		m := mutations[round%len(mutations)]
		forged := m.do(t, slices.Clone(c.log), r)
		report := c.verify(t, forged, nil, 1)
		if report.Verdict == Verified {
			t.Errorf("round %d, %s: verified", round, m.name)
		}
		if strings.HasPrefix(m.name, "re-chained") {
			report.want(t, NotAnchored, m.name)
		}
	}
}

// TestForgedGames forges the export of one game against its receipt.
func TestForgedGames(t *testing.T) {
	c := newCorpus(t, 600, 40)
	r := mrand.New(mrand.NewPCG(3, 7))
	game, last := c.game(t, 100)
	receipt := c.receipt(t, last)
	for round := range 300 {
		m := mutations[round%len(mutations)]
		forged := m.do(t, slices.Clone(game), r)
		if bytes.Equal(forged, export(game)) {
			continue
		}
		a := &Anchors{Trust: []key{c.key.Public()}}
		a.AddReceipt("kept", receipt)
		report := run(t, c.games, a, forged, 1)
		if report.Verdict == Verified && len(forged) > 0 {
			t.Errorf("round %d, %s: verified", round, m.name)
		}
	}
}

// TestReasons: each kind of lie, told well, is named where it was told.
func TestReasons(t *testing.T) {
	c := newCorpus(t, 4000, 400)
	// relie edits an event of a game and makes the chain fit again.
	relie := func(i int, old, forged string) []byte {
		log := slices.Clone(c.log)
		if !bytes.Contains(log[i], []byte(old)) {
			t.Fatalf("event %d has no %s: %s", i, old, log[i])
		}
		first := decode(t, log[i])
		log[i] = bytes.Replace(log[i], []byte(old), []byte(forged), 1)
		head := decode(t, log[i]).Hash()
		for at := i + 1; at < len(log); at++ {
			if e := decode(t, log[at]); e.Game == first.Game {
				log[at] = bytes.Replace(log[at], []byte(e.Prev.String()), []byte(head.String()), 1)
				head = decode(t, log[at]).Hash()
			}
		}
		return export(log)
	}
	find := func(what string, fits func(e *events.Event) bool) (int, *events.Event) {
		for i, raw := range c.log {
			if e := decode(t, raw); fits(e) {
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
		{"a command twice", relie(move, m.Command.String(), decode(t, previous(t, c, move)).Command.String()), m, "command"},
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
	game := decode(t, c.log[i]).Game
	for at := i - 1; at >= 0; at-- {
		if decode(t, c.log[at]).Game == game {
			return c.log[at]
		}
	}
	t.Fatal("no event before it")
	return nil
}

func FuzzVerify(f *testing.F) {
	c := newCorpus(f, 60, 20)
	f.Add(export(c.log), c.checkpoints(f, 20, 60))
	f.Add([]byte("{}\n"), []byte("x\n\n"))
	f.Fuzz(func(t *testing.T, file, kept []byte) {
		a := &Anchors{Trust: []key{c.key.Public()}}
		if err := a.AddCheckpoints("kept", bytes.NewReader(kept)); err != nil {
			t.Fatal(err)
		}
		a.AddReceipt("receipt", kept)
		_ = a.AddHeads(bytes.NewReader(kept))
		r := run(t, c.games, a, file, 1)
		if r.Verdict == Verified && !bytes.HasPrefix(export(c.log), file) {
			t.Fatalf("verified: %q by %q", file, kept)
		}
		if len(r.Problems) > r.Wrong || r.Verdict == Violated && len(r.Problems) == 0 {
			t.Fatalf("%+v", r)
		}
	})
}

package backgammon

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
)

func TestThinking(t *testing.T) {
	t.Parallel()
	enginetest.RunThinking(t, enginetest.Thinking{
		Engine:  engine{},
		Options: []string{"", `{"matchLength":5,"score":{"first":2,"second":4},"postCrawford":true}`, `{"matchLength":0,"cube":true,"jacoby":true,"beavers":true}`},
		Games:   3, Every: 13,
	})
}

// thinks asks a level for its move on a board.
func thinks(t *testing.T, board string, level int) engines.Move {
	t.Helper()
	p, err := New().Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine{}.Think(p, p.Turn(), level, rand.New(rand.NewPCG(1, 2)).IntN, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestOpenings: with these opening rolls everybody makes a point.
func TestOpenings(t *testing.T) {
	for roll, want := range map[string]engines.Move{
		"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7",
	} {
		if got := thinks(t, "-b----E-C---eE---c-e----B- 1/"+roll, len(levels)); got != want {
			t.Errorf("the opening %s is played %s, want %s", roll, got, want)
		}
	}
}

// TestDoubling: cubes that nobody argues about.
func TestDoubling(t *testing.T) {
	const (
		start    = "-b----E-C---eE---c-e----B-"
		race     = "----EEE------e-----ee-----" // 75 pips against 115
		finished = "-BBA---------e-----ee-----" // three rolls to go, and the other side not home
	)
	for _, c := range []struct {
		what, board string
		want        engines.Move
	}{
		{"an even game", start + " 1 0:0-0 1", engines.Roll},
		{"a double in an even game", start + " 1x 0:0-0 1", engines.Take},
		{"a double in an even game, with beavers", start + " 1x 0:0-0b 1", engines.Take},
		{"a foolish double, with beavers", race + " 2x 0:0-0b 1", engines.Double},
		{"a race that is won", race + " 1 0:0-0 1", engines.Double},
		{"a double in a race that is lost", race + " 1x 0:0-0 1", engines.Drop},
		{"a gammon that is certain", finished + " 1 0:0-0 1", engines.Roll},
		{"one that does not count", finished + " 1 0:0-0j 1", engines.Double},
		{"the other side lacks a point, and the Crawford game has been played", start + " 1 3:0-2", engines.Double},
		{"the cube is dead", race + " 1 5:3-0 2@1", engines.Roll},
	} {
		if got := thinks(t, c.board, len(levels)); got != c.want {
			t.Errorf("%s: it plays %s, want %s", c.what, got, c.want)
		}
	}
}

// TestAgainstStrongPlay compares the judgement that the levels stand on with the
// turns that a strong program played in the recorded matches. Turns drawn at
// random would agree in about one of twelve.
func TestAgainstStrongPlay(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mat/*.mat")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded matches: %v", err)
	}
	turns, same := 0, 0
	for i, name := range files {
		if i%3 > 0 {
			continue // a third of them says enough
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := ReadMAT(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			p, err := New().New(r.Options, r.Board)
			if err != nil {
				t.Fatal(err)
			}
			for _, turn := range r.Turns {
				next := follows(t, p, turn)
				if at := p.(*position); at.phase == moving {
					m, played := at.seen(at.turn), next.(*position).seen(at.turn)
					list := (&oracle{stakes: at.stakesOf(at.turn)}).candidates(&m, int(at.dice[0]), int(at.dice[1]), func() float64 { return 0 })
					if len(list) > 1 {
						turns++
						same += oneIf(list[0].turn.men == played)
					}
				}
				p = next
			}
		}
	}
	t.Logf("%d of %d turns with a choice are the same", same, turns)
	if turns < 1000 || 2*same < turns {
		t.Errorf("%d of %d turns with a choice are the same, want half of them and 1,000 at least", same, turns)
	}
}

// follows makes the turn of a record, with the passes before it that records
// leave out.
func follows(t *testing.T, p engines.Position, turn engines.Turn) engines.Position {
	t.Helper()
	var err error
	if p.(*position).MustPass() && p.Turn() != turn.By {
		if p, err = p.Play(p.Turn(), engines.Pass); err != nil {
			t.Fatal(err)
		}
	}
	if turn.By != engines.Chance {
		if p, err = p.Play(turn.By, turn.Move); err != nil {
			t.Fatal(err)
		}
	}
	if turn.Dice != "" {
		if p, err = p.(engines.Drawer).Draw(turn.Dice); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

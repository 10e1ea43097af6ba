package backgammon

import (
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

const startLetters = "-b----E-C---eE---c-e----B-"

// TestNotations holds the ids of the field against boards, both ways.
func TestNotations(t *testing.T) {
	for _, test := range []struct{ name, board, xgid, position, match string }{
		{"the opening", startLetters + " 0? 7:0-0",
			"XGID=" + startLetters + ":0:0:1:00:0:0:0:7:10", "4HPwATDgc/ABMA", "MAHgAAAAAAAA"},
		{"about to roll", startLetters + " 2 5:4-2c",
			"XGID=" + startLetters + ":0:0:-1:00:4:2:1:5:10", "4HPwATDgc/ABMA", "8AmgAEAAEAAA"},
		// The example of GNU Backgammon's manual: a match to 9 at 2-4, the cube
		// at 2 with player 0, player 1 to play 5-2.
		{"the manual's example", startLetters + " 2/52 9:2-4 2@1",
			"XGID=" + startLetters + ":1:1:-1:52:2:4:0:9:10", "4HPwATDgc/ABMA", "QYkqASAAIAAA"},
		{"a double to answer", startLetters + " 1x 0:0-0 2@1",
			"XGID=" + startLetters + ":1:1:1:D:0:0:0:0:10", "4HPwATDgc/ABMA", "ARkAAAAAAAAE"},
		{"no cube", startLetters + " 1/31 3:0-0 -",
			"XGID=" + startLetters + ":0:0:1:31:0:0:0:3:0", "4HPwATDgc/ABMA", "MIFlAAAAAAAA"},
		{"the Jacoby rule", startLetters + " 1 0:0-0j 1",
			"XGID=" + startLetters + ":0:0:1:00:0:0:1:0:10", "4HPwATDgc/ABMA", "MAEAAAAAAAAA"},
		{"beavers", startLetters + " 2x 0:3-1b 4@2",
			"XGID=" + startLetters + ":2:-1:-1:D:3:1:2:0:10", "4HPwATDgc/ABMA", "UhEAADAACAAE"},
		{"a single game", "-B-CBBB---a---A---ABcbbbd- 1/21",
			"XGID=-B-CBBB---a---A---ABcbbbd-:0:0:1:21:0:0:0:1:10", "b9sBCIC5bYDQAA", "MAElAAAAAAAA"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.board)
			for _, write := range []struct {
				as    string
				write func(engines.Position) (string, error)
				want  string
			}{{"XGID", XGID, test.xgid}, {"position id", PositionID, test.position}, {"match id", MatchID, test.match}} {
				if got, err := write.write(p); err != nil || got != write.want {
					t.Errorf("%s %s, want %s (%v)", write.as, got, write.want, err)
				}
			}
			if strings.Contains(test.board, "0?") {
				return // no other notation has a word for that
			}
			if got := mustParse(t, test.xgid).Board(); got != test.board {
				t.Errorf("the XGID is read as %s", got)
			}
			if strings.HasSuffix(test.board, "-") || test.name == "beavers" {
				return // which a match id does not hold
			}
			if got := mustParse(t, "GNUID="+test.position+":"+test.match).Board(); got != test.board {
				t.Errorf("the GNU ids are read as %s", got)
			}
		})
	}
}

// TestNotationsHoldMatches: whatever the match, the cube and what is awaited, an
// XGID and GNU ids are read as the position that they were written of.
func TestNotationsHoldMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.OneOf(rapid.SampledFrom([]int{0, 1, 2, 3, 127}), rapid.IntRange(0, longestMatch))
		tm := terms{length: lengths.Draw(t, "length")}
		most := max(tm.length-1, 0)
		if tm.length == 0 {
			most = 1<<15 - 1 // of a match id
		}
		scores := rapid.OneOf(rapid.SampledFrom([]int{0, most}), rapid.IntRange(0, most))
		tm.score = [2]int{scores.Draw(t, "first"), scores.Draw(t, "second")}
		tm.crawford = rapid.Bool().Draw(t, "crawford")
		tm.jacoby = tm.length == 0 && rapid.Bool().Draw(t, "jacoby")
		tm.cube = tm.length != 1
		m := Start()
		p := &position{
			men: [2][26]int8{m.Own, m.Opp}, terms: &tm, cube: 1,
			phase: rapid.SampledFrom([]phase{toRoll, moving, doubled}).Draw(t, "phase"),
			turn:  rapid.SampledFrom([]engines.Seat{engines.First, engines.Second}).Draw(t, "turn"),
		}
		if tm.cube && !tm.crawfordGame() {
			p.cube = 1 << rapid.IntRange(0, 15).Draw(t, "cube")
			if p.cube > 1 {
				p.owner = rapid.SampledFrom([]engines.Seat{engines.First, engines.Second}).Draw(t, "owner")
			}
		}
		switch {
		case p.phase == moving:
			a, b := rapid.IntRange(1, 6).Draw(t, "die"), rapid.IntRange(1, 6).Draw(t, "die")
			p.dice = [2]uint8{uint8(max(a, b)), uint8(min(a, b))}
		case p.phase == doubled && p.barsDouble() != nil:
			p.phase = toRoll
		}
		line := p.Board()
		same := func(id string, err error) {
			if err != nil {
				t.Fatal(err)
			}
			if got := mustParse(t, id).Board(); got != line {
				t.Errorf("%s is written as %s and read as %s", line, id, got)
			}
		}
		x, err := XGID(p)
		same(x, err)
		id, err := PositionID(p)
		match, err2 := MatchID(p)
		same(id+":"+match, cmp.Or(err, err2))
		// What a match id cannot say.
		if p.cube == 1 && p.phase != doubled {
			tm.cube = tm.length != 1 && rapid.Bool().Draw(t, "with a cube")
		}
		tm.beavers = tm.length == 0 && tm.cube
		line = p.Board()
		x, err = XGID(p)
		same(x, err)
	})
}

func TestNotationsOfEndedGames(t *testing.T) {
	for _, test := range []struct{ board, xgid, match string }{
		{"---a---------------------- 1=", "XGID=---a----------------------:0:0:1:00:0:0:0:1:10", "MAIgAAAAAAAA"},
		{"---A---------------------- 2= 3:0-0 2@2", "XGID=---A----------------------:1:-1:-1:00:0:0:0:3:10", "UQpgAAAAAAAA"},
	} {
		p := mustParse(t, test.board)
		if got, err := XGID(p); err != nil || got != test.xgid {
			t.Errorf("%s: XGID %s, want %s (%v)", test.board, got, test.xgid, err)
		}
		if got := mustParse(t, test.xgid).Board(); got != test.board {
			t.Errorf("%s is read as %s, want %s", test.xgid, got, test.board)
		}
		if got, err := MatchID(p); err != nil || got != test.match {
			t.Errorf("%s: match id %s, want %s (%v)", test.board, got, test.match, err)
		}
	}
	dropped := mustParse(t, startLetters+" 1= 3:0-0")
	if got, err := MatchID(dropped); err != nil || got != "MARgAAAAAAAA" {
		t.Errorf("dropped: match id %s (%v)", got, err)
	}
}

func TestNotationsOfForeignPositions(t *testing.T) {
	for _, write := range []func(engines.Position) (string, error){XGID, PositionID, MatchID} {
		if got, err := write(nil); err == nil || got != "" {
			t.Errorf("nothing is written as %q", got)
		}
	}
	if got := (foreign{other{}}).Error(); got != "backgammon.other is no position of backgammon" {
		t.Errorf("refused as %q", got)
	}
	if p, err := New().Parse(""); p != nil || err == nil {
		t.Errorf("nothing is read as %v", p)
	}
	if got := New().Draw(other{}); got != "no board\n" {
		t.Errorf("drawn as %q", got)
	}
}

// other is a position of another engine.
type other struct{ engines.Position }

func (other) Board() string { return "no board" }

func TestPositionIDRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		m := randomMen(rng)
		back, err := ParsePositionID(m.PositionID())
		if err != nil || back != m {
			t.Fatalf("%v is written %s and read as %v (%v)", m, m.PositionID(), back, err)
		}
	}
}

func TestMatchIDRefusals(t *testing.T) {
	const id = "4HPwATDgc/ABMA:"
	var k matchKey
	bits := func(set func(k *matchKey)) string {
		k = matchKey{}
		k.set(idOwner, idCentred)
		k.set(idState, idPlaying)
		k.set(idLength, 5)
		set(&k)
		return k.text()
	}
	for name, match := range map[string]string{
		"short":            "cAkgAAAAAAA",
		"other characters": "cAkgAAAA*AAA",
		"no owner":         bits(func(k *matchKey) { k.set(idOwner, 2) }),
		"one die":          bits(func(k *matchKey) { k.set(idDie1, 3) }),
		"a die too high":   bits(func(k *matchKey) { k.set(idDie1, 7); k.set(idDie2, 1) }),
		"over":             bits(func(k *matchKey) { k.set(idState, idOver) }),
		"resigned":         bits(func(k *matchKey) { k.set(idResigned, 1) }),
		"long":             bits(func(k *matchKey) { k.set(idLength, 128) }),
		"won":              bits(func(k *matchKey) { k.set(idScore1, 5) }),
		"no Crawford game": bits(func(k *matchKey) { k.set(idCrawford, 1) }),
		"dead cube":        bits(func(k *matchKey) { k.set(idScore0, 4); k.set(idDoubled, 1) }),
		"a cube centred":   bits(func(k *matchKey) { k.set(idCube, 1) }),
	} {
		if p, err := New().Parse(id + match); err == nil {
			t.Errorf("%s: read as %s", name, p.Board())
		}
	}
	if p := mustParse(t, id+bits(func(*matchKey) {})); p.Board() != startLetters+" 1 5:0-0" {
		t.Errorf("read as %s", p.Board())
	}
}

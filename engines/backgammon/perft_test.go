package backgammon

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"plylog/engines"
)

// known are the counts that several programs agree on.
type known struct {
	Backgammon struct {
		PerRoll   map[string]int `json:"distinct_end_positions_per_roll_from_start"`
		NonDouble int            `json:"opening_15_nondoubles"`
		All       uint64         `json:"all_21"`
		Second    uint64         `json:"perft2_all_21x21"`
		Opening   uint64         `json:"perft2_first_nondouble"`
		Wildbg    map[string]int
	}
}

func knownCounts(t testing.TB) (k known) {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &k); err != nil {
		t.Fatal(err)
	}
	return k
}

func TestPerft(t *testing.T) {
	want := knownCounts(t).Backgammon
	for _, line := range []string{
		"-b----E-C---eE---c-e----B- 0?", "-b----E-C---eE---c-e----B- 1", "-b----E-C---eE---c-e----B- 2?",
		"-b----E-C---eE---c-e----B- 1! 3:0-0",
	} {
		p := mustParse(t, line).(engines.Counter)
		for depth, n := range []uint64{1, want.All, want.Second} {
			if got := p.Perft(depth, depth%2 == 0); got != n {
				t.Errorf("%s: depth %d counts %d, want %d", line, depth, got, n)
			}
		}
		if got := p.Perft(-1, false); got != 0 {
			t.Errorf("%s: depth -1 counts %d", line, got)
		}
	}
	nonDoubles, deep := 0, uint64(0)
	if len(want.PerRoll) != 21 {
		t.Fatalf("%d rolls are known, want 21", len(want.PerRoll))
	}
	for roll, n := range want.PerRoll {
		dice := roll[:1] + "-" + roll[1:]
		got, err := PerftDice(mustParse(t, "4HPwATDgc/ABMA"), dice)
		if err != nil || got != n {
			t.Errorf("%s counts %d, want %d (%v)", dice, got, n, err)
		}
		p := mustDraw(t, mustParse(t, "-b----E-C---eE---c-e----B- 2?"), dice)
		if got := len(p.Choices(engines.Second)); got != n {
			t.Errorf("%s has %d choices, want %d", dice, got, n)
		}
		if got := p.(engines.Counter).Perft(1, false); got != uint64(n) {
			t.Errorf("%s to be played counts %d, want %d", dice, got, n)
		}
		if roll[0] != roll[1] {
			nonDoubles += n
			deep += p.(engines.Counter).Perft(2, false)
		}
	}
	if nonDoubles != want.NonDouble || deep != want.Opening {
		t.Errorf("opening rolls count %d and %d, want %d and %d", nonDoubles, deep, want.NonDouble, want.Opening)
	}
}

func TestPerftAtTheEnd(t *testing.T) {
	for _, test := range []struct {
		line string
		want []uint64
	}{
		{"-A----------------------a- 1", []uint64{1, 21, 0}},                // any roll bears off, and then nothing follows
		{"-A----------------------a- 1=", nil},                              // not over: refused below
		{"------------------------a- 1=", []uint64{1, 0, 0}},                // over
		{"-------------------bbbbbbA 1/65", []uint64{1, 1}},                 // a pass is one
		{"-A----------------------a- 1x 0:0-0 2@1", []uint64{1, 21, 0}},     // the cube is left aside
		{"-A----------------------a- 2? 127:0-0", []uint64{1, 21, 0, 0, 0}}, //
	} {
		p, err := New().Parse(test.line)
		if err != nil {
			if test.want != nil {
				t.Error(err)
			}
			continue
		}
		for depth, want := range test.want {
			if got := p.(engines.Counter).Perft(depth, false); got != want {
				t.Errorf("%s: depth %d counts %d, want %d", test.line, depth, got, want)
			}
		}
	}
}

func TestCountTurnsRefuses(t *testing.T) {
	start := mustParse(t, "4HPwATDgc/ABMA")
	for _, dice := range []string{"", "7-1", "0-1", "6-0", "65", "6-5-4"} {
		if n, err := PerftDice(start, dice); err == nil {
			t.Errorf("%q counts %d", dice, n)
		}
	}
	if n, err := CountTurns(start, 0, 7); err == nil {
		t.Errorf("0 and 7 count %d", n)
	}
	if n, err := CountTurns(nil, 6, 5); !errors.As(err, new(foreign)) {
		t.Errorf("nothing counts %d, %v", n, err)
	}
	if n, err := CountTurns(mustParse(t, startLetters+" 0?"), 6, 5); n != 7 || err != nil {
		t.Errorf("the start counts %d, %v", n, err)
	}
	if n, err := CountTurns(mustParse(t, "------------------------a- 1="), 6, 5); n != 0 || err != nil {
		t.Errorf("a game that is over counts %d, %v", n, err)
	}
	if n, err := CountTurns(mustParse(t, "-------------------bbbbbbA 1"), 6, 5); n != 1 || err != nil {
		t.Errorf("a roll that cannot be played counts %d, %v", n, err)
	}
}

// wildbg reads the positions of one of wildbg's benchmark files.
func wildbg(t testing.TB, name string) []Men {
	t.Helper()
	var list []Men
	for _, id := range strings.Fields(foreignFile(t, "backgammon/wildbg_"+name+".csv")) {
		m, err := ParsePositionID(id)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if got := m.PositionID(); got != id {
			t.Errorf("%s is written as %s", id, got)
		}
		list = append(list, m)
	}
	return list
}

func TestWildbgCounts(t *testing.T) {
	want := knownCounts(t).Backgammon.Wildbg
	for _, name := range []string{"contact", "race"} {
		list := wildbg(t, name)
		if len(list) != 1000 {
			t.Errorf("%s: %d positions, want 1000", name, len(list))
		}
		var found Turns
		doubles, mixed := 0, 0
		for i := range list {
			for a := 1; a <= 6; a++ {
				doubles += max(found.Count(&list[i], a, a), 1)
				for b := 1; b < a; b++ {
					mixed += max(found.Count(&list[i], b, a), 1)
				}
			}
		}
		if doubles != want[name+"_doubles"] || mixed != want[name+"_mixed"] {
			t.Errorf("%s: %d positions after doubles and %d after others, want %d and %d",
				name, doubles, mixed, want[name+"_doubles"], want[name+"_mixed"])
		}
	}
}

// slowPerft counts as Perft does, with the second implementation.
func slowPerft(s slow, depth int) uint64 {
	switch {
	case depth == 0:
		return 1
	case s.borneOff():
		return 0
	}
	sum := uint64(0)
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			found, err := slowTurns(s, a, b)
			if err != nil {
				return 0
			}
			if len(found) == 0 {
				found[s] = "pass"
			}
			for end := range found {
				sum += slowPerft(end.turned(), depth-1)
			}
		}
	}
	return sum
}

// borneOff reports whether the opponent has no checker left.
func (s slow) borneOff() bool { return s.theirs == [26]int8{} }

func (s slow) turned() slow {
	var o slow
	o.mine[0] = 15
	for p := 1; p <= 25; p++ {
		o.mine[p] = s.theirs[25-p]
		o.mine[0] -= o.mine[p]
		o.theirs[25-p] = s.mine[p]
	}
	return o
}

func TestPerftAgainstSlow(t *testing.T) {
	for _, test := range []struct {
		line  string
		depth int
	}{
		{"-A----------------------a- 1", 2},
		{"a------A------a----------A 1", 2},
		{"--B--------------------b-- 1", 4}, // the end of a race
		{"-------------------bbbbbbA 1", 2}, // one side cannot play
	} {
		got := mustParse(t, test.line).(engines.Counter).Perft(test.depth, false)
		letters, _, _ := strings.Cut(test.line, " ")
		if want := slowPerft(slowRead(letters, '1'), test.depth); got != want {
			t.Errorf("%s: depth %d counts %d, want %d", test.line, test.depth, got, want)
		}
	}
	m := Start()
	if got := perftRoll(&m, 3, 1, 2, nil); got != perftRoll(&m, 3, 1, 2, make([]Turns, 2)) {
		t.Errorf("without buffers it counts %d", got)
	}
}

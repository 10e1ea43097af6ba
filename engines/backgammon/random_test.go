package backgammon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// randomMen puts checkers of both sides down at random: few of the mover's or
// some, the opponent's often in pairs, so that ways are barred, with some on
// the bar and some off.
func randomMen(rng *rand.Rand) Men {
	for {
		var m Men
		reach := 1 + rng.IntN(24)
		for range 1 + rng.IntN(9) {
			m.Own[place(rng, reach)]++
		}
		m.Own[off] = checkers - (total(&m.Own) - m.Own[off])
		each, reach := 1+rng.IntN(2), 1+rng.IntN(24)
		for range rng.IntN(checkers/each) + 1 {
			if p := place(rng, reach); p == bar || p == off || m.Own[25-p] == 0 {
				m.Opp[p] += int8(each)
			}
		}
		m.Opp[off] = checkers - (total(&m.Opp) - m.Opp[off])
		if _, detail := m.fault(); detail == "" && m.Own[off] < checkers && m.Opp[off] < checkers {
			return m
		}
	}
}

// place draws the bar now and then, and else a point up to reach.
func place(rng *rand.Rand, reach int) int {
	if rng.IntN(20) == 0 {
		return bar
	}
	return 1 + rng.IntN(reach)
}

func total(s *[26]int8) (n int8) {
	for _, k := range s {
		n += k
	}
	return n
}

// slowOf is the same position for the second implementation.
func slowOf(m *Men) slow {
	var s slow
	for p := range 26 {
		s.mine[p] = m.Own[p]
		if p > 0 {
			s.theirs[25-p] = m.Opp[p]
		}
	}
	return s
}

// TestAgainstSlow compares what the generator finds on random positions, and how
// it is spelled, with the second implementation.
func TestAgainstSlow(t *testing.T) {
	t.Parallel()
	const positions = 500 // times 21 rolls
	rng := rand.New(rand.NewPCG(1, 2))
	var found Turns
	turns, ways := 0, map[int8]int{}
	for range positions {
		m := randomMen(rng)
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				want, err := slowTurns(slowOf(&m), a, b)
				if err != nil {
					t.Fatalf("%v %d-%d: %v", m, a, b, err)
				}
				n := found.Count(&m, b, a)
				w := begin(&m)
				for i := range n {
					end := found.Reached(i)
					if got := string(spell(&w, &found.list[i])); want[slowOf(&end)] != got {
						t.Fatalf("%v %d-%d: %q leads to %v, want %q", m, a, b, got, end, want[slowOf(&end)])
					}
					ways[found.list[i].n]++
				}
				if n != len(want) {
					t.Fatalf("%v %d-%d: %d turns, want %d", m, a, b, n, len(want))
				}
				turns += n
			}
		}
	}
	for n := int8(1); n <= 4; n++ {
		if ways[n] < 100 {
			t.Errorf("only %d turns of %d steps were seen", ways[n], n)
		}
	}
	t.Logf("%d position-rolls, %d turns, by number of steps %v", positions*21, turns, ways)
}

// mirror is the board line with the seats exchanged.
func mirror(line string) string {
	letters, rest, _ := strings.Cut(line, " ")
	flipped := make([]byte, len(letters))
	for i := range letters {
		c := letters[i]
		if c != '-' {
			c ^= 0x20
		}
		flipped[len(letters)-1-i] = c
	}
	return string(flipped) + " " + string('1'+'2'-rest[0]) + rest[1:]
}

// TestMirror: both seats play by the same rules.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 0))
		m := randomMen(rng)
		one := &position{men: [2][26]int8{m.Own, m.Opp}, terms: &terms{length: 1}, cube: 1, phase: moving, turn: engines.First,
			dice: [2]uint8{6, uint8(1 + rng.IntN(6))}}
		line := one.Board()
		other, err := New().Parse(mirror(line))
		if err != nil {
			t.Fatal(err)
		}
		a, b := one.Choices(engines.First), other.Choices(engines.Second)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%s: the first seat has %v, the second in its place %v", line, a, b)
		}
		i := rng.IntN(len(a))
		next, err := one.Play(engines.First, a[i].Move)
		if err != nil {
			t.Fatal(err)
		}
		same, err := other.Play(engines.Second, b[i].Move)
		if err != nil {
			t.Fatal(err)
		}
		if mirror(next.Board()) != same.Board() {
			t.Fatalf("%s: %s leads to %s and to %s", line, a[i].Move, next.Board(), same.Board())
		}
	})
}

// TestSpellings: however the steps of a turn are written, in whatever order, it
// is the same turn or one that the spelling can mean as well.
func TestSpellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 1))
		m := randomMen(rng)
		p := &position{men: [2][26]int8{m.Own, m.Opp}, terms: &terms{length: 1}, cube: 1, phase: moving, turn: engines.First}
		a, b := uint8(1+rng.IntN(6)), uint8(1+rng.IntN(6))
		p.dice = [2]uint8{max(a, b), min(a, b)}
		for _, c := range p.Choices(engines.First) {
			if c.Move == engines.Pass {
				continue
			}
			steps := slices.Clone(c.Steps)
			rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			var words []string
			for _, s := range steps {
				from, to := s.From, s.To
				if rng.IntN(2) == 0 {
					from = strings.ReplaceAll(strings.ToUpper(from), "BAR", "25")
					to = strings.ReplaceAll(strings.ToUpper(to), "OFF", "0")
				}
				words = append(words, from+"/"+to)
			}
			text := strings.Join(words, []string{" ", ", ", "  "}[rng.IntN(3)])
			got, err := p.Canonical(engines.First, engines.Move(text))
			if err != nil || got != c.Move {
				t.Fatalf("%s: %q is read as %q (%v), want %q", p.Board(), text, got, err, c.Move)
			}
		}
	})
}

// TestFewerStepsAreRefused: a turn with a step left out is never accepted, but
// where it leads to the same position.
func TestFewerStepsAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	tried := 0
	for range 3000 {
		m := randomMen(rng)
		p := &position{men: [2][26]int8{m.Own, m.Opp}, terms: &terms{length: 1}, cube: 1, phase: moving, turn: engines.First}
		a, b := uint8(1+rng.IntN(6)), uint8(1+rng.IntN(6))
		p.dice = [2]uint8{max(a, b), min(a, b)}
		choices := p.Choices(engines.First)
		c := choices[rng.IntN(len(choices))]
		if len(c.Steps) < 2 {
			continue
		}
		var words []string
		for _, s := range c.Steps[:len(c.Steps)-1] {
			words = append(words, s.From+"/"+s.To)
		}
		text := engines.Move(strings.Join(words, " "))
		next, err := p.Play(engines.First, text)
		if err == nil && p.seen(engines.First).Own[off] != checkers-1 && !strings.Contains(string(c.Move), "off") {
			t.Fatalf("%s: %q is played, though %q plays more; it led to %s", p.Board(), text, c.Move, next.Board())
		}
		tried++
	}
	if tried < 1000 {
		t.Errorf("only %d turns were tried", tried)
	}
}

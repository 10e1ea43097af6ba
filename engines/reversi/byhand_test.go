package reversi_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/engines/reversi"
)

// byHandModel is what a game by hand should be: the reference after each move, and
// what may be corrected.
type byHandModel struct {
	now    reference
	placed byte      // who placed the last disc, 0 before the first
	before reference // where that was
	square string    // and what on
	wrong  bool
	seats  map[byte]engines.Seat
}

// opposing lists the discs that the side on turn could turn, right or wrong.
func (r reference) opposing() (list []string) {
	for rank, squares := range r.board {
		for file, disc := range squares {
			if disc == other(r.side) {
				list = append(list, name(file, rank))
			}
		}
	}
	return list
}

// offended is the rule that turning a disc besides the right ones offends: it is in
// no line with the new one, or behind an own disc, or in an open line.
func (r reference) offended(square, disc string) string {
	file, rank := int(disc[0])-int(square[0]), int(disc[1])-int(square[1])
	steps := max(abs(file), abs(rank))
	if file%steps != 0 || rank%steps != 0 {
		return "RV-7"
	}
	for i := 1; i < steps; i++ {
		if r.board[int(square[1]-'1')+i*rank/steps][int(square[0]-'a')+i*file/steps] == r.side {
			return "RV-6"
		}
	}
	return "RV-5"
}

// TestByHand plays games with wrong discs and corrections, and compares with the
// reference, into which the same discs are turned.
func TestByHand(t *testing.T) {
	t.Parallel()
	slips, corrected, ending, through := 0, 0, 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 12))
		p, err := reversi.New().New([]byte(`{"flips":"manual"}`), "")
		if err != nil {
			t.Fatal(err)
		}
		m := byHandModel{now: readReference(p.Board()), seats: map[byte]engines.Seat{'X': engines.First, 'O': engines.Second}}
		for p.Turn() != engines.Nobody {
			m.check(t, seed, p)
			if m.wrong && rng.IntN(3) == 0 {
				if m.now.side == m.placed {
					through++
				}
				p = m.correct(t, seed, p)
				corrected++
				continue
			}
			moves := m.now.choices()
			move := moves[rng.IntN(len(moves))]
			if move == "pass" {
				p = play(t, p, "pass")
				m.now = m.now.play("pass")
				continue
			}
			right := m.now.turned(m.now.side, int(move[0]-'a'), int(move[1]-'1'))
			turned := right
			if rng.IntN(2) == 0 {
				all := m.now.opposing()
				rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				turned = all[:rng.IntN(len(all)+1)]
			}
			next := m.now.playTurning(move, turned)
			wrong := spell(move, turned) != spell(move, right)
			if wrong && next.over() {
				refusedAs(t, p, m.seats[m.now.side], spell(move, turned), "RV-12", "reversi.ends-the-game")
				ending++
				continue
			}
			if wrong {
				slips++
			}
			p = play(t, p, spell(move, turned))
			m.placed, m.before, m.square, m.wrong = m.now.side, m.now, move, wrong
			m.now = next
		}
		m.check(t, seed, p)
	}
	t.Logf("%d slips, %d corrected, %d of them behind a pass, %d refused as they would end the game", slips, corrected, through, ending)
	if slips < 500 || corrected < 200 || through == 0 || ending == 0 {
		t.Errorf("the games do not show everything")
	}
}

func play(t *testing.T, p engines.Position, move string) engines.Position {
	t.Helper()
	next, err := p.Play(p.Turn(), engines.Move(move))
	if err != nil {
		t.Fatalf("%s: %v", p.Board(), err)
	}
	return next
}

func refusedAs(t *testing.T, p engines.Position, by engines.Seat, move, rule, code string) {
	t.Helper()
	_, err := p.Play(by, engines.Move(move))
	var ill *engines.IllegalError
	if !errors.As(err, &ill) || ill.Rule != rule || ill.Code != code {
		t.Fatalf("%s: %s: %v; want a refusal by %s %s", p.Board(), move, err, rule, code)
	}
}

// check compares a position with the model.
func (m *byHandModel) check(t *testing.T, seed uint64, p engines.Position) {
	t.Helper()
	if p.Board() != m.now.line() {
		t.Fatalf("seed %d: %s; want %s", seed, p.Board(), m.now.line())
	}
	var moves []string
	for _, c := range p.Choices(p.Turn()) {
		moves = append(moves, string(c.Move))
	}
	if want := m.now.spelled(true); !slices.Equal(moves, want) {
		t.Fatalf("seed %d: %s: choices %q; want %q", seed, p.Board(), moves, want)
	}
	for side, seat := range m.seats {
		may := m.wrong && side == m.placed
		if got := p.(engines.Corrector).MayCorrect(seat); got != may {
			t.Fatalf("seed %d: %s: that %s may correct is %t", seed, p.Board(), seat, got)
		}
	}
}

// correct tries to correct with other sets than the right one, and then with it.
func (m *byHandModel) correct(t *testing.T, seed uint64, p engines.Position) engines.Position {
	t.Helper()
	c, seat := p.(engines.Corrector), m.seats[m.placed]
	right := m.before.turned(m.placed, int(m.square[0]-'a'), int(m.square[1]-'1'))
	for _, disc := range m.before.opposing() {
		wrong := slices.DeleteFunc(slices.Clone(right), func(s string) bool { return s == disc })
		rule := "RV-5"
		if len(wrong) == len(right) {
			wrong = append(wrong, disc)
			rule = m.before.offended(m.square, disc)
		}
		_, err := c.Correct(seat, engines.Move(spell(m.square, wrong)))
		var ill *engines.IllegalError
		if !errors.As(err, &ill) || ill.Rule != rule {
			t.Fatalf("seed %d: %s: corrected with %v: %v; want a refusal by %s", seed, p.Board(), wrong, err, rule)
		}
		for _, r := range right {
			if !strings.Contains(ill.Detail, r) {
				t.Fatalf("seed %d: %q does not name %s", seed, ill.Detail, r)
			}
		}
	}
	next, err := c.Correct(seat, engines.Move(spell(m.square, right)))
	if err != nil {
		t.Fatalf("seed %d: %s: %v", seed, p.Board(), err)
	}
	m.now, m.wrong = m.before.play(m.square), false
	return next
}

// TestGGFByHand: a game by hand keeps its option, and its moves as long as they
// turned the right discs.
func TestGGFByHand(t *testing.T) {
	t.Parallel()
	const options = `{"flips":"manual"}`
	rapid.Check(t, func(t *rapid.T) {
		board, p := anyStart(t, options)
		g := engines.Record{Options: []byte(options), Board: board}
		g.Turns, p = anyTurns(t, p, rapid.Bool().Draw(t, "whole"))
		g.End = ended(p)
		data := string(readsBack(t, "ggf", []engines.Record{g}))
		if strings.Contains(data, "D3:") || !strings.Contains(data, `OP[{"flips":"manual"}]`) {
			t.Fatalf("it is written\n%s", data)
		}
	})
}

func TestWriteRefusesByHand(t *testing.T) {
	t.Parallel()
	turns := func(moves ...engines.Move) engines.Record {
		g := engines.Record{Options: []byte(`{"flips":"manual"}`)}
		by := engines.First
		for _, m := range moves {
			g.Turns = append(g.Turns, engines.Turn{By: by, Move: m})
			by = by.Opponent()
		}
		return g
	}
	for _, name := range []string{"transcript", "wthor"} {
		if _, err := formatNamed(t, name).Write([]engines.Record{turns("d3")}); err == nil || !strings.Contains(err.Error(), "options") {
			t.Errorf("%s: %v; want an error about options", name, err)
		}
	}
	for _, g := range []engines.Record{turns("d3", "c5:"), turns("d3:d4", "c5:d5+d4")} {
		_, err := reversi.WriteGGF([]engines.Record{g})
		var bad *reversi.FormatError
		if !errors.As(err, &bad) || bad.Move != 2 || !strings.Contains(bad.Error(), "c5 turns d5") {
			t.Errorf("%v: %v; want an error about move 2", g.Turns, err)
		}
	}
}

// TestThinkByHand: bots choose among the moves as they are spelled by hand.
func TestThinkByHand(t *testing.T) {
	t.Parallel()
	e := reversi.New().(engines.Thinker)
	p, err := reversi.New().New([]byte(`{"flips":"manual"}`), "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Think(p, engines.First, 1, func(int) int { return 0 }, func() bool { return true })
	if err != nil || !slices.ContainsFunc(p.Choices(engines.First), func(c engines.Choice) bool { return c.Move == m }) {
		t.Errorf("chooses %q (%v)", m, err)
	}
	if e.Draw(p) == "" {
		t.Error("nothing is drawn")
	}
}

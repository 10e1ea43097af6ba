package enginetest

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// verbs are the statements about the position at hand.
var verbs = map[string]func(*run, string) error{
	"draw":      (*run).draw,
	"play":      (*run).play,
	"refuse":    (*run).refuse,
	"ambiguous": (*run).ambiguous,
	"legal":     (*run).legal,
	"count":     (*run).count,
	"barred":    (*run).barred,
	"seen":      (*run).seen,
	"stood":     (*run).stood,
	"turn":      (*run).turn,
	"line":      (*run).line,
	"claim":     (*run).claim,
	"resign":    (*run).resign,
	"correct":   (*run).correct,
	"over":      (*run).over,
	"going":     (*run).going,
}

func (r *run) draw(outcome string) error {
	d, ok := r.pos.(engines.Drawer)
	if !ok {
		return fmt.Errorf("the position has no dice")
	}
	next, err := d.Draw(outcome)
	if err != nil {
		return err
	}
	return r.arrive(next)
}

func (r *run) play(rest string) error {
	rest, canon, want := strings.Cut(rest, "=>")
	by, m, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	got, err := r.pos.Canonical(by, m)
	if err != nil {
		return err
	}
	if canon = strings.TrimSpace(canon); want && string(got) != canon {
		return fmt.Errorf("the canonical spelling is %q", got)
	}
	next, err := r.pos.Play(by, m)
	if err != nil {
		return err
	}
	return r.arrive(next)
}

func (r *run) refuse(rest string) error {
	_, err := r.refusal(rest)
	return err
}

// refusal reads "SEAT MOVE RULE CODE" and checks that Play refuses so.
func (r *run) refusal(rest string) (*engines.IllegalError, error) {
	rest, code := cutLast(rest)
	rest, rule := cutLast(rest)
	by, m, err := seatAndMove(rest)
	if err != nil {
		return nil, err
	}
	ill, err := refuses(r.suite.Engine, r.pos, by, m)
	if err != nil {
		return nil, err
	}
	return ill, is(ill, rule, code)
}

// is compares a refusal with the rule and the code that it should have.
func is(ill *engines.IllegalError, rule, code string) error {
	if ill.Rule != rule || ill.Code != code {
		return fmt.Errorf("is refused by %s %s: %s", ill.Rule, ill.Code, ill.Detail)
	}
	return nil
}

func (r *run) ambiguous(rest string) error {
	rest, list, _ := strings.Cut(rest, " : ")
	ill, err := r.refusal(rest)
	if err != nil {
		return err
	}
	got := make([]string, len(ill.Candidates))
	for i, m := range ill.Candidates {
		got[i] = string(m)
	}
	return sameMoves(got, readMoves(list))
}

func (r *run) legal(rest string) error {
	by, list, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	return sameMoves(moves(r.pos.Choices(by)), readMoves(string(list)))
}

func (r *run) count(rest string) error {
	by, number, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	want, err := strconv.Atoi(string(number))
	if err != nil {
		return err
	}
	if got := r.pos.Choices(by); len(got) != want {
		return fmt.Errorf("there are %d: %q", len(got), moves(got))
	}
	return nil
}

func (r *run) barred(rest string) error {
	b, ok := r.pos.(engines.Barrer)
	if !ok {
		return fmt.Errorf("the position bars nothing")
	}
	rest, code := cutLast(rest)
	rest, rule := cutLast(rest)
	by, m, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	var all []engines.Move
	for _, ill := range b.Barred(by) {
		if ill.Move == m {
			return is(ill, rule, code)
		}
		all = append(all, ill.Move)
	}
	return fmt.Errorf("is not barred; barred is %q", all)
}

func (r *run) seen(rest string) error {
	p, ok := r.pos.(engines.Repeater)
	if !ok {
		return fmt.Errorf("the position counts no repetitions")
	}
	if got := strconv.Itoa(p.Seen()); got != rest {
		return fmt.Errorf("seen %s times", got)
	}
	return nil
}

func (r *run) stood(rest string) error {
	rest, want := cutLast(rest)
	by, m, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	for _, c := range r.pos.Choices(by) {
		if c.Move != m {
			continue
		}
		if got := strconv.Itoa(c.Seen); got != want {
			return fmt.Errorf("its position has stood %s times", got)
		}
		return nil
	}
	return fmt.Errorf("is no choice")
}

func (r *run) turn(rest string) error {
	want, err := engines.ParseSeat(rest)
	if err != nil {
		return err
	}
	if got := r.pos.Turn(); got != want {
		return fmt.Errorf("it is the turn of %s", got)
	}
	return nil
}

func (r *run) line(rest string) error {
	if got := r.pos.Board(); got != rest {
		return fmt.Errorf("the board is %s", got)
	}
	return nil
}

// seatAndMove reads "SEAT MOVE"; the move may hold blanks and may be empty.
func seatAndMove(s string) (engines.Seat, engines.Move, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	by, err := engines.ParseSeat(word)
	return by, engines.Move(strings.TrimSpace(rest)), err
}

// readMoves reads "M | M | M", or "-" for none.
func readMoves(s string) []string {
	s = strings.TrimSpace(s)
	if s == "-" {
		return nil
	}
	list := strings.Split(s, "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

package enginetest

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

func (r *run) claim(rest string) error {
	c, ok := r.pos.(engines.Claimer)
	if !ok {
		return fmt.Errorf("the position knows no claims")
	}
	if tried, how, refused := strings.Cut(rest, " refused "); refused {
		by, claim, err := seatAndMove(tried)
		if err != nil {
			return err
		}
		_, err = c.Claim(by, string(claim))
		return r.refusedAs(err, how)
	}
	tried, winner, _ := strings.Cut(rest, "=>")
	by, claim, err := seatAndMove(tried)
	if err != nil {
		return err
	}
	result, err := c.Claim(by, string(claim))
	if err != nil {
		return err
	}
	if got := winnerWord(result.Winner); got != strings.TrimSpace(winner) {
		return fmt.Errorf("the claim gives %s (%s)", got, result.Reason)
	}
	return nil
}

func (r *run) resign(rest string) error {
	p, ok := r.pos.(engines.Resigner)
	if !ok {
		return fmt.Errorf("resignations have no values here")
	}
	if tried, how, refused := strings.Cut(rest, " refused "); refused {
		by, value, err := seatAndMove(tried)
		if err != nil {
			return err
		}
		_, _, err = p.Resign(by, dashed(string(value)))
		return r.refusedAs(err, how)
	}
	tried, want, _ := strings.Cut(rest, "=>")
	by, value, err := seatAndMove(tried)
	if err != nil {
		return err
	}
	result, atOnce, err := p.Resign(by, dashed(string(value)))
	if err != nil {
		return err
	}
	when := "offer"
	if atOnce {
		when = "now"
	}
	got := fmt.Sprintf("%s %d %s", winnerWord(result.Winner), result.Points, when)
	if got != strings.Join(strings.Fields(want), " ") {
		return fmt.Errorf("resigning gives %s", got)
	}
	return nil
}

func (r *run) correct(rest string) error {
	c, ok := r.pos.(engines.Corrector)
	if !ok {
		return fmt.Errorf("no move can be corrected here")
	}
	if tried, how, refused := strings.Cut(rest, " refused "); refused {
		by, m, err := seatAndMove(tried)
		if err != nil {
			return err
		}
		_, err = c.Correct(by, m)
		return r.refusedAs(err, how)
	}
	rest, line, want := strings.Cut(rest, "=>")
	by, m, err := seatAndMove(rest)
	if err != nil {
		return err
	}
	if !c.MayCorrect(by) {
		return fmt.Errorf("%s may not correct", by)
	}
	next, err := c.Correct(by, m)
	if err != nil {
		return err
	}
	if line = strings.TrimSpace(line); want && next.Board() != line {
		return fmt.Errorf("the board is %s", next.Board())
	}
	return r.arrive(next)
}

// refusedAs compares a refusal with "RULE CODE".
func (r *run) refusedAs(err error, how string) error {
	ill, problem := named(r.suite.Engine, err)
	if problem != nil {
		return problem
	}
	how, code := cutLast(how)
	return is(ill, how, code)
}

func (r *run) over(rest string) error {
	result, over := r.pos.Result()
	if !over {
		return fmt.Errorf("the game goes on")
	}
	got := []string{winnerWord(result.Winner), strconv.Itoa(result.Points), result.Reason}
	want := strings.Fields(rest)
	if len(want) == 4 {
		score := "none"
		if result.Score != nil {
			score = fmt.Sprintf("%d-%d", result.Score[0], result.Score[1])
		}
		got = append(got, score)
		want[3] = strings.Trim(want[3], "[]")
	}
	if g := strings.Join(got, " "); g != strings.Join(want, " ") {
		return fmt.Errorf("it ended %s", g)
	}
	return nil
}

func (r *run) going(string) error {
	if result, over := r.pos.Result(); over {
		return fmt.Errorf("it ended %s %d %s", winnerWord(result.Winner), result.Points, result.Reason)
	}
	return nil
}

// winnerWord writes a winner as scripts do.
func winnerWord(s engines.Seat) string {
	if s == engines.Nobody {
		return "draw"
	}
	return s.String()
}

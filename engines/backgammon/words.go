package backgammon

import (
	"fmt"

	"plylog/engines"
)

// reason is why something is refused.
type reason struct{ rule, code, detail string }

// beforeRoll refuses what the seat that is about to roll may not do.
func (p *position) beforeRoll(by engines.Seat, m, word engines.Move) *engines.IllegalError {
	var why *reason
	switch word {
	case engines.Roll:
		return nil
	case engines.Double:
		why = p.barsDouble()
	case engines.Take, engines.Drop:
		// Rule: BG-22
		why = &reason{"BG-22", "no-offer", "no double has been offered"}
	case engines.Pass:
		// Rule: BG-5
		why = &reason{"BG-5", "roll-first", "roll the dice first; whether there is anything to play shows then"}
	default:
		var s spelling
		if detail := s.read(m); detail != "" {
			return malformed(by, m, detail)
		}
		// Rule: BG-5
		why = &reason{"BG-5", "roll-first", "roll the dice first, then play them"}
	}
	return why.refuse(by, m)
}

// answering refuses what the seat that was offered a double may not do.
//
// Rule: BG-22
func (p *position) answering(by engines.Seat, m, word engines.Move) *engines.IllegalError {
	switch word {
	case engines.Take, engines.Drop:
		return nil
	case engines.Double:
		return p.barsBeaver().refuse(by, m)
	case "":
		var s spelling
		if detail := s.read(m); detail != "" {
			return malformed(by, m, detail)
		}
	}
	return refusal(by, m, "BG-22", "answer-double",
		fmt.Sprintf("a double to %d is offered: take it or drop", 2*p.cube))
}

// afterRoll refuses the words that come too late once the dice have fallen.
func (p *position) afterRoll(by engines.Seat, m, word engines.Move) *engines.IllegalError {
	switch word {
	case engines.Roll:
		// Rule: BG-5
		return refusal(by, m, "BG-5", "already-rolled", fmt.Sprintf("the roll is %d-%d; play it", p.dice[0], p.dice[1]))
	case engines.Double:
		// Rule: BG-22
		return refusal(by, m, "BG-22", "already-rolled", "a double is offered before the dice are rolled")
	default:
		return refusal(by, m, "BG-22", "no-offer", "no double has been offered")
	}
}

// passing refuses a pass where something can be played.
//
// Rule: BG-8
func (p *position) passing(by engines.Seat, m engines.Move) *engines.IllegalError {
	if p.MustPass() {
		return nil
	}
	return refusal(by, m, "BG-8", "must-play",
		fmt.Sprintf("%d-%d can be played, for one with %s", p.dice[0], p.dice[1], p.example()))
}

// notNow says why a seat may do nothing now.
func (p *position) notNow(by engines.Seat, m engines.Move) *engines.IllegalError {
	switch p.phase {
	case over:
		// Rule: BG-2
		return refusal(by, m, "BG-2", "game-over", "the game is over: "+p.turn.String()+" has won")
	case opening:
		return refusal(by, m, "BG-3", "not-your-turn", "the opening dice decide who starts")
	case rolling:
		return refusal(by, m, "BG-5", "not-your-turn", "the dice are being thrown")
	default:
		return refusal(by, m, "BG-5", "not-your-turn", "it is the turn of the "+p.Turn().String()+" seat")
	}
}

func malformed(by engines.Seat, m engines.Move, detail string) *engines.IllegalError {
	return refusal(by, m, "BG-29", "malformed", detail)
}

func (r *reason) refuse(by engines.Seat, m engines.Move) *engines.IllegalError {
	if r == nil {
		return nil
	}
	return refusal(by, m, r.rule, r.code, r.detail)
}

func refusal(by engines.Seat, m engines.Move, rule, code, detail string) *engines.IllegalError {
	return &engines.IllegalError{By: by, Move: m, Rule: rule, Code: kind + "." + code, Detail: detail}
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

package play

import (
	"fmt"

	"plylog/engines"
	"plylog/events"
)

// What an offer or an answer may be about.
const (
	WhatDraw     = "draw"
	WhatResign   = "resign"
	WhatTakeback = "takeback"
	WhatWaive    = "waive"      // a seat's dice chain, where that needs the other's consent
	WhatInvited  = "invitation" // declined: the seat that the game keeps for a player
)

// offer puts a proposal on the table: a draw where the game has agreed draws
// (CK-18), or a resignation that the opponent may still refuse (BG-26).
func (t *transition) offer(a *events.Act) error {
	if o := t.next.After.Offer; o != nil {
		if o.By == a.Seat {
			return &RefusedError{Code: CodeAnswer, Detail: "your " + o.What + " offer still stands"}
		}
		return &RefusedError{Code: CodeAnswer, Detail: "your opponent's " + o.What + " offer awaits your answer: accept or decline it first"}
	}
	switch a.What {
	case WhatDraw:
		if a.Value != "" {
			return &RefusedError{Code: CodeMalformed, Detail: "a draw has no value"}
		}
		g, ok := t.next.pos.(engines.Agreer)
		if !ok || !g.MayAgree() {
			return &RefusedError{Code: CodeNotOffered, Detail: "this game has no draw by agreement"}
		}
	case WhatResign:
		r, ok := t.next.pos.(engines.Resigner)
		if !ok {
			return &RefusedError{Code: CodeNotOffered, Detail: "a resignation in this game needs no consent"}
		}
		_, atOnce, err := r.Resign(a.Seat, a.Value)
		if err != nil {
			return err
		}
		if atOnce {
			return &RefusedError{Code: CodeNotOffered, Rule: "BG-26", Detail: "that resignation takes effect at once"}
		}
	case WhatTakeback:
		if a.Value != "" {
			return &RefusedError{Code: CodeMalformed, Detail: "a takeback has no value"}
		}
		if _, err := t.next.back(a.Seat); err != nil {
			return err
		}
	case WhatWaive:
		if a.Value != "" {
			return &RefusedError{Code: CodeMalformed, Detail: "a waiver has no value"}
		}
		if consent, err := t.next.waives(a.Seat); err != nil {
			return err
		} else if !consent {
			return &RefusedError{Code: CodeNotOffered, Detail: "that needs nobody's consent: waive"}
		}
	default:
		return &RefusedError{Code: CodeMalformed, Detail: fmt.Sprintf("nobody can offer %q; there is %s, %s and %s", short(a.What), WhatDraw, WhatTakeback, WhatResign)}
	}
	t.next.After.Offer = &events.Offer{By: a.Seat, What: a.What, Value: a.Value}
	return nil
}

// accept takes the opponent's offer.
func (t *transition) accept(a *events.Act) error {
	o, err := t.standing(a)
	if err != nil {
		return err
	}
	switch o.What {
	case WhatDraw:
		t.next.After.Result = &events.Result{Reason: "agreed"}
		return nil
	case WhatTakeback:
		to, err := t.takeBack(o.By)
		if err != nil {
			return err
		}
		if t.fresh {
			a.To = to
		}
		if a.To != to {
			return &RefusedError{Code: CodeMalformed, Detail: fmt.Sprintf("the takeback goes back to event %d, not %d", to, a.To)}
		}
		t.next.After.Offer = nil
		return nil
	case WhatWaive:
		return t.consent(o.By, a)
	}
	p, ok := t.next.pos.(engines.Resigner)
	if !ok {
		return &RefusedError{Code: CodeNoOffer, Detail: "there is nothing to accept"}
	}
	r, _, err := p.Resign(o.By, o.Value)
	if err != nil {
		return err
	}
	t.next.After.Result = &r
	return nil
}

// decline refuses the opponent's offer.
func (t *transition) decline(a *events.Act) error {
	if _, err := t.standing(a); err != nil {
		return err
	}
	t.next.After.Offer = nil
	return nil
}

// withdraw takes one's own offer back.
func (t *transition) withdraw(a *events.Act) error {
	o := t.next.After.Offer
	if o == nil || o.By != a.Seat {
		return &RefusedError{Code: CodeNoOffer, Detail: "there is no offer of yours to withdraw"}
	}
	if a.What != "" && a.What != o.What {
		return &RefusedError{Code: CodeNoOffer, Detail: fmt.Sprintf("your offer that stands is %q, not %q", o.What, short(a.What))}
	}
	t.name(a, o)
	t.next.After.Offer = nil
	return nil
}

// name puts on record what an answer is about, where the command left it out.
func (t *transition) name(a *events.Act, o *events.Offer) {
	if t.fresh {
		a.What = o.What
	}
}

// standing returns the offer that a seat answers.
func (t *transition) standing(a *events.Act) (*events.Offer, error) {
	o := t.next.After.Offer
	switch {
	case o == nil:
		return nil, &RefusedError{Code: CodeNoOffer, Detail: "nothing is offered"}
	case o.By == a.Seat:
		return nil, &RefusedError{Code: CodeNoOffer, Detail: "that offer is your own; your opponent answers it"}
	case a.What != "" && a.What != o.What:
		return nil, &RefusedError{Code: CodeNoOffer, Detail: fmt.Sprintf("the offer that stands is %q, not %q", o.What, short(a.What))}
	}
	t.name(a, o)
	return o, nil
}

// claim ends the game by a rule that a seat has to call on (CK-18).
func (t *transition) claim(a *events.Act) error {
	if a.What == ClaimAbandoned {
		return t.claimAbandoned(a)
	}
	c, ok := t.next.pos.(engines.Claimer)
	if !ok {
		return &RefusedError{Code: CodeNotOffered, Detail: "there is nothing to claim in this game"}
	}
	r, err := c.Claim(a.Seat, a.What)
	if err != nil {
		return err
	}
	t.next.After.Result = &r
	return nil
}

// resign gives the game up.
func (t *transition) resign(a *events.Act) error {
	p, ok := t.next.pos.(engines.Resigner)
	if !ok {
		if a.Value != "" {
			return &RefusedError{Code: CodeMalformed, Detail: "a resignation in this game has no value"}
		}
		t.next.After.Result = &events.Result{Winner: a.Seat.Opponent(), Points: 1, Reason: "resigned"}
		return nil
	}
	r, atOnce, err := p.Resign(a.Seat, a.Value)
	if err != nil {
		return err
	}
	if !atOnce {
		return &RefusedError{Code: CodeNotOffered, Rule: "BG-26", Detail: "that resignation needs the opponent's consent"}
	}
	t.next.After.Result = &r
	return nil
}

// reasonAborted is the reason of a game that was given up before both had moved.
const reasonAborted = "aborted"

// abort ends a game before both have moved: one in which nobody has, or whose
// other side does not answer the first move; and one that cannot go on because
// its dice chains are used up.
func (t *transition) abort(*events.Act) error {
	if t.next.begun == [2]bool{true, true} && !t.next.spent() {
		return &RefusedError{Code: CodeBegun, Detail: "the game can still be resigned, but no longer aborted"}
	}
	t.next.After.Result = &events.Result{Reason: reasonAborted}
	return nil
}

// short keeps what strangers wrote from filling an answer.
func short(s string) string {
	if len(s) > 32 {
		return s[:32] + "…"
	}
	return s
}

package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/api/seat"
	"plylog/engines"
	"plylog/engines/strict"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// sentinels is how the errors of the rooms on the left are answered. It is read
// in order; what stands in none of them is internal. A full disk comes before
// the silence of the log, which it causes.
var sentinels = []struct {
	err    error
	slug   string
	detail string
}{
	{events.ErrBadID, badID, "want the 36 characters of a UUID in lower case"},
	{seat.ErrNoToken, tokenMissing, "no Authorization header came with the request"},
	{seat.ErrBadToken, tokenMissing, "the Authorization header does not carry a seat token; want: Bearer " + seat.Prefix + "…"},
	{play.ErrNoGame, noGame, ""},
	{play.ErrNoEvent, noVersion, ""},
	{projections.ErrNoGame, noGame, ""},
	{projections.ErrFuture, noVersion, ""},
	{projections.ErrPast, noVersion, "versions begin with 1"},
	{projections.ErrDamaged, damaged, ""},
	{projections.ErrCursor, badParameter, "the cursor is none that a page gave"},
	{projections.Stopping, stopping, ""},
	{play.ErrUnknownKind, unknownKind, ""},
	{play.ErrKeyReused, keyReused, ""},
	{play.ErrDamaged, damaged, ""},
	{events.ErrDamaged, damaged, ""},
	{play.ErrConflict, conflict, ""},
	{events.ErrTooLarge, tooLarge, "the event that would follow is larger than the log takes"},
	{events.ErrFull, storageFull, ""},
	{events.ErrBroken, storageFailed, ""},
	{syscall.ENOSPC, storageFull, ""},
	{events.ErrClosed, stopping, ""},
	{play.ErrUnavailable, unavailable, ""},
	{events.ErrAway, unavailable, ""},
	{people.ErrSignedOut, signedOut, ""},
	{vault.ErrUnavailable, unavailable, "what is known of accounts cannot be read now"},
	{context.DeadlineExceeded, unavailable, ""},
	{context.Canceled, unavailable, ""},
}

// problemOf turns any error into the problem that is answered. It is the one
// place that does.
func problemOf(err error) *Problem {
	var (
		own     *Problem
		moved   *engines.IllegalError
		option  *engines.BadOptionError
		board   *engines.BadBoardError
		refused *play.RefusedError
		old     *play.StaleError
		future  *projections.FutureError
		body    *strict.Error
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &moved):
		p := refuse(illegalMove, moved.Detail)
		p.Rule, p.Code, p.Candidates = moved.Rule, moved.Code, moved.Candidates
		return p
	case errors.As(err, &option):
		return refuseField(badOption, optionField(option.Option), option.Detail)
	case errors.As(err, &board):
		p := refuseField(badBoard, "board", board.Detail)
		p.Rule = board.Rule
		return p
	case errors.As(err, &refused):
		return refusedProblem(refused)
	case errors.As(err, &old):
		p := refuse(stale, old.Error())
		p.Version = old.Have
		return p
	case errors.As(err, &future):
		p := refuse(noVersion, fmt.Sprintf("the game is at version %d", future.Version))
		p.Version = future.Version
		return p
	case errors.As(err, &body):
		if body.Size {
			return refuse(tooLarge, body.Detail)
		}
		return refuseField(badRequest, body.Field, body.Error())
	}
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			return refuse(s.slug, s.detail)
		}
	}
	p := refuse(internal, "")
	p.cause = err
	return p
}

// refusedProblem answers a RefusedError: its code is the slug, but for commands
// that are malformed.
func refusedProblem(r *play.RefusedError) *Problem {
	slug := r.Code
	if slug == play.CodeMalformed {
		slug = badRequest
	}
	if kindOf(slug).slug != slug {
		p := refuse(internal, "")
		p.cause = fmt.Errorf("refused with a code that has no answer, %q: %w", r.Code, r)
		return p
	}
	p := refuse(slug, r.Detail)
	p.Rule, p.Code = r.Rule, r.Code
	return p
}

// optionField names an option as the body does.
func optionField(option string) string {
	switch name, _, _ := strings.Cut(option, "."); name {
	case "dice", "clock":
		return option // fields of the body itself
	case "":
		return "options"
	default:
		return "options." + option
	}
}

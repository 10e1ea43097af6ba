package projections

import (
	"time"

	"plylog/events"
)

// Act is what an administrator did with a game, for as long as it counts.
type Act struct {
	By     events.PlayerID
	Reason string
	Since  time.Time
}

// actOf reads an administrator's act.
func actOf(e *events.Event) *Act {
	a := &Act{By: e.By, Since: e.Time}
	if r, ok := e.Data.(*events.Ruled); ok {
		a.Reason = r.Reason
	}
	return a
}

// paused returns who stopped a game that stands still after an event; nil where it
// does not.
func paused(before *Act, e *events.Event) *Act {
	switch {
	case !e.After.Paused:
		return nil
	case e.Type == events.TypePaused:
		return actOf(e)
	default:
		return before
	}
}

// act appends an administrator's act under a name, if there was one.
func act(b []byte, name string, a *Act) []byte {
	if a == nil {
		return b
	}
	b = append(key(b, name), '{')
	b = textField(b, "by", string(a.By))
	b = optional(b, "reason", a.Reason)
	return append(moment(b, "since", a.Since), '}')
}

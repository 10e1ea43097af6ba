package play

import (
	"encoding/json"
	"errors"
	"fmt"

	"plylog/engines"
	"plylog/engines/strict"
)

// Control is how much time the seats of a game have. All times are milliseconds.
type Control struct {
	Kind      string `json:"kind"`                // ControlFischer …
	Base      int64  `json:"base,omitempty"`      // what each seat begins with
	Increment int64  `json:"increment,omitempty"` // fischer: added after each move but a seat's first
	Delay     int64  `json:"delay,omitempty"`     // delay: free time at the start of each turn
	Period    int64  `json:"period,omitempty"`    // byoyomi: one period of overtime
	Periods   int    `json:"periods,omitempty"`   // byoyomi: how many of them
	Days      int    `json:"days,omitempty"`      // correspondence: for each move
}

// The kinds of time control.
const (
	ControlNone           = "none"
	ControlFischer        = "fischer"
	ControlDelay          = "delay"
	ControlByoyomi        = "byoyomi"
	ControlCorrespondence = "correspondence"
)

// The ranges of a time control, in milliseconds where they are times.
const (
	leastBase   = 1_000
	mostBase    = 24 * 3_600_000
	mostBonus   = 3_600_000
	mostPeriods = 100
	mostDays    = 60
	day         = 24 * 3_600_000
)

// ReadControl reads a time control as a create brings it; nil for none. Errors
// are *engines.BadOptionError whose option begins with "clock".
func ReadControl(raw json.RawMessage) (*Control, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var c Control
	if err := strict.Decode(raw, &c, strict.Limits{Bytes: engines.MostOptions, Depth: 2}); err != nil {
		var bad *strict.Error
		if errors.As(err, &bad) {
			return nil, &engines.BadOptionError{Option: under(bad.Field), Detail: bad.Detail}
		}
		return nil, &engines.BadOptionError{Option: "clock", Detail: err.Error()}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Kind == ControlNone {
		return nil, nil
	}
	return &c, nil
}

func under(field string) string {
	if field == "" {
		return "clock"
	}
	return "clock." + field
}

// check holds every field to its range, and to its kind: a field that the kind
// does not have must not be there.
func (c *Control) check() error {
	type limit struct {
		name      string
		value     int64
		low, high int64
	}
	none := func(name string, value int64) limit { return limit{name, value, 0, 0} }
	base := limit{"base", c.Base, leastBase, mostBase}
	increment, delay := none("increment", c.Increment), none("delay", c.Delay)
	period, periods, days := none("period", c.Period), none("periods", int64(c.Periods)), none("days", int64(c.Days))
	switch c.Kind {
	case ControlNone:
		base = none("base", c.Base)
	case ControlFischer:
		increment.high = mostBonus
	case ControlDelay:
		delay.low, delay.high = 1, mostBonus
	case ControlByoyomi:
		base.low = 0
		period.low, period.high = leastBase, mostBonus
		periods.low, periods.high = 1, mostPeriods
	case ControlCorrespondence:
		base = none("base", c.Base)
		days.low, days.high = 1, mostDays
	default:
		return &engines.BadOptionError{Option: "clock.kind", Detail: fmt.Sprintf("%q is none of %s, %s, %s, %s, %s",
			short(c.Kind), ControlNone, ControlFischer, ControlDelay, ControlByoyomi, ControlCorrespondence)}
	}
	for _, l := range [...]limit{base, increment, delay, period, periods, days} {
		switch {
		case l.low == 0 && l.high == 0 && l.value != 0:
			return &engines.BadOptionError{Option: under(l.name), Detail: "a clock of kind " + c.Kind + " has no " + l.name}
		case l.value < l.low || l.value > l.high:
			return &engines.BadOptionError{Option: under(l.name), Detail: fmt.Sprintf("%d is out of range: want %d to %d", l.value, l.low, l.high)}
		}
	}
	return nil
}

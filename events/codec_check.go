package events

import (
	"slices"
	"strings"
	"time"

	"plylog/engines"
	"plylog/engines/strict"
)

// check says what the types alone do not: which values an event may hold. Encode
// asks it before writing and Decode after reading, so that neither lets through
// what the other refuses. (Both look once at the whole text for valid UTF-8.)
func (e *Event) check() error {
	switch {
	case e.V < 1 || e.V > Version:
		return malformed("v is %d; this program reads 1 to %d", e.V, Version)
	case e.N < 1 || e.N > mostNumber:
		return malformed("n is %d; the first event is 1", e.N)
	case !kindOK(e.Kind):
		return malformed("kind %.40q: want 1 to 32 lower-case letters", e.Kind)
	case e.Ruleset < 1 || e.Ruleset > mostNumber:
		return malformed("ruleset is %d; the first is 1", e.Ruleset)
	case !timeOK(e.Time):
		return malformed("time is not a whole number of milliseconds in the years 1 to 9999")
	case e.Command == CommandID{}:
		return malformed("command is missing")
	case e.Request != "" && !requestOK(e.Request):
		return malformed("request %.40q: want 16 lower-case hexadecimal digits", e.Request)
	}
	if _, err := ParsePlayerID(string(e.By)); err != nil {
		return malformed("by: %w", err)
	}
	if err := e.checkData(); err != nil {
		return err
	}
	for i := range e.Then {
		if err := e.Then[i].check(); err != nil {
			return err
		}
	}
	return e.After.check()
}

// checkData checks the data against the event's type.
func (e *Event) checkData() error {
	switch d := e.Data.(type) {
	case *Created:
		if e.Type != TypeCreated || d == nil {
			return malformed("type %.40q cannot carry the data of %q", e.Type, TypeCreated)
		}
		return d.check()
	case *Joined:
		if e.Type != TypeJoined || d == nil {
			return malformed("type %.40q cannot carry the data of %q", e.Type, TypeJoined)
		}
		if !d.Seat.Plays() {
			return malformed("joined the seat %q", d.Seat)
		}
		return nil
	case *Seated:
		if e.Type != TypeSeated || d == nil {
			return malformed("type %.40q cannot carry the data of %q", e.Type, TypeSeated)
		}
		return d.check()
	case *Ruled:
		if !ruledOK(e.Type) || d == nil {
			return malformed("type %.40q cannot carry the data of an administrator's act", e.Type)
		}
		return d.check(e.Type)
	case *Resumed:
		switch {
		case e.Type != TypeResumed || d == nil:
			return malformed("type %.40q cannot carry the data of %q", e.Type, TypeResumed)
		case !timeOK(d.Stopped) || !timeOK(d.Started):
			return malformed("resumed: not a whole number of milliseconds in the years 1 to 9999")
		}
		return nil
	case *Act:
		if d != nil && (d.To < 0 || d.To > mostNumber) {
			return malformed("to is %d", d.To)
		}
		if !actOK(e.Type) || d == nil {
			return malformed("type %.40q cannot carry the data of an act", e.Type)
		}
		if d.Seat > Chance {
			return malformed("seat is number %d", d.Seat)
		}
		return nil
	default:
		return malformed("data is missing")
	}
}

func (d *Seated) check() error {
	if !d.Seat.Plays() {
		return malformed("seated: the seat is %q", d.Seat)
	}
	if p, err := ParsePlayerID(string(d.Player)); err != nil || p == System {
		return malformed("seated: %.40q is no player", d.Player)
	}
	return nil
}

func (d *Created) check() error {
	switch d.Dice {
	case "", "delegated", "shared", "recorded":
	default:
		return malformed("dice %.40q: want delegated, shared or recorded", d.Dice)
	}
	if slices.Contains(d.Line, "") {
		return malformed("created: a line with an empty move")
	}
	if d.Abandon < 0 || d.Abandon > mostNumber {
		return malformed("created: abandon is %d", d.Abandon)
	}
	if d.Series != nil && (d.Series.Number < 2 || d.Series.Number > mostNumber) {
		return malformed("created: number %d of a series; the first that says so is 2", d.Series.Number)
	}
	if d.Origin != nil && (d.Origin.At < 0 || d.Origin.At > mostNumber) {
		return malformed("created: from event %d", d.Origin.At)
	}
	for _, p := range [...]PlayerID{d.First, d.Second, d.Invited} {
		if p == "" {
			continue
		}
		if _, err := ParsePlayerID(string(p)); err != nil {
			return malformed("created: %w", err)
		}
	}
	for _, raw := range [...][]byte{d.Options, d.Clock} {
		if len(raw) == 0 {
			continue
		}
		var object map[string]any
		err := strict.Decode(raw, &object, strict.Limits{Bytes: engines.MostOptions, Depth: 8})
		if err != nil {
			return malformed("created: %w", err)
		}
		if object == nil {
			return malformed("created: options and clock are objects")
		}
	}
	return nil
}

func (c *Consequence) check() error {
	if len(c.Dice) == 0 && c.Roll == 0 && len(c.Shares) == 0 && c.Pass == Nobody {
		return malformed("then: a consequence that says nothing")
	}
	for _, d := range c.Dice {
		if d < 1 || d > mostNumber {
			return malformed("then: a die shows %d", d)
		}
	}
	if c.Roll < 0 || c.Roll > mostNumber {
		return malformed("then: roll is %d", c.Roll)
	}
	if c.Pass != Nobody && !c.Pass.Plays() {
		return malformed("then: %q passed", c.Pass)
	}
	return nil
}

func (a *After) check() error {
	if a.Turn > Chance {
		return malformed("after: turn is number %d", a.Turn)
	}
	if a.Seen < 0 || a.Seen > mostNumber {
		return malformed("after: seen is %d", a.Seen)
	}
	if o := a.Offer; o != nil && !o.By.Plays() {
		return malformed("after: an offer by %q", o.By)
	}
	if r := a.Result; r != nil {
		if r.Winner != Nobody && !r.Winner.Plays() {
			return malformed("after: won by %q", r.Winner)
		}
		if !numberOK(int64(r.Points)) || r.Score != nil && (!numberOK(int64(r.Score[0])) || !numberOK(int64(r.Score[1]))) {
			return malformed("after: points or score beyond 2^53")
		}
	}
	if c := a.Clock; c != nil {
		if c.Running != Nobody && !c.Running.Plays() {
			return malformed("after: the clock of %q runs", c.Running)
		}
		if !numberOK(c.First) || !numberOK(c.Second) {
			return malformed("after: a clock beyond 2^53 ms")
		}
		if c.Deadline != nil && !timeOK(*c.Deadline) {
			return malformed("after: deadline is not a whole number of milliseconds in the years 1 to 9999")
		}
		if p := c.Periods; p != nil && (!numberOK(int64(p[0])) || !numberOK(int64(p[1]))) {
			return malformed("after: periods beyond 2^53")
		}
	}
	return nil
}

// actOK reports whether t is a type whose data is an Act.
func actOK(t Type) bool {
	switch t {
	case TypeMoved, TypeRolled, TypeDoubled, TypeTook, TypeDropped, TypeOffered, TypeAccepted,
		TypeDeclined, TypeClaimed, TypeResigned, TypeCorrected, TypeAborted, TypeWithdrew, TypeWaived, TypeFlagged, TypeEnded:
		return true
	default:
		return false
	}
}

func kindOK(s string) bool {
	if len(s) < 1 || len(s) > 32 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}

func requestOK(s string) bool {
	return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == ""
}

func numberOK(n int64) bool { return -mostNumber <= n && n <= mostNumber }

func timeOK(t time.Time) bool {
	if t.Nanosecond()%int(time.Millisecond) != 0 {
		return false
	}
	// The bounds are those of the four-digit years, 1 and 9999, in UTC.
	s := t.Unix()
	return s >= -62135596800 && s <= 253402300799
}

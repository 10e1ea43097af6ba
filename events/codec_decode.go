package events

import "fmt"

// Decode reads the stored bytes of an event. The event's Raw is raw itself, not
// a copy: the caller must not change it afterwards. Only the one spelling that
// Encode writes is taken, so that encoding the event again gives the same bytes.
// Errors wrap ErrMalformed (and ErrTooLarge above MostBytes).
func Decode(raw []byte) (*Event, error) {
	if len(raw) > MostBytes {
		return nil, fmt.Errorf("%w: %w: %d bytes", ErrMalformed, ErrTooLarge, len(raw))
	}
	d := newScanner(raw)
	if d.err != nil {
		return nil, d.err
	}
	e := d.event()
	if d.err != nil {
		return nil, d.err
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	e.Raw = raw
	return e, nil
}

// acted is an event together with its data: one allocation instead of two for
// the events that nearly all of a log consists of.
type acted struct {
	Event
	act Act
}

func (d *scanner) event() *Event {
	both := new(acted)
	e := &both.Event
	d.want(`{"v":`)
	e.V = d.int()
	d.want(`,"game":`)
	e.Game = d.uuid()
	d.want(`,"n":`)
	e.N = d.int()
	d.want(`,"kind":`)
	e.Kind = string(d.plain())
	d.want(`,"ruleset":`)
	e.Ruleset = d.int()
	d.want(`,"type":`)
	e.Type = d.eventType()
	d.want(`,"time":`)
	e.Time = d.time()
	d.want(`,"by":`)
	e.By = PlayerID(d.plain())
	d.want(`,"command":`)
	e.Command = d.uuid()
	if d.has(`"request":`) {
		e.Request = d.filled()
	}
	d.want(`,"prev":`)
	e.Prev = d.hash()
	d.want(`,"data":{`)
	switch e.Type {
	case TypeCreated:
		e.Data = d.created()
	case TypeJoined:
		d.want(`"seat":`)
		j := &Joined{Seat: d.seat()}
		if d.has(`"anchor":`) {
			j.Anchor = d.hashed()
		}
		e.Data = j
	case TypeSeated:
		s := new(Seated)
		d.want(`"seat":`)
		s.Seat = d.seat()
		d.want(`,"player":`)
		s.Player = PlayerID(d.filled())
		e.Data = s
	case TypeAdjudicated, TypePaused, TypeContinued, TypeClosed:
		r := new(Ruled)
		if d.has(`"ruling":`) {
			r.Ruling = d.filled()
		}
		if d.has(`"reason":`) {
			r.Reason = d.filled()
		}
		e.Data = r
	case TypeResumed:
		r := new(Resumed)
		d.want(`"stopped":`)
		r.Stopped = d.time()
		d.want(`,"started":`)
		r.Started = d.time()
		e.Data = r
	default:
		d.act(&both.act)
		e.Data = &both.act
	}
	d.want(`}`)
	if d.has(`"then":`) {
		d.list(func() { e.Then = append(e.Then, d.consequence()) })
	}
	d.want(`,"after":{`)
	d.after(&e.After)
	d.want(`}}`)
	if d.err == nil && d.i != len(d.b) {
		d.fail("something behind the event")
	}
	return e
}

// eventType reads a word of the closed set without allocating it.
func (d *scanner) eventType() Type {
	switch word := d.plain(); Type(word) {
	case TypeMoved:
		return TypeMoved
	case TypeCreated:
		return TypeCreated
	case TypeJoined:
		return TypeJoined
	case TypeRolled:
		return TypeRolled
	case TypeDoubled:
		return TypeDoubled
	case TypeTook:
		return TypeTook
	case TypeDropped:
		return TypeDropped
	case TypeOffered:
		return TypeOffered
	case TypeAccepted:
		return TypeAccepted
	case TypeDeclined:
		return TypeDeclined
	case TypeClaimed:
		return TypeClaimed
	case TypeResigned:
		return TypeResigned
	case TypeCorrected:
		return TypeCorrected
	case TypeAborted:
		return TypeAborted
	case TypeWithdrew:
		return TypeWithdrew
	case TypeFlagged:
		return TypeFlagged
	case TypeWaived:
		return TypeWaived
	case TypeEnded:
		return TypeEnded
	case TypeResumed:
		return TypeResumed
	case TypeSeated:
		return TypeSeated
	case TypeAdjudicated:
		return TypeAdjudicated
	case TypePaused:
		return TypePaused
	case TypeContinued:
		return TypeContinued
	case TypeClosed:
		return TypeClosed
	default:
		d.fail("unknown type of event")
		return ""
	}
}

func (d *scanner) act(a *Act) {
	d.want(`"seat":`)
	a.Seat = d.seat()
	if d.has(`"move":`) {
		a.Move = d.filled()
	}
	if d.has(`"what":`) {
		a.What = d.filled()
	}
	if d.has(`"value":`) {
		a.Value = d.filled()
	}
	if d.has(`"to":`) {
		a.To = d.positive()
	}
	if d.has(`"share":`) {
		a.Share = d.hashed()
	}
}

func (d *scanner) created() *Created {
	c := new(Created)
	if d.has(`"options":`) {
		c.Options = d.object()
	}
	if d.has(`"board":`) {
		c.Board = d.filled()
	}
	if d.has(`"line":`) {
		d.list(func() { c.Line = append(c.Line, d.filled()) })
	}
	if d.has(`"first":`) {
		c.First = PlayerID(d.filled())
	}
	if d.has(`"second":`) {
		c.Second = PlayerID(d.filled())
	}
	c.Random = d.has(`"random":true`)
	c.Private = d.has(`"private":true`)
	if d.has(`"dice":`) {
		c.Dice = d.filled()
	}
	if d.has(`"anchors":{`) {
		c.Anchors = new(Anchors)
		d.want(`"server":`)
		c.Anchors.Server = d.hash()
		if d.has(`"first":`) {
			c.Anchors.First = d.hashed()
		}
		if d.has(`"second":`) {
			c.Anchors.Second = d.hashed()
		}
		d.want(`}`)
	}
	if d.has(`"clock":`) {
		c.Clock = d.object()
	}
	if d.has(`"abandon":`) {
		c.Abandon = int64(d.positive())
	}
	if d.has(`"series":{`) {
		c.Series = new(Series)
		d.want(`"id":`)
		c.Series.ID = d.uuid()
		d.want(`,"number":`)
		c.Series.Number = d.positive()
		d.want(`}`)
	}
	if d.has(`"invited":`) {
		c.Invited = PlayerID(d.filled())
	}
	if d.has(`"origin":{`) {
		c.Origin = d.origin()
		d.want(`}`)
	}
	return c
}

func (d *scanner) origin() *Origin {
	o := new(Origin)
	for _, f := range [...]struct {
		key  string
		into *string
	}{{`"format":`, &o.Format}, {`"name":`, &o.Name}, {`"first":`, &o.First}, {`"second":`, &o.Second}} {
		if d.has(f.key) {
			*f.into = d.filled()
		}
	}
	if d.has(`"tags":`) {
		d.list(func() {
			d.want(`[`)
			name := d.text()
			d.want(`,`)
			o.Tags = append(o.Tags, [2]string{name, d.text()})
			d.want(`]`)
		})
	}
	if d.has(`"game":`) {
		id := GameID(d.uuid())
		o.Game = &id
	}
	if d.has(`"at":`) {
		o.At = d.positive()
	}
	return o
}

func (d *scanner) consequence() (c Consequence) {
	d.want(`{`)
	if d.has(`"dice":`) {
		c.Dice = make([]int, 0, 2)
		d.list(func() { c.Dice = append(c.Dice, d.int()) })
	}
	if d.has(`"roll":`) {
		c.Roll = d.positive()
	}
	if d.has(`"shares":`) {
		d.list(func() { c.Shares = append(c.Shares, d.hash()) })
	}
	if d.has(`"pass":`) {
		c.Pass = d.someone()
	}
	d.want(`}`)
	return c
}

func (d *scanner) after(a *After) {
	d.want(`"board":`)
	a.Board = d.text()
	d.want(`,"turn":`)
	a.Turn = d.seat()
	if d.has(`"seen":`) {
		a.Seen = d.positive()
	}
	if d.has(`"offer":{`) {
		a.Offer = new(Offer)
		d.want(`"by":`)
		a.Offer.By = d.seat()
		d.want(`,"what":`)
		a.Offer.What = d.text()
		if d.has(`"value":`) {
			a.Offer.Value = d.filled()
		}
		d.want(`}`)
	}
	if d.has(`"result":{`) {
		a.Result = d.result()
	}
	if d.has(`"clock":{`) {
		a.Clock = d.clock()
	}
	a.Paused = d.has(`"paused":true`)
}

func (d *scanner) result() *Result {
	r := new(Result)
	if d.has(`"winner":`) {
		r.Winner = d.someone()
		d.want(`,`)
	}
	d.want(`"points":`)
	r.Points = d.int()
	d.want(`,"reason":`)
	r.Reason = d.text()
	if d.has(`"score":[`) {
		r.Score = new([2]int)
		r.Score[0] = d.int()
		d.want(`,`)
		r.Score[1] = d.int()
		d.want(`]`)
	}
	d.want(`}`)
	return r
}

func (d *scanner) clock() *Clock {
	c := new(Clock)
	d.want(`"first":`)
	c.First = d.number()
	d.want(`,"second":`)
	c.Second = d.number()
	if d.has(`"running":`) {
		c.Running = d.someone()
	}
	if d.has(`"deadline":`) {
		t := d.time()
		c.Deadline = &t
	}
	if d.has(`"periods":[`) {
		c.Periods = new([2]int)
		c.Periods[0] = d.int()
		d.want(`,`)
		c.Periods[1] = d.int()
		d.want(`]`)
	}
	d.want(`}`)
	return c
}

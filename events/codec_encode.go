package events

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// Encode writes the event as it is stored (contract, section 1) and keeps the
// bytes in e.Raw. It is called once, by whoever makes the event. Errors wrap
// ErrMalformed, or ErrTooLarge where more than MostBytes came out.
func (e *Event) Encode() ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	b := make([]byte, 0, 512)
	b = append(b, `{"v":`...)
	b = strconv.AppendInt(b, int64(e.V), 10)
	b = append(b, `,"game":`...)
	b = appendUUID(b, e.Game)
	b = append(b, `,"n":`...)
	b = strconv.AppendInt(b, int64(e.N), 10)
	b = append(b, `,"kind":"`...)
	b = append(b, e.Kind...)
	b = append(b, `","ruleset":`...)
	b = strconv.AppendInt(b, int64(e.Ruleset), 10)
	b = append(b, `,"type":"`...)
	b = append(b, e.Type...)
	b = append(b, `","time":`...)
	b = appendTime(b, e.Time)
	b = append(b, `,"by":"`...)
	b = append(b, e.By...)
	b = append(b, `","command":`...)
	b = appendUUID(b, e.Command)
	if e.Request != "" {
		b = append(b, `,"request":"`...)
		b = append(b, e.Request...)
		b = append(b, '"')
	}
	b = append(b, `,"prev":`...)
	b = appendHash(b, e.Prev)
	b = append(b, `,"data":{`...)
	b, err := appendData(b, e.Data)
	if err != nil {
		return nil, err
	}
	b = append(b, '}')
	if len(e.Then) > 0 {
		b = append(b, `,"then":[`...)
		for i := range e.Then {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendConsequence(b, &e.Then[i])
		}
		b = append(b, ']')
	}
	b = append(b, `,"after":`...)
	b = appendAfter(b, &e.After)
	b = append(b, '}')
	if len(b) > MostBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(b))
	}
	if !utf8.Valid(b) {
		return nil, malformed("not valid UTF-8")
	}
	e.Raw = b
	return b, nil
}

func appendData(b []byte, data Data) ([]byte, error) {
	switch d := data.(type) {
	case *Created:
		return appendCreated(b, d)
	case *Joined:
		b = append(b, `"seat":"`...)
		b = append(b, d.Seat.String()...)
		b = append(b, '"')
		if d.Anchor != nil {
			b = appendHash(append(b, `,"anchor":`...), *d.Anchor)
		}
		return b, nil
	case *Act:
		b = append(b, `"seat":"`...)
		b = append(b, d.Seat.String()...)
		b = append(b, '"')
		b = appendOptional(b, `"move":`, d.Move)
		b = appendOptional(b, `"what":`, d.What)
		b = appendOptional(b, `"value":`, d.Value)
		if d.To != 0 {
			b = append(b, `,"to":`...)
			b = strconv.AppendInt(b, int64(d.To), 10)
		}
		if d.Share != nil {
			b = appendHash(append(b, `,"share":`...), *d.Share)
		}
		return b, nil
	case *Seated:
		b = append(b, `"seat":"`...)
		b = append(b, d.Seat.String()...)
		b = append(b, '"')
		return appendOptional(b, `"player":`, string(d.Player)), nil
	case *Ruled:
		return appendOptional(appendOptional(b, `"ruling":`, d.Ruling), `"reason":`, d.Reason), nil
	case *Resumed:
		b = append(b, `"stopped":`...)
		b = appendTime(b, d.Stopped)
		b = append(b, `,"started":`...)
		return appendTime(b, d.Started), nil
	default: // check has refused it
		return nil, malformed("data is missing")
	}
}

func appendCreated(b []byte, d *Created) ([]byte, error) {
	b, err := appendObject(b, `"options":`, d.Options)
	if err != nil {
		return nil, err
	}
	b = appendOptional(b, `"board":`, d.Board)
	if len(d.Line) > 0 {
		b = appendKey(b, `"line":[`)
		for i, m := range d.Line {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, m)
		}
		b = append(b, ']')
	}
	b = appendOptional(b, `"first":`, string(d.First))
	b = appendOptional(b, `"second":`, string(d.Second))
	if d.Random {
		b = appendKey(b, `"random":true`)
	}
	if d.Private {
		b = appendKey(b, `"private":true`)
	}
	b = appendOptional(b, `"dice":`, d.Dice)
	if a := d.Anchors; a != nil {
		b = appendKey(b, `"anchors":{"server":`)
		b = appendHash(b, a.Server)
		if a.First != nil {
			b = append(b, `,"first":`...)
			b = appendHash(b, *a.First)
		}
		if a.Second != nil {
			b = append(b, `,"second":`...)
			b = appendHash(b, *a.Second)
		}
		b = append(b, '}')
	}
	if b, err = appendObject(b, `"clock":`, d.Clock); err != nil {
		return nil, err
	}
	if d.Abandon != 0 {
		b = appendKey(b, `"abandon":`)
		b = strconv.AppendInt(b, d.Abandon, 10)
	}
	if d.Series != nil {
		b = appendKey(b, `"series":{"id":`)
		b = appendUUID(b, d.Series.ID)
		b = append(b, `,"number":`...)
		b = strconv.AppendInt(b, int64(d.Series.Number), 10)
		b = append(b, '}')
	}
	b = appendOptional(b, `"invited":`, string(d.Invited))
	if d.Origin != nil {
		b = appendKey(b, `"origin":{`)
		b = appendOrigin(b, d.Origin)
		b = append(b, '}')
	}
	return b, nil
}

func appendOrigin(b []byte, o *Origin) []byte {
	b = appendOptional(b, `"format":`, o.Format)
	b = appendOptional(b, `"name":`, o.Name)
	b = appendOptional(b, `"first":`, o.First)
	b = appendOptional(b, `"second":`, o.Second)
	if len(o.Tags) > 0 {
		b = appendKey(b, `"tags":[`)
		for i, t := range o.Tags {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '[')
			b = appendString(b, t[0])
			b = append(b, ',')
			b = appendString(b, t[1])
			b = append(b, ']')
		}
		b = append(b, ']')
	}
	if o.Game != nil {
		b = appendKey(b, `"game":`)
		b = appendUUID(b, *o.Game)
	}
	if o.At != 0 {
		b = appendKey(b, `"at":`)
		b = strconv.AppendInt(b, int64(o.At), 10)
	}
	return b
}

func appendConsequence(b []byte, c *Consequence) []byte {
	b = append(b, '{')
	if len(c.Dice) > 0 {
		b = append(b, `"dice":[`...)
		for i, d := range c.Dice {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(d), 10)
		}
		b = append(b, ']')
	}
	if c.Roll != 0 {
		b = appendKey(b, `"roll":`)
		b = strconv.AppendInt(b, int64(c.Roll), 10)
	}
	if len(c.Shares) > 0 {
		b = appendKey(b, `"shares":[`)
		for i := range c.Shares {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendHash(b, c.Shares[i])
		}
		b = append(b, ']')
	}
	if c.Pass != Nobody {
		b = appendOptional(b, `"pass":`, c.Pass.String())
	}
	return append(b, '}')
}

func appendAfter(b []byte, a *After) []byte {
	b = append(b, `{"board":`...)
	b = appendString(b, a.Board)
	b = append(b, `,"turn":"`...)
	b = append(b, a.Turn.String()...)
	b = append(b, '"')
	if a.Seen != 0 {
		b = append(b, `,"seen":`...)
		b = strconv.AppendInt(b, int64(a.Seen), 10)
	}
	if o := a.Offer; o != nil {
		b = append(b, `,"offer":{"by":"`...)
		b = append(b, o.By.String()...)
		b = append(b, `","what":`...)
		b = appendString(b, o.What)
		b = appendOptional(b, `"value":`, o.Value)
		b = append(b, '}')
	}
	if r := a.Result; r != nil {
		b = append(b, `,"result":{`...)
		if r.Winner != Nobody {
			b = appendOptional(b, `"winner":`, r.Winner.String())
		}
		b = appendKey(b, `"points":`)
		b = strconv.AppendInt(b, int64(r.Points), 10)
		b = append(b, `,"reason":`...)
		b = appendString(b, r.Reason)
		if s := r.Score; s != nil {
			b = append(b, `,"score":[`...)
			b = strconv.AppendInt(b, int64(s[0]), 10)
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(s[1]), 10)
			b = append(b, ']')
		}
		b = append(b, '}')
	}
	if c := a.Clock; c != nil {
		b = append(b, `,"clock":{"first":`...)
		b = strconv.AppendInt(b, c.First, 10)
		b = append(b, `,"second":`...)
		b = strconv.AppendInt(b, c.Second, 10)
		if c.Running != Nobody {
			b = appendOptional(b, `"running":`, c.Running.String())
		}
		if c.Deadline != nil {
			b = append(b, `,"deadline":`...)
			b = appendTime(b, *c.Deadline)
		}
		if p := c.Periods; p != nil {
			b = append(b, `,"periods":[`...)
			b = strconv.AppendInt(b, int64(p[0]), 10)
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(p[1]), 10)
			b = append(b, ']')
		}
		b = append(b, '}')
	}
	if a.Paused {
		b = append(b, `,"paused":true`...)
	}
	return append(b, '}')
}

// appendKey writes what starts a field, with a comma where it is not the first.
func appendKey(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(b, key...)
}

// appendOptional writes a field of text unless it is empty.
func appendOptional(b []byte, key, s string) []byte {
	if s == "" {
		return b
	}
	return appendString(appendKey(b, key), s)
}

// appendObject writes a field whose JSON comes from elsewhere, without its white
// space.
func appendObject(b []byte, key string, raw json.RawMessage) ([]byte, error) {
	if len(raw) == 0 {
		return b, nil
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return nil, malformed("%w", err)
	}
	return append(appendKey(b, key), out.Bytes()...), nil
}

// appendString writes a JSON string with the shortest escapes, and those only
// where JSON demands them.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	b = append(b, s[done:]...)
	return append(b, '"')
}

func appendTime(b []byte, t time.Time) []byte {
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, timeLayout)
	return append(b, '"')
}

func appendHash(b []byte, h Hash) []byte {
	b = append(b, '"')
	b = hex.AppendEncode(b, h[:])
	return append(b, '"')
}

func appendUUID(b []byte, id [16]byte) []byte {
	return append(appendID(append(b, '"'), id), '"')
}

// appendID appends the canonical text of an id.
func appendID(b []byte, id [16]byte) []byte {
	b = append(b, "00000000-0000-0000-0000-000000000000"...)
	text := b[len(b)-36:]
	hex.Encode(text, id[:4])
	hex.Encode(text[9:], id[4:6])
	hex.Encode(text[14:], id[6:8])
	hex.Encode(text[19:], id[8:10])
	hex.Encode(text[24:], id[10:])
	return b
}

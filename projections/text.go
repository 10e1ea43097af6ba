package projections

import (
	"encoding/hex"
	"strconv"
	"time"

	"plylog/events"
)

// What is served is written by appending, without reflection: states are read
// far more often than anything else. Names and times are spelt as in stored events.

const timeLayout = "2006-01-02T15:04:05.000Z"

// key starts a field, with a comma where it is not its object's first.
func key(b []byte, name string) []byte {
	if c := b[len(b)-1]; c != '{' && c != '[' {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

func textField(b []byte, name, s string) []byte { return appendText(key(b, name), s) }

// optional writes a field of text unless it is empty.
func optional(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return textField(b, name, s)
}

func number(b []byte, name string, n int64) []byte {
	return strconv.AppendInt(key(b, name), n, 10)
}

// pair writes a number for the first and one for the second seat.
func pair(b []byte, name string, n [2]int) []byte {
	b = append(key(b, name), '[')
	b = strconv.AppendInt(b, int64(n[0]), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(n[1]), 10)
	return append(b, ']')
}

func moment(b []byte, name string, t time.Time) []byte {
	b = append(key(b, name), '"')
	b = t.UTC().AppendFormat(b, timeLayout)
	return append(b, '"')
}

func hash(b []byte, name string, h events.Hash) []byte {
	b = append(key(b, name), '"')
	b = hex.AppendEncode(b, h[:])
	return append(b, '"')
}

// appendText writes a JSON string, escaping only what JSON demands.
func appendText(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + 1
		if c == '"' || c == '\\' {
			b = append(b, '\\', c)
		} else {
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	b = append(b, s[done:]...)
	return append(b, '"')
}

// seats writes who sits where; nothing while nobody does.
func seats(b []byte, who [2]events.PlayerID) []byte {
	if who[0] == "" && who[1] == "" {
		return b
	}
	b = append(key(b, "seats"), '{')
	b = optional(b, "first", string(who[0]))
	b = optional(b, "second", string(who[1]))
	return append(b, '}')
}

// consequences writes what followed of itself, without the dice shares: those
// are proofs, and stand in the events.
func consequences(b []byte, then []events.Consequence) []byte {
	if len(then) == 0 {
		return b
	}
	b = append(key(b, "then"), '[')
	for i := range then {
		c := &then[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		if len(c.Dice) > 0 {
			b = append(key(b, "dice"), '[')
			for j, d := range c.Dice {
				if j > 0 {
					b = append(b, ',')
				}
				b = strconv.AppendInt(b, int64(d), 10)
			}
			b = append(b, ']')
		}
		if c.Roll != 0 {
			b = number(b, "roll", int64(c.Roll))
		}
		if c.Pass != events.Nobody {
			b = textField(b, "pass", c.Pass.String())
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

func offer(b []byte, o *events.Offer) []byte {
	if o == nil {
		return b
	}
	b = append(key(b, "offer"), '{')
	b = textField(b, "by", o.By.String())
	b = textField(b, "what", o.What)
	b = optional(b, "value", o.Value)
	return append(b, '}')
}

func result(b []byte, r *events.Result) []byte {
	if r == nil {
		return b
	}
	b = append(key(b, "result"), '{')
	if r.Winner != events.Nobody {
		b = textField(b, "winner", r.Winner.String())
	}
	b = number(b, "points", int64(r.Points))
	b = textField(b, "reason", r.Reason)
	if s := r.Score; s != nil {
		b = pair(b, "score", *s)
	}
	return append(b, '}')
}

func clock(b []byte, c *events.Clock) []byte {
	if c == nil {
		return b
	}
	b = append(key(b, "clock"), '{')
	b = number(b, "first", c.First)
	b = number(b, "second", c.Second)
	if c.Running != events.Nobody {
		b = textField(b, "running", c.Running.String())
	}
	if c.Deadline != nil {
		b = moment(b, "deadline", *c.Deadline)
	}
	if c.Periods != nil {
		b = pair(b, "periods", *c.Periods)
	}
	return append(b, '}')
}

// series writes which game of which series it is.
func series(b []byte, s *events.Series) []byte {
	if s == nil {
		return b
	}
	b = append(key(b, "series"), '{')
	b = textField(b, "id", s.ID.String())
	b = number(b, "number", int64(s.Number))
	return append(b, '}')
}

// origin writes where a game comes from.
func origin(b []byte, o *events.Origin) []byte {
	if o == nil {
		return b
	}
	b = append(key(b, "origin"), '{')
	b = optional(b, "format", o.Format)
	b = optional(b, "name", o.Name)
	b = optional(b, "first", o.First)
	b = optional(b, "second", o.Second)
	if o.Game != nil {
		b = textField(b, "game", o.Game.String())
	}
	if o.At > 0 {
		b = number(b, "at", int64(o.At))
	}
	return append(b, '}')
}

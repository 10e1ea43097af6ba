package jetlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// StoreError says why a store is not served. It is an events.ErrDamaged.
type StoreError struct {
	Store    string
	Findings []error // *blocks.Damage
	More     int     // findings that are not listed
	Lost     []Lost  // what is known to be unreadable
}

// Lost are events of one game that cannot be read.
type Lost struct {
	Game     events.GameID
	From, To int // numbers in the game
}

const mostFindings = 20

func (e *StoreError) add(err error) {
	if len(e.Findings) == mostFindings {
		e.More++
		return
	}
	e.Findings = append(e.Findings, err)
}

func (e *StoreError) join(other *StoreError) {
	for _, err := range other.Findings {
		e.add(err)
	}
	e.More += other.More
	e.Lost = append(e.Lost, other.Lost...)
}

// Error implements error: a line for each finding.
func (e *StoreError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the store in %s is not what was written; nothing was changed, and nothing is served", events.ErrDamaged, e.Store)
	for _, err := range e.Findings {
		b.WriteString("\n  " + strings.TrimPrefix(err.Error(), events.ErrDamaged.Error()+": "))
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n  and %d more", e.More)
	}
	for i, l := range e.Lost {
		if i == mostFindings {
			fmt.Fprintf(&b, "\n  and events of %d more games", len(e.Lost)-i)
			break
		}
		fmt.Fprintf(&b, "\n  game %s: ", l.Game)
		switch {
		case l.To == 0:
			fmt.Fprintf(&b, "events from %d on", l.From)
		case l.To == l.From:
			fmt.Fprintf(&b, "event %d", l.From)
		default:
			fmt.Fprintf(&b, "events %d to %d", l.From, l.To)
		}
	}
	return b.String()
}

// Unwrap makes it an events.ErrDamaged that keeps what was found.
func (e *StoreError) Unwrap() []error { return append([]error{events.ErrDamaged}, e.Findings...) }

// nameLost finds out which events of which games are among what is damaged: those
// that are missing between two events of a game that are there, and those whose
// subject can still be read.
func (c *shardCheck) nameLost(ctx context.Context) error {
	at := make(map[events.GameID]int)
	hit := make(map[events.GameID]bool)
	for r, err := range c.stream.Records(ctx) {
		var d *blocks.Damage
		if errors.As(err, &d) {
			if game, err := gameOf([]byte(d.Subject), c.shard, c.shards); err == nil {
				hit[game] = true
			}
			continue
		}
		if err != nil {
			return err
		}
		game, err := gameOf(r.Subject, c.shard, c.shards)
		n := numberOf(r.Header)
		if err != nil || n == 0 {
			continue
		}
		if at[game] == 0 {
			head, err := c.archive.Head(game)
			if err != nil {
				return err
			}
			at[game] = head.N
		}
		if n > at[game]+1 {
			c.wrong.Lost = append(c.wrong.Lost, Lost{Game: game, From: at[game] + 1, To: n - 1})
			delete(hit, game)
		}
		at[game] = max(n, at[game])
	}
	for game := range hit {
		c.wrong.Lost = append(c.wrong.Lost, Lost{Game: game, From: at[game] + 1})
	}
	slices.SortStableFunc(c.wrong.Lost, func(a, b Lost) int { return bytes.Compare(a.Game[:], b.Game[:]) })
	return nil
}

// numberOf reads the number in its game from the header of a stored event; 0: it
// has none.
func numberOf(header []byte) int {
	_, rest, ok := bytes.Cut(header, []byte("\r\n"+HeaderN+": "))
	if !ok {
		return 0
	}
	text, _, _ := bytes.Cut(rest, []byte("\r\n"))
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

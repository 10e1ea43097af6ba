package wording

import (
	"fmt"
	"strings"
	"time"

	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
)

// Event says an event in one line: its number, who, what, and what came of it.
func Event(e *events.Event, names [2]string) string {
	parts := []string{fmt.Sprintf("%3d", e.N)}
	switch d := e.Data.(type) {
	case *events.Created:
		parts = append(parts, e.Kind+" created")
	case *events.Joined:
		parts = append(parts, Seat(d.Seat, names), "joined")
		if d.Anchor != nil {
			parts = append(parts, "with a dice chain")
		}
	case *events.Seated:
		parts = append(parts, Seat(d.Seat, names), "is taken over by", string(d.Player))
	case *events.Ruled:
		parts = append(parts, Ruling(e.Type, d.Ruling, d.Reason, e.By))
	case *events.Resumed:
		parts = append(parts, "clocks go on; no server ran for "+d.Started.Sub(d.Stopped).String())
	case *events.Act:
		parts = append(parts, Seat(d.Seat, names), act(e.Type, d))
	}
	line := strings.Join(parts, " ")
	for i := range e.Then {
		line += consequence(&e.Then[i], names)
	}
	if e.After.Result != nil {
		line += " · " + Outcome(e.After.Result, names)
	}
	return line
}

// Ruling says what an administrator did with a game, and why.
func Ruling(t events.Type, ruling, reason string, by events.PlayerID) string {
	s := string(t)
	if ruling != "" {
		s += " (" + ruling + ")"
	}
	s += " by " + string(by)
	if reason != "" {
		s += ": " + reason
	}
	return s
}

func act(t events.Type, d *events.Act) string {
	words := []string{string(t)}
	switch t {
	case events.TypeMoved:
		words = nil
	case events.TypeWaived:
		words = append(words, "the dice chain")
	}
	for _, w := range []string{d.Move, d.What, d.Value} {
		if w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// Entry says an entry of a history in one line, with when it was and whose.
func Entry(m *client.Entry) string {
	what := m.Move
	if what == "" {
		what = strings.TrimSpace(string(m.Type) + " " + string(m.Player))
	}
	if m.Reason != "" {
		what += ": " + m.Reason
	}
	who := "" // what no seat did, the creation above all
	if m.Seat.Plays() {
		who = m.Seat.String()
	}
	line := fmt.Sprintf("%4d  %s  %-6s  %s", m.N, m.Time.UTC().Format(time.DateTime), who, what)
	for i := range m.Then {
		line += consequence(&m.Then[i], [2]string{})
	}
	if m.Result != nil {
		line += " · " + Outcome(m.Result, [2]string{})
	}
	if m.Board != "" {
		line += "  " + m.Board
	}
	return line
}

// consequence says what the rules made of it: dice that fell, a pass.
func consequence(c *events.Consequence, names [2]string) string {
	switch {
	case len(c.Dice) == 2:
		return fmt.Sprintf(" · dice %d-%d", c.Dice[0], c.Dice[1])
	case c.Pass.Plays():
		return " · " + Seat(c.Pass, names) + " passes"
	default:
		return ""
	}
}

// Outcome says how a game ended.
func Outcome(r *events.Result, names [2]string) string {
	score := ""
	if r.Score != nil {
		score = fmt.Sprintf(" %d-%d", r.Score[0], r.Score[1])
	}
	if r.Winner == events.Nobody {
		return fmt.Sprintf("nobody wins%s (%s)", score, r.Reason)
	}
	points := ""
	if r.Points != 1 {
		points = fmt.Sprintf(" %d points", r.Points)
	}
	return fmt.Sprintf("%s wins%s%s (%s)", Seat(r.Winner, names), points, score, r.Reason)
}

// Seat is the field's word for a seat, beside our own.
func Seat(s engines.Seat, names [2]string) string {
	if s.Plays() && names[s-engines.First] != "" {
		return names[s-engines.First]
	}
	return s.String()
}

// Names returns the field's words for the seats of a game.
func Names(st *client.State) [2]string { return [2]string{st.Names.First, st.Names.Second} }

// Waiting says of a game what its board does not: that it is over, that a seat
// is free, that an offer stands. Whose turn it is stands beside the board.
func Waiting(st *client.State) string {
	switch {
	case st.Result != nil:
		return Outcome(st.Result, Names(st))
	case st.Closed != nil:
		return "damaged, and closed: " + st.Closed.Reason
	case st.Paused != nil:
		return "paused: " + st.Paused.Reason
	case st.Status == "open":
		return "waiting for somebody to join"
	case st.Offer != nil:
		return fmt.Sprintf("%s offers %s", Seat(st.Offer.By, Names(st)), strings.TrimSpace(st.Offer.What+" "+st.Offer.Value))
	default:
		return ""
	}
}

// Origin says where a game comes from that did not begin here or as usual.
func Origin(st *client.State) string {
	switch o := st.Origin; {
	case o != nil && o.Game != nil:
		return fmt.Sprintf("forked from %s at version %d", o.Game, o.At)
	case o != nil:
		return strings.TrimSpace("imported from " + o.Format + " " + o.Name)
	case st.Start != "":
		return "begun from " + st.Start
	default:
		return ""
	}
}

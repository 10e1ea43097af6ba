package table

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"plylog/cmd/plylog/internal/remote"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
	"plylog/events"
)

// width is how many characters a line of moves may have.
const width = 78

// data writes lines that were asked for: data, unless that is the events alone.
func (t *table) data(lines []string) error {
	for _, l := range lines {
		if t.console.JSON {
			t.console.Say("%s", l)
			continue
		}
		if err := t.console.Print("%s", l); err != nil {
			return err
		}
	}
	return nil
}

// welcome says which game this is and how to play it.
func (t *table) welcome() {
	st := t.state
	names := wording.Names(st)
	seats := make([]string, 0, 2)
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if t.tokens[seat] != "" {
			seats = append(seats, wording.Seat(seat, names))
		}
	}
	t.console.Say("%s: you play %s", st.Kind, strings.Join(seats, " and "))
	if e, ok := t.games.Find(st.Kind, st.Ruleset); ok && !t.told {
		t.console.Say("%s", e.Notation())
	}
	t.told = true
	t.console.Say(`"moves" lists what is legal, "help" the words, "quit" leaves`)
	if t.server != "" {
		t.console.Say("the game is %s on %s", t.game, t.server)
	}
	switch {
	case st.Status != "open":
	case st.Invited != "":
		t.console.Say("waiting for the opponent, who has to ask for the rematch as well")
	default:
		t.console.Say("waiting for somebody to join: plylog play --server %s --game %s", t.server, t.game)
	}
}

// farewell says what becomes of a game that is left.
func (t *table) farewell() {
	t.interrupt()
	switch {
	case t.state == nil || t.state.Over():
	case t.server != "":
		t.console.Say("the game goes on without you: plylog play --server %s --game %s", t.server, t.game)
	default:
		t.console.Say("the game was left unfinished")
	}
}

// show draws the board where it has changed, and prompts.
func (t *table) show(ctx context.Context) error {
	st := t.state
	if t.drawn != st.Version && (t.awaited() || t.server != "") {
		t.drawn, t.again = st.Version, true
		if err := t.draw(); err != nil {
			return err
		}
		if st.Over() {
			if err := t.banner(ctx); err != nil {
				return err
			}
		}
	}
	if t.again && t.console.Interactive() {
		t.again, t.prompted = false, true
		fmt.Fprint(t.console.Err, t.prompt(time.Now()))
	}
	return nil
}

// interrupt leaves a line whose prompt nobody has answered.
func (t *table) interrupt() {
	if t.prompted {
		t.prompted, t.again = false, true
		t.console.Say("")
	}
}

// draw draws the board, unless it is the one that was drawn last, and says what
// offer stands.
func (t *table) draw() error {
	st := t.state
	if t.console.JSON {
		return nil
	}
	if st.Board != t.board {
		t.board = st.Board
		if err := t.console.Print("\n%s", wording.Board(t.games, st.Kind, st.Ruleset, st.Board)); err != nil {
			return err
		}
	}
	if line := wording.Waiting(st); line != "" && !st.Over() {
		return t.console.Print("%s", line)
	}
	return nil
}

// prompt says whom the game waits for, with the clocks where there are any.
func (t *table) prompt(now time.Time) string {
	st := t.state
	names := wording.Names(st)
	who := "dice"
	switch {
	case st.Over():
		return "over> "
	case st.Status == "open":
		return "waiting> "
	case st.Offer != nil:
		who = wording.Seat(st.Offer.By.Opponent(), names)
	case st.Turn.Plays():
		who = wording.Seat(st.Turn, names)
	}
	clock := ""
	if st.Clock != nil {
		clock = fmt.Sprintf("[%s] ", clocks(st.Clock, names, now))
	}
	if !t.awaited() {
		who = "waiting for " + who
	}
	return clock + who + "> "
}

// clocks says the time left to both seats.
func clocks(c *events.Clock, names [2]string, now time.Time) string {
	left := [2]time.Duration{time.Duration(c.First) * time.Millisecond, time.Duration(c.Second) * time.Millisecond}
	if c.Running.Plays() && c.Deadline != nil {
		left[c.Running-engines.First] = c.Deadline.Sub(now)
	}
	words := make([]string, 2)
	for i, d := range left {
		d = max(d, 0).Round(time.Second)
		words[i] = fmt.Sprintf("%s %d:%02d", wording.Seat(engines.First+engines.Seat(i), names), int(d.Minutes()), int(d.Seconds())%60)
		if c.Periods != nil {
			words[i] += fmt.Sprintf(" (%d periods)", c.Periods[i])
		}
	}
	return strings.Join(words, ", ")
}

// banner says how the game ended and what may follow.
func (t *table) banner(ctx context.Context) error {
	st := t.state
	names := wording.Names(st)
	if err := t.data([]string{"", "*** " + wording.Outcome(st.Result, names) + " ***"}); err != nil {
		return err
	}
	again := "rematch plays another game, quit leaves"
	if e, ok := t.games.Find(st.Kind, st.Ruleset); ok {
		if s, ok := e.(engines.Series); ok && st.Result.Winner.Plays() {
			_, _, more, err := s.Next(st.Options, *st.Result)
			switch {
			case err != nil: // it says nothing of a series
			case more:
				again = "rematch goes on with the next game, quit leaves"
			default:
				if err := t.data([]string{"*** " + wording.Seat(st.Result.Winner, names) + " wins the match ***"}); err != nil {
					return err
				}
			}
		}
	}
	list, err := t.seated().Series(ctx, t.game)
	if err != nil {
		return err
	}
	if len(list.Games) > 1 {
		line := fmt.Sprintf("points so far, of %d games: %s %d, %s %d", len(list.Games),
			wording.Seat(engines.First, names), list.Points(st.Seats.First), wording.Seat(engines.Second, names), list.Points(st.Seats.Second))
		if err := t.data([]string{line}); err != nil {
			return err
		}
	}
	t.console.Say("%s", again)
	return nil
}

// help lists what may be done now, and all words.
func (t *table) help() {
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if a := t.state.Allowed; a != nil && t.tokens[seat] != "" {
			t.console.Say("%s may now: %s", wording.Seat(seat, wording.Names(t.state)), strings.Join(a.Of(seat), ", "))
		}
	}
	const line = "  %-18s %s"
	t.console.Say(line, "MOVE", "Make a move")
	for _, d := range remote.AllDeeds() {
		if d.Name != mover.Name {
			t.console.Say(line, strings.TrimSpace(d.Name+" "+d.Words), d.Short)
		}
	}
	for _, w := range words {
		t.console.Say(line, strings.TrimSpace(strings.Join(append([]string{w.name}, w.also...), ", ")+" "+w.words), w.short)
	}
}

// columns sets words in columns of equal width, downward first.
func columns(list []string, width int) []string {
	widest := 0
	for _, w := range list {
		widest = max(widest, utf8.RuneCountInString(w)+2)
	}
	if len(list) == 0 {
		return nil
	}
	across := max(width/widest, 1)
	rows := (len(list) + across - 1) / across
	out := make([]string, rows)
	for i, w := range list {
		out[i%rows] += w + strings.Repeat(" ", widest-utf8.RuneCountInString(w))
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
}

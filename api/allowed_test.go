package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bufio"
)

// everyCommand is every command that a seat can give, in the words of allowed;
// what belongs to a move is filled in.
var everyCommand = []string{
	"move", "roll", "double", "take", "drop", "correct", "resign", "abort", "rematch", "waive",
	"offer draw", "offer takeback", "offer resign", "offer waive",
	"accept draw", "accept takeback", "accept resign", "accept waive",
	"decline draw", "decline takeback", "decline resign", "decline waive",
	"withdraw draw", "withdraw takeback", "withdraw resign", "withdraw waive",
	"claim abandoned", "claim repetition", "claim forty-move",
}

// commandBody writes a command of everyCommand.
func commandBody(word, move, dice string) string {
	typ, what, _ := strings.Cut(word, " ")
	body := fmt.Sprintf(`{"type":%q`, typ)
	if what != "" {
		body += fmt.Sprintf(`,"what":%q`, what)
	}
	switch {
	case typ == "move" || typ == "correct":
		body += fmt.Sprintf(`,"move":%q`, move)
	case typ == "roll" && dice != "":
		body += `,"dice":` + dice
	}
	return body + "}"
}

// The state says what each seat may do, at every point of every game, and that is
// exactly what is accepted: whatever it lists works, and whatever it does not is
// refused as not now (409, 422) and changes nothing, as everything is refused to
// whoever holds no seat (401, 403).
func TestAllowedIsWhatIsTaken(t *testing.T) {
	done := map[string]int{}
	for i, setup := range []string{
		`"kind":"backgammon","options":{"matchLength":5},"abandon":60000`,
		`"kind":"backgammon","options":{"matchLength":0,"cube":true,"beavers":true},"clock":{"kind":"fischer","base":86400000}`,
		`"kind":"backgammon","dice":"recorded","abandon":60000`,
		`"kind":"reversi","abandon":60000`,
		`"kind":"reversi","options":{"flips":"manual"},"clock":{"kind":"byoyomi","base":86400000,"period":60000,"periods":3}`,
		`"kind":"checkers","board":"B:WK32:BK1","abandon":60000`,
		`"kind":"checkers","clock":{"kind":"correspondence","days":3}`,
		`"kind":"baghchal","abandon":60000`,
		`"kind":"baghchal","board":"TGGGT/G1G1G/GG1GG/G1G1G/TGGGT T 0 4","clock":{"kind":"delay","base":86400000,"delay":1000}`,
	} {
		t.Run(setup, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world, _ *pipes) {
				a := allowance{w: w, g: w.makeGame(t, `{"opponent":"self",`+setup+`}`), r: rand.New(rand.NewPCG(uint64(i), 1)), done: done}
				a.walk(t, 40)
			})
		})
	}
	for _, word := range []string{"move", "roll"} { // the rest is sure to come below
		if done[word] == 0 {
			t.Errorf("%s was never allowed: the test tests too little", word)
		}
	}
}

// The same where walks seldom come.
func TestAllowedIsWhatIsTakenAtRarePoints(t *testing.T) {
	round := []string{"first move 1-5", "second move 32-28", "first move 5-1", "second move 28-32"}
	const cube = `"kind":"backgammon","dice":"recorded","options":{"matchLength":5}`
	opened := []string{"first roll [3,1]", "first move 8/5_6/5"}
	for _, c := range []struct {
		setup  string
		script []string
		seat   string
		words  []string // one after another, each of the game as the script left it
	}{
		{`"kind":"backgammon","options":{"matchLength":5}`, []string{"first resign single"}, "second", []string{"accept resign", "decline resign"}},
		{`"kind":"backgammon","options":{"matchLength":5}`, []string{"first resign single"}, "first", []string{"withdraw resign"}},
		{cube, opened, "second", []string{"roll", "double"}},
		{cube, append(opened, "second double"), "first", []string{"take", "drop"}},
		{`"kind":"reversi","options":{"flips":"manual"}`, []string{"first move d3:"}, "first", []string{"correct", "offer takeback"}},
		{`"kind":"checkers","board":"B:WK32:BK1"`, slices.Concat(round, round), "first", []string{"claim repetition"}},
		{`"kind":"checkers","board":"B:WK32:BK1"`, slices.Concat(round, round), "second", []string{"claim repetition"}},
		{`"kind":"checkers"`, []string{"first offer draw"}, "second", []string{"accept draw", "decline draw"}},
		{`"kind":"checkers"`, []string{"first move 11-15", "first offer takeback"}, "second", []string{"accept takeback", "decline takeback"}},
		{`"kind":"checkers"`, []string{"first move 11-15", "first offer takeback"}, "first", []string{"withdraw takeback"}},
		{`"kind":"baghchal"`, []string{"first move c3"}, "first", []string{"offer draw", "offer takeback"}},
		{`"kind":"baghchal"`, []string{"first offer draw"}, "first", []string{"withdraw draw"}},
		{`"kind":"baghchal"`, []string{"first offer draw"}, "second", []string{"accept draw", "decline draw"}},
		{`"kind":"baghchal","abandon":60000`, []string{"first move c3", "wait"}, "first", []string{"claim abandoned"}},
		{`"kind":"nim"`, nil, "second", []string{"abort", "resign"}},
	} {
		for _, word := range c.words {
			t.Run(fmt.Sprint(c.setup, word), func(t *testing.T) {
				inBubble(t, func(t *testing.T, w *world, _ *pipes) {
					a := allowance{w: w, g: w.makeGame(t, `{"opponent":"self",`+c.setup+`}`), r: rand.New(rand.NewPCG(1, 1)), done: map[string]int{}}
					for _, line := range c.script {
						a.follow(t, line)
					}
					allowed := a.allowed(t)
					a.tryTheRest(t, allowed)
					if !slices.Contains(allowed[c.seat], word) {
						t.Errorf("%s may not %s: %v", c.seat, word, allowed)
					}
					dice := a.dice(w.direct("GET", a.g.path(), ""))
					if got := a.send(c.seat, commandBody(word, a.move(t, c.seat, word), dice)); got.status != 201 {
						t.Errorf("%s is allowed, and gives %s", word, got.body)
					}
				})
			})
		}
	}
}

// follow does one line of a script: a seat and its command, or a wait.
func (a *allowance) follow(t *testing.T, line string) {
	t.Helper()
	words := strings.Fields(line)
	if line == "wait" {
		<-time.After(61 * time.Second) // of the bubble's time
		return
	}
	switch words[1] {
	case "double":
		a.send(words[0], `{"type":"double"}`).want(t, 201)
	case "roll":
		a.send(words[0], `{"type":"roll","dice":`+words[2]+`}`).want(t, 201)
	default:
		field := map[string]string{"move": "move", "offer": "what", "resign": "value"}[words[1]]
		a.send(words[0], fmt.Sprintf(`{"type":%q,%q:%q}`, words[1], field, strings.ReplaceAll(words[2], "_", " "))).want(t, 201)
	}
}

// allowed is what the state says that each seat may do.
func (a *allowance) allowed(t *testing.T) map[string][]string {
	t.Helper()
	st := a.w.direct("GET", a.g.path(), "").want(t, 200)
	allowed := map[string][]string{}
	for _, seat := range []string{"first", "second"} {
		for _, word := range st.at(t, "allowed", seat).([]any) {
			allowed[seat] = append(allowed[seat], word.(string))
		}
	}
	return allowed
}

// allowance walks through a game by what it allows.
type allowance struct {
	w    *world
	g    *game
	r    *rand.Rand
	done map[string]int
}

func (a *allowance) send(seat, body string) *answer {
	return a.w.direct("POST", a.g.path()+"/events", body, token(a.g.token(seat)))
}

func (a *allowance) walk(t *testing.T, steps int) {
	for step := range steps {
		if a.r.IntN(12) == 0 {
			<-time.After(61 * time.Second) // of the bubble's time: long enough to claim
		}
		st := a.w.direct("GET", a.g.path(), "").want(t, 200)
		allowed := a.allowed(t)
		if step%7 == 0 || st.at(t, "result") != nil {
			a.tryTheRest(t, allowed)
		}
		if st.at(t, "result") != nil {
			for _, seat := range []string{"first", "second"} {
				if fmt.Sprint(allowed[seat]) != "[rematch]" {
					t.Errorf("over, and %s may %v", seat, allowed[seat])
				}
				a.send(seat, `{"type":"rematch"}`).want(t, 201)
				a.done["rematch"]++
			}
			return
		}
		a.doOne(t, st, allowed)
	}
}

// doOne gives one of the commands that are allowed.
func (a *allowance) doOne(t *testing.T, st *answer, allowed map[string][]string) {
	t.Helper()
	seat, word := a.pick(allowed)
	if word == "" {
		return
	}
	body := commandBody(word, a.move(t, seat, word), a.dice(st))
	if word == "resign" && st.at(t, "kind") == "backgammon" && a.r.IntN(3) > 0 {
		if o := a.send(seat, `{"type":"resign","value":"backgammon"}`); o.status != 201 && o.status != 422 && o.status != 409 {
			t.Errorf("a resignation with a value: %s", o.body)
		}
		return
	}
	if got := a.send(seat, body); got.status != 201 {
		t.Fatalf("%s may %v, and %s gives %d %s\nin %s", seat, allowed[seat], body, got.status, got.body, st.body)
	}
	a.done[word]++
}

// pick chooses what to do next: often what has been done least, else something
// that goes on with the game; seldom what ends it.
func (a *allowance) pick(allowed map[string][]string) (seat, word string) {
	least := 0
	rare := a.r.IntN(2) == 0
	for _, s := range []string{"first", "second"} {
		for _, w := range allowed[s] {
			n := 10*a.done[w] + a.r.IntN(10)
			switch plays := w == "move" || w == "roll" || w == "take"; {
			case (w == "resign" || w == "abort" || w == "drop" || strings.HasPrefix(w, "claim") || w == "accept resign" || w == "accept draw") && a.r.IntN(8) > 0 && a.done[w] > 0:
				continue
			case plays && !rare:
				n -= 1 << 20
			}
			if word == "" || n < least {
				seat, word, least = s, w, n
			}
		}
	}
	return seat, word
}

// tryTheRest sends whatever is not allowed.
func (a *allowance) tryTheRest(t *testing.T, allowed map[string][]string) {
	t.Helper()
	before, lasts := a.w.direct("GET", a.g.path(), "").body, a.w.lasts()
	for _, seat := range []string{"first", "second"} {
		for _, word := range everyCommand {
			if slices.Contains(allowed[seat], word) {
				continue
			}
			body := commandBody(word, a.move(t, seat, word), "")
			if got := a.send(seat, body); got.status != 409 && got.status != 422 {
				t.Fatalf("%s may %v, and %s gives %d %s\nin %s", seat, allowed[seat], body, got.status, got.body, before)
			}
		}
	}
	for _, word := range everyCommand {
		body := commandBody(word, "pass", "")
		if got := a.w.direct("POST", a.g.path()+"/events", body); got.status != 401 {
			t.Fatalf("nobody sent %s, and was answered %d", body, got.status)
		}
		stranger := token("plylog_seat_" + strings.Repeat("A", 43))
		if got := a.w.direct("POST", a.g.path()+"/events", body, stranger); got.status != 403 {
			t.Fatalf("a stranger sent %s, and was answered %d %s", body, got.status, got.body)
		}
	}
	if after := a.w.lasts(); !slices.Equal(lasts, after) {
		t.Fatalf("refusals moved the log from %v to %v", lasts, after)
	}
	if after := a.w.direct("GET", a.g.path(), "").body; after != before {
		t.Fatalf("refusals changed the game from %s to %s", before, after)
	}
}

// move is a move for a seat: one that it can make if there is any. A correction
// names the square of its last one.
func (a *allowance) move(t *testing.T, seat, word string) string {
	t.Helper()
	switch word {
	case "correct":
		moves := a.w.direct("GET", a.g.path()+"/history", "").want(t, 200).at(t, "moves").([]any)
		for _, m := range slices.Backward(moves) {
			if e := m.(map[string]any); e["seat"] == seat && e["ply"] != nil && e["undone"] == nil {
				return e["move"].(string)[:2]
			}
		}
	case "move":
		list := a.w.direct("GET", a.g.path()+"/choices?seat="+seat, "").want(t, 200).at(t, "choices").([]any)
		list = slices.DeleteFunc(list, func(c any) bool { return slices.Contains(everyCommand, c.(map[string]any)["move"].(string)) })
		if len(list) > 0 {
			m := list[a.r.IntN(len(list))].(map[string]any)["move"].(string)
			if square, _, byHand := strings.Cut(m, ":"); byHand && a.r.IntN(2) == 0 {
				return square + ":" // without turning any disc, which may be corrected
			}
			return m
		}
	}
	return "pass"
}

// dice is what a roll brings in a game of recorded dice.
func (a *allowance) dice(st *answer) string {
	if strings.Contains(st.body, `"dice":"recorded"`) {
		return fmt.Sprintf("[%d,%d]", 1+a.r.IntN(3), 4+a.r.IntN(3))
	}
	return ""
}

// A seat that stays away is told so before it can lose by it: by the state from
// the beginning, and by the feed once more when three quarters of the time are
// over; and the other seat may claim the game from then on that was said.
func TestForfeitIsTold(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		g := w.makeGame(t, `{"kind":"nim","opponent":"self","abandon":600000}`)
		begun := time.Now()
		said := func(seat string, since time.Time) {
			t.Helper()
			st := w.direct("GET", g.path(), "").want(t, 200)
			from := since.Add(10 * time.Minute).UTC().Truncate(time.Millisecond).Format("2006-01-02T15:04:05.000Z")
			if st.at(t, "forfeit", "seat") != seat || st.at(t, "forfeit", "from") != from {
				t.Fatalf("the state says %v, want %s from %s", st.at(t, "forfeit"), seat, from)
			}
		}
		said("first", begun)
		conn, in := p.dial(t, g.path()+"/events", acceptSSE)
		defer conn.Close()
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &source{t: t, in: bufio.NewReader(res.Body)}
		// told waits for the reminder of a seat, which comes once.
		told := func(seat string, since time.Time) {
			t.Helper()
			times := 0
			for time.Since(since) < 10*time.Minute {
				r := s.must()
				if r.event != "forfeit" {
					continue
				}
				times++
				if wait := time.Since(since); wait < 450*time.Second || wait > 466*time.Second || r.id != "" || !strings.Contains(r.data, `"seat":"`+seat+`","from":"`) {
					t.Errorf("after %v comes %+v", wait, r)
				}
			}
			if times != 1 {
				t.Errorf("%s was reminded %d times", seat, times)
			}
		}
		for time.Since(begun) < time.Minute { // a reader that does not read is cut
			s.must()
		}
		w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 201)
		moved := time.Now()
		said("second", moved)
		told("second", moved)
		st := w.direct("GET", g.path(), "").want(t, 200)
		if first := fmt.Sprint(st.at(t, "allowed", "first")); !strings.Contains(first, "claim abandoned") {
			t.Errorf("first may %s", first)
		}
		w.direct("POST", g.path()+"/events", `{"type":"claim","what":"abandoned"}`, token(g.first)).want(t, 201)
		if st := w.direct("GET", g.path(), "").want(t, 200); st.at(t, "forfeit") != nil || st.at(t, "result", "reason") != "abandoned" {
			t.Errorf("at the end: %s", st.body)
		}
	})
}

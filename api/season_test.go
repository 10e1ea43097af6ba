package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plylog/api"
	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

var (
	seasonGames = flag.Int("season.games", 100, "games of each kind that are played in virtual time")
	seasonSeed  = flag.Uint64("season.seed", 1, "what chance draws in them")
)

// How series are made: one is drawn for each.
var (
	seasonOptions = map[string][]string{
		"backgammon": {``, `{"matchLength":3}`, `{"matchLength":5,"crawford":false}`, `{"matchLength":0,"cube":true,"jacoby":true,"beavers":true}`, `{"openingReroll":true}`, `{"matchLength":3,"cube":false}`},
		"reversi":    {``, `{"flips":"manual"}`, `{"score":"empties-to-winner"}`},
		"checkers":   {``, `{"repetition":"auto","fortyMove":"auto"}`, `{"repetition":"off","fortyMove":"off"}`, `{"drawByAgreement":false}`},
		"baghchal":   {``},
	}
	seasonClocks = []string{
		``, `{"kind":"none"}`, `{"kind":"fischer","base":300000,"increment":3000}`, `{"kind":"fischer","base":20000}`,
		`{"kind":"delay","base":60000,"delay":4000}`, `{"kind":"byoyomi","base":10000,"period":8000,"periods":3}`, `{"kind":"correspondence","days":1}`,
	}
)

// How often a bot of the season picks what it may do.
var seasonWeights = map[string]int{
	"move": 600, "roll": 600, "take": 300, "drop": 120, "double": 40, "correct": 200, "offer draw": 6, "offer takeback": 12, "claim abandoned": 200,
	"claim repetition": 60, "claim forty-move": 60, "resign": 2, "abort": 2,
	"accept draw": 60, "accept takeback": 90, "accept resign": 90, "decline draw": 60, "decline takeback": 60, "decline resign": 60,
	"withdraw draw": 30, "withdraw takeback": 30, "withdraw resign": 30,
}

// season is the games of one kind on two nodes over one log.
type season struct {
	t     *testing.T
	r     *rand.Rand
	log   *memlog.Log
	nodes [2]*play.Handler
	world *world // the views of the first node
	kind  string
	n     int                     // commands so far
	won   map[events.PlayerID]int // in the match that is played

	ends, formats map[string]int // how games ended, and what was written and read back
}

// Bots play series of all kinds in virtual time. All they do is drawn from what the
// game says is allowed to them, on either of two nodes, with any time between. It
// is all accepted, every game ends, once, and the log says the same as both nodes
// and the read side; the points of a series add up; what a file of the field can
// hold of a game is read from it again.
func TestSeasons(t *testing.T) {
	games := *seasonGames
	if testing.Short() || raced {
		games = min(games, 20)
	}
	for _, kind := range []string{"backgammon", "reversi", "checkers", "baghchal"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			t.Logf("%d games, -season.seed %d", games, *seasonSeed)
			synctest.Test(t, func(t *testing.T) {
				s := newSeason(t, kind)
				defer s.world.stop()
				for n := 0; n < games; {
					n += s.series(n)
				}
				t.Logf("%d commands; ends %v; files %v", s.n, s.ends, s.formats)
				s.enough(games)
			})
		})
	}
}

func newSeason(t *testing.T, kind string) *season {
	s := &season{
		t: t, r: rand.New(rand.NewPCG(*seasonSeed, uint64(len(kind)))), log: memlog.New(16), kind: kind,
		ends: map[string]int{}, formats: map[string]int{},
	}
	s.world = startWorld(t, s.log, func(c *api.Config) { s.nodes[0] = c.Handler })
	other, err := play.NewHandler(play.Config{Log: s.log, Registry: registry(t), Secret: secret, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s.nodes[1] = other
	return s
}

// enough holds many games to what some of them must have been.
func (s *season) enough(games int) {
	if games < 400 {
		return
	}
	for _, reason := range map[string][]string{
		"backgammon": {"resigned", "time", "abandoned", "dropped", "borne-off", "aborted"},
		"reversi":    {"resigned", "time", "abandoned", "full-board", "no-moves", "aborted"},
		"checkers":   {"resigned", "time", "abandoned", "no-move", "no-pieces", "agreed", "aborted"},
		"baghchal":   {"resigned", "time", "abandoned", "five-captured", "agreed", "aborted"},
	}[s.kind] {
		if s.ends[reason] == 0 {
			s.t.Errorf("no game ended so: %s", reason)
		}
	}
	e, _ := registry(s.t).Newest(s.kind)
	for _, f := range e.(engines.Formatter).Formats() {
		if f.Write != nil && s.formats[f.Name] == 0 {
			s.t.Errorf("no game was written as %s", f.Name)
		}
	}
}

func (s *season) node() *play.Handler { return s.nodes[s.r.IntN(2)] }

func (s *season) pick(list []string) string { return list[s.r.IntN(len(list))] }

// series plays the games of a series and returns how many there were.
func (s *season) series(n int) int {
	t := s.t
	first := play.Create{
		Game: events.DeriveID("season", s.kind, fmt.Sprint(n)), ID: events.DeriveID("season create", fmt.Sprint(n)), Kind: s.kind,
		By: "p_left", First: "p_left", Second: "p_right", Options: json.RawMessage(s.pick(seasonOptions[s.kind])), Clock: json.RawMessage(s.pick(seasonClocks)),
	}
	if len(first.Clock) < 20 && s.r.IntN(2) == 0 {
		first.Abandon = time.Hour
	}
	if _, err := s.node().Create(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	points := map[events.PlayerID]int{}
	s.won = map[events.PlayerID]int{}
	id := first.Game
	count := 1 + s.r.IntN(5)
	for number := 1; ; number++ {
		g := s.game(id, min(number, 2)) // the second joins a game that follows another
		res := g.After.Result
		s.ends[res.Reason]++
		if res.Winner.Plays() {
			points[g.Player(res.Winner)] += res.Points
			s.won[g.Player(res.Winner)] += res.Points
		}
		if number == count {
			break
		}
		next := s.rematch(g)
		if s.kind == "backgammon" {
			s.score(g, next, s.won)
		}
		id = next.ID
	}
	for shard, last := range s.world.lasts() {
		if err := s.world.views.Wait(t.Context(), shard, last); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.world.views.Series(t.Context(), id)
	if err != nil || len(r.Games) != count {
		t.Fatalf("the series: %+v, %v", r, err)
	}
	for _, p := range r.Players {
		if p.Points != points[p.Player] {
			t.Errorf("%s has %d points in the series, and won %d", p.Player, p.Points, points[p.Player])
		}
	}
	return count
}

// rematch has both ask for the next game, in any order and on any node.
func (s *season) rematch(g *play.Game) *play.Game {
	t := s.t
	seats := []events.Seat{events.First, events.Second}
	s.r.Shuffle(2, func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	var next events.GameID
	for _, seat := range append(seats, seats[s.r.IntN(2)]) {
		got, err := s.node().Rematch(t.Context(), g.ID, seat)
		if err != nil {
			t.Fatalf("rematch of the %s seat: %v", seat, err)
		}
		if next = got.Game; (got.Seat == seat) != (g.After.Result.Reason == "aborted") {
			t.Errorf("the %s seat of game %s sits on the %s seat of the next", seat, g.ID, got.Seat)
		}
	}
	n, err := s.node().Since(t.Context(), next, 2)
	if err != nil || n.N != 2 {
		t.Fatalf("the next game: %+v, %v", n, err)
	}
	return n
}

// score compares what a match's next game begins with to what was won.
func (s *season) score(g, next *play.Game, won map[events.PlayerID]int) {
	type options struct {
		MatchLength *int
		Score       struct{ First, Second int }
	}
	var was, o options
	for raw, into := range map[*json.RawMessage]*options{&g.Created.Options: &was, &next.Created.Options: &o} {
		if len(*raw) > 0 && json.Unmarshal(*raw, into) != nil {
			s.t.Fatalf("options %s", *raw)
		}
	}
	length := 1
	if was.MatchLength != nil {
		length = *was.MatchLength
	}
	for _, points := range won {
		if length > 0 && points >= length {
			clear(won) // a new match
			break
		}
	}
	if o.Score.First != won[next.Player(events.First)] || o.Score.Second != won[next.Player(events.Second)] {
		s.t.Errorf("game %s begins at %+v, and won are %v", next.ID, o.Score, won)
	}
}

// game plays a game to its end, and examines it.
func (s *season) game(id events.GameID, version int) *play.Game {
	t := s.t
	for step := 0; ; step++ {
		h := s.node()
		g, err := h.Since(t.Context(), id, version)
		if err != nil {
			t.Fatal(err)
		}
		if g.Over() {
			return s.examine(g)
		}
		s.wait(g)
		if s.r.IntN(60) == 0 && !g.Late(time.Now()) {
			version = s.handOver(h, g)
			continue
		}
		if s.r.IntN(90) == 0 && !g.Late(time.Now()) {
			version = s.pause(h, g)
			continue
		}
		cmd, ok := s.command(g, step)
		if !ok {
			// Time is up, and nobody may do anything but see that.
			if !g.Late(time.Now()) {
				t.Fatalf("game %s, version %d: nobody may do anything", id, g.N)
			}
			if err := h.Flag(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			version = g.N + 1
			continue
		}
		s.n++
		cmd.Game, cmd.ID, cmd.By = id, events.DeriveID("season command", fmt.Sprint(s.n)), g.Player(cmd.Seat)
		a, err := h.Do(t.Context(), cmd)
		if err != nil {
			t.Fatalf("game %s, version %d on %s: %s %s%s%s by %s was allowed: %v", id, g.N, g.Position().Board(), cmd.Type, cmd.Move, cmd.What, cmd.Value, cmd.Seat, err)
		}
		s.lawful(g, a)
		version = a.Event.N
	}
}

// pause has a game stand still for a while, on either node. Its clocks are then what
// they would be had nobody looked at them meanwhile.
func (s *season) pause(h *play.Handler, g *play.Game) int {
	do := func(h *play.Handler, typ play.CommandType) play.Answer {
		s.n++
		a, err := h.Do(s.t.Context(), play.Command{
			Game: g.ID, ID: events.DeriveID("season command", fmt.Sprint(s.n)), By: "p_admin", Type: typ, Reason: "a pause",
		})
		if err != nil {
			s.t.Fatalf("game %s, version %d: %s: %v", g.ID, g.N, typ, err)
		}
		return a
	}
	began := do(h, play.Pause)
	<-time.After(time.Duration(s.r.Int64N(int64(20 * time.Minute))))
	if err := s.node().Flag(s.t.Context(), g.ID); err != nil {
		s.t.Fatal(err)
	}
	ended := do(s.node(), play.Continue)
	want := g.After
	if k := want.Clock; k != nil && k.Deadline != nil {
		later, up := *k, k.Deadline.Add(ended.Event.Time.Sub(began.Event.Time))
		later.Deadline = &up
		want.Clock = &later
	}
	if ended.Event.N != g.N+2 || !sameAfter(ended.Event.After, want) {
		s.t.Errorf("game %s: a pause led from %+v to %+v", g.ID, want, ended.Event.After)
	}
	return ended.Event.N
}

// handOver puts somebody else on a seat. What was won in the match stays with it.
func (s *season) handOver(h *play.Handler, g *play.Game) int {
	s.n++
	seat := events.First + events.Seat(s.r.IntN(2))
	was, to := g.Player(seat), events.PlayerID(fmt.Sprintf("p_hand%d", s.n))
	cmd := play.Command{Game: g.ID, ID: events.DeriveID("season command", fmt.Sprint(s.n)), By: was, Seat: seat, Type: play.Hand, Player: to}
	a, err := h.Do(s.t.Context(), cmd)
	if err != nil {
		s.t.Fatalf("game %s, version %d: handing the %s seat over: %v", g.ID, g.N, seat, err)
	}
	if a.Event.N != g.N+1 || !sameAfter(a.Event.After, g.After) {
		s.t.Errorf("game %s: handing a seat over led from %+v to %+v", g.ID, g.After, a.Event.After)
	}
	if points, ok := s.won[was]; ok {
		delete(s.won, was)
		s.won[to] = points
	}
	return a.Event.N
}

// lawful holds an event to what is true of all.
func (s *season) lawful(g *play.Game, a play.Answer) {
	e := a.Event
	if e.N != g.N+1 || a.Replayed {
		s.t.Errorf("game %s: event %d behind version %d, replayed %t", g.ID, e.N, g.N, a.Replayed)
	}
	k := e.After.Clock
	switch {
	case k == nil:
	case k.First < 0 || k.Second < 0 || k.Periods != nil && (k.Periods[0] < 0 || k.Periods[1] < 0):
		s.t.Errorf("game %s, event %d: less than no time is left: %+v", g.ID, e.N, *k)
	case k.Deadline != nil && k.Deadline.Before(e.Time), k.Running.Plays() && k.Running != e.After.Turn:
		s.t.Errorf("game %s, event %d: %+v at %v, turn %s", g.ID, e.N, *k, e.Time, e.After.Turn)
	}
}

// wait lets time go by: mostly little, sometimes until it is up or nearly.
func (s *season) wait(g *play.Game) {
	d := time.Duration(s.r.Int64N(int64(2 * time.Second)))
	k := g.After.Clock
	switch n := s.r.IntN(400); {
	case n == 0 && k != nil && k.Deadline != nil:
		d = time.Until(*k.Deadline) + time.Duration(s.r.IntN(4)-2)*time.Millisecond
	case n < 9 && g.Created.Abandon > 0:
		d = time.Duration(g.Created.Abandon) * time.Millisecond
	case n < 20:
		d *= 10
	}
	<-time.After(d)
}

// command draws one of the things that a game allows; false where it allows none.
func (s *season) command(g *play.Game, step int) (play.Command, bool) {
	type may struct {
		seat events.Seat
		word string
	}
	var all []may
	total := 0
	now := time.Now()
	for _, seat := range []events.Seat{events.First, events.Second} {
		for _, word := range g.Allowed(seat, now) {
			w, ok := seasonWeights[word]
			if !ok {
				s.t.Fatalf("what is %q?", word)
			}
			all = append(all, may{seat, word})
			total += w
		}
	}
	if len(all) == 0 {
		return play.Command{}, false
	}
	n := s.r.IntN(total)
	at := all[0]
	for _, at = range all {
		if n -= seasonWeights[at.word]; n < 0 {
			break
		}
	}
	if most := map[string]int{"checkers": 300, "baghchal": 300}[s.kind]; most > 0 && step > most && g.After.Offer == nil {
		at.word = "resign" // nothing else need end it
	}
	typ, what, _ := strings.Cut(at.word, " ")
	cmd := play.Command{Seat: at.seat, Type: play.CommandType(typ), What: what}
	switch cmd.Type {
	case play.Move:
		cmd.Move = s.move(g, at.seat)
	case play.Correct:
		cmd.Move, _, _ = strings.Cut(s.lastMove(g), ":")
	case play.Resign:
		if s.kind == "backgammon" {
			cmd.Value = s.pick([]string{"", "single", "gammon", "backgammon"})
		}
	}
	return cmd, true
}

// move draws a move; where players turn the discs themselves, often a wrong one.
func (s *season) move(g *play.Game, seat events.Seat) string {
	c := g.Position().Choices(seat)
	m := string(c[s.r.IntN(len(c))].Move)
	if square, _, ok := strings.Cut(m, ":"); ok && s.r.IntN(4) == 0 {
		if _, err := g.Position().Canonical(seat, engines.Move(square+":")); err == nil { // not in the last move
			return square + ":"
		}
	}
	return m
}

// lastMove is the move that was made last, of a game in which one was.
func (s *season) lastMove(g *play.Game) string {
	log, err := s.nodes[0].Events(s.t.Context(), g.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	rec, err := play.Record(g.Engine, log[:g.N])
	if err != nil || len(rec.Turns) == 0 {
		s.t.Fatalf("a correction of nothing: %v", err)
	}
	return string(rec.Turns[len(rec.Turns)-1].Move)
}

// examine looks at a game that is over from all sides.
func (s *season) examine(g *play.Game) *play.Game {
	t := s.t
	log, err := s.nodes[0].Events(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range log {
		if e.Over() != (i == len(log)-1) {
			t.Errorf("game %s: event %d of %d is over: %t", g.ID, e.N, len(log), e.Over())
		}
	}
	folded, err := play.Fold(registry(t), s.log.Read(t.Context(), g.ID, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range s.nodes {
		live, err := h.Since(t.Context(), g.ID, len(log))
		if err != nil {
			t.Fatal(err)
		}
		if live.N != folded.N || live.Head != folded.Head || live.Players != folded.Players || !sameAfter(live.After, folded.After) || live.Position().Board() != folded.Position().Board() {
			t.Errorf("game %s: %+v in memory, %+v from the log", g.ID, live.After, folded.After)
		}
	}
	s.files(log, folded)
	return folded
}

// sameAfter compares states but for the location of their times.
func sameAfter(a, b events.After) bool {
	x, y := [2]events.After{a, b}, [2]string{}
	for i := range x {
		raw, err := json.Marshal(x[i])
		if err != nil {
			return false
		}
		y[i] = string(raw)
	}
	return reflect.DeepEqual(y[0], y[1])
}

// files writes a game in every format of its kind, and reads it again.
func (s *season) files(log []*events.Event, g *play.Game) {
	t := s.t
	if g.N > 120 && s.r.IntN(4) > 0 {
		return // long games cost time, and a few tell as much
	}
	rec, err := play.Record(g.Engine, log)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range g.Engine.(engines.Formatter).Formats() {
		if f.Write == nil {
			continue
		}
		data, left, err := api.WriteRecord(f, rec)
		if err != nil {
			s.formats[f.Name+" cannot"]++
			continue
		}
		again, err := f.Read(data)
		if err != nil || len(again) != 1 {
			t.Fatalf("reading game %s as %s again: %d games, %v\n%s", g.ID, f.Name, len(again), err, data)
		}
		s.n++
		id := events.DeriveID("season import", fmt.Sprint(s.n))
		back, err := s.nodes[0].Import(context.Background(), play.Create{Game: id, ID: id2(id), Kind: s.kind, By: "p_left", First: "p_left", Second: "p_right"}, f.Name, again[0])
		var bad *play.ImportError
		switch {
		case errors.As(err, &bad):
			t.Fatalf("game %s as %s: %v\n%s", g.ID, f.Name, err, data)
		case err != nil:
			t.Fatal(err)
		}
		a, b := g.After, back.After
		if a.Board != b.Board {
			t.Fatalf("game %s as %s ends on %q, and ended on %q\n%s", g.ID, f.Name, b.Board, a.Board, data)
		}
		if !strings.Contains(left, "ending") && (a.Result.Winner != b.Result.Winner || a.Result.Winner.Plays() && a.Result.Points != b.Result.Points) {
			t.Fatalf("game %s as %s ends %+v, and ended %+v\n%s", g.ID, f.Name, *b.Result, *a.Result, data)
		}
		if left == "" && a.Result.Reason != b.Result.Reason {
			t.Errorf("game %s as %s ends %+v, and ended %+v\n%s", g.ID, f.Name, *b.Result, *a.Result, data)
		}
		s.formats[f.Name]++
	}
}

func id2(id events.GameID) events.CommandID {
	return events.DeriveID("season import create", id.String())
}

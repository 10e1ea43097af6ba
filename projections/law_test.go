package projections_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// everything is all that a set serves of a game, as text.
func everything(t tb, set *projections.Set, game events.GameID) map[string]string {
	t.Helper()
	ctx := context.Background()
	s, err := set.Board.State(ctx, game)
	if err != nil {
		t.Fatalf("state: %v", err)
	}
	l, err := set.History.Moves(ctx, game)
	if err != nil {
		t.Fatalf("history: %v", err)
	}
	c, err := set.Repetition.Counts(ctx, game)
	if err != nil {
		t.Fatalf("repetition: %v", err)
	}
	all := map[string]string{"board": string(s.JSON()), "history": string(l.AppendJSON(nil, true)), "repetition": string(c.AppendJSON(nil, nil))}
	if li, ok := set.Lobby.Get(game); ok {
		all["lobby"] = string(li.AppendJSON(nil))
	}
	return all
}

func same(t tb, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s\ngot  %s\nwant %s", what, name, got[name], want[name])
		}
	}
}

// fresh is a set that has applied the log from its beginning just now.
func fresh(t tb, log events.Log) *projections.Set {
	t.Helper()
	set := made(t, projections.Config{Log: log})
	stop := running(t, set)
	<-set.Ready()
	stop()
	return set
}

// checkState compares a served state with the events that it was made of, not
// with another fold.
func checkState(t tb, g *game, text string, n int) {
	t.Helper()
	var got struct {
		ID      string            `json:"id"`
		Kind    string            `json:"kind"`
		Version int               `json:"version"`
		Status  string            `json:"status"`
		Board   string            `json:"board"`
		Turn    events.Seat       `json:"turn"`
		Seats   map[string]string `json:"seats"`
		Seen    int               `json:"seen"`
		Result  *events.Result    `json:"result"`
		Last    struct {
			N    int         `json:"n"`
			Type events.Type `json:"type"`
			Move string      `json:"move"`
		} `json:"last"`
		Head string `json:"head"`
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	e := g.all[n-1]
	status := "playing"
	sat := len(got.Seats)
	for _, before := range g.all[:n] {
		if before.Type == events.TypeCreated {
			if before.Data.(*events.Created).Second == "" {
				status = "open"
			}
		} else if before.Type == events.TypeJoined {
			status = "playing"
		}
	}
	want := 2
	if status == "open" {
		want = 1
	}
	if e.Over() {
		status = "over"
	}
	move := ""
	if a, ok := e.Data.(*events.Act); ok {
		move = a.Move
	}
	if got.ID != g.id.String() || got.Kind != g.kind || got.Version != n || got.Status != status || got.Board != e.After.Board ||
		got.Turn != e.After.Turn || got.Seen != e.After.Seen || (got.Result != nil) != e.Over() || sat != want ||
		got.Last.N != n || got.Last.Type != e.Type || got.Last.Move != move || got.Head != e.Hash().String() {
		t.Errorf("version %d, event %s:\nserved %s", n, e.Raw, text)
	}
}

// Whatever is played, read and dropped from memory in whatever order: what is
// served is the fold of the log, at the present and at every version before.
func TestWhatIsServedIsTheFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := newLog(rapid.IntRange(1, 3).Draw(t, "shards"))
		set := made(t, projections.Config{
			Log: log, Live: rapid.IntRange(1, 4).Draw(t, "live"), Histories: rapid.IntRange(1, 3).Draw(t, "histories"),
		})
		defer running(t, set)()
		var games []*game
		some := func(t *rapid.T) *game {
			if len(games) == 0 {
				t.Skip()
			}
			return rapid.SampledFrom(games).Draw(t, "game")
		}
		over := func(g *game) bool { return g.all[g.n-1].Over() }
		t.Repeat(map[string]func(*rapid.T){
			"create": func(t *rapid.T) {
				g := newGame(log, len(games))
				c := events.Created{First: "p_left", Second: "p_right", Private: rapid.Bool().Draw(t, "private")}
				if rapid.Bool().Draw(t, "open") {
					c.Second = ""
				}
				if rapid.Bool().Draw(t, "options") {
					c.Options = []byte(`{"points":7}`)
				}
				g.create(t, c)
				games = append(games, g)
			},
			"join": func(t *rapid.T) {
				g := some(t)
				if g.who[1] != "" || over(g) {
					t.Skip()
				}
				g.who[1] = "p_right"
				g.store(t, g.make(t, events.TypeJoined, &events.Joined{Seat: events.Second}, g.all[g.n-1].After))
			},
			"move": func(t *rapid.T) {
				g := some(t)
				if over(g) {
					t.Skip()
				}
				g.move(t, rapid.StringMatching(`[a-d]`).Draw(t, "board"))
			},
			"offer": func(t *rapid.T) {
				g := some(t)
				if over(g) {
					t.Skip()
				}
				a := g.all[g.n-1].After
				a.Offer = &events.Offer{By: events.First, What: "draw"}
				g.store(t, g.make(t, events.TypeOffered, &events.Act{Seat: events.First, What: "draw"}, a))
			},
			"end": func(t *rapid.T) {
				if g := some(t); !over(g) {
					g.end(t)
				}
			},
			"settle": func(t *rapid.T) {
				for _, g := range games {
					g.wait(t, set)
				}
			},
			"read": func(t *rapid.T) { everything(t, set, some(t).id) },
			"read the past": func(t *rapid.T) {
				g := some(t)
				n := rapid.IntRange(1, g.n).Draw(t, "version")
				s, err := set.Board.At(context.Background(), g.id, n)
				if err != nil {
					t.Fatalf("version %d of %d: %v", n, g.n, err)
				}
				checkState(t, g, string(s.JSON()), n)
			},
		})
		again := fresh(t, log)
		for _, g := range games {
			g.wait(t, set)
			got := everything(t, set, g.id)
			checkState(t, g, got["board"], g.n)
			same(t, "fresh and live", got, everything(t, again, g.id))
		}
		for _, who := range []events.PlayerID{"p_left", "p_right"} {
			if got, want := resultsText(set.Players.Get(who)), resultsText(again.Players.Get(who)); got != want {
				t.Errorf("results: got %s, folded again %s", got, want)
			}
		}
	})
}

// repeating is a log that delivers events again and again.
type repeating struct {
	events.Log
	seed uint64
}

func (l *repeating) Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		rnd := rand.New(rand.NewPCG(l.seed, uint64(shard)))
		var past []*events.Event
		for e, err := range l.Log.Follow(ctx, shard, after) {
			if !yield(e, err) || err != nil {
				return
			}
			past = append(past, e)
			for range rnd.IntN(4) {
				if !yield(past[rnd.IntN(len(past))], nil) {
					return
				}
			}
		}
	}
}

// Events that come twice, late and in any order change nothing.
func TestRedelivery(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := newLog(2)
		var games []*game
		for i := range rapid.IntRange(1, 4).Draw(t, "games") {
			g := newGame(log, i)
			g.begin(t)
			games = append(games, g)
		}
		for i := range rapid.IntRange(0, 20).Draw(t, "moves") {
			rapid.SampledFrom(games).Draw(t, "game").move(t, fmt.Sprint(i%3))
		}
		once := fresh(t, log)
		twice := fresh(t, &repeating{Log: log, seed: rapid.Uint64().Draw(t, "seed")})
		if once.Games() != twice.Games() {
			t.Errorf("%d games, delivered again: %d", once.Games(), twice.Games())
		}
		same(t, "counts", map[string]string{"": fmt.Sprint(twice.Lobby.Counts())}, map[string]string{"": fmt.Sprint(once.Lobby.Counts())})
		for _, g := range games {
			if n := twice.Version(g.id); n != g.n {
				t.Errorf("version %d, want %d", n, g.n)
			}
			same(t, "delivered again", everything(t, twice, g.id), everything(t, once, g.id))
		}
	})
}

func TestReadingRefuses(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 2)
	ctx := t.Context()
	reads := map[string]func(game events.GameID, n int) error{
		"board":      func(game events.GameID, n int) error { _, err := set.Board.At(ctx, game, n); return err },
		"history":    func(game events.GameID, n int) error { _, err := set.History.At(ctx, game, n); return err },
		"repetition": func(game events.GameID, n int) error { _, err := set.Repetition.At(ctx, game, n); return err },
	}
	for name, read := range reads {
		for _, c := range []struct {
			game int
			n    int
			want error
		}{{1, 3, nil}, {1, 1, nil}, {1, 0, projections.ErrPast}, {1, -1, projections.ErrPast}, {1, 4, projections.ErrFuture}, {2, 1, projections.ErrNoGame}} {
			if err := read(gameID(c.game), c.n); !isError(err, c.want) {
				t.Errorf("%s: version %d of game %d: %v, want %v", name, c.n, c.game, err, c.want)
			}
		}
	}
	if _, err := set.Board.State(ctx, gameID(2)); !isError(err, projections.ErrNoGame) {
		t.Errorf("state of an unknown game: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := set.Board.At(stopped, g.id, 2); !isError(err, context.Canceled) {
		t.Errorf("under an ended context: %v", err)
	}
}

package projections_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// wish is a game as a test wants it listed.
type wish struct {
	id      events.GameID
	kind    string
	status  projections.Status
	seats   [2]events.PlayerID
	private bool
	created time.Time
}

// listed says what a query should answer, game by game and without indexes.
func listed(all []wish, q projections.Query) []events.GameID {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b wish) int {
		return cmp.Or(b.created.Compare(a.created), strings.Compare(b.id.String(), a.id.String()))
	})
	var ids []events.GameID
	for _, w := range all {
		in := func(p events.PlayerID) bool { return p != "" && (w.seats[0] == p || w.seats[1] == p) }
		switch {
		case q.Kind != "" && q.Kind != w.kind:
		case q.Status != "" && q.Status != w.status:
		case q.Player != "" && !in(q.Player):
		case w.private && !in(q.Viewer):
		default:
			ids = append(ids, w.id)
		}
	}
	return ids
}

// pages reads a query to its end.
func pages(t tb, l *projections.Lobby, q projections.Query, between func()) []events.GameID {
	t.Helper()
	var ids []events.GameID
	for {
		p, err := l.List(q)
		if err != nil {
			t.Fatalf("listing: %v", err)
		}
		if len(p.Games) > q.Limit || p.Next != "" && len(p.Games) != q.Limit {
			t.Fatalf("%d games on a page of %d, next %q", len(p.Games), q.Limit, p.Next)
		}
		for _, g := range p.Games {
			ids = append(ids, g.Game)
		}
		if p.Next == "" {
			return ids
		}
		q.Cursor = p.Next
		between()
	}
}

// Every query answers what looking at every game would, on pages of any size,
// whatever is created between two pages.
func TestListing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := newLog(rapid.IntRange(1, 3).Draw(t, "shards"))
		set := made(t, projections.Config{Log: log})
		defer running(t, set)()
		var all []wish
		kinds := rapid.SampledFrom([]string{"reversi", "checkers"})
		players := rapid.SampledFrom([]events.PlayerID{"p_a", "p_b", "p_c"})
		seconds := rapid.IntRange(0, 5)
		add := func(i int) {
			g := newGame(log, i)
			w := wish{id: g.id, kind: kinds.Draw(t, "kind"), status: projections.StatusPlaying, private: rapid.Bool().Draw(t, "private")}
			g.kind = w.kind
			w.seats[0] = players.Draw(t, "first")
			e := g.make(t, events.TypeCreated, nil, events.After{Board: "start", Turn: events.First})
			w.created = start.Add(time.Duration(seconds.Draw(t, "second")) * time.Second)
			e.Time = w.created
			c := &events.Created{First: w.seats[0], Private: w.private}
			e.Data = c
			if rapid.Bool().Draw(t, "both") {
				w.seats[1] = players.Draw(t, "second")
				c.Second = w.seats[1]
			}
			g.store(t, e)
			join := w.seats[1] == "" && rapid.Bool().Draw(t, "join")
			if join {
				w.seats[1] = "p_right"
				g.store(t, g.make(t, events.TypeJoined, &events.Joined{Seat: events.Second}, e.After))
			}
			switch {
			case rapid.IntRange(0, 3).Draw(t, "end") == 0:
				g.end(t)
				w.status = projections.StatusOver
			case w.seats[1] == "":
				w.status = projections.StatusOpen
			}
			if rapid.IntRange(0, 9).Draw(t, "hurt") == 0 {
				g.wait(t, set)
				set.MarkDamaged(g.id, errors.New("for the test"))
				w.status = projections.StatusDamaged
			}
			g.wait(t, set)
			all = append(all, w)
		}
		n := rapid.IntRange(0, 25).Draw(t, "games")
		for i := range n {
			add(i)
		}
		q := projections.Query{
			Kind:   rapid.SampledFrom([]string{"", "reversi", "checkers", "unknown"}).Draw(t, "kind"),
			Status: rapid.SampledFrom([]projections.Status{"", "open", "playing", "over", "damaged"}).Draw(t, "status"),
			Player: rapid.SampledFrom([]events.PlayerID{"", "p_a", "p_b", "p_right", "p_unknown"}).Draw(t, "player"),
			Viewer: rapid.SampledFrom([]events.PlayerID{"", "p_a", "p_right", "p_unknown"}).Draw(t, "viewer"),
			Limit:  rapid.IntRange(1, 7).Draw(t, "limit"),
		}
		want := listed(all, q)
		if got := pages(t, set.Lobby, q, func() {}); !slices.Equal(got, want) {
			t.Fatalf("%+v\nlists %v\nwant  %v", q, got, want)
		}
		counts := map[projections.Count]int{}
		for _, w := range all {
			counts[projections.Count{Kind: w.kind, Status: w.status}]++
		}
		for c, got := range set.Lobby.Counts() {
			if got != counts[c] {
				t.Errorf("%d games of %v, want %d", got, c, counts[c])
			}
		}
		// What was there at the first page is on the pages once, in its order.
		got := pages(t, set.Lobby, q, func() { add(len(all)) })
		if rest := slices.DeleteFunc(got, func(id events.GameID) bool { return !slices.Contains(want, id) }); !slices.Equal(rest, want) {
			t.Fatalf("with games between the pages %+v\nlists %v\nwant  %v", q, rest, want)
		}
	})
}

func TestPageJSON(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	for i := range 3 {
		g := newGame(log, i)
		g.play(t, i)
		if i == 1 {
			g.end(t)
		}
		g.wait(t, set)
	}
	p, err := set.Lobby.List(projections.Query{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Games []struct {
			ID, Kind, Status string
			Version          int
			Seats            map[string]string
			Created, Updated time.Time
			Result           *events.Result
		}
		Next string
	}
	text := p.AppendJSON(nil)
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if len(got.Games) != 2 || got.Next != p.Next || got.Next == "" {
		t.Fatalf("%s", text)
	}
	for _, g := range got.Games {
		if g.Kind != "test" || g.Seats["first"] != "p_left" || !g.Created.Equal(start) || (g.Status == "over") != (g.Result != nil) {
			t.Errorf("%s", text)
		}
		if g.Result != nil && (g.Result.Reason != "resigned" || *g.Result.Score != [2]int{3, 4} || g.Version != 3) {
			t.Errorf("%s", text)
		}
	}
	empty := projections.Page{}
	if text := string(empty.AppendJSON(nil)); text != `{"games":[]}` {
		t.Error(text)
	}
}

func TestCursorIsStrict(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	for i := range 2 {
		g := newGame(log, i)
		g.begin(t)
		g.wait(t, set)
	}
	p, err := set.Lobby.List(projections.Query{Limit: 1})
	if err != nil || p.Next == "" {
		t.Fatalf("%+v, %v", p, err)
	}
	good := p.Next
	if _, err := set.Lobby.List(projections.Query{Cursor: good}); err != nil {
		t.Fatal(err)
	}
	flipped := "AQ"[:1] + "g" + good[2:] // another format byte
	for _, bad := range []string{
		" ", good[1:], good + "A", good + "=", good[:33] + "\n", "\n" + good[1:], good[:33] + "+", good[:33] + "é", flipped,
		good[:33] + "_", strings.Repeat("A", len(good)), fmt.Sprint(1 << 40),
	} {
		if _, err := set.Lobby.List(projections.Query{Cursor: bad}); !errors.Is(err, projections.ErrCursor) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// What is accepted is what would be given out, to the letter.
func FuzzCursor(f *testing.F) {
	f.Add("AQAAAZruQJSIMuyufrL2gt2fv5vGkr_zlw")
	f.Add("")
	f.Add("\n")
	f.Fuzz(func(t *testing.T, s string) {
		again, err := projections.CursorAgain(s)
		if err != nil && !errors.Is(err, projections.ErrCursor) || err == nil && again != s {
			t.Errorf("%q: %q, %v", s, again, err)
		}
	})
}

package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/node"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/enginetest/nim"
	"plylog/events"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// seat opens a server in memory that offers the four games and nim, and seats
// somebody at a new game of it.
func seat(t *testing.T, g client.NewGame, in io.Reader) (*table, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	games, err := engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(7)
	inside, err := node.Open(t.Context(), games, node.Build{}, &seed, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := inside.Close(); err != nil {
			t.Error(err)
		}
	})
	var out, talk bytes.Buffer
	tb := &table{console: &console.Console{In: in, Out: &out, Err: &talk}, games: games}
	if tb.api, err = client.New(client.Config{Server: inside.URL(), HTTP: inside.Client()}); err != nil {
		t.Fatal(err)
	}
	made, err := tb.api.Create(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.take(made.Game.ID, made.Tokens.Seats()); err != nil {
		t.Fatal(err)
	}
	return tb, &out, &talk
}

// TestFifthGame: a game that nothing here knows is played from the first move to
// the rematch.
func TestFifthGame(t *testing.T) {
	script := "moves\n1\n9\n1\n1\nmoves\nrematch\n2\n"
	tb, out, talk := seat(t, client.NewGame{Kind: "nim", Opponent: "self", Options: []byte(`{"stones":3}`)}, strings.NewReader(script))
	if err := tb.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  1 nim created", "  2 ", "*** ", "rematch plays another game"} {
		if !strings.Contains(out.String()+talk.String(), want) {
			t.Errorf("%q is not in\n%s\n%s", want, out, talk)
		}
	}
	if n := strings.Count(out.String(), "nim created"); n != 2 {
		t.Errorf("%d games were begun\n%s", n, out)
	}
	if !strings.Contains(talk.String(), "legal: ") || strings.Contains(out.String(), " 9\n") {
		t.Errorf("taking nine of three stones:\n%s\n%s", out, talk)
	}
}

// player types the moves of a seat: it follows the game and types whenever it is
// awaited, some of the moves that are legal, in turn.
type player struct {
	t     *testing.T
	api   *client.Client
	game  events.GameID
	seat  engines.Seat
	next  func() (*events.Event, error, bool) // of the feed
	typed int
}

// Read implements io.Reader, a line at a time.
func (p *player) Read(b []byte) (int, error) {
	for {
		e, err, ok := p.next()
		switch {
		case !ok || err != nil || e.Over():
			return 0, io.EOF
		case e.After.Offer != nil && e.After.Offer.By != p.seat:
			return copy(b, "accept\n"), nil
		case e.After.Turn != p.seat || e.After.Offer != nil:
			continue
		}
		list, err := p.api.Choices(p.t.Context(), p.game, p.seat, e.N)
		if err != nil || len(list.Choices) == 0 {
			p.t.Errorf("nothing to type after event %d: %v", e.N, err)
			return 0, io.EOF
		}
		p.typed++
		return copy(b, string(list.Choices[(7*p.typed)%len(list.Choices)].Move)+"\n"), nil
	}
}

// TestWholeGames: a game of every kind is typed to its end against a bot, and the
// same dice and bot make the same game again.
func TestWholeGames(t *testing.T) {
	for kind, seats := range map[string]string{"backgammon": "first", "reversi": "second", "checkers": "first", "baghchal": "second"} {
		t.Run(kind, func(t *testing.T) {
			var transcripts [2]string
			for i := range transcripts {
				in := &player{t: t}
				tb, out, talk := seat(t, client.NewGame{Kind: kind, Seat: seats, Opponent: "bot:random", ID: events.DeriveID("test", kind)}, in)
				in.api, in.game = tb.seated(), tb.game
				for s := range tb.tokens {
					in.seat = s
				}
				next, stop := iter.Pull2(in.api.Follow(t.Context(), tb.game, 0))
				in.next = next
				if err := tb.play(t.Context()); err != nil {
					t.Fatal(err)
				}
				stop()
				if !tb.state.Over() || !strings.Contains(out.String(), "*** ") || strings.Contains(talk.String(), "legal:") {
					t.Fatalf("after %d lines:\n%.2000s\n%.2000s", in.typed, out, talk)
				}
				transcripts[i] = out.String()
			}
			if transcripts[0] != transcripts[1] {
				t.Errorf("the same seed played\n%.2000s\nand\n%.2000s", transcripts[0], transcripts[1])
			}
		})
	}
}

// TestUndrawn: a board that no engine draws is shown as its line.
func TestUndrawn(t *testing.T) {
	tb, out, _ := seat(t, client.NewGame{Kind: "nim", Opponent: "self"}, strings.NewReader("1\nboard\n"))
	var err error
	if tb.games, err = all.Registry(); err != nil {
		t.Fatal(err)
	}
	if err := tb.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains("\n"+out.String(), "\n"+tb.state.Board+"\n") {
		t.Errorf("the line %q is not shown:\n%s", tb.state.Board, out)
	}
}

// TestInterrupted: the end of the context, while somebody thinks, leaves the table
// in good order; and so does an input that breaks, but with its reason.
func TestInterrupted(t *testing.T) {
	in, typing := io.Pipe()
	defer typing.Close()
	tb, out, talk := seat(t, client.NewGame{Kind: "reversi", Opponent: "self"}, in)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- tb.play(ctx) }()
	for _, l := range []string{"d3\n", "c5\n", "board\n", "board\n"} { // each is read when the second before was obeyed
		if _, err := io.WriteString(typing, l); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("ended with %v", err)
	}
	if !strings.Contains(out.String(), "2 black d3") || !strings.Contains(talk.String(), "left unfinished") {
		t.Errorf("%s\n%s", out, talk)
	}

	broken := errors.New("the cable is out")
	in, typing = io.Pipe()
	if err := typing.CloseWithError(broken); err != nil {
		t.Fatal(err)
	}
	tb, _, _ = seat(t, client.NewGame{Kind: "reversi", Opponent: "self"}, in)
	if err := tb.play(t.Context()); !errors.Is(err, broken) {
		t.Errorf("ended with %v", err)
	}
}

// TestLongLine: a line without end is refused as a whole and the next one read.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("d3 ", 100_000)
	tb, out, talk := seat(t, client.NewGame{Kind: "reversi", Opponent: "self"}, strings.NewReader(long+"\nd3\nquit"))
	if err := tb.play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "2 black d3") || strings.Count(talk.String(), "at most") != 1 {
		t.Errorf("%s\n%s", out, talk)
	}
}

func TestPrompt(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	up := now.Add(61 * time.Second)
	mine := map[engines.Seat]string{engines.First: "x"}
	names := client.Names{First: "red", Second: "white"}
	for want, st := range map[string]*client.State{
		"red> ":               {Status: "playing", Turn: engines.First},
		"waiting for white> ": {Status: "playing", Turn: engines.Second},
		"waiting> ":           {Status: "open"},
		"over> ":              {Status: "over", Result: &events.Result{}},
		"dice> ":              {Status: "playing", Turn: engines.Chance},
		"[red 1:01, white 62:00] red> ": {Status: "playing", Turn: engines.First,
			Clock: &events.Clock{First: 100_000, Second: 62 * 60_000, Running: engines.First, Deadline: &up}},
		"[red 0:00 (2 periods), white 0:30 (0 periods)] waiting for white> ": {Status: "playing", Turn: engines.First,
			Offer: &events.Offer{By: engines.First, What: "draw"},
			Clock: &events.Clock{First: -1, Second: 30_000, Periods: &[2]int{2, 0}}},
	} {
		st.Names = names
		tb := &table{tokens: mine, state: st}
		if got := tb.prompt(now); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

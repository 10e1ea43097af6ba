package bot_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"plylog/api/bot"
	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
)

// named returns a bot of a kind.
func (s *site) named(kind, name string, seed uint64) bot.Bot {
	s.t.Helper()
	e, ok := s.reg.Newest(kind)
	if !ok {
		s.t.Fatalf("no kind %s", kind)
	}
	b, err := bot.Named(name, e, rand.New(rand.NewPCG(seed, 0)), bot.Thinking{})
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// sit makes a player for a seat of a game.
func (s *site) sit(made *client.Created, seat events.Seat, b bot.Bot) *bot.Player {
	return &bot.Player{
		Server: s.client().WithToken(made.Tokens.Of(seat)), Registry: s.reg,
		Game: made.Game.ID, Seat: seat, Bot: b,
	}
}

// both lets two players play and returns what each of them saw in the end.
func both(t *testing.T, first, second *bot.Player) [2]*events.Result {
	t.Helper()
	var results [2]*events.Result
	var wg sync.WaitGroup
	for i, p := range []*bot.Player{first, second} {
		wg.Go(func() {
			r, err := p.Play(t.Context())
			if err != nil {
				t.Errorf("%s: %v", p.Seat, err)
			}
			results[i] = r
		})
	}
	wg.Wait()
	return results
}

// TestWholeGames: bots play games of every kind to their ends over HTTP, and each
// version has the one event that its bot sent.
func TestWholeGames(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ kind, options, first, second string }{
		{"nim", `{"stones":40}`, "greedy", "random"},
		{"reversi", ``, "level3", "random"},
		{"reversi", `{"flips":"manual"}`, "greedy", "level1"},
		{"checkers", ``, "level2", "random"},
		{"checkers", `{"repetition":"auto","fortyMove":"auto"}`, "level3", "level3"},
		{"baghchal", ``, "random", "level3"},
		{"backgammon", ``, "level4", "random"},
		{"backgammon", `{"matchLength":0,"cube":true,"beavers":true}`, "random", "random"},
		{"backgammon", `{"matchLength":5}`, "level4", "level4"},
	} {
		t.Run(c.kind+" "+c.options, func(t *testing.T) {
			t.Parallel()
			made := s.create(c.kind, c.options, "self")
			got := both(t, s.sit(made, events.First, s.named(c.kind, c.first, 1)), s.sit(made, events.Second, s.named(c.kind, c.second, 2)))
			log := s.events(made.Game.ID)
			last := log[len(log)-1].After.Result
			if last == nil || got[0] == nil || got[1] == nil || got[0].Winner != last.Winner || got[1].Winner != last.Winner {
				t.Fatalf("the log says %v, the bots %v and %v", last, got[0], got[1])
			}
			for _, e := range log[1:] {
				if e.By == events.System || e.Command == (events.CommandID{}) {
					t.Errorf("event %d is not a bot's", e.N)
				}
			}
		})
	}
}

// stutter is a server whose answers to commands are lost: every command is sent
// twice.
type stutter struct {
	*client.Client
	t        *testing.T
	replayed int
}

func (s *stutter) Submit(ctx context.Context, game events.GameID, cmd client.Command) (*client.Stored, error) {
	if _, err := s.Client.Submit(ctx, game, cmd); err != nil {
		return nil, err
	}
	done, err := s.Client.Submit(ctx, game, cmd)
	if err == nil && !done.Replayed {
		s.t.Errorf("the command at version %d made a second event", cmd.IfMatch)
	}
	s.replayed++
	return done, err
}

func TestRetriesMakeOneEvent(t *testing.T) {
	s := newSite(t)
	made := s.create("nim", `{"stones":30}`, "self")
	first, second := s.sit(made, events.First, s.named("nim", "random", 3)), s.sit(made, events.Second, s.named("nim", "random", 4))
	wrapped := &stutter{Client: first.Server.(*client.Client), t: t}
	first.Server = wrapped
	both(t, first, second)
	if wrapped.replayed == 0 {
		t.Error("nothing was sent twice")
	}
}

// TestTwoLives: a bot that runs twice at once, after a restart that came too
// early, makes one move a turn between the two of them.
func TestTwoLives(t *testing.T) {
	s := newSite(t)
	made := s.create("reversi", "", "self")
	var wg sync.WaitGroup
	for life := range uint64(2) {
		wg.Go(func() {
			if _, err := s.sit(made, events.First, s.named("reversi", "random", 10+life)).Play(t.Context()); err != nil {
				t.Errorf("life %d: %v", life+1, err)
			}
		})
	}
	if _, err := s.sit(made, events.Second, s.named("reversi", "level2", 12)).Play(t.Context()); err != nil {
		t.Error(err)
	}
	wg.Wait()
}

// TestServerRestarts: bots play on when the server that they play on comes back.
func TestServerRestarts(t *testing.T) {
	s := newSite(t)
	made := s.create("backgammon", "", "self")
	moves := 0
	restarting := bot.Func(func(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
		if moves++; moves%15 == 0 && moves < 50 {
			s.stop()
			s.start()
		}
		return p.Choices(by)[0].Move, ctx.Err()
	})
	both(t, s.sit(made, events.First, restarting), s.sit(made, events.Second, s.named("backgammon", "random", 5)))
	if moves < 30 {
		t.Errorf("the game was over after %d moves of a side; that shows nothing", moves)
	}
}

// TestComesBack: a bot that was stopped goes on where the game is, and does not
// think about what is past.
func TestComesBack(t *testing.T) {
	s := newSite(t)
	made := s.create("nim", `{"stones":60}`, "self")
	ctx, cancel := context.WithCancel(t.Context())
	asked := map[string]int{}
	count := func(stopAt int) bot.Bot {
		return bot.Func(func(_ context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
			asked[p.Board()]++
			if len(asked) == stopAt {
				cancel()
				return "", context.Canceled
			}
			return "1", nil
		})
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.sit(made, events.Second, s.named("nim", "random", 6)).Play(t.Context())
		done <- err
	}()
	if _, err := s.sit(made, events.First, count(5)).Play(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("the first life ended with %v", err)
	}
	if _, err := s.sit(made, events.First, count(-1)).Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for board, n := range asked {
		if n > 2 {
			t.Errorf("it thought %d times about %s", n, board)
		}
	}
}

// TestRefusals: what a bot cannot do ends its Play with the reason.
func TestRefusals(t *testing.T) {
	s := newSite(t)
	wrong := bot.Func(func(context.Context, engines.Position, engines.Seat) (engines.Move, error) { return "9", nil })
	fails := errors.New("no idea")
	lost := bot.Func(func(context.Context, engines.Position, engines.Seat) (engines.Move, error) { return "", fails })
	made := s.create("nim", "", "self")
	_, err := s.sit(made, events.First, wrong).Play(t.Context())
	if p := (*client.Problem)(nil); !errors.As(err, &p) || p.Kind() != client.IllegalMove {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err := s.sit(made, events.First, lost).Play(t.Context()); !errors.Is(err, fails) {
		t.Errorf("a bot that fails: %v", err)
	}
	player := s.sit(made, events.First, wrong)
	player.Game = events.GameID{1}
	_, err = player.Play(t.Context())
	if p := (*client.Problem)(nil); !errors.As(err, &p) || p.Kind() != client.NoGame {
		t.Errorf("no game: %v", err)
	}
	stale := s.sit(made, events.First, s.named("nim", "random", 1))
	stale.Server = s.client() // no token
	_, err = stale.Play(t.Context())
	if p := (*client.Problem)(nil); !errors.As(err, &p) || p.Status != 401 {
		t.Errorf("no token: %v", err)
	}
	recorded, err := s.client().Create(t.Context(), client.NewGame{Kind: "backgammon", Opponent: "self", Dice: "recorded"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.client().WithToken(recorded.Tokens.First).Submit(t.Context(), recorded.Game.ID, client.Command{Type: "roll", Dice: []int{2, 3}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client().WithToken(recorded.Tokens.Second).Submit(t.Context(), recorded.Game.ID, client.Command{Type: "move", Move: "24/22 13/10"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.sit(recorded, events.First, s.named("backgammon", "random", 1)).Play(t.Context()); !errors.Is(err, bot.ErrDice) {
		t.Errorf("recorded dice: %v", err)
	}
}

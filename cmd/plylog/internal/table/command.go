package table

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/node"
	"plylog/cmd/plylog/internal/remote"
	"plylog/engines"
	"plylog/events"
)

// setting is what the command line of play asks for.
type setting struct {
	console *console.Console
	session *remote.Session
	games   *engines.Registry
	build   node.Build

	flags remote.GameFlags
	bot   string
	game  string
	seed  uint64
}

// Play is the command that seats people at a game in this terminal.
func Play(c *console.Console, s *remote.Session, games *engines.Registry, build node.Build) *cobra.Command {
	p := &setting{console: c, session: s, games: games, build: build}
	cmd := &cobra.Command{
		Use:   "play KIND",
		Short: "Play in this terminal: two at one screen, against a bot, or in a server's game",
		Long: `Play in this terminal. Without --server two people share the screen, or one
plays against --bot NAME; nothing is kept and nothing needs to run. With --server
the game is the server's: a new one that somebody else may join, or with --game
one that exists, at the seat whose --token is given or was kept, or else at one
that is free.

Moves are typed in the game's own notation; "help" lists the words, "moves" what
is legal. Lines may come from a pipe. "quit", the end of the input or Ctrl-C leave
the table. With --json the stored events are written, one a line, and no boards.`,
		Example: `  plylog play reversi --bot level3
  plylog play backgammon --options '{"matchLength":3}'
  plylog play checkers --server http://localhost:8080 --clock 5m+3s
  plylog play --game ID --server http://localhost:8080`,
		Args: console.Args(0, 1),
	}
	p.flags.Bind(cmd)
	s.Bind(cmd)
	cmd.Flags().StringVar(&p.bot, "bot", "", "play against this bot: random, greedy, level1 … (--opponent bot:NAME)")
	cmd.Flags().StringVar(&p.game, "game", "", "id of a game to sit down at, instead of making one")
	cmd.Flags().Uint64Var(&p.seed, "seed", 0, "without a server: the same dice and bots every time (default: others every time)")
	cmd.Flags().Lookup("server").Usage = "URL of the server whose game it is (default: none, or with --game PLYLOG_SERVER; " + remote.DefaultServer + ")"
	cmd.Flags().Lookup("opponent").Usage = "open (default with --server: whoever joins), self (default without: two at one screen) or bot:NAME"
	cmd.RunE = p.run
	return cmd
}

func (p *setting) run(cmd *cobra.Command, args []string) (err error) {
	if err := p.check(cmd, args); err != nil {
		return err
	}
	ctx := cmd.Context()
	t := &table{console: p.console, games: p.games}
	if p.served(cmd) {
		if t.api, err = p.session.Client("", nil); err != nil {
			return err
		}
		t.keep, t.server = p.session.Keep, p.session.ServerURL()
	} else {
		var seed *uint64
		if cmd.Flags().Changed("seed") {
			seed = &p.seed
		}
		logger := slog.New(slog.NewTextHandler(p.console.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
		inside, err := node.Open(ctx, p.games, p.build, seed, logger)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, inside.Close()) }()
		if t.api, err = client.New(client.Config{Server: inside.URL(), HTTP: inside.Client()}); err != nil {
			return err
		}
	}
	if err := p.sit(ctx, cmd, t, args); err != nil {
		return err
	}
	if p.served(cmd) {
		if t.api, err = p.session.Client("", patient); err != nil {
			return err
		}
	}
	return t.play(ctx)
}

// served reports whether the game is a server's. PLYLOG_SERVER alone does not
// make it one: a game at one screen needs none.
func (p *setting) served(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("server") || p.game != ""
}

// patient lets a server be away for half a minute, as in a restart, before those
// who play on it give it up.
func patient(cfg *client.Config) { cfg.Tries, cfg.MostPause = 33, time.Second }

// check refuses flags that do not go together.
func (p *setting) check(cmd *cobra.Command, args []string) error {
	fail := func(format string, args ...any) error { return console.Fail(console.Usage, format, args...) }
	opponent := cmd.Flags().Lookup("opponent").Value.String()
	seeded, given := cmd.Flags().Changed("seed"), p.flags.Given(cmd)
	switch {
	case p.game == "" && len(args) == 0:
		return fail("which game? want %s", strings.Join(p.games.Kinds(), ", "))
	case p.game != "" && len(args) > 0:
		return fail("--game says which game it is; leave %q out", args[0])
	case p.game != "" && (p.bot != "" || given != "" && given != "seat"):
		return fail("--game is for a game that exists: --%s is for a new one", cmp.Or(given, "bot"))
	case p.bot != "" && opponent != "":
		return fail("--bot and --opponent both say who plays the other seat; want one of them")
	case p.served(cmd) && seeded:
		return fail("--seed is for games without a server, whose dice nobody else depends on")
	case !p.served(cmd) && opponent == "open":
		return fail("nobody can join a game without --server; want --opponent self or --bot NAME")
	case p.game == "" && cmd.Flags().Changed("token"):
		return fail("--token is a seat of a game that exists; want --game ID")
	}
	return nil
}

// sit makes the game, or sits down at the one that exists.
func (p *setting) sit(ctx context.Context, cmd *cobra.Command, t *table, args []string) error {
	if p.game != "" {
		return p.join(ctx, cmd, t)
	}
	g, err := p.flags.Game(cmd, args[0])
	if err != nil {
		return err
	}
	switch {
	case p.bot != "":
		g.Opponent = "bot:" + p.bot
	case g.Opponent == "" && t.keep == nil:
		g.Opponent = "self"
	}
	if cmd.Flags().Changed("seed") {
		g.ID = events.DeriveID("plylog play", cmd.Flags().Lookup("seed").Value.String())
	}
	made, err := t.api.Create(ctx, g)
	if err != nil {
		return err
	}
	return t.take(made.Game.ID, made.Tokens.Seats())
}

// join sits down at a game that exists: with the token that is given or those
// that were kept, or else at a free seat.
func (p *setting) join(ctx context.Context, cmd *cobra.Command, t *table) error {
	id, err := remote.ReadGameID(p.game)
	if err != nil {
		return err
	}
	seat, err := remote.ReadSeat(cmd.Flags().Lookup("seat").Value.String())
	if err != nil {
		return err
	}
	if token := p.session.GivenToken(); token != "" {
		mine, err := t.api.WithToken(token).Choices(ctx, id, events.Nobody, 0)
		if err == nil {
			err = proves(ctx, t.api.WithToken(token), id)
		}
		if err != nil {
			return err
		}
		t.game, t.tokens = id, map[engines.Seat]string{mine.Seat: token}
		return nil
	}
	if t.tokens, err = p.session.Kept(id); err != nil {
		return err
	}
	if len(t.tokens) > 0 {
		t.game = id
		return nil
	}
	do := client.Command{Type: "join"}
	if seat.Plays() {
		do.Seat = seat.String()
	}
	done, err := t.api.Submit(ctx, id, do)
	if err != nil {
		return err
	}
	return t.take(id, map[engines.Seat]string{done.Seat: done.Token})
}

// proves makes sure that a client's token proves a seat of a game, which to look
// at a game asks for nothing. It sends a command for a version that no game ever
// has: whoever may not send any is told so first.
func proves(ctx context.Context, c *client.Client, id events.GameID) error {
	_, err := c.Submit(ctx, id, client.Command{Type: "withdraw", IfMatch: math.MaxInt32})
	var p *client.Problem
	if errors.As(err, &p) && (p.Status == http.StatusPreconditionFailed || p.Status == http.StatusConflict) {
		return nil
	}
	return err
}

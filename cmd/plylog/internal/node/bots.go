package node

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"time"

	"plylog/api/bot"
	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// thinkTime is how long a bot may think about a move at the most.
const thinkTime = 2 * time.Second

// crew is the bots of a server. They play over its own API like anybody else.
type crew struct {
	games  *engines.Registry
	logger *slog.Logger
	gate   bot.Gate
	secret []byte            // what the bots' dice chains follow from
	random func() *rand.Rand // the random numbers of a bot for one game

	mu      sync.Mutex
	ctx     context.Context // nil: nothing is served yet
	server  string          // the address of the API
	http    *http.Client    // how it is reached; nil: over the network
	playing map[seatAt]struct{}
	waiting []func()
	done    sync.WaitGroup
}

// seatAt is a seat of a game.
type seatAt struct {
	game events.GameID
	seat events.Seat
}

func newCrew(games *engines.Registry, logger *slog.Logger, secret []byte) *crew {
	return &crew{
		games: games, logger: logger, playing: make(map[seatAt]struct{}),
		secret: append([]byte("the dice chains of bots\x00"), secret...), // not those that the server holds
		gate:   bot.NewGate(max(runtime.GOMAXPROCS(0)/2, 1)),             // games of people come first
		random: func() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) },
	}
}

// Names implements api.Bots.
func (c *crew) Names(kind string) []string {
	e, ok := c.games.Newest(kind)
	if !ok {
		return nil
	}
	return bot.Names(e)
}

// start lets the bots play, over the API at an address, until ctx ends.
func (c *crew) start(ctx context.Context, server string) {
	c.mu.Lock()
	c.ctx, c.server = ctx, server
	waiting := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	for _, play := range waiting {
		play()
	}
}

// wait returns when no bot plays any more. To be called when the context of start
// has ended.
func (c *crew) wait() { c.done.Wait() }

// Play implements api.Bots.
func (c *crew) Play(kind string, game events.GameID, seat events.Seat, token, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil {
		c.waiting = append(c.waiting, func() { c.Play(kind, game, seat, token, name) })
		return
	}
	at := seatAt{game, seat}
	if _, ok := c.playing[at]; ok || c.ctx.Err() != nil {
		return
	}
	c.playing[at] = struct{}{}
	ctx, server := c.ctx, c.server
	c.done.Go(func() {
		defer func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			delete(c.playing, at)
		}()
		if err := c.play(ctx, server, kind, at, token, name); err != nil && !errors.Is(err, context.Canceled) {
			c.logger.Warn("a bot left its game; a restart seats it again", "game", game, "seat", seat, "bot", name, "err", err)
		}
	})
}

func (c *crew) play(ctx context.Context, server, kind string, at seatAt, token, name string) error {
	e, ok := c.games.Newest(kind)
	if !ok {
		return bot.ErrNoBot
	}
	b, err := bot.Named(name, e, c.random(), bot.Thinking{Budget: thinkTime})
	if err != nil {
		return err
	}
	api, err := client.New(client.Config{Server: server, HTTP: c.http, Token: token, UserAgent: "plylog-bot"})
	if err != nil {
		return err
	}
	seed := dice.Seed(c.secret, at.game, play.Party(at.seat))
	p := bot.Player{Seed: &seed, Server: api, Registry: c.games, Game: at.game, Seat: at.seat, Bot: c.gate.Through(b), Logger: c.logger}
	_, err = p.Play(ctx)
	return err
}

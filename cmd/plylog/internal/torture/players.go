package torture

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	mrand "math/rand/v2"
	"slices"
	"sync"
	"time"

	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
)

// players play games against themselves through thick and thin, and keep a ledger of
// what the server acknowledged; a reader follows each game.
type players struct {
	games   *engines.Registry
	client  *client.Client
	seed    uint64
	playing sync.WaitGroup // until nothing more is sent
	reading sync.WaitGroup

	mu      sync.Mutex
	acked   map[events.GameID]map[int]*events.Event
	seen    map[events.GameID]int // by its reader
	sent    int                   // commands
	unsure  int                   // answers that never came, or said that nobody knows
	refused int
	wrong   []string
}

func newPlayers(games *engines.Registry, server string, seed uint64) (*players, error) {
	c, err := client.New(client.Config{
		Server: server, Tries: 1, Patience: 3 * time.Second, Silence: 5 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	return &players{games: games, client: c, seed: seed, acked: make(map[events.GameID]map[int]*events.Event), seen: make(map[events.GameID]int)}, nil
}

func (p *players) wrongf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = append(p.wrong, fmt.Sprintf(format, args...))
}

// begin lets n players play until playing ends; reading ends later.
func (p *players) begin(playing, reading context.Context, n int) {
	for i := range n {
		p.playing.Go(func() {
			rng := mrand.New(mrand.NewPCG(p.seed, uint64(i)))
			for playing.Err() == nil {
				p.play(playing, reading, rng)
			}
		})
	}
}

// insist sends until there is an answer that stands, or ctx ends.
func (p *players) insist(ctx context.Context, send func() error) error {
	for {
		p.mu.Lock()
		p.sent++
		p.mu.Unlock()
		err := send()
		var no *client.Problem
		if err == nil || ctx.Err() != nil {
			return err
		}
		if errors.As(err, &no) && no.Status < 500 && no.Status != 429 && (no.Status != 409 || no.Kind() != client.Conflict) {
			p.mu.Lock()
			p.refused++
			p.mu.Unlock()
			return err
		}
		p.mu.Lock()
		p.unsure++
		p.mu.Unlock()
		select {
		case <-time.After(30 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// play plays one game to its end.
func (p *players) play(ctx, reading context.Context, rng *mrand.Rand) {
	kind := []string{"reversi", "checkers", "baghchal"}[rng.IntN(3)]
	e, _ := p.games.Newest(kind)
	id, err := events.NewCommandID(time.Now(), rand.Reader)
	if err != nil {
		p.wrongf("making an id: %v", err)
		return
	}
	var made *client.Created
	err = p.insist(ctx, func() (err error) {
		made, err = p.client.Create(ctx, client.NewGame{Kind: kind, Opponent: "self", ID: id})
		return err
	})
	if err != nil {
		p.broken(ctx, "creating a game", err)
		return
	}
	game := made.Game.ID
	p.reading.Go(func() { p.read(reading, game) })
	pos, err := e.Parse(made.Game.Board)
	if err != nil {
		p.wrongf("game %s: board %q: %v", game, made.Game.Board, err)
		return
	}
	for n := 1; ctx.Err() == nil && pos.Turn().Plays(); n++ {
		turn := pos.Turn()
		list := pos.Choices(turn)
		cmd := client.Command{Type: "move", Move: string(list[rng.IntN(len(list))].Move), IfMatch: n}
		if cmd.ID, err = events.NewCommandID(time.Now(), rand.Reader); err != nil {
			p.wrongf("making an id: %v", err)
			return
		}
		var done *client.Stored
		err := p.insist(ctx, func() (err error) {
			done, err = p.client.WithToken(made.Tokens.Of(turn)).Submit(ctx, game, cmd)
			return err
		})
		if err != nil {
			// Only this player moves here: what is legal and of this version is not refused.
			p.broken(ctx, fmt.Sprintf("game %s, move %s behind %d", game, cmd.Move, n), err)
			return
		}
		p.keep(done.Event, n+1, cmd.ID)
		if done.Event.Over() {
			return
		}
		if pos, err = played(pos, turn, engines.Move(cmd.Move)); err != nil || pos.Board() != done.Event.After.Board {
			p.wrongf("game %s: move %s makes board %q, and by the rules %q (%v)", game, cmd.Move, done.Event.After.Board, pos.Board(), err)
			return
		}
	}
}

// played is the position after a move, and after what must be passed behind it. It knows
// what has stood before, as the line of a board does not.
func played(pos engines.Position, by engines.Seat, move engines.Move) (engines.Position, error) {
	next, err := pos.Play(by, move)
	for err == nil {
		p, ok := next.(engines.Passer)
		if !ok || !p.MustPass() {
			return next, nil
		}
		next, err = p.Play(p.Turn(), engines.Pass)
	}
	return pos, err
}

// broken notes a refusal that should not have been.
func (p *players) broken(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		p.wrongf("%s: %v", what, err)
	}
}

// keep notes an acknowledged event.
func (p *players) keep(e *events.Event, n int, id events.CommandID) {
	if e.N != n || e.Command != id {
		p.wrongf("game %s: command %s is answered with event %d of command %s; want event %d", e.Game, id, e.N, e.Command, n)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.acked[e.Game] == nil {
		p.acked[e.Game] = make(map[int]*events.Event)
	}
	p.acked[e.Game][e.N] = e
}

// read follows a game and holds its numbers against 1, 2, 3 …
func (p *players) read(ctx context.Context, game events.GameID) {
	n := 0
	for ctx.Err() == nil {
		for e, err := range p.client.Follow(ctx, game, n) {
			if err != nil {
				break // it comes back behind n
			}
			if n++; e.N != n {
				p.wrongf("reader of game %s: event %d came as number %d", game, e.N, n)
				return
			}
			p.mu.Lock()
			p.seen[game] = n
			p.mu.Unlock()
			if e.Over() {
				return
			}
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// caughtUp reports whether every reader has seen what was acknowledged.
func (p *players) caughtUp() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for game, list := range p.acked {
		for n := range list {
			if p.seen[game] < n {
				return false
			}
		}
	}
	return true
}

// check looks for every acknowledged event where it was acknowledged, and for each
// command once. It returns how many there are.
func (p *players) check(ctx context.Context) int {
	p.mu.Lock()
	games := p.acked
	p.mu.Unlock()
	count := 0
	for game, list := range games {
		var log []*events.Event
		for after, more := 0, true; more; {
			page, err := p.client.Events(ctx, game, after, 0)
			if err != nil {
				p.wrongf("reading game %s: %v", game, err)
				return count
			}
			log = append(log, page.Events...)
			after, more = page.Next, page.Next > 0
		}
		ids := make(map[events.CommandID]bool)
		for i, e := range log {
			if e.N != i+1 || ids[e.Command] {
				p.wrongf("game %s: event %d is number %d, or of a command that was done before", game, e.N, i+1)
			}
			ids[e.Command] = true
		}
		for n, e := range list {
			count++
			if n > len(log) || !bytes.Equal(log[n-1].Raw, e.Raw) {
				p.wrongf("game %s: acknowledged event %d is lost", game, n)
			}
		}
		if p.seen[game] < slices.Max(slices.Collect(maps.Keys(list))) {
			p.wrongf("game %s: its reader stopped at %d of %d", game, p.seen[game], len(log))
		}
	}
	if count == 0 {
		p.wrongf("nothing was acknowledged")
	}
	return count
}

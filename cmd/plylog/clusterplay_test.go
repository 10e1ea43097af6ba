package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"plylog/api/client"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
)

// contest is games that are played through both nodes at once: for every game each
// node has a player who tries to make the next move of either side, so that all but
// one lose every race. What they are told is held against the log.
type contest struct {
	t       *testing.T
	clients []*client.Client // one for each node
	engine  engines.Engine
	rest    chan struct{} // closed: no new games
	stop    context.CancelCauseFunc
	work    sync.WaitGroup
	moved   chan struct{} // a hint that a move was acknowledged

	idle []events.GameID // have clocks, and nobody moves in them

	mu    sync.Mutex
	games map[events.GameID]*contested
	acked []acknowledged
	mute  []muted
	took  []time.Duration // how long each had taken
}

// acknowledged is when a move was sent and acknowledged, in which shard it is, and by which
// node.
type acknowledged struct {
	sent, at time.Time
	shard    int
	node     int
}

// muted is when a node could no longer tell the others anything.
type muted struct {
	at   time.Time
	node int
}

// contested is what is known of a game.
type contested struct {
	tokens client.Tokens
	ops    []porcupine.Operation
	acks   map[events.CommandID]int // the event that a command was told to be
}

// attempt is a move that expects a game to be at a version.
type attempt struct {
	command events.CommandID
	expect  int
}

// told is how an attempt was answered.
type told struct {
	n     int  // the event that it became; 0: refused
	stale bool // because the game was at another version
}

// versions is the law that a game obeys: a move that expects the version that the
// game is at is the next event, and any other is refused.
var versions = porcupine.Model{
	Init: func() any { return 1 },
	Step: func(state, input, output any) (bool, any) {
		at, a, o := state.(int), input.(attempt), output.(told)
		switch {
		case o.n > 0:
			return a.expect == at && o.n == at+1, o.n
		case o.stale:
			return a.expect != at, at
		default:
			return true, at
		}
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %+v", input, output) },
}

func newContest(t *testing.T, nodes []*server) *contest {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{t: t, rest: make(chan struct{}), moved: make(chan struct{}, 1), games: make(map[events.GameID]*contested)}
	c.engine, _ = reg.Newest("reversi")
	for _, n := range nodes {
		c.clients = append(c.clients, connect(t, n))
	}
	return c
}

// begin plays so many games at a time until finish is called, which waits until the
// last are over.
func (c *contest) begin(ctx context.Context, tables int, seed uint64) (going context.Context, finish func()) {
	ctx, c.stop = context.WithCancelCause(ctx)
	for table := range tables {
		c.work.Go(func() {
			for round := 0; ; round++ {
				select {
				case <-c.rest:
					return
				default:
				}
				if err := c.play(ctx, seed, uint64(table)<<32+uint64(round)); err != nil {
					c.failed(fmt.Errorf("table %d: %w", table, err))
					return
				}
			}
		})
	}
	return ctx, func() { close(c.rest); c.work.Wait() }
}

// play plays one game from both nodes, watches it at both, and returns when the first
// of the players sees that it is over: the others may be at a node that is away.
func (c *contest) play(ctx context.Context, seed, number uint64) error {
	made, err := c.create(ctx)
	if err != nil {
		return fmt.Errorf("creating: %w", err)
	}
	game := made.Game.ID
	c.mu.Lock()
	c.games[game] = &contested{tokens: made.Tokens, acks: make(map[events.CommandID]int)}
	c.mu.Unlock()
	over := make(chan error, len(c.clients))
	for i, cl := range c.clients {
		c.work.Go(func() {
			over <- c.contend(ctx, i, game, made, mathrand.New(mathrand.NewPCG(seed+uint64(i), number)))
		})
		c.work.Go(func() {
			if err := watch(ctx, cl, game); err != nil {
				c.failed(err)
			}
		})
	}
	first := <-over
	for range len(c.clients) - 1 {
		c.work.Go(func() {
			if err := <-over; err != nil {
				c.failed(err)
			}
		})
	}
	return first
}

// create makes a game at both nodes under the same command, which makes one game.
func (c *contest) create(ctx context.Context) (*client.Created, error) {
	id, err := events.NewCommandID(time.Now(), rand.Reader)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		made *client.Created
		err  error
	}
	first := make(chan answer, len(c.clients))
	for _, cl := range c.clients {
		go func() {
			made, err := cl.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self", ID: id})
			first <- answer{made, err}
		}()
	}
	a := <-first
	return a.made, a.err
}

// failed reports what went wrong, and ends the contest.
func (c *contest) failed(err error) {
	c.t.Error(err)
	c.stop(errContest)
}

var errContest = errors.New("a player or reader failed")

// watch reads a game to its end and holds its numbers against 1, 2, 3 …
func watch(ctx context.Context, cl *client.Client, game events.GameID) error {
	n := 0
	for e, err := range cl.Follow(ctx, game, 0) {
		if err != nil {
			return fmt.Errorf("reader of %s at %d: %w", game, n, err)
		}
		if n++; e.N != n {
			return fmt.Errorf("reader of %s: event %d came as number %d", game, e.N, n)
		}
		if e.Over() {
			return nil
		}
	}
	return fmt.Errorf("reader of %s: the feed ended at %d, before the game did", game, n)
}

// contend tries to make every move of a game, and takes over what others made.
func (c *contest) contend(ctx context.Context, node int, game events.GameID, made *client.Created, dice *mathrand.Rand) error {
	cl, board, turn, version := c.clients[node], made.Game.Board, made.Game.Turn, 1
	for turn.Plays() {
		p, err := c.engine.Parse(board)
		if err != nil {
			return err
		}
		list := p.Choices(turn)
		id, err := events.NewCommandID(time.Now(), rand.Reader)
		if err != nil {
			return err
		}
		a := attempt{id, version}
		from := time.Now()
		done, err := cl.WithToken(made.Tokens.Of(turn)).Submit(ctx, game, client.Command{
			Type: "move", Move: string(list[dice.IntN(len(list))].Move), ID: id, IfMatch: version,
		})
		var refused *client.Problem
		if err != nil && (!errors.As(err, &refused) || refused.Status != 412 && refused.Status != 409) {
			return fmt.Errorf("a move at version %d of %s through node %d: %w", version, game, node, err)
		}
		c.note(game, node, a, done, refused, from)
		if done != nil {
			board, turn, version = done.Event.After.Board, done.Event.After.Turn, done.Event.N
			continue
		}
		for after := version; ; { // what others made
			page, err := cl.Events(ctx, game, after, 0)
			if err != nil {
				return err
			}
			for _, e := range page.Events {
				board, turn, version = e.After.Board, e.After.Turn, e.N
			}
			if after = page.Next; after == 0 {
				break
			}
		}
	}
	return nil
}

// note keeps an attempt with what became of it.
func (c *contest) note(game events.GameID, node int, a attempt, done *client.Stored, refused *client.Problem, from time.Time) {
	now := time.Now()
	var o told
	if done != nil {
		o.n = done.Event.N
	} else {
		o.stale = refused.Status == 412
	}
	c.mu.Lock()
	g := c.games[game]
	g.ops = append(g.ops, porcupine.Operation{ClientId: node, Input: a, Call: from.UnixNano(), Output: o, Return: now.UnixNano()})
	if done != nil {
		g.acks[a.command] = o.n
		c.acked, c.took = append(c.acked, acknowledged{from, now, events.ShardOf(game, clusterShards), node}), append(c.took, now.Sub(from))
	}
	c.mu.Unlock()
	if done != nil {
		select {
		case c.moved <- struct{}{}:
		default:
		}
	}
}

// silence notes that a node is about to be stopped without a word.
func (c *contest) silence(node int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = append(c.mute, muted{time.Now(), node})
}

// told reports whether a node lived to tell the others of a move that it acknowledged:
// it tells them once a second how it sees the shards.
func (c *contest) told(a acknowledged) bool {
	const atMost = 2 * time.Second
	for _, m := range c.mute {
		if m.node == a.node && m.at.After(a.at) && m.at.Before(a.at.Add(atMost)) {
			return false
		}
	}
	return true
}

// moves is how many moves were acknowledged since a moment, in a shard.
func (c *contest) moves(since time.Time, shard int) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.acked {
		if a.shard == shard && a.at.After(since) {
			n++
		}
	}
	return n
}

// await waits until so many more moves were acknowledged in every shard.
func (c *contest) await(ctx context.Context, more int) {
	c.t.Helper()
	since := time.Now()
	for shard := range clusterShards {
		for c.moves(since, shard) < more {
			select {
			case <-c.moved:
			case <-ctx.Done():
				c.t.Fatalf("%d moves were acknowledged in shard %d, want %d: %v", c.moves(since, shard), shard, more, context.Cause(ctx))
			}
		}
	}
}

// gap is the longest time without an acknowledged move in a shard since a moment.
func (c *contest) gap(since time.Time, shard int) (most time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := since
	for _, a := range c.acked {
		if a.at.After(since) && a.shard == shard {
			most, last = max(most, a.at.Sub(last)), a.at
		}
	}
	return most
}

// quantile is how long the slowest of a share of acknowledgements took.
func (c *contest) quantile(share float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	took := slices.Clone(c.took)
	slices.Sort(took)
	return took[int(share*float64(len(took)-1))]
}

// check holds what was told against the log, through either node: every
// acknowledged move is the event that it was told to be, no command is stored twice,
// every event was asked for, and there is an order of the attempts of each game in
// which a game obeys its law.
func (c *contest) check(ctx context.Context) {
	c.t.Helper()
	for game, g := range c.games {
		for _, cl := range c.clients {
			c.checkLog(ctx, cl, game, g)
		}
		if !porcupine.CheckOperations(versions, g.ops) {
			c.t.Errorf("game %s is not linearizable: %d attempts", game, len(g.ops))
			for _, op := range g.ops {
				c.t.Logf("  node %d, %d to %d: %s", op.ClientId, op.Call, op.Return, versions.DescribeOperation(op.Input, op.Output))
			}
		}
	}
	c.t.Logf("%d games, %d moves acknowledged: half in %v, 99 of 100 in %v", len(c.games), len(c.acked), c.quantile(0.5), c.quantile(0.99))
}

// judge checks what was played once it is over: at the log and, by a rebuild, at every
// node, which is then stopped. The streams must be set up as they were before.
func (m *machines) judge(ctx context.Context, c *contest, before string) {
	m.t.Helper()
	c.check(ctx)
	if after := m.setUp(); after != before {
		m.t.Errorf("the streams are set up otherwise than before:\n%s\n%s", before, after)
	}
	for i, s := range m.nodes {
		r, err := rebuild(ctx, s)
		games := len(c.games) + len(c.idle)
		if err != nil || r.Games != games || r.Equal != r.Games || r.Wrong != 0 {
			m.t.Errorf("rebuild at node %d: %+v, %v; want %d games, all equal", i, r, err, games)
		}
		m.must(s.stop())
	}
}

func (c *contest) checkLog(ctx context.Context, cl *client.Client, game events.GameID, g *contested) {
	c.t.Helper()
	once, n := make(map[events.CommandID]bool), 0
	for after := 0; ; {
		page, err := cl.Events(ctx, game, after, 0)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, e := range page.Events {
			if n++; e.N != n || once[e.Command] {
				c.t.Errorf("game %s: event %d at %d, of command %s", game, e.N, n, e.Command)
			}
			once[e.Command] = true
			if told, ok := g.acks[e.Command]; n > 1 && (!ok || told != n) {
				c.t.Errorf("game %s: event %d is of command %s, who was told %d", game, n, e.Command, told)
			}
		}
		if after = page.Next; after == 0 {
			break
		}
	}
	if n != len(g.acks)+1 {
		c.t.Errorf("game %s has %d events, and %d moves were acknowledged", game, n, len(g.acks))
	}
}

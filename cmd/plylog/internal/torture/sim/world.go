package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/enginetest/nim"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// Config is what a run follows from.
type Config struct {
	Seed     uint64
	Commands int   // sent at least; 0: 1,500
	Thorough bool  // checks what takes longer as well: one order for each game's history, and the offline audit
	Plant    Plant // what is broken on purpose, so that it is found
}

// The sizes of a run.
const (
	usualCommands = 1500
	mostTables    = 8
	mostTasks     = 6
	mostReaders   = 8
	shards        = 2
)

// world is one run.
type world struct {
	cfg  Config
	rng  *rand.Rand
	reg  *engines.Registry
	log  *memlog.Log
	now  time.Time
	step int64

	nodes  []*node
	tasks  []*task
	free   []*routine
	outage int64 // the log takes nothing before this step
	calm   bool  // no more faults: what is left is brought to its end
	slow   slow  // a task that always comes too late

	tables  []*table
	orders  []*order // all that were ever given
	open    []*order // of which nobody knows what became
	recent  []*order // to be sent again, though they were answered
	made    int
	views   *views
	readers []*reader
	heard   []*events.Event   // by the read side, lately
	dir     string            // where nodes keep snapshots
	old     map[string][]byte // snapshots as they were once
	past    <-chan time.Time  // a time that has come

	commands int
	seen     Counts
	wrong    []string
}

// Registry is the games of the simulation: all there are, and one that is only for
// tests.
func Registry() (*engines.Registry, error) {
	return engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
}

// Run does one run.
func Run(cfg Config) (_ *Result, err error) {
	reg, err := Registry()
	if err != nil {
		return nil, err
	}
	if cfg.Commands <= 0 {
		cfg.Commands = usualCommands
	}
	w := &world{
		cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, 0x706c796c6f67)), reg: reg,
		now: time.Date(2026, 11, 29, 20, 46, 23, 0, time.UTC),
	}
	past := make(chan time.Time)
	close(past)
	w.past = past
	w.log = memlog.New(shards, memlog.Decoded(), memlog.OnAppend(w.onAppend), memlog.OnAnswer(w.onAnswer), memlog.OnYield(w.onYield))
	w.old = make(map[string][]byte)
	if w.dir, err = os.MkdirTemp("", "plylog-sim-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.dir)) }()
	for i := range 2 + w.rng.IntN(2) {
		n := &node{}
		if i == 0 && w.one(6) || cfg.Plant.ofSnapshots() { // files cost more than all else
			n.folder = filepath.Join(w.dir, strconv.Itoa(i))
		}
		w.nodes = append(w.nodes, n)
		w.start(n)
	}
	w.startViews()
	for w.commands < cfg.Commands && len(w.wrong) == 0 {
		w.tick()
	}
	w.settle()
	w.stopFree()
	return w.result(), nil
}

// tick does one thing.
func (w *world) tick() {
	w.step++
	w.now = w.now.Add(time.Duration(w.rng.IntN(400)) * time.Millisecond)
	if w.one(2) {
		w.deliver(1 + w.rng.IntN(4))
	}
	if w.one(3) {
		w.read()
	}
	switch {
	case w.one(500):
		w.trouble()
	case w.one(100):
		w.makeSnapshot(pick(w.rng, w.nodes))
	case w.log.Underway() > 0 && w.one(12):
		w.arrive()
	case len(w.tasks) > 0 && (len(w.tasks) >= mostTasks || !w.one(3)):
		t := pick(w.rng, w.tasks)
		if w.holds(t) {
			return
		}
		if w.one(60) {
			t.cancel()
		}
		w.goOn(t)
	default:
		w.act()
	}
}

// trouble is what happens to nodes, clocks and the log.
func (w *world) trouble() {
	n := pick(w.rng, w.nodes)
	switch w.rng.IntN(11) {
	case 7, 8:
		w.late(n)
	case 9:
		w.spoil(w.nodes[0])
	case 0, 1, 2:
		w.crash(n)
	case 3:
		w.shut(n)
	case 4:
		w.seen[ClockForward]++
		n.skew += time.Duration(w.rng.IntN(600)) * time.Second
	case 5:
		w.seen[ClockBack]++
		n.skew -= time.Duration(w.rng.IntN(600)) * time.Second
	case 6:
		n.skew = 0
		if w.one(8) {
			w.now = w.now.Add(25 * time.Hour)
		}
	default:
		w.outage = w.step + int64(20+w.rng.IntN(150))
	}
}

// arrive lets an append come to the log at last.
func (w *world) arrive() {
	if w.log.Arrive(w.rng.IntN(w.log.Underway())) == nil {
		w.seen[ArrivedLate]++
	} else {
		w.seen[RefusedLate]++
	}
}

// anyTable is a table where something is to be done.
func (w *world) anyTable() *table { return pick(w.rng, w.tables) }

// act lets somebody send something.
func (w *world) act() {
	for len(w.tables) < mostTables {
		w.sit()
	}
	n, t := pick(w.rng, w.nodes), w.anyTable()
	if s := w.slow.table; s != nil && w.step < w.slow.until && slices.Contains(w.tables, s) && !w.one(4) {
		t = s
	}
	switch {
	case len(w.open) > 0 && w.one(4):
		i := w.rng.IntN(len(w.open))
		o := w.open[i]
		w.open = slices.Delete(w.open, i, i+1)
		if !w.send(n, o) {
			w.open = append(w.open, o)
		} else {
			w.seen[SentAgainLater]++
		}
	case len(w.recent) > 0 && w.one(12):
		w.send(n, pick(w.rng, w.recent))
	case t.view == nil:
		if w.send(n, t.create) && w.one(6) {
			w.twice(n, t.create)
		}
	case t.doubt:
		if w.send(n, w.look(t)) {
			t.doubt = false
		}
	case w.one(60):
		w.send(n, w.count(t))
	case t.view.After.Clock != nil && w.one(16):
		w.flag(n, t)
	case t.view.Over():
		w.leave(n, t)
	case w.one(200):
		w.fork(n, t)
	case w.one(150):
		w.importGame(n)
	default:
		w.command(n, t)
	}
}

// command lets a player of a table send the next command.
func (w *world) command(n *node, t *table) {
	if n.stopping || n.busy[t.id] {
		return
	}
	c, _ := w.turn(t)
	o := w.do(t, c)
	if w.one(50) { // the id of another command
		if p := pick(w.rng, w.recent); p != nil && p.game == t.id && !p.many {
			c.ID, o.id = p.id, p.id
			o.reused, p.reused = true, true
			o.run = func(ctx context.Context, h *play.Handler) (play.Answer, error) { return h.Do(ctx, c) }
		}
	}
	w.send(n, o)
	if w.recent = append(w.recent, o); len(w.recent) > 30 {
		w.recent = w.recent[1:]
	}
	if w.one(12) {
		w.twice(n, o)
	}
}

// twice sends an order to another node while it may be under way at the first.
func (w *world) twice(first *node, o *order) {
	for _, n := range w.nodes {
		if n != first && w.send(n, o) {
			w.seen[SentTwiceAtOnce]++
			return
		}
	}
}

// flag ends a game whose time is up.
func (w *world) flag(n *node, t *table) {
	if n.stopping || n.busy[t.id] {
		return
	}
	w.begin(n, []events.GameID{t.id}, func(k *task) {
		err := n.handler.Flag(k.ctx, t.id)
		w.system("flagging", t.id, k, err)
		t.doubt = true
	})
}

// leave goes on from a game that is over: with a rematch, or with another game.
func (w *world) leave(n *node, t *table) {
	g := t.view
	if t.next == nil && !g.Open() && g.Player(events.First) != g.Player(events.Second) && w.one(2) {
		s := play.SeriesOf(t.id, g.Created)
		next := &table{id: play.NextGame(s)}
		t.next = next
		for _, seat := range []events.Seat{events.First, events.Second} {
			o := w.orderOf(&order{game: next.id, table: next, locks: []events.GameID{t.id, next.id, s.ID}, many: true})
			o.run = func(ctx context.Context, h *play.Handler) (play.Answer, error) {
				r, err := h.Rematch(ctx, t.id, seat)
				return r.Answer, err
			}
			o.done = func(a play.Answer) {
				if a.Event != nil && a.Event.Type == events.TypeJoined {
					w.seen[Rematched]++
				}
			}
			w.open = append(w.open, o)
		}
		next.create = w.look(next)
		w.tables[slices.Index(w.tables, t)] = next
		return
	}
	w.tables = slices.Delete(w.tables, slices.Index(w.tables, t), slices.Index(w.tables, t)+1)
	w.sit()
}

// fork makes a practice game of a point of another game.
func (w *world) fork(n *node, t *table) {
	who := w.player()
	c := play.Create{Game: w.newID("fork"), ID: w.newID("create"), By: who, First: who, Second: who}
	at := 1 + w.rng.IntN(t.view.N)
	f := &table{id: c.Game}
	f.create = w.orderOf(&order{id: c.ID, game: c.Game, table: f, run: func(ctx context.Context, h *play.Handler) (play.Answer, error) {
		return h.Fork(ctx, c, t.id, at)
	}})
	f.create.done = func(play.Answer) { w.seen[Forked]++ }
	if w.send(n, f.create) && len(w.tables) <= mostTables {
		w.tables = append(w.tables, f)
	}
}

// importGame imports a game that was played elsewhere.
func (w *world) importGame(n *node) {
	kind, r := w.record()
	c := play.Create{Game: w.newID("import"), ID: w.newID("create"), By: w.player(), Kind: kind, First: "p_a", Second: "p_b"}
	o := w.orderOf(&order{id: c.ID, game: c.Game, many: true, run: func(ctx context.Context, h *play.Handler) (play.Answer, error) {
		g, err := h.Import(ctx, c, "test", r)
		return play.Answer{Game: g}, err
	}})
	o.done = func(a play.Answer) {
		w.seen[Imported]++
		if !a.Game.Over() {
			w.wrongf("game %s is imported and not over", c.Game)
		}
	}
	w.send(n, o)
}

// settle brings everything to its end, with nothing in the way any more.
func (w *world) settle() {
	w.calm = true
	for _, n := range w.nodes {
		n.skew = 0
	}
	w.finishTasks()
	for w.log.Underway() > 0 && w.one(2) {
		w.arrive() // the others never come
	}
	for round := 0; len(w.open) > 0 && round < 50 && len(w.wrong) == 0; round++ {
		list := w.open
		w.open = nil
		for _, o := range list {
			w.step++
			if !w.send(w.nodes[0], o) {
				w.open = append(w.open, o)
			}
			w.finishTasks()
		}
	}
	if len(w.open) > 0 && len(w.wrong) == 0 {
		w.wrongf("%d commands find no end though nothing is in their way, the first of them in game %s", len(w.open), w.open[0].game)
	}
	w.check()
}

func (w *world) finishTasks() {
	for len(w.tasks) > 0 {
		w.step++
		w.goOn(w.tasks[0])
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/importer"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
)

// The size of the drill: enough to be cut off four times in the middle of it.
const (
	drillGames   = 24 // recorded games of reversi
	drillPlayers = 4  // who play games of their own meanwhile
	drillEnds    = 4  // of the server: killed, then asked to stop, in turn
)

// TestKillDrill imports recorded games into a server while readers follow them
// and others play, ends the server again and again, with kill -9 and with SIGTERM in
// turn, and then asks: is every acknowledged move there, once; did every reader see
// 1, 2, 3 …; does a rebuild find every game equal?
func TestKillDrill(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	srv := startServer(t)
	d := newDrill(t, srv)

	finish := d.begin(ctx)
	for i := range drillEnds {
		d.await(ctx, d.moves*(i+1)/(drillEnds+1))
		end := srv.kill
		if i%2 == 1 {
			end = srv.stop
		}
		if err := errors.Join(end(), srv.start()); err != nil {
			t.Fatal(err)
		}
	}
	finish()
	d.checkLedger(ctx)

	r, err := rebuild(ctx, srv)
	if err != nil || r.Games != drillGames+drillPlayers || r.Equal != r.Games || r.Wrong != 0 {
		t.Errorf("rebuild: %+v, %v; want %d games, all equal", r, err, drillGames+drillPlayers)
	}
	t.Logf("%d moves imported, %d acknowledged to players, ended %d times", d.moves, len(d.acked), drillEnds)
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// drill is one drill under way.
type drill struct {
	t      *testing.T
	srv    *server
	client *client.Client
	games  *engines.Registry
	path   string // the file of recorded games
	file   []byte
	moves  int // in the file

	seen  atomic.Int64  // events that readers have seen
	moved chan struct{} // a hint that seen has grown

	mu    sync.Mutex
	acked []ack
}

// ack is a move that the server has acknowledged to a player.
type ack struct {
	game    events.GameID
	n       int
	command events.CommandID
}

func newDrill(t *testing.T, srv *server) *drill {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	d := &drill{t: t, srv: srv, client: connect(t, srv), games: reg, path: filepath.Join(t.TempDir(), "drill.wtb"), moved: make(chan struct{}, 1)}
	games := make([][]string, drillGames)
	for i := range games {
		games[i] = randomReversi(t, reg, uint64(i))
		d.moves += len(games[i])
	}
	d.file = wthorBase(games)
	if err := os.WriteFile(d.path, d.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// begin imports games, follows them from before their first move, and plays others.
// finish waits until the games are imported and were read to their ends, and ends the
// others.
func (d *drill) begin(ctx context.Context) (finish func()) {
	var readers, players sync.WaitGroup
	for i := range drillGames {
		made, err := d.client.Create(ctx, client.NewGame{Kind: "reversi", Opponent: "self", ID: importer.CreateKey(d.file, i)})
		if err != nil {
			d.t.Fatal(err)
		}
		readers.Go(func() { d.read(ctx, made.Game.ID) })
	}
	resting := make(chan struct{})
	for i := range drillPlayers {
		players.Go(func() { d.play(ctx, uint64(i), resting) })
	}
	imported := make(chan error, 1)
	go func() { imported <- d.runImport(ctx) }()
	return func() {
		if err := <-imported; err != nil {
			d.t.Error(err)
		}
		readers.Wait()
		close(resting)
		players.Wait()
	}
}

// randomReversi plays a game to its end.
func randomReversi(t *testing.T, reg *engines.Registry, seed uint64) (squares []string) {
	t.Helper()
	e, _ := reg.Newest("reversi")
	p, err := e.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, 1))
	for p.Turn().Plays() {
		list := p.Choices(p.Turn())
		m := list[dice.IntN(len(list))].Move
		if p, err = p.Play(p.Turn(), m); err != nil {
			t.Fatal(err)
		}
		if m != engines.Pass {
			squares = append(squares, string(m))
		}
	}
	return squares
}

// runImport runs plylog import and checks that it played everything.
func (d *drill) runImport(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "plylog", "import", "--json", "--parallel", "8", "--server", d.srv.url(), d.path)
	var talk bytes.Buffer
	cmd.Stderr = &talk
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("import: %w\n%s\n%s", err, out, &talk)
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var last struct{ Summary importer.Summary }
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
		return err
	}
	s := last.Summary
	if s.Games != drillGames || s.Moves != d.moves || s.New+s.Continued != drillGames {
		return fmt.Errorf("import: %+v; want %d games, %d moves", s, drillGames, d.moves)
	}
	return nil
}

// read follows a game to its end and holds its numbers against 1, 2, 3 …
func (d *drill) read(ctx context.Context, game events.GameID) {
	n := 0
	for e, err := range d.client.Follow(ctx, game, 0) {
		if err != nil {
			d.t.Errorf("reader of %s at %d: %v", game, n, err)
			return
		}
		if n++; e.N != n {
			d.t.Errorf("reader of %s: event %d came as number %d", game, e.N, n)
			return
		}
		d.seen.Add(1)
		select {
		case d.moved <- struct{}{}:
		default:
		}
		if e.Over() {
			return
		}
	}
	d.t.Errorf("reader of %s: the feed ended at %d, before the game did", game, n)
}

// await waits until readers have seen so many events.
func (d *drill) await(ctx context.Context, events int) {
	for d.seen.Load() < int64(events) {
		select {
		case <-d.moved:
		case <-ctx.Done():
			d.t.Fatalf("readers saw %d events, want %d: %v", d.seen.Load(), events, ctx.Err())
		}
	}
}

// play plays a game of checkers against itself and keeps a ledger of what was
// acknowledged, until it is told to rest. It goes on for a while at least.
func (d *drill) play(ctx context.Context, seed uint64, rest <-chan struct{}) {
	e, _ := d.games.Newest("checkers")
	made, err := d.client.Create(ctx, client.NewGame{Kind: "checkers", Opponent: "self"})
	if err != nil {
		d.t.Errorf("player: %v", err)
		return
	}
	dice := rand.New(rand.NewPCG(seed, 2))
	board, turn := made.Game.Board, made.Game.Turn
	for turn.Plays() {
		select {
		case <-rest:
			return
		default:
		}
		p, err := e.Parse(board)
		if err != nil {
			d.t.Errorf("player: %v", err)
			return
		}
		list := p.Choices(turn)
		move := client.Command{Type: "move", Move: string(list[dice.IntN(len(list))].Move)}
		done, err := d.client.WithToken(made.Tokens.Of(turn)).Submit(ctx, made.Game.ID, move)
		if err != nil {
			d.t.Errorf("player: %v", err)
			return
		}
		d.mu.Lock()
		d.acked = append(d.acked, ack{made.Game.ID, done.Event.N, done.Event.Command})
		d.mu.Unlock()
		board, turn = done.Event.After.Board, done.Event.After.Turn
	}
}

// checkLedger looks for every acknowledged move where it was acknowledged, and
// for each command no more than once.
func (d *drill) checkLedger(ctx context.Context) {
	logs := make(map[events.GameID][]events.CommandID)
	for _, a := range d.acked {
		if logs[a.game] != nil {
			continue
		}
		once := make(map[events.CommandID]int)
		for after, more := 0, true; more; {
			page, err := d.client.Events(ctx, a.game, after, 0)
			if err != nil {
				d.t.Fatal(err)
			}
			for _, e := range page.Events {
				logs[a.game] = append(logs[a.game], e.Command)
				if once[e.Command]++; once[e.Command] > 1 {
					d.t.Errorf("game %s: command %s is stored again as event %d", a.game, e.Command, e.N)
				}
			}
			after, more = page.Next, page.Next > 0
		}
	}
	for _, a := range d.acked {
		if log := logs[a.game]; a.n > len(log) || log[a.n-1] != a.command {
			d.t.Errorf("game %s: acknowledged event %d is lost", a.game, a.n)
		}
	}
	if len(d.acked) == 0 {
		d.t.Error("nothing was acknowledged")
	}
}

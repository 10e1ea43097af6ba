package node

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
	"plylog/projections"
)

// month is correspondence games on the real log, in the embedded NATS server.
type month struct {
	t     *testing.T
	games *engines.Registry
	dir   string
	dice  *rand.Rand
	made  int

	stop    func()
	started time.Time
	handler *play.Handler
	views   *projections.Set
	log     *jetlog.Log

	acked map[events.GameID][]*events.Event
}

// start runs a server on the folder.
func (m *month) start() {
	m.t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	server, err := jetlog.Embed(context.Background(), jetlog.EmbedOptions{Dir: m.dir, NoSync: true, Logger: quiet})
	if err != nil {
		m.t.Fatal(err)
	}
	if m.log, err = server.Open(context.Background(), jetlog.Options{Shards: 1, Look: 10 * time.Minute, Logger: quiet}); err != nil {
		m.t.Fatal(err)
	}
	if m.views, err = projections.New(projections.Config{Log: m.log, Measure: time.Hour, Logger: quiet}); err != nil {
		m.t.Fatal(err)
	}
	m.handler, err = play.NewHandler(play.Config{Log: m.log, Registry: m.games, Secret: bytes.Repeat([]byte("s"), 32), Logger: quiet})
	if err != nil {
		m.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() {
		if err := m.views.Run(ctx); err != nil {
			m.t.Error(err)
		}
	})
	<-m.views.Ready()
	work.Go(func() {
		if err := m.views.Deadlines.Run(ctx, time.Now, m.handler.Flag); err != nil {
			m.t.Error(err)
		}
	})
	m.started = time.Now()
	m.stop = func() { cancel(); work.Wait(); m.log.Close(); server.Close() }
}

// create makes a game with a day for every move.
func (m *month) create(kind string) *play.Game {
	m.t.Helper()
	m.made++
	c := play.Create{
		Game: events.GameID(events.DeriveID(fmt.Sprint("game", m.made))), ID: events.CommandID(events.DeriveID(fmt.Sprint("create", m.made))),
		By: "p_ann", Kind: kind, First: "p_ann", Second: "p_bob", Clock: []byte(`{"kind":"correspondence","days":1}`),
	}
	a, err := m.handler.Create(context.Background(), c)
	if err != nil {
		m.t.Fatal(err)
	}
	m.acked[c.Game] = append(m.acked[c.Game], a.Event)
	return a.Game
}

// move lets who is on turn do something, and returns the game; nil where time was up.
func (m *month) move(id events.GameID) *play.Game {
	m.t.Helper()
	g, err := m.handler.Game(context.Background(), id)
	if err != nil {
		m.t.Fatal(err)
	}
	if g.Over() {
		return nil
	}
	const soon = 10 * time.Second
	if g.Late(time.Now().Add(-soon)) && time.Since(m.started) > soon {
		m.t.Errorf("game %s: time was up at %v, and at %v no flag has fallen", id, g.After.Clock.Deadline, time.Now())
	}
	cmd := play.Command{Game: id, ID: m.command(id, g.N), Type: play.Move, Seat: g.Position().Turn(), By: g.Player(g.Position().Turn())}
	list := g.Position().Choices(cmd.Seat)
	cmd.Move = string(list[m.dice.IntN(len(list))].Move)
	a, err := m.handler.Do(context.Background(), cmd)
	var refused *play.RefusedError
	if errors.As(err, &refused) { // the flag may have fallen since the game was read
		if g, err := m.handler.Game(context.Background(), id); err == nil && g.Over() {
			return nil
		}
	}
	if err != nil {
		m.t.Fatalf("game %s at %d: %v", id, g.N, err)
	}
	m.acked[id] = append(m.acked[id], a.Event)
	return a.Game
}

func (*month) command(id events.GameID, n int) events.CommandID {
	return events.CommandID(events.DeriveID(fmt.Sprint(id, n)))
}

// TestCorrespondence plays games with a day for every move on the real embedded server
// in virtual time, while the server is stopped and started again: what was acknowledged
// stays, what is sent again at the end was done, who needs more than a day loses by a
// flag that falls when it should, and the read side is a rebuild.
func TestCorrespondence(t *testing.T) {
	games, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { // connections inside the process are pipes, and files do not wait for time
		m := &month{t: t, games: games, dir: dir, dice: rand.New(rand.NewPCG(1, 1)), acked: make(map[events.GameID][]*events.Event)}
		m.start()
		kinds := []string{"reversi", "checkers", "baghchal"}
		begun := time.Now()
		due := make(map[events.GameID]time.Time) // when each moves next
		for i := range 9 {
			due[m.create(kinds[i%3]).ID] = time.Now()
		}
		flagged := 0
		for restarts := 1; time.Since(begun) < correspondenceHours*time.Hour; {
			var next events.GameID
			for id, at := range due { // the earliest; times differ by chance in the millisecond
				if next == (events.GameID{}) || at.Before(due[next]) || at.Equal(due[next]) && id.String() < next.String() {
					next = id
				}
			}
			<-time.After(time.Until(due[next]))
			g := m.move(next)
			switch {
			case g == nil || g.Over():
				if g == nil {
					flagged++
					m.flagged(next)
				}
				delete(due, next)
				due[m.create(kinds[m.made%3]).ID] = time.Now()
			default:
				due[next] = time.Now().Add(time.Duration(m.dice.Int64N(int64(26 * time.Hour))))
			}
			if time.Since(begun) > time.Duration(restarts)*15*time.Hour {
				restarts++
				m.stop()
				<-time.After(time.Hour)
				m.start()
			}
		}
		m.check(flagged)
		m.stop()
	})
}

// flagged wants a game to have been ended by a flag, whose time is that of the deadline
// whenever it fell.
func (m *month) flagged(id events.GameID) {
	m.t.Helper()
	var last, before *events.Event
	for e, err := range m.log.Read(context.Background(), id, 0) {
		if err != nil {
			m.t.Fatal(err)
		}
		before, last = last, e
	}
	if last.Type != events.TypeFlagged || last.By != events.System || before.After.Clock.Deadline == nil {
		m.t.Fatalf("game %s ended by %s", id, last.Type)
	}
	if deadline := *before.After.Clock.Deadline; !last.Time.Equal(deadline) {
		m.t.Errorf("game %s: the flag says that time was up at %v, and it was at %v", id, last.Time, deadline)
	}
}

// check holds what was acknowledged against the log, and the read side against a rebuild.
func (m *month) check(flagged int) {
	m.t.Helper()
	ctx, moves := context.Background(), 0
	for id, list := range m.acked {
		moves += len(list)
		n := 0
		for e, err := range m.log.Read(ctx, id, 0) {
			if err != nil {
				m.t.Fatal(err)
			}
			if n < len(list) && !bytes.Equal(e.Raw, list[n].Raw) {
				m.t.Errorf("game %s: event %d is not what was acknowledged", id, e.N)
			}
			n++
		}
		if n < len(list) {
			m.t.Errorf("game %s has %d events, and %d were acknowledged", id, n, len(list))
		}
		first := list[min(1, len(list)-1)]
		if act, ok := first.Data.(*events.Act); ok {
			a, err := m.handler.Do(ctx, play.Command{Game: id, ID: m.command(id, 1), Type: play.Move, Seat: act.Seat, By: first.By, Move: act.Move})
			if err != nil || !a.Replayed || !bytes.Equal(a.Event.Raw, first.Raw) {
				m.t.Errorf("game %s: its first move, sent again: %v", id, err)
			}
		}
	}
	if err := m.views.CatchUp(ctx); err != nil {
		m.t.Fatal(err)
	}
	report, err := projections.Rebuild(ctx, m.log, m.views, projections.RebuildOptions{Workers: 1})
	if err != nil || report.Wrong > 0 || report.Equal != len(m.acked) {
		m.t.Errorf("rebuilt: %+v, %v; want %d games, all equal", report, err, len(m.acked))
	}
	if flagged == 0 || moves < 20 {
		m.t.Error(errors.New("hardly anything happened"))
	}
	m.t.Logf("%d games, %d events acknowledged, %d flags", len(m.acked), moves, flagged)
}

package projections_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"plylog/engines/all"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// filled is a log of so many games with so many moves each, every fourth still
// going on, events of the games taking turns. It is made once per size.
var filled = func() func(b *testing.B, shards, games, moves int) *memlog.Log {
	type size struct{ shards, games, moves int }
	var mu sync.Mutex
	made := map[size]*memlog.Log{}
	return func(b *testing.B, shards, games, moves int) *memlog.Log {
		b.Helper()
		mu.Lock()
		defer mu.Unlock()
		s := size{shards, games, moves}
		if made[s] != nil {
			return made[s]
		}
		log := newLog(shards)
		all := make([]*game, games)
		for i := range all {
			all[i] = newGame(log, i)
			all[i].create(b, events.Created{First: events.PlayerID(fmt.Sprint("p_", i%5000)), Second: events.PlayerID(fmt.Sprint("p_", i%4999))})
		}
		for n := range moves {
			for _, g := range all {
				g.all = g.all[:0]
				g.move(b, fmt.Sprintf("X%dO%d---------------------------OX------XO--------------------------- X", n, n))
			}
		}
		for i, g := range all {
			if i%4 != 0 {
				g.end(b)
			}
		}
		made[s] = log
		return log
	}
}()

// BenchmarkApply runs all projections and the feed, without readers, over a log
// in memory; reading includes decoding and the check of the chain.
func BenchmarkApply(b *testing.B) {
	const games, moves = 2000, 30
	log := filled(b, 1, games, moves)
	last, _ := log.Last(b.Context(), 0)
	cpu := cpuTime()
	for b.Loop() {
		set := made(b, projections.Config{Log: log})
		stop := running(b, set)
		<-set.Ready()
		stop()
	}
	b.ReportMetric(perOp(b, cpu)/float64(last), "cpu-ns/event")
	b.ReportMetric(float64(last)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkRebuild(b *testing.B) {
	const games, moves = 2000, 30
	log := filled(b, 2, games, moves)
	set := made(b, projections.Config{Log: log})
	defer running(b, set)()
	<-set.Ready()
	total, cpu := 0, cpuTime()
	for b.Loop() {
		r, err := projections.Rebuild(b.Context(), log, set, projections.RebuildOptions{})
		if err != nil || r.Wrong > 0 {
			b.Fatal(r, err)
		}
		total = r.Events
		b.ReportMetric(r.EventsPerSecond, "events/s")
	}
	b.ReportMetric(perOp(b, cpu)/float64(total), "cpu-ns/event")
}

func BenchmarkState(b *testing.B) {
	log := newLog(1)
	set := made(b, projections.Config{Log: log})
	defer running(b, set)()
	g := newGame(log, 1)
	g.play(b, 30)
	g.wait(b, set)
	b.Run("hot", func(b *testing.B) {
		b.ReportAllocs()
		cpu := cpuTime()
		defer func() { b.ReportMetric(perOp(b, cpu), "cpu-ns/op") }()
		for b.Loop() {
			s, err := set.Board.State(b.Context(), g.id)
			if err != nil || len(s.JSON()) == 0 {
				b.Fatal(err)
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		s, err := set.Board.State(b.Context(), g.id)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		cpu := cpuTime()
		defer func() { b.ReportMetric(perOp(b, cpu), "cpu-ns/op") }()
		var buf []byte
		for b.Loop() {
			buf = s.AppendJSON(buf[:0])
		}
		b.SetBytes(int64(len(buf)))
	})
	b.Run("folded", func(b *testing.B) {
		b.ReportAllocs()
		cpu := cpuTime()
		defer func() { b.ReportMetric(perOp(b, cpu), "cpu-ns/op") }()
		for b.Loop() {
			if _, err := set.Board.At(b.Context(), g.id, g.n-1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("history", func(b *testing.B) {
		b.ReportAllocs()
		cpu := cpuTime()
		defer func() { b.ReportMetric(perOp(b, cpu), "cpu-ns/op") }()
		var buf []byte
		for b.Loop() {
			l, err := set.History.Moves(b.Context(), g.id)
			if err != nil {
				b.Fatal(err)
			}
			buf = l.AppendJSON(buf[:0], false)
		}
	})
}

// BenchmarkLobby lists among many games and reports what each of them costs.
func BenchmarkLobby(b *testing.B) {
	const games = 200_000
	log := newLog(8)
	before := heap()
	set := made(b, projections.Config{Log: log, Live: 1})
	for i := range games {
		g := newGame(log, i)
		e := g.make(b, events.TypeCreated, &events.Created{
			First: events.PlayerID(fmt.Sprint("p_", i%10_000)), Second: events.PlayerID(fmt.Sprint("p_", i%9999)),
		}, events.After{Board: "start", Turn: events.First})
		if err := set.Lobby.Apply(e); err != nil {
			b.Fatal(err)
		}
		if i%100 != 0 {
			g.n++
			e = g.make(b, events.TypeResigned, &events.Act{Seat: events.First}, events.After{
				Board: "start", Result: &events.Result{Winner: events.Second, Points: 1, Reason: "resigned"},
			})
			if err := set.Lobby.Apply(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	bytes := float64(heap()-before) / games
	for name, q := range map[string]projections.Query{
		"newest":  {Limit: 50},
		"playing": {Limit: 50, Status: projections.StatusPlaying},
		"player":  {Limit: 50, Player: "p_77"},
		"nothing": {Limit: 50, Status: projections.StatusDamaged},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			cpu := cpuTime()
			defer func() { b.ReportMetric(perOp(b, cpu), "cpu-ns/op") }()
			for b.Loop() {
				if _, err := set.Lobby.List(q); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(bytes, "B/game")
		})
	}
	runtime.KeepAlive(set)
}

// BenchmarkRebuildChecked rebuilds real games and holds every event to the rules.
func BenchmarkRebuildChecked(b *testing.B) {
	reg, err := all.Registry()
	if err != nil {
		b.Fatal(err)
	}
	log := newLog(2)
	h := handler(b, log, reg)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		kinds := []string{"reversi", "backgammon", "checkers", "baghchal"}
		chance(b, h, rnd, play.Create{Kind: kinds[i%len(kinds)], Game: gameID(i)}, 60)
	}
	set := made(b, projections.Config{Log: log})
	defer running(b, set)()
	<-set.Ready()
	total, cpu := 0, cpuTime()
	for b.Loop() {
		r, err := projections.Rebuild(b.Context(), log, set, projections.RebuildOptions{
			Check: func(int) func(*events.Event) error { return play.NewFolder(reg).Apply },
		})
		if err != nil || r.Equal != r.Games {
			b.Fatal(r, err)
		}
		total = r.Events
		b.ReportMetric(r.EventsPerSecond, "events/s")
	}
	b.ReportMetric(perOp(b, cpu)/float64(total), "cpu-ns/event")
}

// BenchmarkSetMemory reports what a game costs that is not among the live ones:
// its place in the ledger and in the lobby.
func BenchmarkSetMemory(b *testing.B) {
	const games = 40_000
	log := filled(b, 2, games, 1)
	for b.Loop() {
		before := heap()
		set := made(b, projections.Config{Log: log, Live: 2, Histories: 2})
		stop := running(b, set)
		<-set.Ready()
		b.ReportMetric(float64(heap()-before)/games, "B/game")
		stop()
		runtime.KeepAlive(set)
	}
	runtime.KeepAlive(log)
}

// BenchmarkLiveMemory reports what a live game of 30 moves costs: its state, with
// the text of it that was asked for, its counts and its history.
func BenchmarkLiveMemory(b *testing.B) {
	const games, moves = 1000, 30
	log := filled(b, 1, games, moves)
	for b.Loop() {
		sizes := map[string]float64{}
		before := heap()
		set := made(b, projections.Config{Log: log})
		stop := running(b, set)
		<-set.Ready()
		all := func(what string, read func(events.GameID) error) {
			for i := range games {
				if err := read(gameID(i)); err != nil {
					b.Fatal(err)
				}
			}
			now := heap()
			sizes[what] = float64(now-before) / games
			before = now
		}
		all("B/game-folded", func(events.GameID) error { return nil })
		all("B/text", func(id events.GameID) error {
			s, err := set.Board.State(b.Context(), id)
			if err == nil {
				s.JSON()
			}
			return err
		})
		all("B/history", func(id events.GameID) error {
			_, err := set.History.Moves(b.Context(), id)
			return err
		})
		for what, size := range sizes {
			b.ReportMetric(size, what)
		}
		stop()
		runtime.KeepAlive(set)
	}
}

// BenchmarkDeadlines moves the deadlines of many games and reports what a game
// whose time runs costs.
func BenchmarkDeadlines(b *testing.B) {
	const games = 100_000
	set := made(b, projections.Config{Log: newLog(1)})
	list := make([]*events.Event, games)
	for i := range list {
		list[i] = newGame(nil, i).timed(b, start)
	}
	before := heap()
	rnd := rand.New(rand.NewPCG(1, 2))
	move := func(e *events.Event) {
		up := start.Add(time.Duration(rnd.IntN(3_600_000)) * time.Millisecond)
		e.After.Clock.Deadline = &up
		if err := set.Deadlines.Apply(e); err != nil {
			b.Fatal(err)
		}
	}
	for _, e := range list {
		move(e)
	}
	bytes := float64(heap()-before) / games
	for n := 0; b.Loop(); n++ {
		move(list[n%games])
	}
	b.ReportMetric(bytes, "B/game")
	runtime.KeepAlive(set)
}

package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/child"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/engines"
	"plylog/events/jetlog"
)

// few is how many events each game has of a store of many games.
const few = 4

// growth measures what costs that grow with a store come to: memory and start of a
// server over many games, memory of games that are at hand and of readers.
func (l *lab) growth(ctx context.Context) error {
	smaller, err := l.idle(ctx, max(l.grown/10, l.grownLeast))
	if err != nil {
		return err
	}
	larger, err := l.idle(ctx, l.grown)
	if err != nil {
		return err
	}
	// What a server keeps of the blocks that it read last is in both.
	more := larger.games - smaller.games
	l.add(Line{
		Bench: "growth", What: fmt.Sprintf("heap of an idle game, between %s and %s games", number(smaller.games), number(larger.games)), Unit: "bytes",
	}.measured([]float64{(larger.heap - smaller.heap) / more}, nil))
	return l.live(ctx)
}

// grown is the data folder of a server, filled.
type grown struct {
	data  string
	games []*prepared.Game
	count int
	disk  int64 // that the store takes
}

// grow fills a data folder with games, each broken off after so many events: quickly,
// with nothing written through until the end. keep is how many of them are remembered.
func (l *lab) grow(ctx context.Context, games, most, keep int) (g *grown, err error) {
	dir, err := os.MkdirTemp(l.dir, "grown-")
	if err != nil {
		return nil, fmt.Errorf("making a data folder: %w", err)
	}
	g = &grown{data: dir}
	secret, err := datadir.SecretOf(dir)
	if err != nil {
		return nil, err
	}
	plain, err := diceless(l.games)
	if err != nil {
		return nil, err
	}
	maker, err := prepared.NewMaker(plain, secret, most)
	if err != nil {
		return nil, err
	}
	err = l.inFolder(ctx, dir, func(log *jetlog.Log) error {
		return appendGames(ctx, log, func() (*prepared.Game, error) {
			if g.count == games {
				return nil, nil
			}
			p, err := maker.Next()
			if err != nil {
				return nil, err
			}
			g.count++
			if len(g.games) < keep {
				g.games = append(g.games, p)
			}
			return p, nil
		})
	})
	if err != nil {
		return nil, err
	}
	g.disk, err = sizeOf(datadir.LogIn(dir))
	return g, err
}

// inFolder works on the log of a data folder that no server runs on, with nothing
// written through until it is closed.
func (l *lab) inFolder(ctx context.Context, data string, work func(*jetlog.Log) error) error {
	s, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: datadir.LogIn(data), NoSync: true})
	if err != nil {
		return err
	}
	defer s.Close()
	log, err := s.Open(ctx, jetlog.Options{Shards: l.shards, AckWait: ample})
	if err != nil {
		return err
	}
	defer log.Close()
	return work(log)
}

// diceless are the games without dice: making the dice chains of a million games would
// take longer than everything else together.
func diceless(games *engines.Registry) (*engines.Registry, error) {
	var list []engines.Engine
	for _, kind := range games.Kinds() {
		e, _ := games.Newest(kind)
		p, err := e.New(nil, "")
		if err != nil {
			return nil, err
		}
		if _, dice := p.(engines.Drawer); !dice {
			list = append(list, e)
		}
	}
	return engines.NewRegistry(list...)
}

// start is how a server came up.
type start struct {
	seconds  float64 // until it said that it was ready
	cpu      float64 // seconds of processor time until then
	rss      float64 // bytes, then
	heap     float64 // bytes, after a garbage collection
	retained float64 // bytes that the system still counts then
}

// started starts a server on a data folder so many times: as the bench left it, after it
// was stopped in order, and after it was killed.
func (l *lab) started(ctx context.Context, times int, g *grown, flags ...string) (list []start, err error) {
	data := g.data
	if data == "" {
		if data, err = os.MkdirTemp(l.dir, "grown-"); err != nil {
			return list, fmt.Errorf("making a data folder: %w", err)
		}
	}
	c := &child.Server{Data: data, Flags: flags, Patience: 20 * time.Minute}
	defer func() { err = errors.Join(err, c.Kill()) }()
	for i, end := range []func() error{c.Stop, c.Kill, c.Stop}[:times] {
		list = append(list, start{})
		began := time.Now()
		if err := c.Start(ctx); err != nil {
			return list, err
		}
		list[i].seconds = time.Since(began).Seconds()
		if err := l.weigh(ctx, c, &list[i]); err != nil {
			return list, err
		}
		if err := end(); err != nil {
			return list, err
		}
	}
	return list, nil
}

// weight is how much memory a server has over so many games that nobody plays.
type weight struct{ games, heap float64 }

// idle measures a store of many games that nobody plays.
func (l *lab) idle(ctx context.Context, games int) (*weight, error) {
	began := time.Now()
	g, err := l.grow(ctx, games, few, 0)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(g.data) //nolint:errcheck // what stays goes with the measurement's folder
	l.console.Say("plylog bench: a store of %s games of %d events was made in %s", number(float64(games)), few, time.Since(began).Round(time.Second))
	line := func(name, unit string, value float64) {
		what := fmt.Sprintf("%s, of %s games of %d events", name, number(float64(games)), few)
		l.add(Line{Bench: "growth", What: what, Unit: unit}.measured([]float64{value}, nil))
	}
	line("disk of an event, as stored", "bytes", float64(g.disk)/float64(few*games))
	small, err := l.started(ctx, 1, g, "--games", "1")
	if err != nil {
		return nil, err
	}
	usual, err := l.started(ctx, 3, g)
	if err != nil {
		return nil, err
	}
	line("start after a stop in order", "s", usual[1].seconds)
	line("processor time of that", "s", usual[1].cpu)
	line("start after a kill", "s", usual[2].seconds)
	line("memory of the process when it is ready", "MB", usual[1].rss/1e6)
	line("of it in use, a little later", "MB", usual[1].heap/1e6)
	began = time.Now()
	if _, err := child.Run(ctx, "archive", "--data", g.data, "--keep", "0"); err != nil {
		return nil, err
	}
	line("archiving all of them", "s", time.Since(began).Seconds())
	disk, err := sizeOf(jetlog.ArchiveFolder(datadir.LogIn(g.data)))
	if err != nil {
		return nil, err
	}
	line("disk of an event, archived", "bytes", float64(disk)/float64(few*games))
	archived, err := l.started(ctx, 1, g)
	if err != nil {
		return nil, err
	}
	line("start, all archived", "s", archived[0].seconds)
	line("processor time of that, all archived", "s", archived[0].cpu)
	line("memory of the process when it is ready, all archived", "MB", archived[0].rss/1e6)
	line("of it in use, a little later, all archived", "MB", archived[0].heap/1e6)
	return &weight{float64(games), small[0].heap}, nil
}

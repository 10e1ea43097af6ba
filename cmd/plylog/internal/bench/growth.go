package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
// server over many games, memory of games that are at hand and of readers, and the
// opening of a game whose events lie all over a large store.
func (l *lab) growth(ctx context.Context) error {
	empty, err := l.started(ctx, 1, &grown{}, "--games", "1")
	if err != nil {
		return err
	}
	if err := l.idle(ctx, empty[0].heap); err != nil {
		return err
	}
	if err := l.live(ctx); err != nil {
		return err
	}
	return l.cold(ctx)
}

// grown is the data folder of a server, filled.
type grown struct {
	data  string
	games []*prepared.Game
	count int
	bytes int64 // that the events take, uncounted what the store adds
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
	secret, err := secretOf(dir)
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
			for _, e := range p.Events {
				g.bytes += int64(len(e.Raw))
			}
			if len(g.games) < keep {
				g.games = append(g.games, p)
			}
			return p, nil
		})
	})
	if err != nil {
		return nil, err
	}
	g.disk, err = folderBytes(datadir.LogIn(dir))
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
	log, err := s.Open(ctx, jetlog.Options{Shards: l.shards})
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

func folderBytes(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}

// start is how a server came up.
type start struct {
	seconds  float64 // until it said that it was ready
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

// idle measures a store of many games that nobody plays. empty is the heap of a server
// without any.
func (l *lab) idle(ctx context.Context, empty float64) error {
	g, err := l.grow(ctx, l.grown, few, 0)
	if err != nil {
		return err
	}
	defer os.RemoveAll(g.data) //nolint:errcheck // what stays goes with the measurement's folder
	each := func(bytes float64) []float64 { return []float64{bytes / float64(g.count)} }
	what := fmt.Sprintf(", of %s games of %d events", number(float64(g.count)), few)
	line := func(name, unit string, value []float64) {
		l.add(Line{Bench: "growth", What: name + what, Unit: unit}.measured(value, nil))
	}
	small, err := l.started(ctx, 1, g, "--games", "1")
	if err != nil {
		return err
	}
	line("disk of an event, as stored", "bytes", []float64{float64(g.disk) / float64(few*g.count)})
	line("memory of an idle game", "bytes", each(small[0].heap-empty))
	usual, err := l.started(ctx, 3, g)
	if err != nil {
		return err
	}
	line("start after a stop in order", "s", []float64{usual[1].seconds})
	line("start after a kill", "s", []float64{usual[2].seconds})
	line("memory of the process when it is ready", "MB", []float64{usual[1].rss / 1e6, usual[2].rss / 1e6})
	line("of it in use", "MB", []float64{usual[1].heap / 1e6, usual[2].heap / 1e6})
	return nil
}

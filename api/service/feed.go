package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/projections"
)

// The headers of an event on the feed, the same as those of its stored message.
const (
	HeaderN    = "Plylog-N"    // its number in the game: a gap says that something was missed
	HeaderKind = "Plylog-Kind" // of the game
	HeaderType = "Plylog-Type"
)

// FeedSubject is where the events of a game are published as they happen.
func FeedSubject(game events.GameID) string { return feed + game.String() }

// Lease lets one of the nodes publish a shard. It calls while whenever this node is
// the one, until ctx ends: since is the position behind which nothing was published
// yet, and reached is told what is. The context of while ends when another node may
// be the one.
type Lease func(ctx context.Context, shard int, while func(ctx context.Context, since uint64, reached func(uint64)) error) error

// Ends returns where every shard of a log ends now. A feed begins there that nobody
// has published before.
func Ends(ctx context.Context, log events.Log) ([]uint64, error) {
	ends := make([]uint64, log.Shards())
	for shard := range ends {
		var err error
		if ends[shard], err = log.Last(ctx, shard); err != nil {
			return nil, fmt.Errorf("asking where shard %d ends: %w", shard, err)
		}
	}
	return ends, nil
}

// Alone is the Lease of a node that is the only one. It publishes what is stored
// behind the ends of the shards.
func Alone(ends []uint64) Lease {
	return func(ctx context.Context, shard int, while func(context.Context, uint64, func(uint64)) error) error {
		return while(ctx, ends[shard], func(seq uint64) { ends[shard] = seq })
	}
}

// Feed publishes events as they happen.
type Feed struct {
	Log    events.Log
	Views  *projections.Set // somebody else calls its Run
	Conn   *nats.Conn       // the feed's own; it may do what Feeding grants
	Lease  Lease
	Logger *slog.Logger
}

// retryPause is how long a feed that failed waits.
const retryPause = 250 * time.Millisecond

// Run publishes until ctx ends. What goes wrong is logged and tried again.
func (f *Feed) Run(ctx context.Context) {
	var shards sync.WaitGroup
	for shard := range f.Log.Shards() {
		shards.Go(func() {
			for ctx.Err() == nil {
				err := f.Lease(ctx, shard, func(ctx context.Context, since uint64, reached func(uint64)) error {
					return f.publish(ctx, shard, since, reached)
				})
				if ctx.Err() == nil {
					f.Logger.Warn("the nats feed stumbled", "shard", shard, "err", err)
					pause(ctx)
				}
			}
		})
	}
	shards.Wait()
}

// pause waits a little, unless ctx ends.
func pause(ctx context.Context) {
	select {
	case <-time.After(retryPause):
	case <-ctx.Done():
	}
}

// publish publishes the events of a shard behind a position.
func (f *Feed) publish(ctx context.Context, shard int, since uint64, reached func(uint64)) error {
	for {
		var bad *events.DamagedEvent
		for e, err := range f.Log.Follow(ctx, shard, since) {
			if errors.As(err, &bad) && bad.Seq > since {
				break
			}
			if err != nil {
				return err
			}
			if err := f.one(ctx, shard, e); err != nil {
				return err
			}
			since = e.Seq
			reached(since)
		}
		if bad == nil {
			return fmt.Errorf("following shard %d: it ended", shard)
		}
		since = bad.Seq // one event cannot be read; the read side says so
		reached(since)
	}
}

// one publishes an event, if everybody may see its game. The read side comes
// first: whoever hears of an event reads what it led to.
func (f *Feed) one(ctx context.Context, shard int, e *events.Event) error {
	if err := f.Views.Wait(ctx, shard, e.Seq); err != nil {
		return err
	}
	st, err := f.Views.Board.State(ctx, e.Game)
	switch {
	case errors.Is(err, projections.ErrDamaged), errors.Is(err, projections.ErrNoGame):
		return nil
	case err != nil:
		return err
	case st.Private || e.N > st.Version: // a damaged game is shown up to where it can be trusted
		return nil
	}
	return f.Conn.PublishMsg(&nats.Msg{Subject: FeedSubject(e.Game), Data: e.Raw, Header: nats.Header{
		HeaderN: {strconv.Itoa(e.N)}, HeaderKind: {e.Kind}, HeaderType: {string(e.Type)},
	}})
}

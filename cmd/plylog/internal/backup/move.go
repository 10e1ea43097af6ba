package backup

import (
	"context"
	"errors"
	"os"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/remote"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// Moved is what a move came to.
type Moved struct {
	Shards int    `json:"shards"`
	Events uint64 `json:"events"` // there now
	New    int    `json:"new"`    // of them, since the last time
	Last   bool   `json:"last"`   // no server ran on the folder, so that nothing is left behind
	People int    `json:"people"` // accounts that came along, which they do at the last run
}

// Into copies the log of a data folder, whose server may run, into another log:
// everything that was signed, and no more. open opens that log, with as many shards.
func Into(ctx context.Context, s *remote.Session, admin, data string, open func(shards int) (*jetlog.Log, error)) (Moved, error) {
	b := &backup{session: s, data: data, admin: admin}
	if err := b.origin(); err != nil {
		return Moved{}, err
	}
	if _, err := os.Stat(jetlog.StoreFolder(datadir.LogIn(data))); err != nil {
		return Moved{}, console.Fail(console.Usage, "%s has no log", data)
	}
	m := Moved{Shards: b.shards, Last: !datadir.InUse(data)}
	signed, err := merkle.ReadSigned(data)
	if err != nil {
		return m, damaged(err)
	}
	for _, c := range signed {
		m.Events += uint64(c.Size)
	}
	source, done, err := b.source()
	if err != nil {
		return m, err
	}
	log, err := open(b.shards)
	if err != nil {
		return m, errors.Join(err, done())
	}
	m.New, err = repair.Into(ctx, log, signed, source)
	log.Close()
	return m, damaged(errors.Join(err, done()))
}

package restore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"plylog/api/people/vault"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events"
	"plylog/events/audit"
	"plylog/events/jetlog"
	"plylog/events/jetlog/repair"
	"plylog/events/merkle"
)

// restoring is one run.
type restoring struct {
	console *console.Console
	folder  string // the data folder
	dir     *datadir.Dir
	log     string // the folder of the log in it
	stamp   string // of this run, in names of folders

	files  []string // of exported games
	stores []string // to read: the old one first, then the backups
	old    bool     // whether there is an old one
	plan   *repair.Plan
}

// sort tells backups from exports and finds the stores.
func (r *restoring) sort(from []string) error {
	if _, err := os.Stat(jetlog.StoreFolder(r.log)); err == nil {
		r.stores, r.old = append(r.stores, jetlog.StoreFolder(r.log)), true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range from {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("restoring: %w", err)
		}
		if !info.IsDir() {
			r.files = append(r.files, path)
			continue
		}
		store := jetlog.StoreFolder(filepath.Join(path, filepath.Base(r.log)))
		if _, err := os.Stat(store); err != nil {
			return fmt.Errorf("%s is no copy of a data folder: %w", path, err)
		}
		r.stores = append(r.stores, store)
	}
	return nil
}

func (r *restoring) run(ctx context.Context) error {
	signed, err := merkle.ReadCheckpoints(r.folder)
	if err != nil {
		return err
	}
	last := make(map[int]merkle.Checkpoint, len(signed))
	for shard, list := range signed {
		last[shard] = list[len(list)-1]
	}
	shards, err := r.shards(signed)
	if err != nil {
		return err
	}
	r.plan = repair.New(shards)
	whole, err := r.gather(ctx, last)
	if err != nil {
		return err
	}
	added, err := r.plan.Solve(signed)
	if err != nil {
		return err
	}
	fill, more := 0, 0
	for _, a := range added {
		fill, more = fill+a.Filled, more+a.Appended
	}
	if whole && fill+more == 0 {
		return r.console.Print("The store is in order, and has everything that was given; nothing was changed.")
	}
	return r.replace(ctx, last, fill, more)
}

// shards finds out how many shards the store has, from whoever says so.
func (r *restoring) shards(signed map[int][]merkle.Checkpoint) (int, error) {
	var first error
	for _, store := range r.stores {
		n, err := jetlog.StoredShards(store)
		if err == nil && n > 0 {
			return n, nil
		}
		first = errors.Join(first, err)
	}
	switch {
	case len(signed) > 0:
		return slices.Max(slices.Collect(maps.Keys(signed))) + 1, nil
	case first != nil:
		return 0, first
	default:
		return jetlog.DefaultShards, nil
	}
}

// gather reads everything, exports first, and says what it found. whole reports
// whether the old store is in order.
func (r *restoring) gather(ctx context.Context, last map[int]merkle.Checkpoint) (whole bool, err error) {
	for _, path := range r.files {
		if err := r.export(path); err != nil {
			return false, err
		}
	}
	for i, store := range r.stores {
		n, damage, err := r.plan.AddStore(ctx, store)
		if err != nil {
			return false, err
		}
		r.console.Say("%s: %d events, %d places that are damaged", store, n, len(damage))
		for _, d := range damage[:min(len(damage), 5)] {
			r.console.Say("  %v", d)
		}
		if i == 0 && r.old {
			_, err := jetlog.CheckStore(ctx, store, jetlog.Check{Signed: last, Beside: []string{vault.Stream}})
			if err != nil && !errors.Is(err, events.ErrDamaged) {
				return false, err
			}
			whole = err == nil
		}
	}
	return whole, nil
}

// export reads a file of exported games.
func (r *restoring) export(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("restoring: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	n := 0
	for entry, err := range audit.Lines(path, f) {
		if err != nil {
			return err
		}
		e, err := (*events.Event)(nil), entry.Err
		if err == nil {
			e, err = events.Decode(entry.Raw)
		}
		if err != nil {
			return fmt.Errorf("%s line %d: %w", path, entry.Line, err)
		}
		r.plan.AddEvent(e)
		n++
	}
	r.console.Say("%s: %d events", path, n)
	return nil
}

// replace makes the new store and puts it in the place of the old one.
func (r *restoring) replace(ctx context.Context, last map[int]merkle.Checkpoint, fill, more int) error {
	made, aside := r.log+".restored-"+r.stamp, r.log+".replaced-"+r.stamp
	list, err := r.plan.Build(ctx, made, last)
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(made)) // it was made just now
	}
	if err := r.keepPeople(ctx, made); err != nil {
		return errors.Join(err, os.RemoveAll(made))
	}
	if err := r.dir.ReplaceLog(made, aside); err != nil {
		return err
	}
	total, against := uint64(0), "no checkpoint was there to hold them against"
	for _, c := range list {
		total += c.Events
	}
	if len(last) > 0 {
		against = "they come to every root that was signed"
	}
	if err := r.console.Print("Restored %d events: %d put where they were missing, %d added at the end; %s.", total, fill, more, against); err != nil {
		return err
	}
	if r.old {
		return r.console.Print("The old store is in %s.", aside)
	}
	return nil
}

package checkpoints_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/merkle"
	"plylog/projections/checkpoints"
)

// TestChecked begins with the tree of events that were held to the last checkpoint
// before: it goes on as if it had hashed them, serves no log that has fewer of them, and
// believes no other tree.
func TestChecked(t *testing.T) {
	for name, c := range map[string]struct {
		leaves  int // of the tree that is said to have been checked; 40 were signed
		there   int // events of the log
		corrupt bool
		refused bool
	}{
		"all of it":                    {leaves: 40, there: 40},
		"and more came":                {leaves: 40, there: 600},
		"some are missing":             {leaves: 40, there: 39, refused: true},
		"none is there":                {leaves: 40, refused: true},
		"a tree of fewer":              {leaves: 39, there: 40},
		"a tree of fewer, and damaged": {leaves: 39, there: 40, corrupt: true, refused: true},
		"another tree, and damaged":    {leaves: -40, there: 40, corrupt: true, refused: true},
		"no tree, and damaged":         {there: 40, corrupt: true, refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, folder := memlog.New(1), t.TempDir()
				w, err := begin(t, log, folder)
				if err != nil {
					t.Fatal(err)
				}
				g := logtest.NewGame(t)
				checked := new(merkle.Tree)
				again := memlog.New(1)
				var last uint64
				for n := range max(40, c.there) {
					if n == 40 { // what comes behind was not signed
						<-time.After(time.Second)
						w.stop()
					}
					e := store(t, log, g)
					if n < c.leaves {
						checked.Add(e.Raw)
					} else if n < -c.leaves {
						checked.Add(append(e.Raw, ' '))
					}
					if n < c.there {
						if last, err = again.Append(t.Context(), last, e); err != nil {
							t.Fatal(err)
						}
					}
				}
				<-time.After(time.Second)
				w.stop()
				whole := root(t, again, 0, int64(c.there))
				if c.corrupt {
					again.Corrupt(0, 20, func(raw []byte) []byte {
						return bytes.Replace(raw, []byte(`"by":"p_ann"`), []byte(`"by":"p_amn"`), 1)
					})
				}
				w, err = beginWith(t, again, folder, func(cfg *checkpoints.Config) { cfg.Checked = []*merkle.Tree{checked} })
				if errors.Is(err, events.ErrDamaged) != c.refused {
					t.Fatalf("refused: %v", err)
				}
				if c.refused {
					return
				}
				if got, err := w.pub.Latest(0); err != nil || got.Size != int64(c.there) || got.Root != whole {
					t.Errorf("%+v is signed, want %d events with root %s: %v", got, c.there, whole, err)
				}
			})
		})
	}
}

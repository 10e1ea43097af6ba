package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
)

// backup serves GET /admin/backup: the stored events of a shard as lines, in the
// order in which they are stored. Whoever asks knows from the checkpoints how many
// there must be, and so whether the answer was cut off.
func (s *Server) backup(w http.ResponseWriter, r *http.Request, q query) error {
	shard, err := q.number("shard", 0, 0, s.cfg.Log.Shards()-1)
	if err != nil {
		return err
	}
	after, err := q.number("after", 0, 0, math.MaxInt)
	if err != nil {
		return err
	}
	to, err := q.number("to", math.MaxInt, after, math.MaxInt)
	if err != nil {
		return err
	}
	if err := s.started(); err != nil {
		return err
	}
	out := s.newLines(w)
	defer out.close()
	if err := s.stored(r, out, shard, uint64(after), uint64(to)); err != nil {
		s.cfg.Logger.WarnContext(r.Context(), "a backup was not finished", "shard", shard, "err", err)
	}
	return nil
}

// stored writes the events of a shard behind a position and up to another.
func (s *Server) stored(r *http.Request, out *stream, shard int, after, to uint64) error {
	if after == to {
		return out.flush()
	}
	for e, err := range s.cfg.Log.Scan(r.Context(), shard, after) {
		if err != nil {
			return errors.Join(fmt.Errorf("reading the log: %w", err), out.flush())
		}
		if err := out.add(append(append(out.buf, e.Raw...), '\n')); err != nil {
			return err
		}
		if e.Seq == to {
			break
		}
	}
	return out.flush()
}

// keptLine is one line of a backup of people: a record, or at the end how many there
// were.
type keptLine struct {
	Key     string `json:"key,omitempty"`
	Value   []byte `json:"value,omitempty"` // what says who somebody is, sealed under the store's secret
	Records *int   `json:"records,omitempty"`
}

// backupPeople serves GET /admin/backup/people: what is kept of people for good, as
// lines. An answer whose last line does not say how many there were was cut off.
func (s *Server) backupPeople(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.started(); err != nil {
		return err
	}
	out := s.newLines(w)
	defer out.close()
	if err := s.keptPeople(r, out); err != nil {
		s.cfg.Logger.WarnContext(r.Context(), "a backup of people was not finished", "err", err)
	}
	return nil
}

func (s *Server) keptPeople(r *http.Request, out *stream) error {
	n := 0
	line := func(l keptLine) error {
		raw, err := json.Marshal(l)
		if err != nil {
			return err
		}
		return out.add(append(append(out.buf, raw...), '\n'))
	}
	if s.cfg.People != nil {
		for e, err := range s.cfg.People.Kept(r.Context()) {
			if err == nil {
				n++
				err = line(keptLine{Key: e.Key, Value: e.Value})
			}
			if err != nil {
				return errors.Join(err, out.flush())
			}
		}
	}
	return errors.Join(line(keptLine{Records: &n}), out.flush())
}

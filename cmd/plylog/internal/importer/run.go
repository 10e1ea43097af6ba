package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"plylog/cmd/plylog/internal/records"
)

// job is one record that is to be played.
type job struct {
	source
	file string
	kind string
	game records.Game
}

// read reads the games of files, and of the files in folders. asked names their
// format; empty: each file's own name and content tell. A file of a folder that is
// in no known format is told to skip and left out; one that was named is an error.
func read(formats records.Formats, names []string, asked string, skip func(error)) ([]job, error) {
	files, err := expand(names)
	if err != nil {
		return nil, fmt.Errorf("reading the games: %w", err)
	}
	var jobs []job
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading the games: %w", err)
		}
		format, err := formats.Detect(asked, file, data)
		if unknown := (*records.UnknownError)(nil); errors.As(err, &unknown) && unknown.Asked == "" && !slices.Contains(names, file) {
			skip(err)
			continue
		}
		if err != nil {
			return nil, err
		}
		games, err := format.Read(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		hash := hashOf(data)
		for i, g := range games {
			jobs = append(jobs, job{source: source{hash, i}, file: file, kind: g.Kind, game: g})
		}
	}
	return jobs, nil
}

// expand puts in place of a folder the files in it and below, in the order of
// their names, without hidden ones.
func expand(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			hidden := path != name && strings.HasPrefix(d.Name(), ".")
			switch {
			case err != nil:
				return err
			case hidden && d.IsDir():
				return fs.SkipDir
			case !hidden && (path == name || d.Type().IsRegular()) && !d.IsDir():
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Summary counts what became of the records of a run.
type Summary struct {
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`      // of the records, as far as they are stored now
	Stored     int     `json:"stored"`     // commands that this run stored, the endings included
	New        int     `json:"new"`        // games that were made and played now
	Continued  int     `json:"continued"`  // games that were there in part
	Already    int     `json:"already"`    // games that were there
	Illegal    int     `json:"illegal"`    // games that a rule ended early
	Unreadable int     `json:"unreadable"` // records without anything to play
	Failed     int     `json:"failed"`     // games that the server failed
	Open       int     `json:"open"`       // games that were left open, since neither board nor record ended them
	Differing  int     `json:"differing"`  // games whose record tells of another result
	Seconds    float64 `json:"seconds"`
	PerSecond  float64 `json:"perSecond"` // stored commands
}

// add counts an outcome.
func (s *Summary) add(o *Outcome) {
	s.Games++
	s.Moves += o.Moves
	s.Stored += o.Stored
	switch o.State {
	case New:
		s.New++
	case Continued:
		s.Continued++
	case Already:
		s.Already++
	case Illegal:
		s.Illegal++
	case Unreadable:
		s.Unreadable++
	case Failed:
		s.Failed++
	}
	if o.State.whole() && o.Result == nil {
		s.Open++
	}
	if o.Differ != "" {
		s.Differing++
	}
}

// whole reports whether all of a record's moves are stored.
func (s State) whole() bool { return s == New || s == Continued || s == Already }

// run plays records, so many at a time, and tells of each when it is done, one
// at a time. It ends early with the context, or with the server for good.
func run(ctx context.Context, jobs []job, parallel int, p *player, done func(*Outcome) error) (Summary, error) {
	var sum Summary
	began := time.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := make(chan job)
	outcomes := make(chan *Outcome)
	var workers sync.WaitGroup
	for range min(parallel, len(jobs)) {
		workers.Go(func() {
			for j := range todo {
				out := &Outcome{File: j.file, Record: j.game.Name, Kind: j.kind}
				p.play(ctx, j, out)
				if out.State == Failed {
					cancel(fmt.Errorf("%s, %s: %w", j.file, j.game.Name, out.err))
				}
				outcomes <- out
			}
		})
	}
	go func() {
		defer close(outcomes)
		defer workers.Wait()
		defer close(todo)
		for _, j := range jobs {
			select {
			case todo <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	for out := range outcomes {
		sum.add(out)
		if err := done(out); err != nil {
			cancel(err)
		}
	}
	sum.Seconds = time.Since(began).Seconds()
	sum.PerSecond = float64(sum.Stored) / max(sum.Seconds, 1e-9)
	return sum, context.Cause(ctx)
}

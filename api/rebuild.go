package api

import (
	"context"
	"encoding/json"
	"net/http"

	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// rebuildLine is one line of the answer to a rebuild: progress while it goes on,
// at the end one report or one error.
type rebuildLine struct {
	Progress *rebuildProgress `json:"progress,omitempty"`
	Report   *rebuildReport   `json:"report,omitempty"`
	Error    string           `json:"error,omitempty"`
}

type rebuildProgress struct {
	Shard  int    `json:"shard"`
	Events int    `json:"events"` // read so far in the shard
	At     uint64 `json:"at"`     // position in the shard
	Last   uint64 `json:"last"`   // where the shard ended when the rebuild began
}

type rebuildReport struct {
	Shards          int            `json:"shards"`
	Events          int            `json:"events"`
	Games           int            `json:"games"`
	Equal           int            `json:"equal"` // undamaged and served as rebuilt
	Wrong           int            `json:"wrong"` // served otherwise than rebuilt
	Mismatches      []mismatchLine `json:"mismatches"`
	Damaged         []damagedLine  `json:"damaged"`
	Seconds         float64        `json:"seconds"`
	EventsPerSecond float64        `json:"eventsPerSecond"`
}

type mismatchLine struct {
	Game       events.GameID `json:"game"`
	Projection string        `json:"projection"`
	Version    int           `json:"version"`
	Got        string        `json:"got"`
	Want       string        `json:"want"`
}

type damagedLine struct {
	Game    events.GameID `json:"game"`
	Version int           `json:"version"` // the last event that can be trusted
	Why     string        `json:"why"`
}

// rebuild serves POST /admin/rebuild: everything is folded again from the log,
// every event held to the rules, the dice and the chain, and compared with what
// is served, which goes on meanwhile.
func (s *Server) rebuild(w http.ResponseWriter, r *http.Request, _ query) error {
	select {
	case s.rebuilds <- struct{}{}:
		defer func() { <-s.rebuilds }()
	default:
		return refuse(rebuildInProgress, "")
	}
	if err := s.started(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := s.newLines(w)
	defer out.close()
	line := func(l rebuildLine) {
		b, err := json.Marshal(l)
		if err == nil {
			out.buf = append(append(out.buf, b...), '\n')
			err = out.flush()
		}
		if err != nil {
			cancel() // nobody waits for the outcome any more
		}
	}
	report, err := projections.Rebuild(ctx, s.cfg.Log, s.cfg.Views, projections.RebuildOptions{
		Check: func(int) func(*events.Event) error { return play.NewFolder(s.cfg.Registry).Apply },
		Progress: func(p projections.Progress) {
			line(rebuildLine{Progress: &rebuildProgress{p.Shard, p.Events, p.At, p.Last}})
		},
	})
	if err != nil {
		s.cfg.Logger.ErrorContext(r.Context(), "rebuild not finished", "err", err)
		line(rebuildLine{Error: "the rebuild was not finished; the server's log says why"})
		return nil
	}
	s.cfg.Observer.Rebuilt(report.Duration)
	s.cfg.Logger.InfoContext(r.Context(), "rebuilt", "games", report.Games, "events", report.Events,
		"wrong", report.Wrong, "damaged", len(report.Damaged), "took", report.Duration)
	line(rebuildLine{Report: reportOf(report)})
	return nil
}

func reportOf(r projections.Report) *rebuildReport {
	out := &rebuildReport{
		Shards: r.Shards, Events: r.Events, Games: r.Games, Equal: r.Equal, Wrong: r.Wrong,
		Mismatches: []mismatchLine{}, Damaged: []damagedLine{},
		Seconds: r.Duration.Seconds(), EventsPerSecond: r.EventsPerSecond,
	}
	for _, m := range r.Mismatches {
		out.Mismatches = append(out.Mismatches, mismatchLine{m.Game, m.Projection, m.Version, m.Got, m.Want})
	}
	for _, d := range r.Damaged {
		out.Damaged = append(out.Damaged, damagedLine{d.Game, d.N, d.Why.Error()})
	}
	return out
}

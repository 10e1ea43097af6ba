package remote

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/events"
)

// rebuildLine is one line of the server's answer.
type rebuildLine struct {
	Progress *struct {
		Shard  int    `json:"shard"`
		Events int    `json:"events"`
		At     uint64 `json:"at"`
		Last   uint64 `json:"last"`
	} `json:"progress"`
	Report json.RawMessage `json:"report"`
	Error  string          `json:"error"`
}

// rebuildReport is what a rebuild found.
type rebuildReport struct {
	Shards     int `json:"shards"`
	Events     int `json:"events"`
	Games      int `json:"games"`
	Equal      int `json:"equal"`
	Wrong      int `json:"wrong"`
	Mismatches []struct {
		Game       events.GameID `json:"game"`
		Projection string        `json:"projection"`
		Version    int           `json:"version"`
		Got        string        `json:"got"`
		Want       string        `json:"want"`
	} `json:"mismatches"`
	Damaged []struct {
		Game    events.GameID `json:"game"`
		Version int           `json:"version"`
		Why     string        `json:"why"`
	} `json:"damaged"`
	Seconds         float64 `json:"seconds"`
	EventsPerSecond float64 `json:"eventsPerSecond"`
}

// Rebuild is the command that has a server fold everything again and compare.
func (s *Session) Rebuild() *cobra.Command {
	var admin string
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Fold all games again from the log while the server runs, and compare",
		Long: `Have the server fold every game again from its log, hold every event to the
rules, the dice and the chain, and compare with what it serves. It goes on
serving meanwhile. Exit code 6 where anything differs.`,
		Args: console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			raw, err := s.rebuild(cmd.Context(), s.adminURL(admin))
			if err != nil {
				return err
			}
			var r rebuildReport
			if err := json.Unmarshal(raw, &r); err != nil {
				return fmt.Errorf("reading the report: %w", err)
			}
			if s.console.JSON {
				err = s.console.Print("%s", raw)
			} else {
				err = s.rebuilt(&r)
			}
			if err != nil {
				return err
			}
			if r.Wrong > 0 || len(r.Damaged) > 0 {
				return console.Fail(console.AuditFailed, "%d games are served otherwise than their log says, %d are damaged", r.Wrong, len(r.Damaged))
			}
			return nil
		},
	}
	BindAdmin(cmd, &admin)
	return cmd
}

// rebuild asks for a rebuild, shows how far it is, and returns the report.
func (s *Session) rebuild(ctx context.Context, base string) (json.RawMessage, error) {
	res, err := askAdmin(ctx, base, http.MethodPost, "/admin/rebuild", nil)
	if err != nil {
		return nil, fmt.Errorf("asking for a rebuild: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // read only
	bar := s.console.Progress(-1, "rebuilding")
	defer bar.Done()
	done := make(map[int]int) // events, by shard
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 64<<20) // a report may name many games
	for lines.Scan() {
		var l rebuildLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("reading the rebuild's answer: %w", err)
		}
		switch {
		case l.Error != "":
			return nil, errors.New(l.Error)
		case l.Report != nil:
			return l.Report, nil
		case l.Progress != nil:
			bar.Add(l.Progress.Events - done[l.Progress.Shard])
			done[l.Progress.Shard] = l.Progress.Events
		}
	}
	return nil, fmt.Errorf("the rebuild was cut off: %w", cmp.Or(lines.Err(), io.ErrUnexpectedEOF))
}

// rebuilt tells a report.
func (s *Session) rebuilt(r *rebuildReport) error {
	for _, m := range r.Mismatches {
		s.console.Say("%s: %s at version %d is served as\n  %s\nand should be\n  %s", m.Game, m.Projection, m.Version, m.Got, m.Want)
	}
	for _, d := range r.Damaged {
		s.console.Say("%s: damaged behind event %d: %s", d.Game, d.Version, d.Why)
	}
	return s.console.Print("%d games, %d events in %.2f s (%.0f events/s): %d equal, %d wrong, %d damaged",
		r.Games, r.Events, r.Seconds, r.EventsPerSecond, r.Equal, r.Wrong, len(r.Damaged))
}

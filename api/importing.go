package api

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// What one import may bring.
const (
	mostImport      = 1 << 20 // bytes of the file
	mostImportGames = 200
	importsAtOnce   = 16 // games of one file that are played at the same time
)

// imported is what became of one game of a file.
type imported struct {
	Name   string          `json:"name"`
	Game   *events.GameID  `json:"game,omitempty"` // absent where nothing could be stored
	Moves  int             `json:"moves"`
	Result *events.Result  `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"` // a problem, with the turn and what was legal
}

// importGames serves POST /v1/import: a file of the field becomes games that are
// over, each of them marked as imported. Sent again under the same
// Idempotency-Key it makes the same games once.
func (s *Server) importGames(w http.ResponseWriter, r *http.Request, q query) error {
	if !s.commands.enter() {
		return refuse(stopping, "")
	}
	defer s.commands.leave()
	eng, ok := s.cfg.Registry.Newest(q["kind"])
	if !ok {
		return refuseField(unknownKind, "kind", "say what the file holds: kind is one of those that GET /v1/kinds lists")
	}
	f, ok := s.formatOf(eng, q["format"])
	if !ok || f.Read == nil {
		return refuseField(badParameter, "format", "want "+formatsOf(eng, func(f engines.Format) bool { return f.Read != nil }))
	}
	key, keyed, err := readKey(r.Header["Idempotency-Key"])
	if err != nil {
		return err
	}
	if !keyed {
		if key, err = events.NewCommandID(s.cfg.Now(), rand.Reader); err != nil {
			return err
		}
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostImport))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return refuse(tooLarge, fmt.Sprintf("the file is larger than %d bytes", mostImport))
	case err != nil:
		return refuse(badRequest, "the body could not be read to its end")
	}
	records, err := f.Read(data)
	switch {
	case err != nil:
		return refuse(badRequest, err.Error())
	case len(records) == 0:
		return refuse(badRequest, "there is no game in the file")
	case len(records) > mostImportGames:
		return refuse(tooLarge, fmt.Sprintf("there are %d games in the file; send at most %d at a time", len(records), mostImportGames))
	}
	sum := sha256.Sum256(data)
	body, err := json.Marshal(struct {
		Games []imported `json:"games"`
	}{s.importAll(r.Context(), eng.Name(), f.Name, key, hex.EncodeToString(sum[:]), records)})
	if err != nil {
		return err
	}
	w.Header()["Cache-Control"] = noStore
	return send(w, http.StatusCreated, body)
}

// importAll plays the games of a file, several at a time, and keeps their order.
func (s *Server) importAll(ctx context.Context, kind, format string, key events.CommandID, sum string, records []engines.Record) []imported {
	out := make([]imported, len(records))
	var wg sync.WaitGroup
	slots := make(chan struct{}, importsAtOnce)
	for i, rec := range records {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			out[i] = s.importOne(ctx, kind, format, s.mint.Imported(key, sum, strconv.Itoa(i)), rec)
		})
	}
	wg.Wait()
	return out
}

func (s *Server) importOne(ctx context.Context, kind, format string, id events.GameID, rec engines.Record) imported {
	cmd := play.Create{Game: id, ID: events.DeriveID("plylog-import/1 create", id.String()), Kind: kind}
	cmd.First = s.mint.Player(id, events.First, cmd.ID)
	cmd.Second = s.mint.Player(id, events.Second, cmd.ID)
	cmd.By = cmd.First
	out := imported{Name: rec.Name}
	g, err := s.cfg.Handler.Import(ctx, cmd, format, rec)
	if g != nil {
		s.acknowledge(g.ID, g.Seq)
		out.Game, out.Moves, out.Result = &id, g.N, g.After.Result
	}
	if err != nil {
		p := problemOf(err)
		if p.slug == internal {
			s.cfg.Logger.ErrorContext(ctx, "import failed", "game", id, "err", err)
		}
		var bad *play.ImportError
		if errors.As(err, &bad) {
			p.Detail = fmt.Sprintf("turn %d, %q: %s", bad.Turn, clip(string(bad.Move)), p.Detail)
			p.Legal = bad.Legal[:min(len(bad.Legal), mostLegal)]
		}
		if out.Error, err = json.Marshal(p); err != nil {
			out.Error = json.RawMessage(`{}`)
		}
	}
	return out
}

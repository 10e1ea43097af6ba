package api

import (
	"fmt"
	"net/http"
	"strings"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// formatLines is the format that every kind of game has. It is the one that can be
// verified.
const formatLines = play.FormatLines

// export serves GET /v1/games/{id}/export: the game as a file of the field.
func (s *Server) export(w http.ResponseWriter, r *http.Request, q query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	g, err := s.watch(r, id)
	if err != nil {
		return err
	}
	name := formatLines
	if f, ok := q["format"]; ok {
		name = f
	}
	log, err := s.cfg.Handler.Events(r.Context(), id)
	if err != nil {
		return err
	}
	log = log[:min(len(log), g.N)]
	tag := `"` + name + `-` + strings.Trim(tagOf(g.N), `"`) + `"`
	if name == formatLines {
		return sendFile(w, r, tag, formNDJSON, id.String()+".jsonl", lines(log))
	}
	f, ok := s.formatOf(g.Engine, name)
	if !ok || f.Write == nil {
		return refuseField(badParameter, "format", "want "+formatsOf(g.Engine, func(f engines.Format) bool { return f.Write != nil }))
	}
	rec, err := play.Record(g.Engine, log)
	if err != nil {
		return err
	}
	out, left, err := writeRecord(f, rec)
	if err != nil {
		return refuseField(notAvailable, "format", "this game cannot be written as "+name+": "+err.Error())
	}
	if left != "" {
		w.Header()["Plylog-Left-Out"] = []string{left}
	}
	return sendFile(w, r, tag, f.Media, id.String()+"."+name, out)
}

// writeRecord writes a game in a format. Formats that hold less than a game does
// refuse what they have no room for: it is then left out, one thing after
// another, and left names it. The error is of what cannot be left out.
func writeRecord(f engines.Format, rec engines.Record) (out []byte, left string, err error) {
	out, err = f.Write([]engines.Record{rec})
	for _, less := range []struct {
		what string
		cut  func()
	}{
		{"players, tags", func() { rec.Players, rec.Tags = [2]string{}, nil }},
		{"players, tags, reason", func() { rec.End.Reason, rec.End.Value = "", "" }},
		{"players, tags, ending", func() { rec.End = engines.Ending{} }},
	} {
		if err == nil {
			return out, left, nil
		}
		less.cut()
		left = less.what
		out, err = f.Write([]engines.Record{rec})
	}
	if err != nil {
		return nil, "", err
	}
	return out, left, nil
}

// lines writes stored events, one a line.
func lines(log []*events.Event) []byte {
	n := 0
	for _, e := range log {
		n += len(e.Raw) + 1
	}
	b := make([]byte, 0, n)
	for _, e := range log {
		b = append(b, e.Raw...)
		b = append(b, '\n')
	}
	return b
}

// sendFile answers with something to keep.
func sendFile(w http.ResponseWriter, r *http.Request, tag, media, name string, body []byte) error {
	if notModified(w, r, tag) {
		return nil
	}
	w.Header()["Content-Disposition"] = []string{`attachment; filename="` + name + `"`}
	return sendMedia(w, r, []string{media}, body)
}

// formatOf finds a format of a kind of game by its name.
func (s *Server) formatOf(e engines.Engine, name string) (engines.Format, bool) {
	if name == formatLines {
		return engines.Format{Name: formatLines, Read: s.readLines(e.Name())}, true
	}
	if f, ok := e.(engines.Formatter); ok {
		for _, have := range f.Formats() {
			if have.Name == name {
				return have, true
			}
		}
	}
	return engines.Format{}, false
}

// readLines reads stored events of one kind of game.
func (s *Server) readLines(kind string) func([]byte) ([]engines.Record, error) {
	return func(data []byte) ([]engines.Record, error) {
		games, err := play.ReadLines(s.cfg.Registry, data)
		if err != nil {
			return nil, err
		}
		list := make([]engines.Record, len(games))
		for i, g := range games {
			if g.Kind != kind {
				return nil, fmt.Errorf("%s is a game of %s", g.Name, g.Kind)
			}
			list[i] = g.Record
		}
		return list, nil
	}
}

// formatsOf lists the names of the formats of a kind of game that pass.
func formatsOf(e engines.Engine, pass func(engines.Format) bool) string {
	names := []string{formatLines}
	if f, ok := e.(engines.Formatter); ok {
		for _, have := range f.Formats() {
			if pass(have) {
				names = append(names, have.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

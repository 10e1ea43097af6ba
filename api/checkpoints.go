package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"plylog/events"
	"plylog/events/audit"
	"plylog/events/merkle"
	"plylog/events/play"
	"plylog/projections/checkpoints"
)

// checkpointsBody is what GET /v1/checkpoints answers.
type checkpointsBody struct {
	Store     string            `json:"store"`               // begins the origins of its shards
	Key       string            `json:"key"`                 // good for all of them
	Rotations []string          `json:"rotations,omitempty"` // signed notes by which the key came to be this one
	Shards    []shardCheckpoint `json:"shards"`
}

type shardCheckpoint struct {
	Shard  int    `json:"shard"`
	Origin string `json:"origin"`
	Key    string `json:"key"` // as other tools want it: under the origin
	Size   int64  `json:"size"`
	Root   string `json:"root"`
	Note   string `json:"note"`  // signed
	Tiles  string `json:"tiles"` // prefix of the log (c2sp.org/tlog-tiles)
}

var (
	textType     = []string{"text/plain; charset=utf-8"}
	bytesType    = []string{"application/octet-stream"}
	neverChanges = []string{"public, max-age=31536000, immutable"}
)

// checkpoints serves GET /v1/checkpoints: what is signed, and with which key.
func (s *Server) checkpoints(w http.ResponseWriter, r *http.Request, _ query) error {
	p, err := s.signed()
	if err != nil {
		return err
	}
	out := checkpointsBody{Store: p.Key().Name(), Key: p.Key().String()}
	for _, n := range p.Rotations() {
		out.Rotations = append(out.Rotations, string(n))
	}
	for i := range p.Shards() {
		c, err := p.Latest(i)
		if err != nil {
			return notSigned(err)
		}
		out.Shards = append(out.Shards, shardCheckpoint{
			Shard: i, Origin: c.Origin, Key: p.Key().For(c.Origin).String(), Size: c.Size, Root: c.Root.String(), Note: string(c.Note),
			Tiles: "/tlog/" + shardPath(i),
		})
	}
	body, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return sendMedia(w, r, jsonType, body)
}

// signed is what signs the log.
func (s *Server) signed() (*checkpoints.Publisher, error) {
	if s.cfg.Checkpoints == nil {
		return nil, refuse(notFound, "this server signs no checkpoints")
	}
	return s.cfg.Checkpoints, nil
}

// notSigned turns what a Publisher says into a problem.
func notSigned(err error) error {
	switch {
	case errors.Is(err, checkpoints.ErrStopped):
		p := refuse(damaged, "the log of this game's shard is damaged, and is not signed any more")
		p.cause = err
		return p
	case errors.Is(err, checkpoints.ErrNothing), errors.Is(err, merkle.ErrNoTile):
		return refuse(notFound, err.Error())
	case errors.Is(err, merkle.ErrLeaves):
		p := refuse(damaged, "the log is not what was signed")
		p.cause = err
		return p
	}
	return err
}

// shardPath writes a shard as it stands in addresses and origins.
func shardPath(i int) string {
	if i < 10 {
		return "0" + strconv.Itoa(i)
	}
	return strconv.Itoa(i)
}

// shardOf reads the shard of an address.
func shardOf(r *http.Request) (int, error) {
	text := r.PathValue("shard")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || shardPath(n) != text {
		return 0, refuse(notFound, "")
	}
	return n, nil
}

// checkpoint serves GET /tlog/{shard}/checkpoint (c2sp.org/tlog-tiles).
func (s *Server) checkpoint(w http.ResponseWriter, r *http.Request, _ query) error {
	p, err := s.signed()
	if err != nil {
		return err
	}
	shard, err := shardOf(r)
	if err != nil {
		return err
	}
	c, err := p.Latest(shard)
	if err != nil {
		return notSigned(err)
	}
	return sendBytes(w, textType, noCache, c.Note)
}

// tile serves GET /tlog/{shard}/tile/{path...} (c2sp.org/tlog-tiles).
func (s *Server) tile(w http.ResponseWriter, r *http.Request, _ query) error {
	p, err := s.signed()
	if err != nil {
		return err
	}
	shard, err := shardOf(r)
	if err != nil {
		return err
	}
	t, err := merkle.ParseTile("tile/" + r.PathValue("path"))
	if err != nil {
		return notSigned(err)
	}
	data, err := p.Tile(r.Context(), shard, t)
	if err != nil {
		return notSigned(err)
	}
	return sendBytes(w, bytesType, neverChanges, data)
}

// sendBytes answers with what is no JSON.
func sendBytes(w http.ResponseWriter, media, keep []string, body []byte) error {
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = media, keep
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // whoever asked may be gone; nobody else is to be told
	return nil
}

// receipt serves GET /v1/games/{id}/receipt: proof that a finished game is in the
// log (c2sp.org/tlog-proof).
func (s *Server) receipt(w http.ResponseWriter, r *http.Request, _ query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	if _, err := s.watch(r, id); err != nil {
		return err
	}
	p, err := s.signed()
	if err != nil {
		return err
	}
	log, err := s.cfg.Handler.Events(r.Context(), id)
	if err != nil {
		return err
	}
	last := log[len(log)-1]
	if !last.Over() {
		return &play.RefusedError{Code: play.CodeNotOver, Detail: "the game is not over; a receipt is given for its end"}
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	proof, err := p.Receipt(ctx, last)
	if err != nil {
		return notSigned(err)
	}
	return sendFile(w, r, `"receipt-`+strconv.FormatInt(proof.Index, 10)+`"`, textType[0], id.String()+".tlog-proof", proof.Marshal())
}

// audit serves GET /v1/games/{id}/audit: the game is read from the log and folded
// again, event by event, and its end is looked for under a checkpoint.
func (s *Server) audit(w http.ResponseWriter, r *http.Request, _ query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	if _, err := s.current(r, id); err != nil {
		return err
	}
	var bad *events.DamagedEvent
	g, err := audit.CheckGame(s.cfg.Registry, s.cfg.Log.Read(r.Context(), id, 0))
	switch {
	case errors.As(err, &bad):
		g = &audit.Game{Verdict: audit.Violated, Events: []audit.Checked{}, Problem: &audit.Problem{Game: id, Reason: audit.ReasonMalformed, Detail: "the log cannot give out its event at position " + strconv.FormatUint(bad.Seq, 10)}}
	case err != nil:
		return err
	}
	if g.Verdict == audit.Verified {
		if err := s.cover(r.Context(), g); err != nil {
			return err
		}
	}
	g.ID = id
	body, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return sendMedia(w, r, jsonType, body)
}

// cover looks for the end of a game under a checkpoint.
func (s *Server) cover(ctx context.Context, g *audit.Game) error {
	p, err := s.signed()
	if err != nil {
		g.Verdict = audit.NotAnchored
		return nil //nolint:nilerr // nothing is signed here
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Limits.Command)
	defer cancel()
	e := g.LastEvent()
	proof, c, err := p.Cover(ctx, e)
	if errors.Is(err, merkle.ErrForged) {
		g.Verdict = audit.Violated
		g.Problem = &audit.Problem{Game: e.Game, N: e.N, Reason: audit.ReasonRoot, Detail: err.Error()}
		return nil //nolint:nilerr // it is in the answer
	}
	if err != nil {
		return notSigned(err)
	}
	g.Last = &audit.Published{Origin: c.Origin, Index: proof.Index, Size: c.Size, Root: c.Root.String(), Note: string(c.Note), Proof: string(proof.Marshal())}
	return nil
}

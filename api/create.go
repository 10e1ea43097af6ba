package api

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// typeCreate is the name of a create among the commands, for metrics.
const typeCreate play.CommandType = "create"

// create serves POST /v1/games.
func (s *Server) create(w http.ResponseWriter, r *http.Request, _ query) error {
	start := s.cfg.Now()
	if !s.commands.enter() {
		return refuse(stopping, "")
	}
	defer s.commands.leave()
	kind := other
	refused := func(err error) error {
		return s.refused(r, play.Command{Type: typeCreate}, kind, start, err)
	}
	cmd, self, err := s.readCreate(r, start)
	if err != nil {
		return refused(err)
	}
	kind = s.kindLabel(cmd.Kind)
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Command)
	defer cancel()
	a, err := s.cfg.Handler.Create(ctx, cmd)
	if errors.Is(err, play.ErrUnknownKind) {
		err = refuseField(unknownKind, "kind", "this server offers "+strings.Join(s.cfg.Registry.Kinds(), ", "))
	}
	if err != nil {
		return refused(err)
	}
	s.accepted(r.Context(), a, typeCreate, start)
	s.seatBots(kind, cmd.Game, a.Game.Players)
	return s.sendCreated(ctx, w, a, cmd, self)
}

// sendCreated answers with a game that was made and the tokens of the creator's
// seats: the same answer for ever, whatever became of the game since.
func (s *Server) sendCreated(ctx context.Context, w http.ResponseWriter, a play.Answer, cmd play.Create, self bool) error {
	s.acknowledge(a.Event.Game, a.Event.Seq)
	st, err := s.cfg.Views.Board.At(ctx, cmd.Game, 1)
	if err != nil {
		return err
	}
	body := append(make([]byte, 0, 1024), `{"game":`...)
	body = append(body, st.JSON()...)
	body = append(body, `,"tokens":{`...)
	for i, p := range [...]events.PlayerID{cmd.First, cmd.Second} {
		if p == "" || !self && p != cmd.By {
			continue
		}
		if body[len(body)-1] != '{' {
			body = append(body, ',')
		}
		at := events.First + events.Seat(i)
		body = append(body, `"`+at.String()+`":"`+s.mint.Token(cmd.Game, at, p).Reveal()+`"`...)
	}
	body = append(body, "}}"...)
	h := w.Header()
	h["Location"] = []string{"/v1/games/" + cmd.Game.String()}
	h["Cache-Control"] = noStore
	return s.sendEvent(w, a, body)
}

// readCreate reads what a create asks for and settles what follows from it: the
// ids, who sits where. With an idempotency key all of it follows from the key
// and the secret, so that the same create sent again is the same command.
func (s *Server) readCreate(r *http.Request, now time.Time) (cmd play.Create, self bool, err error) {
	f, err := readBody(r, s.cfg.Limits.Body)
	if err != nil {
		return cmd, false, err
	}
	g, err := readNewGame(f)
	if err != nil {
		return cmd, false, err
	}
	cmd = play.Create{Kind: g.kind, Options: g.options, Board: g.board, Private: g.private, Dice: g.dice, Clock: g.clock, Abandon: g.abandon}
	if err := s.createdIDs(r, now, &cmd); err != nil {
		return cmd, false, err
	}
	// Who is signed in is one player on both seats, and a guest is two.
	player, err := s.sitter(r)
	if err != nil {
		return cmd, false, err
	}
	if g.bot != "" {
		if err := s.checkBot(g.kind, g.bot); err != nil {
			return cmd, false, err
		}
		if g.dice == play.DiceRecorded {
			return cmd, false, refuseField(badField, "dice", "a bot has no dice of its own; want delegated or shared")
		}
	}
	if cmd.Invited, err = s.invited(r, g.invited); err != nil {
		return cmd, false, err
	}
	if g.seat == events.Nobody && !g.self {
		g.seat, cmd.Random = s.cfg.Handler.Draw(cmd.Game), true
	}
	if g.self || g.seat == events.First {
		cmd.First = player(cmd.Game, events.First, cmd.ID)
		cmd.By = cmd.First
	}
	if g.self || g.seat == events.Second {
		cmd.Second = player(cmd.Game, events.Second, cmd.ID)
		if cmd.By == "" {
			cmd.By = cmd.Second
		}
	}
	switch {
	case g.bot == "":
	case cmd.First == "":
		cmd.First = events.BotPlayer(g.bot)
	default:
		cmd.Second = events.BotPlayer(g.bot)
	}
	return cmd, g.self, nil
}

// createdIDs gives a new game and its creation their ids: with an idempotency key
// they follow from it.
func (s *Server) createdIDs(r *http.Request, now time.Time, cmd *play.Create) error {
	key, keyed, err := readKey(r.Header["Idempotency-Key"])
	if err != nil {
		return err
	}
	if keyed {
		cmd.Game, cmd.ID = s.mint.Created(key)
		return nil
	}
	if cmd.Game, err = events.NewGameID(now, rand.Reader); err == nil {
		cmd.ID, err = events.NewCommandID(now, rand.Reader)
	}
	return err
}

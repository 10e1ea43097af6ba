package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// Bots plays the seats of games that were created against a bot. A bot is a
// client like any other: it is told of a game and given its seat's token.
type Bots interface {
	// Names lists the bots of a kind.
	Names(kind string) []string
	// Play lets a bot of that name play a seat until the game is over. It returns
	// at once. For a seat that a bot plays already it does nothing.
	Play(kind string, game events.GameID, seat events.Seat, token, name string)
}

// opponentBot begins the opponent of a create that is a bot.
const opponentBot = "bot:"

// checkBot makes sure that a kind has a bot of that name.
func (s *Server) checkBot(kind, name string) error {
	var names []string
	if s.cfg.Bots != nil {
		names = s.cfg.Bots.Names(kind)
	}
	switch {
	case len(names) == 0:
		return refuseField(notAvailable, "opponent", "this server has no bots for that game; want open or self")
	case !slices.Contains(names, name):
		return refuseField(badField, "opponent", fmt.Sprintf("there is no bot %q; there is %s%s", clip(name), opponentBot, strings.Join(names, ", "+opponentBot)))
	}
	return nil
}

// isBot reports whether a bot of some kind has that name.
func (s *Server) isBot(name string) bool {
	return s.cfg.Bots != nil && slices.ContainsFunc(s.cfg.Registry.Kinds(), func(kind string) bool {
		return slices.Contains(s.cfg.Bots.Names(kind), name)
	})
}

// seatBots tells the bots of a game of their seats.
func (s *Server) seatBots(kind string, game events.GameID, players [2]events.PlayerID) {
	if s.cfg.Bots == nil {
		return
	}
	for i, p := range players {
		if name, ok := p.Bot(); ok && slices.Contains(s.cfg.Bots.Names(kind), name) {
			at := events.First + events.Seat(i)
			s.cfg.Bots.Play(kind, game, at, s.mint.Token(game, at, p).Reveal(), name)
		}
	}
}

// ResumeBots seats the bots again that were playing when the server stopped. To
// be called once, when the views have caught up and the server is listening.
func (s *Server) ResumeBots(ctx context.Context) error {
	if s.cfg.Bots == nil {
		return nil
	}
	for _, kind := range s.cfg.Registry.Kinds() {
		for _, name := range s.cfg.Bots.Names(kind) {
			q := projections.Query{
				Kind: kind, Status: projections.StatusPlaying, Player: events.BotPlayer(name), Viewer: events.BotPlayer(name),
				Limit: projections.MostListed,
			}
			for {
				page, err := s.cfg.Views.Lobby.List(q)
				if err != nil {
					return fmt.Errorf("seating the bots again: %w", err)
				}
				for _, g := range page.Games {
					s.seatBots(kind, g.Game, g.Seats)
				}
				if q.Cursor = page.Next; q.Cursor == "" || ctx.Err() != nil {
					break
				}
			}
		}
	}
	return ctx.Err()
}

// botRematch lets a bot agree to the rematch that its opponent asked for.
func (s *Server) botRematch(ctx context.Context, over events.GameID, asked events.Seat, next play.Seated) error {
	g, err := s.game(ctx, over)
	if err != nil {
		return err
	}
	if _, ok := g.Player(asked.Opponent()).Bot(); !ok {
		return nil
	}
	both, err := s.cfg.Handler.Rematch(ctx, over, asked.Opponent())
	if err != nil {
		return err
	}
	s.acknowledge(both.Game, both.Answer.Event.Seq)
	var players [2]events.PlayerID
	players[next.Seat-events.First], players[both.Seat-events.First] = next.Player, both.Player
	s.seatBots(g.Engine.Name(), next.Game, players)
	return nil
}

// Command bot joins a game of a plylog server and plays legal moves at random. It
// shows all that a bot in Go needs: follow the game, ask for the choices, send one.
//
//	bot SERVER GAME                     joins the game and plays
//	PLYLOG_TOKEN=… bot SERVER GAME      plays on the seat that the token proves
//
// It speaks to the server over HTTP like any other client; of this module it uses
// api/client and the words for games and events.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"

	"plylog/api/client"
	"plylog/events"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: bot SERVER GAME")
		os.Exit(2)
	}
	result, err := play(ctx, os.Args[1], os.Args[2], os.Getenv("PLYLOG_TOKEN"))
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(result)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bot:", err)
		os.Exit(1)
	}
}

// play plays a game to its end and returns how it ended.
func play(ctx context.Context, server, id, token string) (*events.Result, error) {
	game, err := events.ParseGameID(id)
	if err != nil {
		return nil, err
	}
	c, err := client.New(client.Config{Server: server, Token: token, UserAgent: "plylog-example-bot"})
	if err != nil {
		return nil, err
	}
	if token == "" {
		joined, err := c.Submit(ctx, game, client.Command{Type: "join"})
		if err != nil {
			return nil, err
		}
		c = c.WithToken(joined.Token)
	}
	for e, err := range c.Follow(ctx, game, 0) {
		if err != nil {
			return nil, err
		}
		if e.Over() {
			return e.After.Result, nil
		}
		if err := answer(ctx, c, e); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the game had ended before")
}

// answer sends what is to be sent behind an event, if anything.
func answer(ctx context.Context, c *client.Client, e *events.Event) error {
	now, err := c.Choices(ctx, e.Game, events.Nobody, 0)
	if err != nil || now.Version != e.N {
		return err // the feed will bring what has happened meanwhile
	}
	cmd := client.Command{IfMatch: e.N}
	switch offer := e.After.Offer; {
	case offer != nil && offer.By != now.Seat:
		cmd.Type, cmd.What = "decline", offer.What
	case len(now.Choices) > 0:
		move := string(now.Choices[rand.N(len(now.Choices))].Move)
		if move == "double" {
			move = string(now.Choices[0].Move) // random stakes are no fun
		}
		// What an engine calls a move and the API a command of its own.
		if slices.Contains([]string{"roll", "take", "drop"}, move) {
			cmd.Type = move
		} else {
			cmd.Type, cmd.Move = "move", move
		}
	default:
		return nil // it is the other's turn
	}
	_, err = c.Submit(ctx, e.Game, cmd)
	var p *client.Problem
	if errors.As(err, &p) && (p.Status == 409 || p.Status == 412) {
		return nil // the game went on without us; the feed says how
	}
	return err
}

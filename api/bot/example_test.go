package bot_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"plylog/api/bot"
	"plylog/api/client"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/reversi"
	"plylog/events"
)

// corners is a bot of reversi that takes a corner when it can, and else flips as
// few discs as it can.
func corners(_ context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
	choices := p.Choices(by)
	few := func(c engines.Choice) int {
		if slices.Contains([]engines.Move{"a1", "h1", "a8", "h8"}, c.Move) || len(c.Steps) == 0 {
			return 0
		}
		return len(c.Steps[0].Takes)
	}
	return slices.MinFunc(choices, func(a, b engines.Choice) int { return few(a) - few(b) }).Move, nil
}

// A bot is a function from a position to a move. Here it plays without a server.
func Example() {
	e := reversi.New()
	p, err := e.New(nil, "")
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	r, moves, err := bot.Game(context.Background(), e, p, bot.Func(corners), bot.Random(rng), rng.IntN)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s won %d-%d after %d moves\n", r.Winner, r.Score[0], r.Score[1], moves)
	// Output: first won 44-20 after 61 moves
}

// The same bot joins a game on a server and plays it to its end.
func ExamplePlayer() {
	ctx := context.Background()
	game, err := events.ParseGameID("01936b2e-7d1f-7c3a-9e54-0242ac120002")
	if err != nil {
		log.Fatal(err)
	}
	server, err := client.New(client.Config{Server: "http://localhost:8080"})
	if err != nil {
		log.Fatal(err)
	}
	joined, err := server.Submit(ctx, game, client.Command{Type: "join"})
	if err != nil {
		log.Fatal(err)
	}
	games, err := all.Registry()
	if err != nil {
		log.Fatal(err)
	}
	player := bot.Player{
		Server: server.WithToken(joined.Token), Registry: games,
		Game: game, Seat: joined.Seat, Bot: bot.Func(corners),
	}
	result, err := player.Play(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Winner, result.Reason)
}

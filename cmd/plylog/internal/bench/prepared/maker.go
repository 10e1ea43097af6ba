package prepared

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"plylog/api/seat"
	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// began is the time of the first prepared command. Every game begins a millisecond
// behind the one before, so that games lie in lists as they were made.
var began = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Maker makes games, one after the other, of all kinds in turn. Not for
// concurrent use.
type Maker struct {
	games  *engines.Registry
	mint   *seat.Mint
	secret []byte
	most   int
	kinds  []string
	events []int // made so far, by kind
	number int
	chance *rand.Rand
}

// NewMaker returns a Maker for a server with a secret. most is how many events a
// game has at most: longer ones are broken off there.
func NewMaker(games *engines.Registry, secret []byte, most int) (*Maker, error) {
	mint, err := seat.NewMint(secret)
	if err != nil {
		return nil, fmt.Errorf("preparing games: %w", err)
	}
	kinds := games.Kinds()
	return &Maker{
		games: games, mint: mint, secret: secret, most: most, kinds: kinds, events: make([]int, len(kinds)),
		chance: rand.New(rand.NewPCG(1, 2)),
	}, nil
}

// Next makes a game of the kind that has the fewest events so far, so that the
// kinds come to about as many events each.
func (m *Maker) Next() (*Game, error) {
	kind := 0
	for i, n := range m.events {
		if n < m.events[kind] {
			kind = i
		}
	}
	m.number++
	g, err := m.play(m.kinds[kind])
	if err != nil {
		return nil, fmt.Errorf("preparing game %d: %w", m.number, err)
	}
	m.events[kind] += len(g.Events)
	return g, nil
}

// Make makes games until they have at least so many events together.
func (m *Maker) Make(total int) ([]*Game, error) {
	var list []*Game
	for made := 0; made < total; {
		g, err := m.Next()
		if err != nil {
			return nil, err
		}
		list = append(list, g)
		made += len(g.Events)
	}
	return list, nil
}

// id derives an id of the game that is made.
func (m *Maker) id(what string, n int) [16]byte {
	return events.DeriveID("plylog-bench", what, strconv.Itoa(m.number), strconv.Itoa(n))
}

// play plays one game to its end, or until it has the most events.
func (m *Maker) play(kind string) (*Game, error) {
	g := &Game{Key: m.id("key", 0)}
	id, command := m.mint.Created(g.Key)
	first, second := m.mint.Player(id, events.First, command), m.mint.Player(id, events.Second, command)
	g.Create = play.Create{Game: id, ID: command, By: first, Kind: kind, First: first, Second: second}
	g.Tokens = [2]seat.Token{m.mint.Token(id, events.First, first), m.mint.Token(id, events.Second, second)}

	var chains *play.Chains
	dice := func() *play.Chains {
		if chains == nil {
			chains = play.NewChains(m.secret, id)
		}
		return chains
	}
	begun := began.Add(time.Duration(m.number) * time.Millisecond)
	e, at, err := play.Begin(m.games, &g.Create, begun, dice)
	if err != nil {
		return nil, err
	}
	g.Events = append(g.Events, e)
	for len(g.Events) < m.most && !at.Over() {
		c := m.command(at)
		if e, at, err = play.Decide(at, &c, begun.Add(time.Duration(len(g.Events))*time.Second), dice); err != nil {
			return nil, fmt.Errorf("%s of event %d: %w", c.Type, len(g.Events)+1, err)
		}
		g.Commands = append(g.Commands, c)
		g.Events = append(g.Events, e)
	}
	return g, nil
}

// command draws one of the moves that a game allows now.
func (m *Maker) command(at *play.Game) play.Command {
	turn := at.Position().Turn()
	c := play.Command{Game: at.ID, ID: m.id("command", at.N), By: at.Player(turn), Seat: turn, Type: play.Move}
	list := at.Position().Choices(turn)
	if len(list) == 0 {
		return c // Decide says what is wrong
	}
	switch move := list[m.chance.IntN(len(list))].Move; move {
	case engines.Roll, engines.Double, engines.Take, engines.Drop:
		c.Type = play.CommandType(move)
	default:
		c.Move = string(move)
	}
	return c
}

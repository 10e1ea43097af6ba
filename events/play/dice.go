package play

import (
	"fmt"
	"slices"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// The parties of a roll in the order in which shares are written.
var parties = [3]dice.Party{dice.Server, dice.First, dice.Second}

// Party is a seat as dice chains know it.
func Party(seat events.Seat) dice.Party { return parties[1+seat-events.First] }

// Chains are the dice chains of one game that the server holds: its own, and one
// for each seat. With shared dice a seat's serves only where the seat gave up its
// own.
type Chains [3]*dice.Chain

// NewChains makes a game's chains from the server's secret.
func NewChains(secret []byte, game events.GameID) *Chains {
	var c Chains
	for i, p := range parties {
		c[i] = dice.NewChain(game, p, dice.Seed(secret, game, p))
	}
	return &c
}

// anchors returns what goes on record before any roll.
func (c *Chains) anchors() *events.Anchors {
	first, second := events.Hash(c[1].Anchor()), events.Hash(c[2].Anchor())
	return &events.Anchors{Server: c[0].Anchor(), First: &first, Second: &second}
}

// draw decides who sits first where that is left to chance: a creator sits first
// on an odd die. It is roll 0 of the game, whose shares are the anchors: it
// follows from what goes on record with the first event, so that everybody can
// check it, and like all delegated dice it rests on the server's commitment.
func draw(game events.GameID, a *events.Anchors) events.Seat {
	s := dice.Throw(game, 0, dice.Shares{Server: a.Server, First: *a.First, Second: *a.Second})
	if s.Die()%2 == 1 {
		return events.First
	}
	return events.Second
}

// Draw returns the seat that the creator of a game gets by chance; the Create
// that follows says Random.
func (h *Handler) Draw(game events.GameID) events.Seat {
	return draw(game, NewChains(h.cfg.Secret, game).anchors())
}

// thrown throws the dice: with the shares that the seats have brought, and those
// of the chains that the server holds.
type thrown struct {
	chains func() *Chains // made when the first dice fall
	stream *dice.Stream
}

func (d *thrown) throw(g *Game, again bool) (events.Consequence, bool, error) {
	if again && d.stream != nil {
		p := d.stream.Pair()
		return events.Consequence{Dice: p[:], Roll: g.rolls}, true, nil
	}
	if g.lacksShares() {
		return events.Consequence{}, false, nil
	}
	if g.rolls >= dice.Rolls {
		return events.Consequence{}, false, errSpent()
	}
	shares := make([]events.Hash, len(parties))
	for i, p := range parties {
		if g.shown[i].Roll > g.rolls {
			shares[i] = g.shown[i].Link // brought by the seat
			continue
		}
		s, err := d.chains()[i].Share(g.rolls + 1)
		if err != nil {
			return events.Consequence{}, false, fmt.Errorf("the share of party %#02x: %w", byte(p), err)
		}
		shares[i] = s
	}
	c := g.fall(&d.stream, shares)
	return c, true, nil
}

// fall lets the dice of the next roll fall.
func (g *Game) fall(stream **dice.Stream, shares []events.Hash) events.Consequence {
	g.rolls++
	for i := range parties {
		g.shown[i] = dice.Shown{Link: shares[i], Roll: g.rolls}
	}
	*stream = dice.Throw(g.ID, g.rolls, dice.Shares{Server: shares[0], First: shares[1], Second: shares[2]})
	p := (*stream).Pair()
	return events.Consequence{Dice: p[:], Roll: g.rolls, Shares: shares}
}

// recorded hands out the dice that a roll command brought, once.
type recorded struct{ dice []int }

func (r *recorded) throw(g *Game, _ bool) (events.Consequence, bool, error) {
	if r.dice == nil {
		return events.Consequence{}, false, nil
	}
	g.rolls++
	c := events.Consequence{Dice: r.dice, Roll: g.rolls}
	r.dice = nil
	return c, true, nil
}

// replayed hands out the dice that an event says fell, and checks that they
// could: that the shares lead to the ones before and the dice follow from them.
type replayed struct {
	then   []events.Consequence
	stream *dice.Stream
}

func (r *replayed) throw(g *Game, again bool) (events.Consequence, bool, error) {
	at := slices.IndexFunc(r.then, func(c events.Consequence) bool { return c.Dice != nil })
	if at < 0 {
		// Fewer dice than the rules call for show when the consequences are
		// compared; recorded dice may rightly end here.
		return events.Consequence{}, false, nil
	}
	c := r.then[at]
	r.then = r.then[at+1:]
	if g.Created.Dice == DiceRecorded {
		g.rolls++
		return events.Consequence{Dice: c.Dice, Roll: g.rolls}, true, nil
	}
	if again && r.stream != nil {
		p := r.stream.Pair()
		fell := events.Consequence{Dice: p[:], Roll: g.rolls}
		return fell, true, sameDice(c.Dice, fell)
	}
	if g.lacksShares() {
		return c, false, fmt.Errorf("roll %d: dice fell before all shares were on record: %w", c.Roll, dice.ErrShare)
	}
	if len(c.Shares) != len(parties) {
		return c, false, fmt.Errorf("roll %d: %d shares, want %d: %w", c.Roll, len(c.Shares), len(parties), dice.ErrShare)
	}
	for i, p := range parties {
		err := error(nil)
		if g.shown[i].Roll <= g.rolls {
			err = dice.Check(g.ID, p, g.rolls+1, c.Shares[i], g.shown[i])
		} else if c.Shares[i] != g.shown[i].Link {
			err = dice.ErrShare // another than the seat brought
		}
		if err != nil {
			return c, false, fmt.Errorf("roll %d: %w", g.rolls+1, err)
		}
	}
	fell := g.fall(&r.stream, c.Shares)
	return fell, true, sameDice(c.Dice, fell)
}

// sameDice refuses dice that do not follow from the shares.
func sameDice(got []int, c events.Consequence) error {
	if !slices.Equal(got, c.Dice) {
		return fmt.Errorf("roll %d: %v fell, and %v follow from the shares: %w", c.Roll, got, c.Dice, dice.ErrDice)
	}
	return nil
}

// hasDice reports whether games from this position use dice.
func hasDice(p engines.Position) bool {
	_, ok := p.(engines.Drawer)
	return ok
}

package client

import (
	"fmt"

	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// Commit is the command that puts the anchor of a seat's own dice chain on
// record, in a game with shared dice. It is sent with the seat's token.
func Commit(chain *dice.Chain) Command {
	anchor := events.Hash(chain.Anchor())
	return Command{Type: string(play.Join), Anchor: &anchor}
}

// Pledge adds to a command of a seat the share that it brings, if any. awaited is
// what the game says it awaits. Errors wrap dice.ErrSpent.
func (c *Command) Pledge(awaited *play.SharedDice, seat events.Seat, chain *dice.Chain) error {
	roll := awaited.Brings(seat, play.CommandType(c.Type))
	if roll == 0 {
		return nil
	}
	share, err := chain.Share(roll)
	if err != nil {
		return fmt.Errorf("the share of a %s: %w", c.Type, err)
	}
	h := events.Hash(share)
	c.Share = &h
	return nil
}

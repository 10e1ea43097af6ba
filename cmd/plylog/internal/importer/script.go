package importer

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// command is one thing to submit.
type command struct {
	by    engines.Seat
	typ   string // as the API names it
	move  string
	dice  []int
	what  string
	value string
}

// String says the command in the words of the record.
func (c command) String() string {
	parts := []string{c.typ}
	switch {
	case c.move != "":
		parts = []string{c.move}
	case len(c.dice) == 2:
		parts = append(parts, strconv.Itoa(c.dice[0])+"-"+strconv.Itoa(c.dice[1]))
	}
	for _, w := range []string{c.what, c.value} {
		if w != "" {
			parts = append(parts, w)
		}
	}
	return strings.Join(parts, " ")
}

// script turns the turns of a record into commands.
func script(r engines.Record) ([]command, error) {
	list := make([]command, 0, len(r.Turns))
	for i, t := range r.Turns {
		c := command{by: t.By, typ: "move"}
		if !t.By.Plays() {
			c.by = engines.First // the opening throw is both seats'; one of them sends it
		}
		switch t.Move {
		case engines.Roll, engines.Double, engines.Take, engines.Drop:
			c.typ = string(t.Move)
		default:
			c.move = string(t.Move)
		}
		if t.Dice != "" {
			var a, b int
			if _, err := fmt.Sscanf(t.Dice, "%1d-%1d", &a, &b); err != nil {
				return nil, fmt.Errorf("turn %d: dice %q are not two numbers", i+1, t.Dice)
			}
			c.dice = []int{a, b}
		}
		list = append(list, c)
	}
	return list, nil
}

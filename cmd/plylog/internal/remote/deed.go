package remote

import (
	"fmt"
	"strings"

	"plylog/api/client"
)

// Deed is something that a seat can do in a game. Its name is the type of the
// API's command.
type Deed struct {
	Name  string // "offer"
	Words string // what follows it, for people: "WHAT"
	Short string // what it does, in a line

	least, most int // words that follow; most -1: any number
	fill        func(c *client.Command, words []string)
}

// deeds lists them.
var deeds = []Deed{
	{"move", "MOVE…", "Make a move, in the game's own notation", 1, -1, move},
	{"pass", "", "Pass a turn that cannot be played (backgammon with shared dice)", 0, 0, pass},
	{"roll", "", "Throw the dice (backgammon)", 0, 0, nil},
	{"double", "", "Offer to double the stakes (backgammon)", 0, 0, nil},
	{"take", "", "Take a double (backgammon)", 0, 0, nil},
	{"drop", "", "Drop a double and lose the game (backgammon)", 0, 0, nil},
	{"offer", "WHAT", "Offer a draw (checkers, Bagh-Chal) or a takeback of your last move", 1, 1, what},
	{"accept", "[WHAT]", "Accept the opponent's offer", 0, 1, what},
	{"decline", "[WHAT]", "Decline the opponent's offer", 0, 1, what},
	{"withdraw", "[WHAT]", "Withdraw your own offer", 0, 1, what},
	{"claim", "WHAT", "Claim repetition or forty-move (checkers), or an abandoned game", 1, 1, what},
	{"correct", "MOVE…", "Put the discs right that your last move turned (reversi by hand)", 1, -1, move},
	{"resign", "[VALUE]", "Resign; in backgammon for a single game, a gammon or a backgammon", 0, 1, value},
	{"waive", "", "Give up your own dice chain, whose key was lost (shared dice)", 0, 0, nil},
	{"abort", "", "End a game before both have moved", 0, 0, nil},
}

// AllDeeds lists what a seat can do.
func AllDeeds() []Deed { return deeds }

// FindDeed returns the deed of a name.
func FindDeed(name string) (Deed, bool) {
	for _, d := range deeds {
		if d.Name == name {
			return d, true
		}
	}
	return Deed{}, false
}

// Fits checks how many words follow the name.
func (d *Deed) Fits(words []string) error {
	if len(words) < d.least || d.most >= 0 && len(words) > d.most {
		return fmt.Errorf("%s is written %s", d.Name, strings.TrimSpace(d.Name+" "+d.Words))
	}
	return nil
}

// Command makes the command of the deed from words that fit.
func (d *Deed) Command(words []string) client.Command {
	c := client.Command{Type: d.Name}
	if d.fill != nil {
		d.fill(&c, words)
	}
	return c
}

func move(c *client.Command, words []string) { c.Move = strings.Join(words, " ") }

func pass(c *client.Command, _ []string) { c.Type, c.Move = "move", "pass" }

func what(c *client.Command, words []string) {
	if len(words) > 0 {
		c.What = words[0]
	}
}

func value(c *client.Command, words []string) {
	if len(words) > 0 {
		c.Value = words[0]
	}
}

// ReadDice reads two dice as people write them: "6-5"; empty: none.
func ReadDice(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) != 3 || s[0] < '1' || s[0] > '6' || s[1] != '-' || s[2] < '1' || s[2] > '6' {
		return nil, fmt.Errorf("%q: want two dice, as in 6-5", s)
	}
	return []int{int(s[0] - '0'), int(s[2] - '0')}, nil
}

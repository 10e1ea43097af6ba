package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"plylog/engines"
)

// ErrNoBot is wrapped by the error for a name that no bot of a kind has.
var ErrNoBot = errors.New("there is no such bot")

// The names of the bots that every kind has, and what the names of the others
// begin with.
const (
	NameRandom = "random"
	NameGreedy = "greedy"
	NameLevel  = "level"
)

// Names lists the bots of a kind, the weakest first: "random", "greedy",
// "level1" and so on.
func Names(e engines.Engine) []string {
	names := []string{NameRandom, NameGreedy}
	if th, ok := e.(engines.Thinker); ok {
		for n := range th.Levels() {
			names = append(names, NameLevel+strconv.Itoa(n+1))
		}
	}
	return names
}

// Named returns the bot of a kind that has a name. The error wraps ErrNoBot.
func Named(name string, e engines.Engine, rng *rand.Rand, t Thinking) (Bot, error) {
	switch name {
	case NameRandom:
		return Random(rng), nil
	case NameGreedy:
		return Greedy(e, rng, t), nil
	}
	if digits, ok := strings.CutPrefix(name, NameLevel); ok {
		if n, err := strconv.Atoi(digits); err == nil && strconv.Itoa(n) == digits {
			return Level(e, n, rng, t)
		}
	}
	if len(name) > 32 {
		name = name[:32] + "…"
	}
	return nil, fmt.Errorf("%q: %w: %s has %s", name, ErrNoBot, e.Name(), strings.Join(Names(e), ", "))
}

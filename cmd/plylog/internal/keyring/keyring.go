package keyring

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// Ring is a file of tokens, and a file beside it of the seeds of dice chains. The
// lines of both are a game's id, a seat and a token or seed, with a space between;
// the last line for a seat counts.
type Ring struct{ path string }

// seedsBehind ends the name of the file with the seeds.
const seedsBehind = ".dice"

// Find returns the user's ring: the file that PLYLOG_TOKENS names, or
// plylog/tokens in the user's configuration folder.
func Find(getenv func(string) string) (*Ring, error) {
	if path := getenv("PLYLOG_TOKENS"); path != "" {
		return &Ring{path}, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("finding the folder for seat tokens (set PLYLOG_TOKENS to name the file): %w", err)
	}
	return &Ring{filepath.Join(dir, "plylog", "tokens")}, nil
}

// Path is where the tokens are kept.
func (r *Ring) Path() string { return r.path }

// Add keeps the tokens of a game.
func (r *Ring) Add(game events.GameID, tokens map[engines.Seat]string) error {
	return add(r.path, game, tokens)
}

// Tokens returns the tokens of a game, by seat.
func (r *Ring) Tokens(game events.GameID) (map[engines.Seat]string, error) {
	return read(r.path, game)
}

// AddSeed keeps the seed of a seat's dice chain. Who knows it knows the seat's
// part of all dice to come.
func (r *Ring) AddSeed(game events.GameID, seat engines.Seat, seed dice.Link) error {
	return add(r.path+seedsBehind, game, map[engines.Seat]string{seat: hex.EncodeToString(seed[:])})
}

// Seeds returns the seeds of a game's dice chains, by seat.
func (r *Ring) Seeds(game events.GameID) (map[engines.Seat]dice.Link, error) {
	lines, err := read(r.path+seedsBehind, game)
	if err != nil {
		return nil, err
	}
	out := make(map[engines.Seat]dice.Link, len(lines))
	for seat, line := range lines {
		seed, err := hex.DecodeString(line)
		if err != nil || len(seed) != len(dice.Link{}) {
			return nil, fmt.Errorf("the seed of the dice chain of game %s, seat %s, in %s is damaged", game, seat, r.path+seedsBehind)
		}
		out[seat] = dice.Link(seed)
	}
	return out, nil
}

// add keeps tokens, or seeds, of a game.
func add(path string, game events.GameID, tokens map[engines.Seat]string) error {
	var lines strings.Builder
	for _, s := range []engines.Seat{engines.First, engines.Second} {
		if t := tokens[s]; t != "" {
			fmt.Fprintf(&lines, "%s %s %s\n", game, s, t)
		}
	}
	if err := appendTo(path, lines.String()); err != nil {
		return fmt.Errorf("keeping the seat token: %w", err)
	}
	return nil
}

// read returns the lines of a game, by seat.
func read(path string, game events.GameID) (map[engines.Seat]string, error) {
	var out map[engines.Seat]string
	err := eachLine(path, "seat tokens", func(word []string) {
		if len(word) != 3 || word[0] != game.String() {
			return
		}
		if s, err := engines.ParseSeat(word[1]); err == nil {
			if out == nil {
				out = make(map[engines.Seat]string, 2)
			}
			out[s] = word[2]
		}
	})
	return out, err
}

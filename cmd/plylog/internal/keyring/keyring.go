package keyring

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plylog/engines"
	"plylog/events"
)

// Ring is a file of tokens. Its lines are a game's id, a seat and a token, with
// a space between; the last line for a seat counts.
type Ring struct{ path string }

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
	if err := os.MkdirAll(filepath.Dir(r.path), 0o700); err != nil {
		return fmt.Errorf("keeping the seat token: %w", err)
	}
	f, err := os.OpenFile(r.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keeping the seat token: %w", err)
	}
	var lines strings.Builder
	for _, s := range []engines.Seat{engines.First, engines.Second} {
		if t := tokens[s]; t != "" {
			fmt.Fprintf(&lines, "%s %s %s\n", game, s, t)
		}
	}
	_, err = f.WriteString(lines.String())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("keeping the seat token: %w", err)
	}
	return nil
}

// Tokens returns the tokens of a game, by seat.
func (r *Ring) Tokens(game events.GameID) (map[engines.Seat]string, error) {
	f, err := os.Open(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the seat tokens: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the seat tokens: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the seat tokens in %s can be read by others (mode %04o); make it 0600", r.path, info.Mode().Perm())
	}
	out := make(map[engines.Seat]string, 2)
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		word := strings.Fields(scan.Text())
		if len(word) != 3 || word[0] != game.String() {
			continue
		}
		if s, err := engines.ParseSeat(word[1]); err == nil {
			out[s] = word[2]
		}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("reading the seat tokens: %w", err)
	}
	return out, nil
}

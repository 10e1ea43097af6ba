package records

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"plylog/engines"
	"plylog/engines/backgammon"
	"plylog/engines/checkers"
)

// MostBytes is the size above which a file is not read.
const MostBytes = 64 << 20

// Game is one recorded game, or the reason why it cannot be read.
type Game struct {
	engines.Record
	Err error
}

// Format is a way in which files hold games.
type Format struct {
	Name string // as --format takes it
	Kind string // the game that it records
	ext  string
	fits func(data []byte) bool
	read func(data []byte) ([]Game, error)
}

// formats in the order in which contents are tried.
var formats = []Format{
	{Name: "wthor", Kind: "reversi", ext: ".wtb", fits: fitsWTHOR, read: readWTHOR},
	{Name: "mat", Kind: "backgammon", ext: ".mat", fits: matHead.Match, read: whole(backgammon.ReadMAT)},
	{Name: "acf", Kind: "checkers", ext: ".acf", fits: acfHead.Match, read: readACF},
	{Name: "pdn", Kind: "checkers", ext: ".pdn", fits: pdnHead.Match, read: whole(checkers.ReadPDN)},
}

var (
	matHead = regexp.MustCompile(`(?m)^\s*\d+ point match`)
	acfHead = regexp.MustCompile(`^\s*\d+(-\d+)+( \d+(-\d+)+)*[ ;]*\t`)
	pdnHead = regexp.MustCompile(`(?m)^\s*(\[\w+ "|1\.\s*\d+\s*[-x]\s*\d+)`)
)

// Names lists the names of the formats.
func Names() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.Name)
	}
	return out
}

// Detect finds the format of a file by the name that was asked for, else by the
// ending of its own name, else by what it holds.
func Detect(asked, file string, data []byte) (Format, error) {
	ext := strings.ToLower(filepath.Ext(file))
	for _, f := range formats {
		if asked == f.Name || asked == "" && ext == f.ext {
			return f, nil
		}
	}
	if asked != "" {
		return Format{}, fmt.Errorf("there is no format %q; there is %s", asked, strings.Join(Names(), ", "))
	}
	for _, f := range formats {
		if f.fits(data) {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("%s is none of %s by name or content", file, strings.Join(Names(), ", "))
}

// Read reads the games of a file.
func (f Format) Read(data []byte) ([]Game, error) {
	if len(data) > MostBytes {
		return nil, fmt.Errorf("larger than %d bytes", MostBytes)
	}
	return f.read(data)
}

// whole adapts a reader that takes a file or refuses it.
func whole(read func([]byte) ([]engines.Record, error)) func([]byte) ([]Game, error) {
	return func(data []byte) ([]Game, error) {
		list, err := read(data)
		if err != nil {
			return nil, err
		}
		return good(list), nil
	}
}

func good(list []engines.Record) []Game {
	games := make([]Game, len(list))
	for i, r := range list {
		games[i] = Game{Record: r}
	}
	return games
}

// fitsWTHOR reports whether the size is the one that the header asks for.
func fitsWTHOR(data []byte) bool {
	n, ok := wthorGames(data)
	return ok && n > 0 && !bytes.HasPrefix(data, []byte("["))
}

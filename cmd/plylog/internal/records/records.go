package records

import (
	"fmt"
	"path/filepath"
	"strings"

	"plylog/engines"
	"plylog/events/play"
)

// MostBytes is the size above which a file is not read.
const MostBytes = 64 << 20

// Game is one recorded game, or the reason why it cannot be read.
type Game struct {
	Kind string
	engines.Record
	Err error
}

// Format is a way in which files hold games.
type Format struct {
	Name string // as --format takes it
	ext  string
	fits func(data []byte) bool
	read func(data []byte) ([]Game, error)
}

// Formats are the formats of all games.
type Formats []Format

// Of lists the formats of games: the stored events, and what each engine can read.
func Of(games *engines.Registry) Formats {
	list := Formats{{Name: play.FormatLines, ext: play.FormatLines, fits: play.FitsLines, read: lines(games)}}
	for _, kind := range games.Kinds() {
		e, _ := games.Newest(kind)
		f, ok := e.(engines.Formatter)
		if !ok {
			continue
		}
		for _, have := range f.Formats() {
			read := careful[have.Name]
			if read == nil {
				read = whole(have.Read)
			}
			list = append(list, Format{Name: have.Name, ext: have.Ext, fits: have.Fits, read: of(kind, read)})
		}
	}
	return list
}

// Names lists the names of the formats.
func (l Formats) Names() []string {
	out := make([]string, len(l))
	for i, f := range l {
		out[i] = f.Name
	}
	return out
}

// UnknownError says that no format is known for a file.
type UnknownError struct {
	Asked string // the format that was asked for; empty: none
	File  string
	Known []string
}

// Error implements error.
func (e *UnknownError) Error() string {
	if e.Asked != "" {
		return fmt.Sprintf("there is no format %q; there is %s", e.Asked, strings.Join(e.Known, ", "))
	}
	return fmt.Sprintf("%s is none of %s by name or content", e.File, strings.Join(e.Known, ", "))
}

// Detect finds the format of a file by the name that was asked for, else by the
// ending of its own name, else by what it holds. The error is an *UnknownError.
func (l Formats) Detect(asked, file string, data []byte) (Format, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	for _, f := range l {
		if asked == f.Name || asked == "" && ext != "" && ext == f.ext {
			return f, nil
		}
	}
	if asked == "" {
		for _, f := range l {
			if f.fits(data) {
				return f, nil
			}
		}
	}
	return Format{}, &UnknownError{Asked: asked, File: file, Known: l.Names()}
}

// Read reads the games of a file.
func (f Format) Read(data []byte) ([]Game, error) {
	if len(data) > MostBytes {
		return nil, fmt.Errorf("larger than %d bytes", MostBytes)
	}
	return f.read(data)
}

// lines returns a reader of the stored events of games.
func lines(games *engines.Registry) func([]byte) ([]Game, error) {
	return func(data []byte) ([]Game, error) {
		list, err := play.ReadLines(games, data)
		if err != nil {
			return nil, err
		}
		out := make([]Game, len(list))
		for i, g := range list {
			out[i] = Game{Kind: g.Kind, Record: g.Record}
		}
		return out, nil
	}
}

// of says which kind of game a reader reads.
func of(kind string, read func([]byte) ([]Game, error)) func([]byte) ([]Game, error) {
	return func(data []byte) ([]Game, error) {
		games, err := read(data)
		for i := range games {
			games[i].Kind = kind
		}
		return games, err
	}
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

package reversi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// mostGGFTurns bounds what is read of one game: twice what 8x8 squares can take.
const mostGGFTurns = 128

// ReadGGF reads a file in the Generic Game Format, in which the Othello servers
// and NBoard keep games: "(;GM[Othello]PB[..]PW[..]BO[8 ..]B[D3//1.2]W[C5];)", any
// number of them, with numbers or blanks between as GGS writes them. Values are
// escaped as in SGF. Estimates and times behind moves are read over, passes left
// out. The moves are not checked against the rules; a start position that no game
// can have, another size of board and the anti game are refused.
//
// PC, DT, RB and RW become the tags Site, Date, BlackRating and WhiteRating, other
// properties tags with their own names. RE remains a tag where its score is not
// what the moves lead to. Errors are *FormatError.
func ReadGGF(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: "GGF", Err: errTooLarge}
	}
	r := ggfReader{text: strings.TrimPrefix(string(data), "\ufeff"), line: 1}
	var games []engines.Record
	for r.skipBetween(); r.at < len(r.text); r.skipBetween() {
		r.number = len(games) + 1
		g, err := r.game()
		if err != nil {
			return nil, err
		}
		g.Name = fmt.Sprintf("game %d", r.number)
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, &FormatError{Format: "GGF", Err: errors.New("holds no game")}
	}
	return games, nil
}

// ggfReader reads a file property by property.
type ggfReader struct {
	text   string
	at     int // how much of text is read
	line   int // the line that at is on, from 1
	number int // of the game being read
}

func (r *ggfReader) fail(err error) error {
	bad := &FormatError{Format: "GGF", Game: r.number, Line: r.line, Err: err}
	if m := (*moveError)(nil); errors.As(err, &m) {
		bad.Move, bad.Err = m.move, m.err
	}
	return bad
}

// skipBetween goes on to the next game: blanks, and the numbers with which a
// server counts the games of a match that are played at the same time.
func (r *ggfReader) skipBetween() { r.skip(" \t\r\n\x1a0123456789") }

func (r *ggfReader) skip(set string) {
	for r.at < len(r.text) && strings.IndexByte(set, r.text[r.at]) >= 0 {
		if r.text[r.at] == '\n' {
			r.line++
		}
		r.at++
	}
}

// game reads a game with its brackets.
func (r *ggfReader) game() (engines.Record, error) {
	if r.text[r.at] != '(' {
		return engines.Record{}, r.fail(errors.New("a game begins with (;"))
	}
	r.at++
	g := ggfGame{seen: map[string]bool{}}
	for {
		r.skip("; \t\r\n")
		if r.at == len(r.text) {
			return engines.Record{}, r.fail(errors.New("the game is never closed with ;)"))
		}
		if r.text[r.at] == ')' {
			r.at++
			break
		}
		line := r.line
		name, value, err := r.property()
		if err == nil {
			err = g.take(name, value)
		}
		if err != nil {
			r.line = line
			return engines.Record{}, r.fail(err)
		}
	}
	record, err := g.finish()
	if err != nil {
		return engines.Record{}, r.fail(err)
	}
	return record, nil
}

// property reads NAME[value] and returns the value as it is written.
func (r *ggfReader) property() (name, value string, err error) {
	rest := r.text[r.at:]
	n := len(rest) - len(strings.TrimLeft(rest, ggfLetters))
	switch {
	case n == 0:
		return "", "", fmt.Errorf("%q begins no property", clip(rest))
	case n == len(rest) || rest[n] != '[':
		return "", "", fmt.Errorf("the property %s has no value in brackets", clip(rest[:n]))
	}
	name = rest[:n]
	end := ggfValue(rest[n+1:])
	switch {
	case end < 0:
		return "", "", fmt.Errorf("the value of %s is never closed with ]", clip(name))
	case end > engines.MostTag:
		return "", "", fmt.Errorf("the value of %s is longer than %d bytes", clip(name), engines.MostTag)
	}
	value = rest[n+1 : n+1+end]
	r.line += strings.Count(value, "\n")
	r.at += n + 1 + end + 1
	return name, value, nil
}

// ggfLetters are what names of properties are made of.
const ggfLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// ggfGame is a game being read.
type ggfGame struct {
	engines.Record
	seen   map[string]bool // properties that stand once
	supply string          // of property DH
	result string          // of property RE, as it is written
	re     int             // how many tags stand before it
}

// take takes what a property says, its value still escaped.
func (g *ggfGame) take(name, raw string) error {
	value := ggfUnescape(raw)
	if slices.Contains(ggfOnce, name) {
		if g.seen[name] {
			return fmt.Errorf("%s is there twice", name)
		}
		g.seen[name] = true
	}
	switch name {
	case "GM":
		if game := strings.TrimSpace(value); !strings.EqualFold(game, "Othello") && !strings.EqualFold(game, "Reversi") {
			return fmt.Errorf("GM says that the game is %q, not Othello", clip(value))
		}
	case "PB":
		g.Players[0] = ggfName(raw, value)
	case "PW":
		g.Players[1] = ggfName(raw, value)
	case "BO":
		board, err := readGGFBoard(value)
		if err != nil {
			return err
		}
		g.Board = board
	case "B":
		return g.move(engines.First, value)
	case "W":
		return g.move(engines.Second, value)
	case "RE":
		g.result, g.re = value, len(g.Tags)
	case "TY":
		return g.takeType(value)
	default:
		if !g.takeOurs(name, value) {
			g.Tags = append(g.Tags, engines.Tag{Name: tagOfGGF(name), Value: value})
		}
	}
	return nil
}

// ggfOnce are the properties of which the second would contradict the first.
var ggfOnce = []string{"GM", "PB", "PW", "BO", "RE", "TY"}

// takeOurs takes the properties that only we write: DH, the discs in hand of black
// and of white where they are not what the board suggests, and OP, the options.
// Where somebody else means something else by them they are not taken.
func (g *ggfGame) takeOurs(name, value string) bool {
	switch name {
	case "DH":
		black, white, _ := strings.Cut(value, " ")
		ours := isSupply(black) && isSupply(white)
		if ours {
			g.supply = value
		}
		return ours
	case "OP":
		_, err := readSettings([]byte(value))
		ours := err == nil && value != ""
		if ours {
			g.Options = []byte(value)
		}
		return ours
	default:
		return false
	}
}

// isSupply reports whether a text is a number of one or two digits.
func isSupply(s string) bool {
	return len(s) > 0 && len(s) < 3 && strings.Trim(s, "0123456789") == ""
}

// takeType reads TY: the size of the board, and letters for variants.
func (g *ggfGame) takeType(value string) error {
	size := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
	switch {
	case size != "8":
		return fmt.Errorf("TY says that the game is %q; want 8, for 8x8 squares", clip(value))
	case strings.Contains(value, "a"):
		return fmt.Errorf("TY says that the game is %q, the anti game, in which fewer discs win", clip(value))
	case value != size:
		g.Tags = append(g.Tags, engines.Tag{Name: "TY", Value: value})
	}
	return nil
}

// move reads a move: a square or a pass, and behind slashes what somebody thought
// of it and how long that took.
func (g *ggfGame) move(by engines.Seat, value string) error {
	if len(g.Turns) == mostGGFTurns {
		return fmt.Errorf("more than %d moves", mostGGFTurns)
	}
	text, _, _ := strings.Cut(value, "/")
	switch square := readMove(engines.Move(text)); square {
	case unreadable:
		return &moveError{len(g.Turns) + 1, fmt.Errorf("%q is neither a square from a1 to h8 nor a pass", clip(text))}
	case passing:
	default:
		g.Turns = append(g.Turns, engines.Turn{By: by, Move: engines.Move(nameOf(square))})
	}
	return nil
}

// finish puts together what several properties say.
func (g *ggfGame) finish() (engines.Record, error) {
	if !g.seen["GM"] {
		return engines.Record{}, errors.New("GM, which would say that the game is Othello, is missing")
	}
	r := g.Record
	usualStart := start()
	p := usualStart
	if r.Board != "" || g.supply != "" {
		if r.Board == "" {
			r.Board = p.Board()[:boardAndSide]
		}
		r.Board = strings.TrimSpace(r.Board + " " + g.supply)
		var err error
		if p, err = parse(r.Board); err != nil {
			return engines.Record{}, err
		}
		if p == usualStart {
			r.Board = ""
		}
	}
	if set, err := readSettings(r.Options); err == nil && set.Flips == flipsManual {
		spellByHand(r)
	}
	score, ok := readGGFScore(g.result)
	r.End = score.ending()
	said := g.result != "" && g.result != ggfUnknown
	if own, err := ggfScoreOf(r); said && (!ok || err != nil || own != score) {
		r.Tags = slices.Insert(r.Tags, g.re, engines.Tag{Name: "RE", Value: g.result})
	}
	return r, nil
}

// spellByHand spells the moves of a game by hand in full, as far as they are legal.
// The format holds squares, which turn the right discs.
func spellByHand(g engines.Record) {
	i := 0
	_, _ = replay(g, func(at *position, square int) {
		if square != passing {
			g.Turns[i].Move = placement{square, at.right(square)}.canonical()
			i++
		}
	})
}

// clip keeps what strangers wrote from filling a sentence.
func clip(s string) string {
	if len(s) > 32 {
		return strings.ToValidUTF8(s[:32], "?") + "…"
	}
	return strings.ToValidUTF8(s, "?")
}

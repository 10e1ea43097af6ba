package reversi

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"plylog/engines"
)

// The flags of a result: why the game ended before the board did.
const (
	flagResigned = "r"
	flagTime     = "t"
	flagMutual   = "s" // the players agreed on the score
)

// ggfReasons are the reasons that the flags stand for.
var ggfReasons = [...]struct{ flag, reason string }{
	{"", ""}, {flagResigned, "resigned"}, {flagTime, "time"}, {flagMutual, "agreed"},
}

// reasonOf returns what a flag stands for; false where it is none.
func reasonOf(flag string) (reason string, ok bool) {
	for _, f := range ggfReasons {
		if f.flag == flag {
			return f.reason, true
		}
	}
	return "", false
}

// flagOf returns the flag of a reason, none where it has none.
func flagOf(reason string) string {
	for _, f := range ggfReasons {
		if f.reason == reason {
			return f.flag
		}
	}
	return ""
}

// ggfScore is a result as RE holds it: black's score less white's, and a flag. The
// zero value is an unknown one.
type ggfScore struct {
	known bool
	diff  float64 // with komi not a whole number
	flag  string
}

// readGGFScore reads "+12.00:r"; false where it is neither that nor "?".
func readGGFScore(text string) (ggfScore, bool) {
	if text == "" || text == ggfUnknown {
		return ggfScore{}, true
	}
	number, flag, _ := strings.Cut(strings.TrimSpace(text), ":")
	if strings.Trim(number, "+-.0123456789") != "" {
		return ggfScore{}, false
	}
	diff, err := strconv.ParseFloat(number, 64)
	if _, ok := reasonOf(flag); err != nil || !ok || math.Abs(diff) > mostDiscsOnSide {
		return ggfScore{}, false
	}
	return ggfScore{known: true, diff: diff, flag: flag}, true
}

// String writes a score as the servers do.
func (s ggfScore) String() string {
	if !s.known {
		return ggfUnknown
	}
	text := fmt.Sprintf("%+.2f", s.diff)
	if s.flag != "" {
		text += ":" + s.flag
	}
	return text
}

// ending says what a score tells about the end of the game.
func (s ggfScore) ending() engines.Ending {
	e := engines.Ending{Known: s.known}
	e.Reason, _ = reasonOf(s.flag)
	switch {
	case s.diff > 0:
		e.Winner = engines.First
	case s.diff < 0:
		e.Winner = engines.Second
	}
	return e
}

// ggfScoreOf returns the score with which a game is written that brings none of
// its own: where the moves end the game theirs, the winner having the empty
// squares; where a side resigned or lost on time all 64, as the servers count it.
func ggfScoreOf(g engines.Record) (ggfScore, error) {
	e := g.End
	if e == (engines.Ending{}) {
		return ggfScore{}, nil
	}
	if at, err := replay(g, func(*position, int) {}); err == nil {
		if r, over := at.Result(); over && follows(e, r) {
			black, _ := at.tournamentScore()
			return ggfScore{known: true, diff: float64(2*black - mostDiscsOnSide)}, nil
		}
	}
	s := ggfScore{known: true, flag: flagOf(e.Reason)}
	switch lost := s.flag == flagResigned || s.flag == flagTime; {
	case lost && e.Winner == engines.First:
		s.diff = mostDiscsOnSide
	case lost && e.Winner == engines.Second:
		s.diff = -mostDiscsOnSide
	}
	if !s.says(e) {
		return ggfScore{}, errors.New("ends in a way for which RE has no room: " + describe(e))
	}
	return s, nil
}

// says reports whether a score tells all that an ending does. That a win is worth
// one point goes without saying.
func (s ggfScore) says(e engines.Ending) bool {
	if e.Winner.Plays() && e.Points == 1 {
		e.Points = 0
	}
	return s.ending() == e
}

// describe writes an ending for a sentence.
func describe(e engines.Ending) string {
	if !e.Known {
		return fmt.Sprintf("not known (%s)", e.Reason)
	}
	return fmt.Sprintf("%s (%s), %d points", colour(e.Winner), e.Reason, e.Points)
}

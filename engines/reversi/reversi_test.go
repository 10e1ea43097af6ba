package reversi_test

import (
	"strings"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
	"plylog/engines/reversi"
)

// suite says how the engine is held to the laws of all engines.
func suite() enginetest.Suite {
	return enginetest.Suite{
		Engine:  reversi.New(),
		Options: []string{"", `{"score":"empties-to-winner"}`, `{"flips":"manual"}`},
		Boards: []string{
			"---------------------------OX------XO--------------------------- X 30 30",
			"...........................O*......*O........................... *",
			"---------------------------ox------xo--------------------------- o 28 32",
			"OX-------------------------------------------------------------- X",
			"XXXX----XXXX---------------------------------------------------- O",
			"---XXX-------O------OOO----OOOOO---OOO-----OOO-------O-------O-- X 22 22",
			"X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--X--X--------- X",
			"OOOOOOOOOXXXXXXXOXXXOOXXOXOXOOXXOXOOXXXXOXOOOXXXOOXOXXXXOXXXXXX- O 0 1",
		},
		Moves: []string{
			"d3", " D3 ", "f5", "a1", "h8", "pass", "PA", "--", "ps", "d4", "i3", "a9", "a0",
			"c33", "d3d4", "", " ", "-", "roll", "ｄ3", "d\x00", "\xff3", "11",
			"d3:d4", "D3 : e4, d4", "d3:", ":", ":d4", "d3:d4:e4", "d3:d3", "d3:d4+d4", "d3:e4", "f5:e5+d4", "pass:", "pass:d4",
		},
		Reference: func(p engines.Position) []string { return readReference(p.Board()).spelled(byHand(p)) },
		Games:     60,
	}
}

func TestEngine(t *testing.T) { enginetest.Run(t, suite()) }

func FuzzBoard(f *testing.F) { enginetest.FuzzBoard(f, suite()) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, suite()) }

// byHand tells from how a move is spelled whether the discs of a game are turned
// by hand.
func byHand(p engines.Position) bool {
	for _, square := range readReference(p.Board()).choices() {
		m, err := p.Canonical(p.Turn(), engines.Move(square))
		return err == nil && strings.Contains(string(m), ":")
	}
	return false
}

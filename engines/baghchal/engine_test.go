package baghchal

import (
	"slices"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
)

func suite() enginetest.Suite {
	return enginetest.Suite{
		Engine:  New(),
		Options: []string{"", "{}"},
		Boards: []string{
			"T3T/5/5/5/T3T G 20 0",
			"b3b/5/2g2/5/b3b t 19 0",
			"T...T/.G.../-----/5/T3T T 15 4",
			"TGGGT/GGGGG/GG1GG/GGGGG/TGGGT T 0 0",
			"TTGG1/TTGG1/GGGG1/GGGG1/5 T 8 0",
			"1TTGG/TTGGG/GGGGG/GGGGG/GGGGG G 0 0",
			"T3T/GGGGG/GGGGG/GGGGG/T1G1T T 0 4",
			"2T1T/5/2T2/5/T4 G 15 5",
		},
		Moves: []string{
			"c3", "C3", " c 3 ", "a1-b2", "a1b2", "a1xc3", "A1:C3", "a1×c3", "a1→b2", "G33", "1122", "B1122", "t1122",
			"x1133", "Bx1133", "g1122", "33", "x12", "f9", "a0", "a1-", "-", "x", "b", "bx", "a1xb2xc3", "pass", "a1-a1", "c3-c3",
		},
		Reference: reference,
		Games:     24,
		Plies:     300,
	}
}

// reference takes the board from its line and leaves out what is barred, which
// TestAgainstSlowGame holds against a history of its own.
func reference(p engines.Position) []string {
	var barred []string
	for _, ill := range p.(engines.Barrer).Barred(p.Turn()) {
		barred = append(barred, string(ill.Move))
	}
	return slices.DeleteFunc(readSlow(p.Board()).possible(), func(m string) bool { return slices.Contains(barred, m) })
}

func TestEngine(t *testing.T) { enginetest.Run(t, suite()) }

func FuzzBoard(f *testing.F) { enginetest.FuzzBoard(f, suite()) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, suite()) }

package checkers

import (
	"testing"

	"plylog/engines/enginetest"
)

// suite is how enginetest tests checkers.
func suite() enginetest.Suite {
	return enginetest.Suite{
		Engine:  New(),
		Options: []string{"", `{"repetition":"auto","fortyMove":"auto"}`, `{"repetition":"off","fortyMove":"off","drawByAgreement":false}`},
		Boards: []string{
			"B:W21-32:B1-12",
			"W:W21,27:B16,17,23,24",
			"W:WK10:B6,7,8,15,16.",
			"B:W7,8,15,16,K28,29,30:BK12,13,20,K27",
			"B:WK4,9,12,17,18,22,K25,26:BK5",
			"W:WK27,K28,K31,K32:BK1,K2,K5,K6",
			" b : wa3 , kc1 : b b6 .",
			"B:W10,11:B",
			"W:W21:B1:H3:F12",
		},
		Moves: []string{
			"11-15", "11x18x25", "09-13", "11:18", "11 15", "a3b4", "c3xe5", "11X18", "10x1",
			"10x3x12x19x10x1", "12x12", "33-34", "", "-", "x", "11-", "1-2-3-4-5-6-7-8-9-10-11-12-13-14",
		},
		Reference: reference,
		Games:     12,
		Plies:     300,
	}
}

func TestEngine(t *testing.T) { enginetest.Run(t, suite()) }

func FuzzBoard(f *testing.F) { enginetest.FuzzBoard(f, suite()) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, suite()) }

package backgammon

import (
	"testing"

	"plylog/engines/enginetest"
)

// suite is what the engine is held to.
func suite() enginetest.Suite {
	return enginetest.Suite{
		Engine: New(),
		Options: []string{
			"",
			`{"matchLength":7,"score":{"first":2,"second":5}}`,
			`{"matchLength":5,"score":{"first":4,"second":1}}`,
			`{"matchLength":3,"score":{"first":0,"second":2},"postCrawford":true}`,
			`{"matchLength":0,"cube":true,"jacoby":true,"openingReroll":true}`,
			`{"matchLength":0,"cube":true,"jacoby":true,"beavers":true}`,
		},
		Boards: []string{
			"-b----E-C---eE---c-e----B- 0?",
			"-b----E-C---eE---c-e----B- 2/65 7:3-6c",
			"-b----E-C---eE---c-e----B- 1x 0:0-0j 2@1",
			"-b----E-C---eE---c-e----B- 2x 0:7-0b 262144@2",
			"-b----E-C---eE---c-e----B- 1! 3:1-1 -",
			"-b----E-C---eE---c-e----B- 2? 127:126-126 64@2",
			"XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
			"4HPwATDgc/ABMA",
			"v3sAAAhmdzMAAQ",
			"4HPwATDgc/ABMA:QYkqASAAIAAA",
			"a-AAB-B-bA-c-aAa-bb-aAb-AA 1/22",
			"-------aA----------------A 1/11",
		},
		Moves: []string{
			"8/5 6/5*", "bar/22", "6/off(2)", "24/18/15", "25/21 6/0", "24/15*", "Bar/24, 13/7 pass",
			"roll", "double", "take", "drop", "pass", "8/5(4)", "5/8", "13/7(2)(2)", "26/1", "//", "8/5(99)",
		},
		Games:     15,
		Reference: slowChoices,
	}
}

func TestEngine(t *testing.T) { enginetest.Run(t, suite()) }

func FuzzBoard(f *testing.F) { enginetest.FuzzBoard(f, suite()) }

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, suite()) }

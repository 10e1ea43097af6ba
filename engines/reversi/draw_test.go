package reversi_test

import (
	"strings"
	"testing"

	"plylog/engines/reversi"
)

// TestDrawTellsHowItStands: the last line and the counts of a drawn board.
func TestDrawTellsHowItStands(t *testing.T) {
	for _, tc := range []struct{ options, board, counts, status string }{
		{"", "OX-------------------------------------------------------------- O 30 32", "X black:  1 on the board, 30 in hand", "white to move"},
		{"", "OX-------------------------------------------------------------- X 30 32", "O white:  1 on the board, 32 in hand", "black must pass"},
		{"", "XXXX----XXXX---------------------------------------------------- O", "O white:  0 on the board, 28 in hand", "black won 8-0"},
		{`{"score":"empties-to-winner"}`, "OOO------------------------------------------------------------- X", "X black:  0 on the board, 31 in hand", "white won 0-64"},
		{"", "XOOOOOOOXXOXXOOOXXXOOOOOXXOXOOOOXXOOXOOOXXOOOXOOXXXXXXX-XXXXXXX- X", "X black: 31 on the board,  1 in hand", "drawn 31-31"},
	} {
		e := reversi.New()
		p, err := e.New([]byte(tc.options), tc.board)
		if err != nil {
			t.Fatal(err)
		}
		text := e.Draw(p)
		if !strings.Contains(text, tc.counts) || !strings.HasSuffix(text, "\n  "+tc.status+"\n") {
			t.Errorf("%s: want %q and at last %q in\n%s", tc.board, tc.counts, tc.status, text)
		}
	}
	if got := reversi.New().Draw(nil); got != "" {
		t.Errorf("no position is drawn as %q", got)
	}
}

package reversi_test

import (
	"errors"
	"fmt"

	"plylog/engines"
	"plylog/engines/reversi"
)

// A move is the square of the new disc; what it flips follows from the rules.
func Example() {
	e := reversi.New()
	p, _ := e.New(nil, "")
	p, _ = p.Play(engines.First, "d3")
	_, err := p.Play(engines.Second, "a1")
	var refusal *engines.IllegalError
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Rule, refusal.Code)
	}
	fmt.Print(e.Draw(p))
	// Output:
	// RV-4 reversi.outflanks-nothing
	//     a b c d e f g h
	//   1 - - - - - - - - 1
	//   2 - - - - - - - - 2
	//   3 - - - X - - - - 3
	//   4 - - - X X - - - 4
	//   5 - - - X O - - - 5
	//   6 - - - - - - - - 6
	//   7 - - - - - - - - 7
	//   8 - - - - - - - - 8
	//     a b c d e f g h
	//
	//   X black:  4 on the board, 29 in hand
	//   O white:  1 on the board, 30 in hand
	//
	//   white to move
}

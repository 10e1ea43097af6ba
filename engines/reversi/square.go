package reversi

import (
	"strings"

	"plylog/engines"
)

// names spells the 64 squares in the order of their bits, two bytes each, so
// that a square's name is a piece of it and costs no allocation.
const names = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"

// nameOf returns the name of a square 0 to 63.
func nameOf(square int) string { return names[2*square : 2*square+2] }

// What readMove returns besides a square.
const (
	passing    = -1
	unreadable = -2
)

// readMove returns the square that a move names, passing or unreadable. Letters
// may be of either case, blanks may stand around; a pass is "pass", "pa", "ps"
// or "--", as the field's programs write it.
func readMove(m engines.Move) int {
	if square := readSquare(string(m)); square >= 0 {
		return square
	}
	s := strings.TrimSpace(string(m))
	if square := readSquare(s); square >= 0 {
		return square
	}
	for _, pass := range passes {
		if strings.EqualFold(s, pass) {
			return passing
		}
	}
	return unreadable
}

// passes are the spellings of a pass, longer ones before their beginnings.
var passes = [4]string{string(engines.Pass), "pa", "ps", "--"}

// readSquare returns the square with a name of exactly two bytes, or unreadable.
func readSquare(s string) int {
	if len(s) != 2 {
		return unreadable
	}
	file, rank := (s[0]|0x20)-'a', s[1]-'1'
	if file > 7 || rank > 7 {
		return unreadable
	}
	return int(rank)*8 + int(file)
}

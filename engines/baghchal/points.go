package baghchal

import "math/bits"

// A set of points is a word with one bit a point: bit 5*rank+file, a1 the
// lowest, e5 the highest.
type set = uint32

const (
	points = 25
	whole  = set(1)<<points - 1

	fileA = set(1 | 1<<5 | 1<<10 | 1<<15 | 1<<20)
	fileE = fileA << 4

	corners = set(1 | 1<<4 | 1<<20 | 1<<24)

	// even are the points with an even sum of rank and file, where the
	// diagonals meet. Rows being five long, that is every second bit.
	// Rule: BC-1
	even = set(0x1555555)
)

// near holds the points that a line joins to each point, and far those where a
// straight jump along the lines ends.
var near, far = lines()

// lines draws the board.
// Rule: BC-1
func lines() (near, far [points]set) {
	for p := range points {
		rank, file := p/5, p%5
		for dr := -1; dr <= 1; dr++ {
			for df := -1; df <= 1; df++ {
				diagonal := dr != 0 && df != 0
				if dr == 0 && df == 0 || diagonal && !has(even, p) {
					continue
				}
				near[p] |= at(rank+dr, file+df)
				far[p] |= at(rank+2*dr, file+2*df)
			}
		}
	}
	return near, far
}

// at is the set of the one point there, empty off the board.
func at(rank, file int) set {
	if rank < 0 || rank > 4 || file < 0 || file > 4 {
		return 0
	}
	return bit(rank*5 + file)
}

func bit(p int) set { return 1 << (uint(p) & 31) }

func has(s set, p int) bool { return s&bit(p) != 0 }

func size(s set) int { return bits.OnesCount32(s) }

// first is the lowest point of a set that is not empty.
func first(s set) int { return bits.TrailingZeros32(s) }

// over is the point between the two ends of a jump.
func over(from, to int) int { return (from + to) / 2 }

package backgammon

import "math/bits"

// aspect is one thing that a judgement looks at, for either side.
type aspect int

const (
	aPips     aspect = iota // pips to go, in hundreds
	aShut                   // points held in the home board, for every opposing checker on the bar, at most two
	aRisk                   // pips that the opponent's next roll hits away on average, in 24ths
	aBlock                  // points held among the six before the opponent's last checker
	aPrime                  // the square of that, in sixths
	aCaught                 // opposing checkers behind four points in a row; twice behind five, three times behind six
	aLeap                   // numbers that the last checker can move by
	aAdvanced               // one of the good points for a foothold is held: 18, 20, 21
	aAce                    // the 1-point is held, and so on
	aDeuce
	aThree
	aFour
	aFive
	aSix
	aSeven
	aMid   // the 13-point is held
	aStack // checkers beyond three on a point
	aDeep  // checkers on the points 1 and 2
	aLoose // blots in the home board
	aOff   // checkers borne off
	aspects
)

// view is one side's aspects.
type view [aspects]float64

// look takes in one side of a position in which the sides have not passed each
// other.
func look(side, foe *[26]int8) view {
	var v view
	var held uint32
	for p := 1; p <= 24; p++ {
		n := side[p]
		if n >= 2 {
			held |= 1 << p
		}
		if n > 3 {
			v[aStack] += float64(n - 3)
		}
		if p <= 6 && n == 1 {
			v[aLoose]++
		}
	}
	v[aPips] = float64(pips(side)) / 100
	v[aOff] = float64(side[off])
	v[aDeep] = float64(side[1] + side[2])
	home := float64(bits.OnesCount32(held & homePoints))
	v[aShut] = home * float64(min(foe[bar], 2))
	for _, m := range marks {
		if held&m.set != 0 {
			v[m.a] = 1
		}
	}
	v.block(held, foe)
	v[aRisk] = risk(side, foe)
	v[aLeap] = leaps(side, foe)
	return v
}

// Sets of points by the numbering of the side that holds them.
const homePoints = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6

// marks are the points that are worth holding, one aspect for each or for any of
// several.
var marks = [...]struct {
	a   aspect
	set uint32
}{
	{aAdvanced, 1<<18 | 1<<20 | 1<<21},
	{aAce, 1 << 1},
	{aDeuce, 1 << 2},
	{aThree, 1 << 3},
	{aFour, 1 << 4},
	{aFive, 1 << 5},
	{aSix, 1 << 6},
	{aSeven, 1 << 7},
	{aMid, 1 << 13},
}

// block looks at how the points that are held stand in the opponent's way.
func (v *view) block(held uint32, foe *[26]int8) {
	last := 25 - rearmost(foe) // where the opponent's last checker stands, by our numbering
	before := bits.OnesCount32(held & (1<<(last+7) - 1) &^ (1<<(last+1) - 1))
	v[aBlock] = float64(before)
	v[aPrime] = float64(before*before) / 6
	row := 0
	for p := 1; p <= 24; p++ {
		if row++; held&(1<<p) == 0 {
			row = 0
		}
		if row >= 4 {
			v[aCaught] = max(v[aCaught], float64(below(p-row+1, foe)*(row-3)))
		}
	}
}

// below counts the opponent's checkers that have a point of ours still before
// them, those on the bar included.
func below(point int, foe *[26]int8) int {
	n := 0
	for p := range point {
		n += int(foe[25-p])
	}
	return n
}

// rearmost is the place of a side's last checker.
func rearmost(side *[26]int8) int {
	for p := bar; p >= 1; p-- {
		if side[p] > 0 {
			return p
		}
	}
	return off
}

// leaps is how many of the six numbers move the last checker.
func leaps(side, foe *[26]int8) float64 {
	last := rearmost(side)
	n := 0
	for die := 1; die <= 6 && die < last; die++ {
		if foe[25-(last-die)] < 2 {
			n++
		}
	}
	return float64(n)
}

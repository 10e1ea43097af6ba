package backgammon

// What every side has, and the two places beside the points.
const (
	checkers = 15
	off      = 0
	bar      = 25
)

// Men is where the checkers of both players stand, seen by the one who moves.
// Each player's checkers are counted by that player's own numbering: index 0
// holds those borne off, 1 to 24 the points, 25 the bar. A point that the mover
// calls p the opponent calls 25-p.
type Men struct {
	Own, Opp [26]int8
}

// startSide is the start of either side.
//
// Rule: BG-1
func startSide() [26]int8 { return [26]int8{6: 5, 8: 3, 13: 5, 24: 2} }

// Start returns the position in which every game begins.
func Start() Men { return Men{Own: startSide(), Opp: startSide()} }

// Turned returns the same position as the opponent sees it.
func (m Men) Turned() Men { return Men{Own: m.Opp, Opp: m.Own} }

// pips returns the points that a side's checkers still have to travel.
func pips(s *[26]int8) int {
	sum := 0
	for p := 1; p <= bar; p++ {
		sum += p * int(s[p])
	}
	return sum
}

// fault says why checkers cannot stand so; empty where they can.
func (m *Men) fault() (rule, detail string) {
	for _, s := range [...]*[26]int8{&m.Own, &m.Opp} {
		total := 0
		for _, n := range s {
			if n < 0 || n > checkers {
				return "BG-1", "a side has 15 checkers"
			}
			total += int(n)
		}
		if total != checkers {
			return "BG-1", "a side has more than 15 checkers"
		}
	}
	for p := 1; p <= 24; p++ {
		if m.Own[p] > 0 && m.Opp[25-p] > 0 {
			return "BG-6", "both sides stand on the same point"
		}
	}
	switch {
	case m.Own[off] == checkers && m.Opp[off] == checkers:
		return "BG-2", "both sides have borne off all their checkers"
	case m.Own[bar] > 0 && m.Opp[bar] > 0 && closed(&m.Own) && closed(&m.Opp):
		return "BG-13", "both sides are on the bar before a closed board, where nobody could have moved last"
	}
	return "", ""
}

// closed reports whether a side holds all six points of its home board.
func closed(s *[26]int8) bool {
	for p := 1; p <= 6; p++ {
		if s[p] < 2 {
			return false
		}
	}
	return true
}

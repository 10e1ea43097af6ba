package baghchal

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// roads are the lines of the board as one would draw them.
var roads = [][]string{
	{"a1", "b1", "c1", "d1", "e1"}, {"a2", "b2", "c2", "d2", "e2"}, {"a3", "b3", "c3", "d3", "e3"},
	{"a4", "b4", "c4", "d4", "e4"}, {"a5", "b5", "c5", "d5", "e5"},
	{"a1", "a2", "a3", "a4", "a5"}, {"b1", "b2", "b3", "b4", "b5"}, {"c1", "c2", "c3", "c4", "c5"},
	{"d1", "d2", "d3", "d4", "d5"}, {"e1", "e2", "e3", "e4", "e5"},
	{"a1", "b2", "c3", "d4", "e5"}, {"a5", "b4", "c3", "d2", "e1"},
	{"a3", "b4", "c5"}, {"c5", "d4", "e3"}, {"e3", "d2", "c1"}, {"c1", "b2", "a3"},
}

// slow is the rules once more, in the plainest way: a map of what stands on
// which point and a map of how often each position has stood.
type slow struct {
	on       map[string]string // "tiger" or "goat" by point
	side     string            // "goat" or "tiger"
	hand     int
	captured int
	stood    map[string]int
}

// readSlow reads the engine's board line.
func readSlow(line string) *slow {
	g := &slow{on: map[string]string{}, stood: map[string]int{}}
	var rows, side string
	fmt.Sscan(line, &rows, &side, &g.hand, &g.captured)
	for d := 1; d <= 5; d++ {
		rows = strings.ReplaceAll(rows, fmt.Sprint(d), strings.Repeat(".", d))
	}
	for i, row := range strings.Split(rows, "/") {
		for j, piece := range row {
			point := fmt.Sprintf("%c%d", 'a'+j, 5-i)
			switch piece {
			case 'T':
				g.on[point] = "tiger"
			case 'G':
				g.on[point] = "goat"
			}
		}
	}
	g.side = map[string]string{"G": "goat", "T": "tiger"}[side]
	g.count()
	return g
}

// name writes pieces and side on turn.
func (g *slow) name() string {
	var s strings.Builder
	for _, road := range roads[:5] {
		for _, point := range road {
			s.WriteString(g.on[point] + ",")
		}
	}
	return s.String() + g.side
}

// count adds this position to the past, if it counts.
func (g *slow) count() {
	if g.hand == 0 {
		g.stood[g.name()]++
	}
}

// possible lists what the pieces can do, repetition left out.
func (g *slow) possible() []string {
	var list []string
	if g.captured == 5 {
		return nil
	}
	if g.side == "goat" && g.hand > 0 {
		for _, road := range roads[:5] {
			for _, point := range road {
				if g.on[point] == "" {
					list = append(list, point)
				}
			}
		}
		return list
	}
	for _, road := range roads {
		back := slices.Clone(road)
		slices.Reverse(back)
		for _, way := range [][]string{road, back} {
			for i := range way {
				if g.on[way[i]] != g.side {
					continue
				}
				if i+1 < len(way) && g.on[way[i+1]] == "" {
					list = append(list, way[i]+"-"+way[i+1])
				}
				if i+2 < len(way) && g.side == "tiger" && g.on[way[i+1]] == "goat" && g.on[way[i+2]] == "" {
					list = append(list, way[i]+"x"+way[i+2])
				}
			}
		}
	}
	return list
}

// after makes a move in a copy, which knows the same past; count then adds it.
func (g *slow) after(m string) *slow {
	next := &slow{on: maps.Clone(g.on), side: "goat", hand: g.hand, captured: g.captured, stood: g.stood}
	if g.side == "goat" {
		next.side = "tiger"
	}
	if len(m) == 2 {
		next.on[m] = "goat"
		next.hand--
	} else {
		from, to := m[:2], m[3:]
		delete(next.on, from)
		next.on[to] = g.side
		if m[2] == 'x' {
			delete(next.on, fmt.Sprintf("%c%c", (from[0]+to[0])/2, (from[1]+to[1])/2))
			next.captured++
		}
	}
	return next
}

// legal lists the legal moves, and how often the position stood that each of
// them leads to; barred those that repetition forbids.
func (g *slow) legal() (legal map[string]int, barred []string) {
	legal = map[string]int{}
	for _, m := range g.possible() {
		n := g.stood[g.after(m).name()]
		if n >= 2 {
			barred = append(barred, m)
			continue
		}
		legal[m] = n
	}
	return legal, barred
}

// ended says who won and why, given the legal moves; "" while the game goes on.
func (g *slow) ended(legal map[string]int) string {
	switch {
	case g.captured == 5:
		return "second five-captured"
	case len(legal) > 0:
		return ""
	case g.side == "tiger":
		return "first tigers-stuck"
	default:
		return "second goats-stuck"
	}
}

func (g *slow) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range g.possible() {
		n += g.after(m).perft(depth - 1)
	}
	return n
}

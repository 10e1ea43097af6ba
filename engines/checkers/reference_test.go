package checkers

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// refBoard is a second, slow and obvious implementation of the rules: an 8x8
// mailbox of words, read from the board line by nothing of the engine's own.
type refBoard struct {
	cell map[refPoint]string // "red man", "red king", "white man", "white king"
	turn string              // "red" or "white"
}

type refPoint struct{ row, col int }

// refPointOf places a PDN number: four dark squares a row, the first row's on
// the odd columns.
func refPointOf(number int) refPoint {
	row := (number - 1) / 4
	col := 2 * ((number - 1) % 4)
	if row%2 == 0 {
		col++
	}
	return refPoint{row, col}
}

func (p refPoint) number() int { return 4*p.row + p.col/2 + 1 }

func (p refPoint) onBoard() bool { return p.row >= 0 && p.row < 8 && p.col >= 0 && p.col < 8 }

func refRead(line string) refBoard {
	b := refBoard{cell: map[refPoint]string{}}
	fields := strings.Split(line, ":")
	colours := map[string]string{"W": "white", "B": "red"}
	b.turn = colours[fields[0]]
	for _, field := range fields[1:] {
		colour := colours[field[:1]]
		for _, item := range strings.Split(field[1:], ",") {
			if item == "" {
				continue
			}
			rank := "man"
			if strings.HasPrefix(item, "K") {
				rank, item = "king", item[1:]
			}
			first, last, isRange := strings.Cut(item, "-")
			if !isRange {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			if err1 != nil || err2 != nil {
				panic("reference: bad line " + line)
			}
			for n := from; n <= to; n++ {
				b.cell[refPointOf(n)] = colour + " " + rank
			}
		}
	}
	return b
}

// write spells the board without ranges.
func (b refBoard) write() string {
	lists := map[string][]string{}
	for n := 1; n <= 32; n++ {
		colour, rank, found := strings.Cut(b.cell[refPointOf(n)], " ")
		if !found {
			continue
		}
		text := strconv.Itoa(n)
		if rank == "king" {
			text = "K" + text
		}
		lists[colour] = append(lists[colour], text)
	}
	turn := "B"
	if b.turn == "white" {
		turn = "W"
	}
	return fmt.Sprintf("%s:W%s:B%s", turn, strings.Join(lists["white"], ","), strings.Join(lists["red"], ","))
}

// ways lists the row and column changes that a piece may go by.
func refWays(piece string) []refPoint {
	switch piece {
	case "red man":
		return []refPoint{{1, -1}, {1, 1}}
	case "white man":
		return []refPoint{{-1, -1}, {-1, 1}}
	default:
		return []refPoint{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}
	}
}

// refMove is a move with its path and what it takes.
type refMove struct {
	path  []refPoint
	taken []refPoint
}

func (m refMove) text() string {
	mark := "x"
	if len(m.taken) == 0 {
		mark = "-"
	}
	var numbers []string
	for _, p := range m.path {
		numbers = append(numbers, strconv.Itoa(p.number()))
	}
	return strings.Join(numbers, mark)
}

func (b refBoard) moves() []refMove {
	var steps, jumps []refMove
	for from, piece := range b.cell {
		if !strings.HasPrefix(piece, b.turn) {
			continue
		}
		for _, w := range refWays(piece) {
			to := refPoint{from.row + w.row, from.col + w.col}
			if to.onBoard() && b.cell[to] == "" {
				steps = append(steps, refMove{path: []refPoint{from, to}})
			}
		}
		lifted := b.copy()
		delete(lifted.cell, from)
		jumps = append(jumps, lifted.jumps(piece, refMove{path: []refPoint{from}})...)
	}
	if len(jumps) > 0 {
		return jumps
	}
	return steps
}

// jumps lists the finished strings of jumps that begin with m; the piece itself
// is off the board, and what it jumped is too.
func (b refBoard) jumps(piece string, m refMove) []refMove {
	var all []refMove
	at := m.path[len(m.path)-1]
	for _, w := range refWays(piece) {
		over := refPoint{at.row + w.row, at.col + w.col}
		to := refPoint{at.row + 2*w.row, at.col + 2*w.col}
		prey := b.cell[over]
		if prey == "" || strings.HasPrefix(prey, b.turn) || !to.onBoard() || b.cell[to] != "" {
			continue
		}
		next := b.copy()
		delete(next.cell, over)
		all = append(all, next.jumps(piece, refMove{
			path:  append(append([]refPoint{}, m.path...), to),
			taken: append(append([]refPoint{}, m.taken...), over),
		})...)
	}
	if len(all) == 0 && len(m.taken) > 0 {
		return []refMove{m}
	}
	return all
}

func (b refBoard) after(m refMove) refBoard {
	next := b.copy()
	piece := next.cell[m.path[0]]
	delete(next.cell, m.path[0])
	for _, p := range m.taken {
		delete(next.cell, p)
	}
	end := m.path[len(m.path)-1]
	if piece == "red man" && end.row == 7 {
		piece = "red king"
	}
	if piece == "white man" && end.row == 0 {
		piece = "white king"
	}
	next.cell[end] = piece
	if b.turn == "red" {
		next.turn = "white"
	} else {
		next.turn = "red"
	}
	return next
}

func (b refBoard) copy() refBoard {
	cell := make(map[refPoint]string, len(b.cell))
	for p, piece := range b.cell {
		cell[p] = piece
	}
	return refBoard{cell: cell, turn: b.turn}
}

// reference lists the legal moves for enginetest.
func reference(p engines.Position) []string {
	var list []string
	for _, m := range refRead(p.Board()).moves() {
		list = append(list, m.text())
	}
	return list
}

package reversi_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plylog/engines"
)

// reference is a second implementation of the rules, made to be obviously right
// rather than fast: a board of bytes, walked square by square.
type reference struct {
	board  [8][8]byte // [rank][file]: 'X', 'O' or '-'
	side   byte       // 'X' or 'O'
	inHand map[byte]int
}

// readReference reads a canonical board line with supplies.
func readReference(line string) reference {
	fields := strings.Fields(line)
	if len(fields) != 4 || len(fields[0]) != 64 {
		panic(fmt.Sprintf("not a board line: %q", line))
	}
	r := reference{side: fields[1][0], inHand: map[byte]int{'X': number(fields[2]), 'O': number(fields[3])}}
	for i := range 64 {
		r.board[i/8][i%8] = fields[0][i]
	}
	return r
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func other(side byte) byte {
	if side == 'X' {
		return 'O'
	}
	return 'X'
}

func inside(file, rank int) bool { return 0 <= file && file < 8 && 0 <= rank && rank < 8 }

// turned walks from an empty square in every direction and returns the discs
// that side would turn by placing there.
func (r reference) turned(side byte, file, rank int) (squares []string) {
	if r.board[rank][file] != '-' {
		return nil
	}
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			if df == 0 && dr == 0 {
				continue
			}
			var line []string
			f, k := file+df, rank+dr
			for inside(f, k) && r.board[k][f] == other(side) {
				line = append(line, name(f, k))
				f, k = f+df, k+dr
			}
			if inside(f, k) && r.board[k][f] == side {
				squares = append(squares, line...)
			}
		}
	}
	return squares
}

func name(file, rank int) string { return string([]byte{'a' + byte(file), '1' + byte(rank)}) }

// placements lists where a side may place a disc, from a1 along the ranks.
func (r reference) placements(side byte) (squares []string) {
	for rank := range 8 {
		for file := range 8 {
			if len(r.turned(side, file, rank)) > 0 {
				squares = append(squares, name(file, rank))
			}
		}
	}
	return squares
}

func (r reference) over() bool {
	return len(r.placements('X')) == 0 && len(r.placements('O')) == 0
}

// choices lists the moves of the side on turn.
func (r reference) choices() []string {
	list := r.placements(r.side)
	if len(list) == 0 && !r.over() {
		return []string{"pass"}
	}
	return list
}

// spelled lists the moves as they are written, by hand with the discs they turn.
func (r reference) spelled(byHand bool) []string {
	list := r.choices()
	if !byHand {
		return list
	}
	for i, m := range list {
		if m != "pass" {
			list[i] = spell(m, r.turned(r.side, int(m[0]-'a'), int(m[1]-'1')))
		}
	}
	return list
}

// spell writes a move by hand.
func spell(square string, turned []string) string {
	turned = slices.Clone(turned)
	slices.SortFunc(turned, func(a, b string) int {
		return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
	})
	return square + ":" + strings.Join(turned, "+")
}

// play makes a legal move.
func (r reference) play(move string) reference {
	if move == "pass" {
		return r.playTurning(move, nil)
	}
	return r.playTurning(move, r.turned(r.side, int(move[0]-'a'), int(move[1]-'1')))
}

// playTurning makes a move that turns the discs given.
func (r reference) playTurning(move string, turned []string) reference {
	next := r
	next.inHand = map[byte]int{'X': r.inHand['X'], 'O': r.inHand['O']}
	next.side = other(r.side)
	if move == "pass" {
		return next
	}
	file, rank := int(move[0]-'a'), int(move[1]-'1')
	for _, square := range turned {
		next.board[square[1]-'1'][square[0]-'a'] = r.side
	}
	next.board[rank][file] = r.side
	giver := r.side
	if r.inHand[giver] == 0 {
		giver = other(giver)
	}
	next.inHand[giver]--
	return next
}

// line writes the board line.
func (r reference) line() string {
	var b strings.Builder
	for _, rank := range r.board {
		b.Write(rank[:])
	}
	return fmt.Sprintf("%s %c %d %d", b.String(), r.side, r.inHand['X'], r.inHand['O'])
}

// count returns how many squares hold what.
func (r reference) count(what byte) int { return strings.Count(r.line()[:64], string(what)) }

// result returns the result under the option score=discs, or with the empty
// squares given to the winner.
func (r reference) result(emptiesToWinner bool) engines.Result {
	black, white, empty := r.count('X'), r.count('O'), r.count('-')
	out := engines.Result{Reason: "no-moves"}
	if empty == 0 {
		out.Reason = "full-board"
	}
	if black*white == 0 {
		out.Reason = "wiped-out"
	}
	score := [2]int{black, white}
	if black != white {
		out.Points = 1
		out.Winner = engines.First
		if white > black {
			out.Winner = engines.Second
		}
		if emptiesToWinner {
			score[out.Winner-engines.First] += empty
		}
	} else if emptiesToWinner {
		score = [2]int{32, 32}
	}
	out.Score = &score
	return out
}

// perft counts nodes, a pass being a ply.
func (r reference) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, move := range r.choices() {
		n += r.play(move).perft(depth - 1)
	}
	return n
}

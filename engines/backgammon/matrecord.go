package backgammon

import (
	"encoding/json"
	"fmt"

	"plylog/engines"
)

// farColumn is where a lone turn of a game's only row is taken to be the right
// player's: behind any room that the left one could leave.
const farColumn = 15

// records turns the games into records.
func (r *matReader) records() ([]engines.Record, error) {
	list := make([]engines.Record, 0, len(r.games))
	for i := range r.games {
		g := &r.games[i]
		if !g.seated {
			return nil, &MATError{Game: g.number, Line: r.line, Detail: "the players are missing"}
		}
		rec := engines.Record{Name: fmt.Sprintf("game %d", g.number)}
		if r.match > 1 {
			rec.Name = fmt.Sprintf("match %d, game %d", g.match, g.number)
		}
		var err error
		if rec.Options, err = json.Marshal(r.options(i)); err != nil {
			return nil, err
		}
		if err := g.record(&rec); err != nil {
			return nil, err
		}
		rec.End = r.ending(i)
		list = append(list, rec)
	}
	return list, nil
}

// terms are those of a game under the Crawford rule, as far as its score tells.
func (g *matGame) terms() terms {
	return terms{length: g.length, score: g.score, crawford: true}
}

// options are what a game has to be made with.
func (r *matReader) options(i int) options {
	g := &r.games[i]
	o := options{MatchLength: &g.length}
	if g.score != [2]int{} {
		o.Score = &score{First: g.score[0], Second: g.score[1]}
	}
	yes, no := true, false
	if g.length == 0 {
		o.Cube = &yes
		return o
	}
	// Rule: BG-24
	for j := range r.games {
		other := &r.games[j]
		if t := other.terms(); other.match != g.match || !t.crawfordGame() {
			continue
		}
		// The first game at such a score is the Crawford game.
		switch {
		case other.doubles():
			o.Crawford = &no
		case j < i:
			o.PostCrawford = &yes
		}
		break
	}
	return o
}

func (g *matGame) doubles() bool {
	for _, t := range g.turns {
		if t.word == engines.Double {
			return true
		}
	}
	return false
}

// starter returns who plays first: the right player where the first row holds
// one turn, unless that is all there is and it stands to the left.
func (g *matGame) starter() engines.Seat {
	if g.firstRow == 1 && (g.rows > 1 || g.turns[0].at >= farColumn) {
		return engines.Second
	}
	return engines.First
}

// record writes down the turns of a game. Seats alternate.
func (g *matGame) record(rec *engines.Record) error {
	g.cube = 1
	by := g.starter()
	for i, t := range g.turns {
		turn := engines.Turn{By: by, Move: t.word}
		if t.word == engines.Take {
			g.cube *= 2
			if g.cube > MostCube {
				return &MATError{Game: g.number, Line: t.line, Detail: fmt.Sprintf("the cube goes above %d", MostCube)}
			}
		}
		if t.word == engines.Roll {
			high, low := int(max(t.dice[0], t.dice[1])), int(min(t.dice[0], t.dice[1]))
			turn.Dice = diceName(high, low)
			if i == 0 {
				if high == low {
					return &MATError{Game: g.number, Line: t.line, Detail: "the opening roll is a double"}
				}
				turn.By = engines.Chance
				if by == engines.Second {
					turn.Dice = diceName(low, high)
				}
			}
		}
		rec.Turns = append(rec.Turns, turn)
		if t.moves != "" {
			rec.Turns = append(rec.Turns, engines.Turn{By: by, Move: engines.Move(t.moves)})
		}
		by = by.Opponent()
	}
	return nil
}

// ending says how a game ended, for those that the moves alone do not end.
func (r *matReader) ending(i int) engines.Ending {
	g := &r.games[i]
	if g.points == 0 {
		return engines.Ending{}
	}
	end := engines.Ending{Known: true, Winner: r.winner(i), Points: g.points}
	for n := 1; n < len(values); n++ {
		if g.points == n*g.cube {
			end.Value = values[n]
		}
	}
	return end
}

// winner finds who the points of a game went to: by the score of the next game,
// else by who reaches the length of the match, by who dropped, or by the column.
func (r *matReader) winner(i int) engines.Seat {
	g := &r.games[i]
	if n := len(g.turns); n > 0 && g.turns[n-1].word == engines.Drop {
		dropper := g.starter()
		if n%2 == 0 {
			dropper = dropper.Opponent()
		}
		return dropper.Opponent()
	}
	if i+1 < len(r.games) && r.games[i+1].match == g.match {
		switch next := r.games[i+1].score; {
		case next[0] > g.score[0]:
			return engines.First
		case next[1] > g.score[1]:
			return engines.Second
		}
	}
	if g.length > 0 {
		first, second := g.score[0]+g.points >= g.length, g.score[1]+g.points >= g.length
		switch {
		case first && !second:
			return engines.First
		case second && !first:
			return engines.Second
		}
	}
	if g.right > 0 && 2*g.pointsAt > g.left+g.right || g.right < 0 && g.pointsAt >= farColumn {
		return engines.Second
	}
	return engines.First
}

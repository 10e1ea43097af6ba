package backgammon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// farColumn is where a lone act of a game's only row is taken to be the right
// player's: behind any room that the left one could leave.
const farColumn = 15

// records turns the games into records.
func (r *matReader) records() ([]engines.Record, error) {
	list := make([]engines.Record, 0, len(r.games))
	for i := range r.games {
		g := &r.games[i]
		if !g.seated {
			return nil, &FormatError{Format: "mat", Game: g.number, Line: r.line, Detail: "the players are missing"}
		}
		if err := g.seat(); err != nil {
			return nil, err
		}
	}
	for i := range r.matches {
		r.matches[i].state()
	}
	for i := range r.games {
		rec, err := r.record(i)
		if err != nil {
			return nil, err
		}
		list = append(list, rec)
	}
	return list, nil
}

// seat says who did what: the seats take turns.
func (g *matGame) seat() error {
	by := g.starter()
	for i := range g.acts {
		g.acts[i].by = by
		by = by.Opponent()
	}
	if i, err := g.turnCube(); err != nil {
		return &FormatError{Format: "mat", Game: g.number, Line: g.acts[i].line, Detail: err.Error()}
	}
	return nil
}

// starter returns who plays first: the right player where the first row holds
// one act, unless that is all there is and it stands to the left.
func (g *matGame) starter() engines.Seat {
	if g.firstRow == 1 && (g.rows > 1 || g.firstAt >= farColumn) {
		return engines.Second
	}
	return engines.First
}

// state takes the facts out of the tags.
func (m *matMatch) state() {
	var rest []engines.Tag
	for _, t := range m.tags {
		if !m.facts.read(t) {
			rest = append(rest, t)
		}
	}
	m.tags = rest
}

// record writes a game down.
func (r *matReader) record(i int) (engines.Record, error) {
	g := &r.games[i]
	m := &r.matches[g.match]
	rec := engines.Record{Name: fmt.Sprintf("game %d", g.number)}
	if len(r.matches) > 1 {
		rec.Name = fmt.Sprintf("match %d, game %d", g.match+1, g.number)
	}
	for i, name := range g.players {
		rec.Players[i] = m.named(i, name)
	}
	rec.Tags = r.tagsOf(g)
	o := r.options(i)
	// Terms that no game can be made with are refused by whoever makes it.
	t, _ := o.over(terms{}, false)
	var err error
	if rec.Options, err = json.Marshal(o); err != nil {
		return rec, err
	}
	throws, _ := m.about(g.number, matThrows)
	if err := g.open(strings.Fields(throws), t.afresh); err != nil {
		return rec, &FormatError{Format: "mat", Game: g.number, Line: g.firstLine, Detail: err.Error()}
	}
	rec.Turns = g.turns(t.afresh)
	rec.End = r.ending(i, &t)
	return rec, nil
}

// tagsOf returns the tags of a match without those that tell of one player or
// game what the record says elsewhere.
func (r *matReader) tagsOf(g *matGame) []engines.Tag {
	var list []engines.Tag
	for _, t := range r.matches[g.match].tags {
		n, ok := numbered(t.Name, matPlayer)
		taken := ok && n <= 2 && matName(t.Value) == g.players[n-1]
		for _, name := range [...]string{matThrows, matEnding, matResigns} {
			n, ok := numbered(t.Name, name)
			taken = taken || ok && r.matches[g.match].games[n]
		}
		if !taken {
			list = append(list, t)
		}
	}
	return list
}

// about returns the value of a tag about one game.
func (m *matMatch) about(number int, name string) (string, bool) {
	for _, t := range m.tags {
		if n, ok := numbered(t.Name, name); ok && n == number {
			return t.Value, true
		}
	}
	return "", false
}

// terms are those of a game under the Crawford rule, as far as its score tells.
func (r *matReader) terms(g *matGame) terms {
	return terms{length: r.matches[g.match].length, score: g.score, crawford: true}
}

// options are what a game has to be made with.
func (r *matReader) options(i int) options {
	g := &r.games[i]
	m := &r.matches[g.match]
	o := options{MatchLength: &m.length, OpeningReroll: only(m.facts.reroll, true)}
	if g.score != [2]int{} {
		o.Score = &score{First: g.score[0], Second: g.score[1]}
	}
	if m.length > 0 {
		o.Cube = only(m.facts.cube, m.length == 1)
		o.Crawford, o.PostCrawford = r.crawford(i)
		return o
	}
	o.Jacoby = only(m.facts.jacoby, true)
	// Rule: BG-22
	yes := true
	if m.facts.cube == nil || *m.facts.cube {
		o.Cube = &yes
		o.Beavers = only(m.facts.beavers, true)
		if m.facts.beavers == nil && r.beavers(g.match) {
			o.Beavers = &yes
		}
	}
	return o
}

// only returns a fact that is not as it is anyway.
func only(fact *bool, unusual bool) *bool {
	if fact != nil && *fact == unusual {
		return fact
	}
	return nil
}

// beavers reports whether there is a beaver in a match.
func (r *matReader) beavers(match int) bool {
	for i := range r.games {
		g := &r.games[i]
		if g.match == match && slices.ContainsFunc(g.acts, func(a act) bool { return a.beaver }) {
			return true
		}
	}
	return false
}

// crawford returns the options about the Crawford rule: as the header says, or
// else as the scores do.
//
// Rule: BG-24
func (r *matReader) crawford(i int) (rule, after *bool) {
	g := &r.games[i]
	facts := &r.matches[g.match].facts
	yes, no := true, false
	for j := range r.games {
		other := &r.games[j]
		if t := r.terms(other); other.match != g.match || !t.crawfordGame() {
			continue
		}
		// The first game at such a score is the Crawford game.
		switch {
		case facts.crawford == nil && other.doubles():
			rule = &no
		case j < i:
			after = &yes
		}
		break
	}
	if facts.crawford != nil && !*facts.crawford {
		rule, after = &no, nil
	}
	if facts.post != nil {
		after = only(facts.post, true)
	}
	return rule, after
}

func (g *matGame) doubles() bool {
	return slices.ContainsFunc(g.acts, func(a act) bool { return a.word == engines.Double })
}

// ending says how a game ended.
func (r *matReader) ending(i int, t *terms) engines.Ending {
	g := &r.games[i]
	m := &r.matches[g.match]
	why, told := m.about(g.number, matEnding)
	if g.points == 0 {
		return engines.Ending{Known: told, Reason: why}
	}
	end := engines.Ending{Known: true, Winner: r.winner(i), Points: g.points}
	_, end.Reason = g.finish()
	switch {
	case told:
		end.Reason = why
	case end.Reason == "":
		end.Reason = resigned
	}
	if end.Reason == resigned {
		end.Value = g.worth(g.points, t)
	}
	if value, ok := m.about(g.number, matResigns); ok {
		end.Value = value
	}
	return end
}

// winner finds who the points of a game went to: by how it ended, else by the
// score of the next game, by who has the match, or by the column.
func (r *matReader) winner(i int) engines.Seat {
	g := &r.games[i]
	if by, _ := g.finish(); by != engines.Nobody {
		return by
	}
	if i+1 < len(r.games) && r.games[i+1].match == g.match {
		switch next := r.games[i+1].score; {
		case next[0] > g.score[0]:
			return engines.First
		case next[1] > g.score[1]:
			return engines.Second
		}
	}
	if n := r.matches[g.match].length; n > 0 && g.wholeMatch {
		first, second := g.score[0]+g.points >= n, g.score[1]+g.points >= n
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

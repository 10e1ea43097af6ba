package backgammon

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"plylog/engines"
)

// Where the columns of a row begin, but for long turns to the left.
const (
	leftColumn  = 5
	rightColumn = 33
)

// write writes all matches.
func (w *matWriter) write() (string, error) {
	var b strings.Builder
	for i := range w.games {
		g := &w.reader.games[i]
		if g.number == 1 {
			if i > 0 {
				b.WriteByte('\n')
			}
			if err := w.writeHeader(&b, g.match); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(&b, "\n Game %d\n", g.number)
		w.games[i].writeSeats(&b)
		w.games[i].writeRows(&b)
	}
	return b.String(), nil
}

// writeHeader writes what stands before the first game of a match.
func (w *matWriter) writeHeader(b *strings.Builder, match int) error {
	m := &w.reader.matches[match]
	var tags []engines.Tag
	for i, g := range w.games {
		at := &w.reader.games[i]
		if at.match != match {
			continue
		}
		if at.number == 1 {
			tags = append(tags, m.facts.tags()...)
			for seat, name := range g.want.Players {
				if m.named(seat, matName(name)) != name {
					tags = append(tags, engines.Tag{Name: fmt.Sprintf("%s %d", matPlayer, seat+1), Value: name})
				}
			}
			tags = append(tags, g.want.Tags...)
		}
		tags = append(tags, g.remarks(at.number)...)
	}
	for _, t := range tags {
		line, err := writeMATTag(t)
		if err != nil {
			return err
		}
		b.WriteString(line + "\n")
	}
	if len(tags) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, " %d point match\n", m.length)
	return nil
}

// remarks are the tags that tell of one game what its rows cannot.
func (w *written) remarks(number int) []engines.Tag {
	var tags []engines.Tag
	remark := func(name, value string) {
		tags = append(tags, engines.Tag{Name: fmt.Sprintf("%s %d", name, number), Value: value})
	}
	if !w.plain(w.start.terms.afresh) {
		remark(matThrows, strings.Join(w.throws, " "))
	}
	end := w.want.End
	_, reason := w.finish()
	if reason == "" && end.Winner.Plays() {
		reason = resigned
	}
	if end.Known && end.Reason != reason || end.Known && !end.Winner.Plays() {
		remark(matEnding, end.Reason)
	}
	value := ""
	if end.Reason == resigned {
		value = w.worth(end.Points, w.start.terms)
	}
	if end.Value != value {
		remark(matResigns, end.Value)
	}
	return tags
}

// writeSeats writes the players and their points.
func (w *written) writeSeats(b *strings.Builder) {
	var side [2]string
	for i, name := range w.want.Players {
		side[i] = fmt.Sprintf("%s : %d", matName(name), w.start.terms.score[i])
	}
	fmt.Fprintf(b, " %s  %s\n", pad(side[0], rightColumn-4), side[1])
}

// pad fills a text up with blanks.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
}

// writeRows writes the acts of a game, two in a row, and how it ended.
func (w *written) writeRows(b *strings.Builder) {
	cells := w.cells()
	middle := rightColumn
	for i := 0; i < len(cells); i += 2 {
		// Readers look for two blanks to tell the columns apart, in rows of one
		// too.
		left := fmt.Sprintf("%3d) %s  ", i/2+1, pad(cells[i], rightColumn-leftColumn-2))
		b.WriteString(left)
		if i+1 < len(cells) {
			middle = len(left)
			b.WriteString(cells[i+1])
		}
		b.WriteByte('\n')
	}
	end := w.want.End
	if !end.Winner.Plays() {
		return
	}
	column := leftColumn
	if end.Winner == engines.Second {
		column = middle
	}
	line := strings.Repeat(" ", column+1) + "Wins " + count(end.Points, "point")
	t := w.start.terms
	if t.length > 0 && t.score[end.Winner-engines.First]+end.Points >= t.length {
		line += " and the match"
	}
	b.WriteString(pad(line, rightColumn) + "\n")
}

// cells are the acts as the rows hold them, from the left player's first on.
func (w *written) cells() []string {
	var cells []string
	if len(w.acts) > 0 && w.acts[0].by == engines.Second {
		cells = append(cells, "")
	}
	cube := 1
	for _, a := range w.acts {
		switch {
		case a.word == engines.Roll:
			cells = append(cells, fmt.Sprintf("%d%d: %s", a.dice[0], a.dice[1], a.moves))
		case a.beaver:
			cube *= 4
			cells = append(cells, fmt.Sprintf(" Beavers => %d", cube))
		case a.word == engines.Double:
			cells = append(cells, fmt.Sprintf(" Doubles => %d", 2*cube))
		case a.word == engines.Take:
			cube *= 2
			cells = append(cells, " Takes")
		default:
			cells = append(cells, " Drops")
		}
	}
	return cells
}

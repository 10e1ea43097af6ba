package backgammon

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// WriteSGF writes games as GNU Backgammon writes them, each as one game tree; the
// first seat is white. Dice that nobody has played yet stand in a node of their own
// (DI), and behind a beaver stands the take that GNU Backgammon waits for.
//
// Events, places, dates and their like become the properties of SGF as long as
// their order can be kept; other tags, names of more than one line, throws for the
// start beside the opening roll, endings that no letter stands for and the value
// of a resignation that its points do not tell stand in properties of our own (XT,
// XW and XB, XO, XE, XV), as do words of our own among the rules. So nothing is
// lost to ReadSGF, and other programs pass over them.
//
// A game from a position of its own and turns that no game can have are refused
// with a *FormatError. Read again, moves are in the engine's own spelling, a
// resignation without a value has the one that its points mean, and passes stay
// left out.
func WriteSGF(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	list := make([]*written, len(games))
	for i, g := range games {
		w, err := take(g)
		if err == nil {
			list[i] = w
			err = w.writeSGF(&b, i)
		}
		if err != nil {
			return nil, unwritable("SGF", i+1, err)
		}
	}
	if len(games) == 0 {
		return nil, unwritable("SGF", 0, errors.New("there is no game to write"))
	}
	if err := confirm([]byte(b.String()), list, ReadSGF); err != nil {
		return nil, unwritable("SGF", 0, err)
	}
	return []byte(b.String()), nil
}

// writeSGF writes a game. What it is read as has the moves in the engine's own
// spelling.
func (w *written) writeSGF(b *strings.Builder, number int) error {
	b.WriteString("(;FF[4]GM[" + sgfGame + "]CA[UTF-8]AP[plylog]")
	t := w.start.terms
	fmt.Fprintf(b, "MI[length:%d][game:%d][ws:%d][bs:%d]", t.length, number, t.score[0], t.score[1])
	w.writeNames(b)
	w.writeTags(b)
	if rules := t.sgfRules(); len(rules) > 0 {
		b.WriteString("RU[" + strings.Join(rules, ":") + "]")
	}
	if !w.plain(t.afresh) {
		b.WriteString(sgfThrows + "[" + strings.Join(w.throws, "][") + "]")
	}
	w.writeEnding(b)
	letters, end, err := w.letters()
	if err != nil {
		return err
	}
	for i, a := range w.acts {
		side := "W"
		if a.by == engines.Second {
			side = "B"
		}
		switch {
		case a.word != engines.Roll:
			fmt.Fprintf(b, "\n;%s[%s]", side, a.word)
		case i == len(w.acts)-1 && a.moves == "" && end != nil && end.phase == moving && !end.MustPass():
			fmt.Fprintf(b, "\n;PL[%s]DI[%d%d]", side, a.dice[0], a.dice[1])
		default:
			fmt.Fprintf(b, "\n;%s[%d%d%s]", side, a.dice[0], a.dice[1], letters[i])
		}
		if a.beaver {
			b.WriteString("\n;" + strings.Trim("WB", side) + "[take]")
		}
	}
	b.WriteString(")\n")
	w.want.Turns = w.turns(t.afresh)
	return nil
}

// letters writes the moves of every act, and spells them as they will be read: as
// the board tells where the game is legal, else step by step as they are spelled.
// It returns the position reached, nil where the game is not legal.
func (w *written) letters() ([]string, *position, error) {
	letters := make([]string, len(w.acts))
	put := func(i, from, to int) {
		by := w.acts[i].by
		letters[i] += string([]byte{sgfPoint(by, from), sgfPoint(by, to)})
	}
	end := w.playOn(w.start, func(i int, m engines.Move, steps []step) {
		w.acts[i].moves = m
		for _, s := range steps {
			put(i, int(s.from), s.to())
		}
	})
	for i := range w.acts {
		a := &w.acts[i]
		if a.moves == "" || letters[i] != "" {
			continue
		}
		var s spelling
		if s.read(a.moves) != "" || s.n > len(s.legs) {
			return nil, nil, fmt.Errorf("%.24q cannot be written as moves", a.moves)
		}
		for _, l := range s.legs[:s.n] {
			put(i, int(l.from), int(l.to))
		}
		a.moves = spellSteps(s.legs[:s.n])
	}
	return letters, end, nil
}

// spellSteps spells moves step by step.
func spellSteps(legs []leg) engines.Move {
	words := make([]string, len(legs))
	for i, l := range legs {
		words[i] = placeNames[l.from] + "/" + placeNames[l.to]
	}
	return engines.Move(strings.Join(words, " "))
}

// writeNames writes the players.
func (w *written) writeNames(b *strings.Builder) {
	for i, name := range w.want.Players {
		if name == "" {
			continue
		}
		property := [...]string{"PW", "PB"}[i]
		text := sgfName.Replace(name)
		b.WriteString(property + "[" + sgfLines.Replace(text) + "]")
		if sgfSimple(text) != name {
			b.WriteString([...]string{sgfWhite, sgfBlack}[i] + "[" + text + "]")
		}
	}
}

// writeTags writes the tags: as the properties that they are as long as there is
// one, once each, and then as properties of our own.
func (w *written) writeTags(b *strings.Builder) {
	done := map[string]bool{}
	tags := w.want.Tags
	for len(tags) > 0 {
		property := ""
		for _, known := range sgfTags {
			if known.tag == tags[0].Name {
				property = known.property
			}
		}
		text := sgfName.Replace(tags[0].Value)
		if property == "" || done[property] || sgfSimple(text) != tags[0].Value {
			break
		}
		done[property] = true
		b.WriteString(property + "[" + text + "]")
		tags = tags[1:]
	}
	if len(tags) == 0 {
		return
	}
	b.WriteString(sgfTag)
	for _, t := range tags {
		b.WriteString("[" + sgfEscape.Replace(t.Name) + ":" + sgfEscape.Replace(t.Value) + "]")
	}
}

// sgfRules are the words that terms are read from.
func (t *terms) sgfRules() []string {
	var rules []string
	for _, r := range []struct {
		holds bool
		word  string
	}{
		{!t.cube && t.length != 1, sgfNoCube},
		{t.cube && t.length == 1, sgfCube},
		{t.crawford && t.length > 1, sgfCrawford},
		{t.crawfordGame(), sgfCrawfordGame},
		{t.crawford && t.after && t.length > 1, sgfPost},
		{t.jacoby, sgfJacoby},
		{t.beavers, sgfBeavers},
		{t.afresh, sgfReroll},
	} {
		if r.holds {
			rules = append(rules, r.word)
		}
	}
	return rules
}

// writeEnding writes the result.
func (w *written) writeEnding(b *strings.Builder) {
	end := w.want.End
	if !end.Known {
		return
	}
	reason, value, result := "", "", ""
	switch end.Winner {
	case engines.First, engines.Second:
		result = string("WB"[end.Winner-engines.First]) + "+"
		if end.Points > 0 {
			result += fmt.Sprint(end.Points)
		}
		switch _, reason = w.finish(); end.Reason {
		case resigned:
			result += "R"
			reason, value = resigned, w.worth(end.Points, w.start.terms)
		case onTime:
			result += "T"
			reason = onTime
		case abandoned:
			result += "F"
			reason = abandoned
		}
	default:
		if result = "0"; end.Reason != "" && end.Reason != agreed {
			result, reason = "Void", aborted
		}
	}
	b.WriteString("RE[" + result + "]")
	if end.Reason != reason {
		b.WriteString(sgfReason + "[" + sgfName.Replace(end.Reason) + "]")
	}
	if end.Value != value {
		b.WriteString(sgfResigns + "[" + sgfName.Replace(end.Value) + "]")
	}
}

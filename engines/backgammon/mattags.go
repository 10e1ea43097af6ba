package backgammon

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"plylog/engines"
)

// What the header of a match says of how it was played, in tags whose value is On
// or Off. Crawford, Jacoby, Beaver and CubeLimit are eXtreme Gammon's; the others
// are our own, since nobody else has words for them.
const (
	matCrawford = "Crawford"
	matPost     = "PostCrawford" // the Crawford game was played before the first game
	matJacoby   = "Jacoby"
	matBeaver   = "Beaver"
	matReroll   = "OpeningReroll"
	matCube     = "CubeLimit" // "1": there is none
)

// Tags of our own about one player or one game, whose number follows.
const (
	matPlayer  = "Player"   // the name where the line of the players cannot hold it; eXtreme Gammon has it too
	matThrows  = "Throws"   // all that was thrown for the start: "3-3 2-5"
	matEnding  = "Ending"   // why the game ended, where that does not show
	matResigns = "Resigned" // the value of a resignation, where its points do not tell
)

// matFacts are what tags say of a match; nil is what they do not say.
type matFacts struct {
	crawford, post, jacoby, beavers, reroll, cube *bool
}

// named lists the facts with their tags.
func (f *matFacts) named() []struct {
	tag  string
	fact **bool
} {
	return []struct {
		tag  string
		fact **bool
	}{
		{matCrawford, &f.crawford}, {matPost, &f.post}, {matJacoby, &f.jacoby},
		{matBeaver, &f.beavers}, {matReroll, &f.reroll}, {matCube, &f.cube},
	}
}

// read takes a tag that states a fact; false if it does not.
func (f *matFacts) read(t engines.Tag) bool {
	for _, n := range f.named() {
		if n.tag != t.Name {
			continue
		}
		on, off := "On", "Off"
		if n.tag == matCube {
			on, off = strconv.Itoa(MostCube), "1"
		}
		yes := strings.EqualFold(t.Value, on)
		if !yes && !strings.EqualFold(t.Value, off) {
			return false
		}
		*n.fact = &yes
		return true
	}
	return false
}

// tags are those that read takes.
func (f *matFacts) tags() []engines.Tag {
	var list []engines.Tag
	for _, n := range f.named() {
		if *n.fact == nil {
			continue
		}
		value := "Off"
		switch {
		case n.tag == matCube && **n.fact:
			value = strconv.Itoa(MostCube)
		case n.tag == matCube:
			value = "1"
		case **n.fact:
			value = "On"
		}
		list = append(list, engines.Tag{Name: n.tag, Value: value})
	}
	return list
}

// readHeader reads a line that is no part of a game: a tag, or a remark, which is
// passed over.
func (r *matReader) readHeader(text string) error {
	if len(text) > mostMATHeader {
		return r.fail("longer than %d bytes", mostMATHeader)
	}
	text = strings.TrimLeft(text, ";# \t")
	if t, ok := readMATTag(text); ok {
		if len(r.tags) == mostGames {
			return r.fail("more than %d tags", mostGames)
		}
		r.tags = append(r.tags, t)
	}
	return nil
}

// readMATTag reads [Name "value"]. Unlike in PGN a name may hold blanks, as in
// [Player 1 "anna"].
func readMATTag(text string) (engines.Tag, bool) {
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, "["), `"`)
	name = strings.TrimSpace(name)
	if !ok || text[0] != '[' || name == "" {
		return engines.Tag{}, false
	}
	t, _, err := engines.CutPair(`[x "` + rest)
	t.Name = name
	return t, err == nil && !strings.ContainsAny(name, "[]")
}

// writeMATTag writes what readMATTag reads.
func writeMATTag(t engines.Tag) (string, error) {
	if t.Name == "" || strings.TrimSpace(t.Name) != t.Name || strings.ContainsAny(t.Name, `"[]`) || strings.ContainsFunc(t.Name, unicode.IsControl) {
		return "", fmt.Errorf("%.32q cannot be the name of a tag", t.Name)
	}
	pair, err := engines.Tag{Name: "x", Value: t.Value}.Pair()
	if err != nil {
		return "", fmt.Errorf("the tag %.32q is too long", t.Name)
	}
	return "; [" + t.Name + strings.TrimPrefix(pair, "[x"), nil
}

// numbered reads the number behind the name of a tag: "Ending 3".
func numbered(tag, name string) (int, bool) {
	text, ok := strings.CutPrefix(tag, name+" ")
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == text
}

// errOwnTag refuses a tag that would be read as something else.
var errOwnTag = errors.New("it has a tag by which a file says how its games were played")

// mayWrite checks that a tag of a record is read as one again.
func mayWrite(t engines.Tag, players [2]string) error {
	if new(matFacts).read(t) {
		return errOwnTag
	}
	for _, name := range [...]string{matThrows, matEnding, matResigns} {
		if _, ok := numbered(t.Name, name); ok {
			return errOwnTag
		}
	}
	if n, ok := numbered(t.Name, matPlayer); ok && n <= 2 && matName(t.Value) == matName(players[n-1]) {
		return errOwnTag
	}
	return nil
}

// nobody is how the line of the players names one whose name is not known.
const nobodyNamed = "?"

// matName makes of a name what the line of the players can hold, and what
// programs read that split it at the first colon: one line of single blanks.
func matName(name string) string {
	name = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c) || unicode.IsControl(c):
			return ' '
		case c == ':':
			return '.'
		default:
			return c
		}
	}, name)
	name = strings.Join(strings.Fields(strings.TrimLeft(name, ";# ")), " ")
	const most = 60
	if runes := []rune(name); len(runes) > most {
		name = strings.TrimSpace(string(runes[:most]))
	}
	if name == "" {
		return nobodyNamed
	}
	return name
}

// named returns the name of a player: the one in the header where it is that of
// the line of the players.
func (m *matMatch) named(i int, line string) string {
	for _, t := range m.tags {
		if n, ok := numbered(t.Name, matPlayer); ok && n == i+1 && matName(t.Value) == line {
			return t.Value
		}
	}
	if line == nobodyNamed {
		return ""
	}
	return line
}

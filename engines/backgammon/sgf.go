package backgammon

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plylog/engines"
)

// sgfGame is the number of backgammon in the property GM.
const sgfGame = "6"

// Properties of our own, for what the others cannot hold. Programs pass over
// properties that they do not know.
const (
	sgfTag     = "XT" // a tag, name:value
	sgfWhite   = "XW" // a name of more than one line
	sgfBlack   = "XB"
	sgfThrows  = "XO" // what was thrown for the start, first's die first
	sgfReason  = "XE" // why the game ended
	sgfResigns = "XV" // the value of a resignation
)

// The rules in the property RU. The first four are GNU Backgammon's.
const (
	sgfCrawford     = "Crawford"
	sgfCrawfordGame = "CrawfordGame"
	sgfJacoby       = "Jacoby"
	sgfNoCube       = "NoCube"
	sgfCube         = "Cube" // where there is none as a rule
	sgfPost         = "PostCrawford"
	sgfBeavers      = "Beavers"
	sgfReroll       = "OpeningReroll"
)

// sgfTags are the properties of a game that are tags of a record.
var sgfTags = []struct{ property, tag string }{
	{"EV", "Event"}, {"RO", "Round"}, {"PC", "Site"}, {"DT", "Date"}, {"AN", "Annotator"}, {"SO", "Source"},
	{"US", "User"}, {"CP", "Copyright"}, {"GN", "GameName"}, {"GC", "GameComment"}, {"ON", "Opening"},
	{"TM", "TimeLimit"}, {"OT", "Overtime"}, {"WR", "WhiteRank"}, {"BR", "BlackRank"}, {"WT", "WhiteTeam"}, {"BT", "BlackTeam"},
}

// ReadSGF reads the games of backgammon (GM[6]) of an SGF file as GNU Backgammon
// writes it: one Record for each game tree, white as the first seat, with the
// options that the game was played under. Of every fork it takes the main line,
// and it passes over comments, analysis and whatever else is no part of play. A
// file that is not UTF-8 is read as Latin-1.
//
// The letters of a move are its points as white counts them. Moves come out in the
// engine's own spelling as far as the game is legal, and step by step from there
// on. A roll without a move is one that could not be played, or was not any more;
// the take behind a beaver is left out, since here it goes without saying. A match
// without the rule Crawford is played without it, and one where a single point is
// lacking and the game is no CrawfordGame has had it. Unlimited play has a cube
// unless it is NoCube.
//
// A game set up from a position of its own, and automatic doubles, are not read.
// Every error is a *FormatError.
func ReadSGF(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: "SGF", Detail: fmt.Sprintf("larger than %d bytes", MostFile)}
	}
	trees, err := parseSGF(readable(data))
	if err != nil {
		return nil, err
	}
	var list []engines.Record
	for i := range trees {
		if gm := trees[i].root("GM"); gm == nil || strings.TrimSpace(gm[0]) != sgfGame {
			continue
		}
		r := sgfReader{tree: &trees[i], game: i + 1, line: trees[i].line}
		rec, err := r.record()
		if err != nil {
			return nil, &FormatError{Format: "SGF", Game: i + 1, Line: r.line, Detail: err.Error()}
		}
		list = append(list, rec)
	}
	if len(list) == 0 {
		return nil, &FormatError{Format: "SGF", Detail: "there is no game of backgammon in the file"}
	}
	return list, nil
}

// sgfReader reads one game.
type sgfReader struct {
	course
	tree *sgfTree
	game int
	line int          // being read
	next engines.Seat // who rolls next
	set  bool         // the last act is dice that were set
}

// record writes a game down.
func (r *sgfReader) record() (engines.Record, error) {
	rec := engines.Record{Name: fmt.Sprintf("game %d", r.game), Tags: r.tags()}
	rec.Players = [2]string{r.name("PW", sgfWhite), r.name("PB", sgfBlack)}
	for _, node := range r.tree.nodes {
		for _, p := range node {
			r.line = p.line
			if err := r.read(&p); err != nil {
				return rec, err
			}
		}
	}
	r.line = r.tree.line
	if _, err := r.turnCube(); err != nil {
		return rec, err
	}
	o, err := r.options()
	if err != nil {
		return rec, err
	}
	if rec.Options, err = json.Marshal(o); err != nil {
		return rec, err
	}
	// Terms that no game can be made with are refused by whoever makes it.
	t, _ := o.over(terms{}, false)
	if err := r.open(r.tree.root(sgfThrows), t.afresh); err != nil {
		return rec, err
	}
	if start, err := New().New(rec.Options, ""); err == nil {
		r.playOn(start.(*position), func(i int, m engines.Move, _ []step) { r.acts[i].moves = m })
	}
	rec.Turns = r.turns(t.afresh)
	rec.End, err = r.ending(&t)
	return rec, err
}

// tags are what the root says that is a tag of a record.
func (r *sgfReader) tags() []engines.Tag {
	var list []engines.Tag
	for _, p := range r.tree.nodes[0] {
		for _, known := range sgfTags {
			if known.property == p.name {
				list = append(list, engines.Tag{Name: known.tag, Value: sgfSimple(p.values[0])})
			}
		}
		if p.name != sgfTag {
			continue
		}
		for _, v := range p.values {
			if name, value, ok := sgfCut(v); ok {
				list = append(list, engines.Tag{Name: sgfRaw(name), Value: sgfRaw(value)})
			}
		}
	}
	return list
}

// name returns the name of a player.
func (r *sgfReader) name(property, whole string) string {
	if v := r.tree.root(whole); v != nil {
		return sgfRaw(v[0])
	}
	if v := r.tree.root(property); v != nil {
		return sgfSimple(v[0])
	}
	return ""
}

// options are what the game has to be made with.
func (r *sgfReader) options() (options, error) {
	length, points, err := r.match()
	if err != nil {
		return options{}, err
	}
	o := options{MatchLength: &length}
	if points != (score{}) {
		o.Score = &points
	}
	rules := r.rules()
	yes, no := true, false
	set := func(is bool, option **bool, value *bool) {
		if is {
			*option = value
		}
	}
	set(rules[sgfReroll], &o.OpeningReroll, &yes)
	set(length == 0 || length == 1 && rules[sgfCube], &o.Cube, &yes)
	if rules[sgfNoCube] {
		o.Cube = nil
		set(length > 1, &o.Cube, &no)
	}
	if length == 0 {
		set(rules[sgfJacoby], &o.Jacoby, &yes)
		set(o.Cube != nil && (rules[sgfBeavers] || r.answered()), &o.Beavers, &yes)
		return o, nil
	}
	// Rule: BG-24
	t := terms{length: length, score: [2]int{points.First, points.Second}}
	set(length > 1 && !rules[sgfCrawford], &o.Crawford, &no)
	set(rules[sgfCrawford] && (rules[sgfPost] || t.oneAway() && !rules[sgfCrawfordGame]), &o.PostCrawford, &yes)
	return o, nil
}

// answered reports whether there is a beaver in the game.
func (r *sgfReader) answered() bool {
	for _, a := range r.acts {
		if a.beaver {
			return true
		}
	}
	return false
}

// match returns the length of the match and the points before this game.
func (r *sgfReader) match() (length int, points score, err error) {
	for _, v := range r.tree.root("MI") {
		name, value, _ := sgfCut(v)
		for _, known := range []struct {
			name string
			into *int
			most int
		}{{"length", &length, longestMatch}, {"ws", &points.First, greatestScore}, {"bs", &points.Second, greatestScore}} {
			if known.name != name {
				continue
			}
			if *known.into, err = readNumber(value, known.most); err != nil {
				return 0, score{}, fmt.Errorf("the %s of the match: %w", name, err)
			}
		}
	}
	return length, points, nil
}

// rules are the words of the property RU.
func (r *sgfReader) rules() map[string]bool {
	rules := map[string]bool{}
	for _, v := range r.tree.root("RU") {
		for _, word := range strings.FieldsFunc(sgfRaw(v), func(c rune) bool { return c == ':' || c == ',' || c == ' ' }) {
			rules[word] = true
		}
	}
	return rules
}

// sgfResult is a win: who, how many points, and R, T or F where it was not on the
// board.
var sgfResult = regexp.MustCompile(`^([BW])\+(\d{0,8})(?:(R)|(T)|(F))?`)

// What the letters behind a result mean, and results without a winner.
const (
	onTime    = "time"
	abandoned = "abandoned"
	aborted   = "aborted"
	agreed    = "agreed"
)

// ending reads how the game ended.
func (r *sgfReader) ending(t *terms) (engines.Ending, error) {
	v := r.tree.root("RE")
	if v == nil {
		return engines.Ending{}, nil
	}
	var end engines.Ending
	text := strings.ToUpper(strings.TrimSpace(sgfRaw(v[0])))
	won := sgfResult.FindStringSubmatch(text)
	switch {
	case won != nil:
		end = engines.Ending{Known: true, Winner: engines.First}
		if won[1] == "B" {
			end.Winner = engines.Second
		}
		end.Points, _ = strconv.Atoi(won[2])
		switch _, end.Reason = r.finish(); {
		case won[3] != "":
			end.Reason = resigned
			end.Value = r.worth(end.Points, t)
		case won[4] != "":
			end.Reason = onTime
		case won[5] != "":
			end.Reason = abandoned
		}
	case text == "0" || strings.HasPrefix(text, "DRAW"):
		end.Known = true
	case strings.HasPrefix(text, "VOID"):
		end = engines.Ending{Known: true, Reason: aborted}
	default:
		return end, nil
	}
	if v := r.tree.root(sgfReason); v != nil {
		end.Reason = sgfRaw(v[0])
	}
	if v := r.tree.root(sgfResigns); v != nil {
		end.Value = sgfRaw(v[0])
	}
	if end.Points > mostPoints {
		return end, fmt.Errorf("a win of %d points", end.Points)
	}
	return end, nil
}

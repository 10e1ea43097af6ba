package api

import (
	"encoding/json"
	"fmt"
	"net/http"

	"plylog/engines"
	"plylog/events"
)

// kindInfo is one game that is offered, as /v1/kinds shows it.
type kindInfo struct {
	Kind     string           `json:"kind"`
	Ruleset  int              `json:"ruleset"`
	Seats    seatNames        `json:"seats"` // the field's words
	Notation string           `json:"notation"`
	Start    string           `json:"start"` // the board that games begin with
	Turn     events.Seat      `json:"turn"`  // whom it waits for; chance: dice are thrown first
	Dice     bool             `json:"dice"`
	Options  []engines.Option `json:"options"`
	Bots     []string         `json:"bots"`    // who can be asked for as opponent "bot:NAME", the weakest first
	Formats  []string         `json:"formats"` // file formats of export and import
	Boards   []string         `json:"boards"`  // notations of ?board=
}

// seatNames is what the field calls the two seats.
type seatNames struct {
	First  string `json:"first"`
	Second string `json:"second"`
}

// listKinds writes the answer of /v1/kinds: it never changes while a server runs.
func listKinds(reg *engines.Registry, bots Bots) ([]byte, error) {
	var list struct {
		Kinds []kindInfo `json:"kinds"`
	}
	for _, name := range reg.Kinds() {
		e, _ := reg.Newest(name)
		pos, err := e.New(nil, "")
		if err != nil {
			return nil, fmt.Errorf("the start of %s: %w", name, err)
		}
		_, dice := pos.(engines.Drawer)
		words := e.Seats()
		k := kindInfo{
			Kind: name, Ruleset: e.Ruleset(), Seats: seatNames{words[0], words[1]}, Notation: e.Notation(),
			Start: pos.Board(), Turn: pos.Turn(), Dice: dice, Options: e.Options(),
		}
		if k.Options == nil {
			k.Options = []engines.Option{}
		}
		k.Bots, k.Formats = []string{}, []string{formatLines}
		if bots != nil {
			k.Bots = append(k.Bots, bots.Names(name)...)
		}
		k.Boards = notationsOf(e)
		if f, ok := e.(engines.Formatter); ok {
			for _, have := range f.Formats() {
				k.Formats = append(k.Formats, have.Name)
			}
		}
		list.Kinds = append(list.Kinds, k)
	}
	return json.Marshal(list)
}

// kinds serves GET /v1/kinds.
func (s *Server) kinds(w http.ResponseWriter, r *http.Request, _ query) error {
	return sendTagged(w, r, s.kindsTag, s.kindsBody)
}

// kindLabel returns a kind that is offered, or other: a word for metrics.
func (s *Server) kindLabel(kind string) string {
	if _, ok := s.cfg.Registry.Newest(kind); ok {
		return kind
	}
	return other
}

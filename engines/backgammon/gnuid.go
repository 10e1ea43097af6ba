package backgammon

import (
	"encoding/base64"
	"math/bits"

	"plylog/engines"
)

// Lengths of the ids in characters, and of what they hold in bytes.
const (
	positionIDLength = 14
	matchIDLength    = 12
	positionKeyBytes = 10
	matchKeyBytes    = 9
)

// ParsePositionID reads a GNU position id: the checkers as the player sees them
// who is on roll. The 80 bits are, lowest first, for the opponent and then for
// the mover, from point 1 to the bar, a one for each checker and a zero behind
// each point. Source: GNU Backgammon manual, "A technical description of the
// Position ID".
func ParsePositionID(id string) (Men, error) {
	var key [positionKeyBytes]byte
	if len(id) != positionIDLength {
		return Men{}, bad("a GNU position id has 14 characters")
	}
	if n, err := base64.RawStdEncoding.Decode(key[:], []byte(id)); err != nil || n != len(key) {
		return Men{}, bad("a GNU position id is made of letters, digits, + and /")
	}
	var m Men
	at := 0
	for _, s := range [...]*[26]int8{&m.Opp, &m.Own} {
		total := int8(0)
		for p := 1; p <= bar; p++ {
			for ; at < 8*len(key) && key[at/8]>>(at%8)&1 == 1; at++ {
				if s[p]++; s[p] > checkers {
					return Men{}, &badLine{"BG-1", "a side has more than 15 checkers"}
				}
			}
			at++ // the zero
			total += s[p]
		}
		if total > checkers {
			return Men{}, &badLine{"BG-1", "a side has more than 15 checkers"}
		}
		s[off] = checkers - total
	}
	for ; at < 8*len(key); at++ {
		if key[at/8]>>(at%8)&1 == 1 {
			return Men{}, bad("there are checkers behind the last bar")
		}
	}
	if rule, detail := m.fault(); detail != "" {
		return Men{}, &badLine{rule, detail}
	}
	return m, nil
}

// PositionID writes the GNU position id of the checkers.
func (m *Men) PositionID() string {
	var key [positionKeyBytes]byte
	at := 0
	for _, s := range [...]*[26]int8{&m.Opp, &m.Own} {
		for p := 1; p <= bar; p++ {
			for range s[p] {
				key[at/8] |= 1 << (at % 8)
				at++
			}
			at++
		}
	}
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// PositionID writes the GNU position id of a position of this engine, as the
// seat sees it whose turn it is, the first seat before the opening roll.
func PositionID(p engines.Position) (string, error) {
	q, err := own(p)
	if err != nil {
		return "", err
	}
	turn := q.turn
	if q.phase == opening {
		turn = engines.First
	}
	m := q.seen(turn)
	return m.PositionID(), nil
}

// field is a run of bits of a match id, lowest first.
type field struct{ at, bits int }

// The fields of a match id. Player 0 is the first seat. Source: GNU Backgammon
// manual, "A technical description of the Match ID", for the first 66 bits. The
// bit behind them, which GNU Backgammon has written since, is set where the
// Jacoby rule does not hold; here only in unlimited play, where it means anything.
var (
	idCube     = field{0, 4}
	idOwner    = field{4, 2}
	idRoller   = field{6, 1}
	idCrawford = field{7, 1}
	idState    = field{8, 3}
	idTurn     = field{11, 1}
	idDoubled  = field{12, 1}
	idResigned = field{13, 2}
	idDie1     = field{15, 3}
	idDie2     = field{18, 3}
	idLength   = field{21, 15}
	idScore0   = field{36, 15}
	idScore1   = field{51, 15}
	idStraight = field{66, 1}
)

type matchKey [matchKeyBytes]byte

func (k *matchKey) get(f field) int {
	n := 0
	for i := range f.bits {
		at := f.at + i
		n |= int(k[at/8]>>(at%8)&1) << i
	}
	return n
}

func (k *matchKey) set(f field, n int) {
	for i := range f.bits {
		at := f.at + i
		k[at/8] = k[at/8]&^(1<<(at%8)) | byte(n>>i&1)<<(at%8)
	}
}

// Values of the owner, and of the state of the game.
const (
	idCentred = 3
	idPlaying = 1
	idOver    = 2
	idDropped = 4
)

func (p *position) idState() int {
	r, ended := p.Result()
	switch {
	case !ended:
		return idPlaying
	case r.Reason == dropped:
		return idDropped
	default:
		return idOver
	}
}

// MatchID writes the GNU match id of a position of this engine. A cube above
// 32768 and a score above 32767 do not fit and are cut down to that; that there
// is no cube, or that there are beavers, it cannot say.
func MatchID(p engines.Position) (string, error) {
	q, err := own(p)
	if err != nil {
		return "", err
	}
	var k matchKey
	k.set(idCube, min(bits.Len(uint(q.cube))-1, 15))
	if q.owner == engines.Nobody {
		k.set(idOwner, idCentred)
	} else {
		k.set(idOwner, int(q.owner-engines.First))
	}
	k.set(idRoller, oneIf(q.turn == engines.Second))
	k.set(idTurn, oneIf((q.turn == engines.Second) != (q.phase == doubled)))
	k.set(idCrawford, oneIf(q.terms.crawfordGame()))
	k.set(idDoubled, oneIf(q.phase == doubled))
	k.set(idState, q.idState())
	k.set(idDie1, int(q.dice[0]))
	k.set(idDie2, int(q.dice[1]))
	k.set(idLength, q.terms.length)
	k.set(idScore0, min(q.terms.score[0], 1<<15-1))
	k.set(idScore1, min(q.terms.score[1], 1<<15-1))
	k.set(idStraight, oneIf(q.terms.length == 0 && !q.terms.jacoby))
	return k.text(), nil
}

func (k *matchKey) text() string { return base64.RawStdEncoding.EncodeToString(k[:]) }

// readGNU reads a position id and, where there is one, a match id. Alone, the
// first seat is on turn without dice, and nothing is said of the match.
func readGNU(id, match string) (setup, error) {
	m, err := ParsePositionID(id)
	if err != nil {
		return setup{}, err
	}
	s := setup{men: m, phase: toRoll, turn: engines.First, cube: 1}
	if match != "" {
		if err := s.readMatchID(match); err != nil {
			return setup{}, err
		}
	}
	s.end()
	return s, nil
}

// readMatchID reads a match id into a setup whose checkers are those that the
// player on roll sees.
func (s *setup) readMatchID(id string) error {
	var k matchKey
	if len(id) != matchIDLength {
		return bad("a GNU match id has 12 characters")
	}
	if n, err := base64.RawStdEncoding.Decode(k[:], []byte(id)); err != nil || n != len(k) {
		return bad("a GNU match id is made of letters, digits, + and /")
	}
	s.stated, s.terms = true, defaults()
	s.cube = 1 << k.get(idCube)
	switch owner := k.get(idOwner); owner {
	case 0, 1:
		s.owner = engines.First + engines.Seat(owner)
	case idCentred:
	default:
		return bad("the owner of the cube is no player")
	}
	if k.get(idRoller) == 1 {
		s.turn = engines.Second
		s.men = s.men.Turned()
	}
	a, b := k.get(idDie1), k.get(idDie2)
	switch {
	case k.get(idState) != idPlaying:
		return bad("no game is being played there")
	case k.get(idResigned) != 0:
		return bad("a resignation is on offer, which no board holds")
	case k.get(idDoubled) == 1:
		s.phase = doubled
	case a != 0 || b != 0:
		if err := s.readDice(string([]byte{'0' + byte(a), '0' + byte(b)})); err != nil {
			return err
		}
	}
	t := &s.terms
	t.length, t.score = k.get(idLength), [2]int{k.get(idScore0), k.get(idScore1)}
	if t.length > longestMatch {
		return bad("the match is longer than any that is played here")
	}
	t.jacoby = t.length == 0 && k.get(idStraight) == 0
	t.cube = t.length != 1
	if t.length == 1 {
		s.cube, s.owner = 1, engines.Nobody
	}
	return t.state(k.get(idCrawford) == 1)
}

package api_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// sharedGame is a game with shared dice, and the chains of its two players.
type sharedGame struct {
	*game
	chains map[string]*dice.Chain
	hidden map[string]string // every link that nobody has shown, in hexadecimal, and whose it is
}

func (w *world) newSharedGame(more ...string) *sharedGame {
	w.t.Helper()
	g := &sharedGame{w.newGame("backgammon", append(more, `"dice":"shared"`)...), map[string]*dice.Chain{}, map[string]string{}}
	id, err := events.ParseGameID(g.id)
	if err != nil {
		w.t.Fatal(err)
	}
	for i, seat := range []events.Seat{events.First, events.Second} {
		seed := dice.Link{7, byte(i)}
		g.chains[seat.String()] = dice.NewChain(id, play.Party(seat), seed)
		g.hide(seat.String(), g.chains[seat.String()])
		g.hidden[hex.EncodeToString(seed[:])] = "the seed of " + seat.String()
	}
	for i, chain := range play.NewChains(secret, id) {
		g.hide(fmt.Sprintf("chain %d of the server", i), chain)
	}
	return g
}

func (g *sharedGame) hide(whose string, chain *dice.Chain) {
	for roll := 1; roll <= dice.Rolls; roll++ {
		share, _ := chain.Share(roll)
		g.hidden[hex.EncodeToString(share[:])] = fmt.Sprintf("%s, roll %d", whose, roll)
	}
}

// shown lets a share be known.
func (g *sharedGame) shown(share string) { delete(g.hidden, share) }

func (g *sharedGame) share(seat string, roll int) string {
	share, err := g.chains[seat].Share(roll)
	if err != nil {
		g.w.t.Fatal(err)
	}
	return hex.EncodeToString(share[:])
}

// commit puts a seat's anchor on record.
func (g *sharedGame) commit(seat string) *answer {
	anchor := g.chains[seat].Anchor()
	return g.act(seat, fmt.Sprintf(`{"type":"join","anchor":"%x"}`, anchor[:]))
}

type sharedState struct {
	Turn    string
	Version int
	Status  string
	Allowed map[string][]string
	Shared  *play.SharedDice
}

func (g *sharedGame) state() sharedState {
	var s sharedState
	if err := json.Unmarshal([]byte(g.w.do("GET", g.path(), "").want(g.w.t, 200).body), &s); err != nil {
		g.w.t.Fatal(err)
	}
	return s
}

// next makes a command that the game waits for, and the seat that sends it.
func (g *sharedGame) next(r *rand.Rand) (seat string, body map[string]any, roll int) {
	st := g.state()
	seat = st.Turn
	if seat == "chance" {
		seat = "first"
		if st.Shared.First == nil {
			seat = "second"
		}
	}
	typ, body := st.Allowed[seat][0], map[string]any{}
	if typ == "move" {
		var list struct{ Choices []struct{ Move string } }
		if err := json.Unmarshal([]byte(g.w.do("GET", g.path()+"/choices?seat="+seat, "").want(g.w.t, 200).body), &list); err != nil {
			g.w.t.Fatal(err)
		}
		body["move"] = list.Choices[r.IntN(len(list.Choices))].Move
	}
	body["type"] = typ
	at := events.First
	if seat == "second" {
		at = events.Second
	}
	return seat, body, st.Shared.Brings(at, play.CommandType(typ))
}

func (g *sharedGame) send(seat string, body map[string]any, share string) *answer {
	if share != "" {
		body["share"] = share
	}
	text, err := json.Marshal(body)
	if err != nil {
		g.w.t.Fatal(err)
	}
	return g.act(seat, string(text))
}

var hashes = regexp.MustCompile(`[0-9a-f]{64}`)

// Over a whole game everything that the server says is captured: no seed and no
// share is in it before its time, of the server's or of the players'.
func TestNothingShownEarly(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newSharedGame()
	r := rand.New(rand.NewPCG(1, 2))
	g.commit("second").want(t, 201)
	g.commit("first").want(t, 201)
	seen, captured := 0, 0
	capture := func(body string) {
		t.Helper()
		for _, h := range hashes.FindAllString(body, -1) {
			captured++
			if whose, ok := g.hidden[h]; ok {
				t.Fatalf("version %d shows the share of %s:\n%s", g.state().Version, whose, body)
			}
		}
	}
	for range 60 {
		if g.state().Status == "over" {
			break
		}
		seat, body, roll := g.next(r)
		share := ""
		if roll > 0 {
			share = g.share(seat, roll)
			g.shown(share)
			capture(g.send(seat, maps.Clone(body), g.share(seat, roll+1)).want(t, 422, "dice-share-invalid").body)
		}
		a := g.send(seat, body, share).want(t, 201)
		var e struct{ Then []struct{ Shares []string } }
		if err := json.Unmarshal([]byte(a.body), &e); err != nil {
			t.Fatal(err)
		}
		for _, c := range e.Then {
			if c.Shares != nil {
				seen++
				g.shown(c.Shares[0])
			}
		}
		capture(a.body)
		for _, path := range []string{"", "/history?boards=1", "/events", "/export", "/export?format=mat", "/choices", "/series"} {
			capture(w.do("GET", g.path()+path, "", token(g.first)).want(t, 200).body)
		}
	}
	capture(send(t, w.admin.URL, "GET", "/metrics", "").body)
	if seen < 5 || captured < 500 {
		t.Errorf("%d rolls, %d hashes captured: the test tests too little", seen, captured)
	}
}

// Wrong shares are refused with 422 wherever one is awaited, and the log holds
// what it held.
func TestRefusedShares(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newSharedGame()
	r := rand.New(rand.NewPCG(3, 4))
	g.act("first", `{"type":"roll","share":"`+g.share("first", 1)+`"}`).want(t, 409, "awaiting-anchor")
	g.commit("first").want(t, 201)
	g.commit("first").want(t, 409, "seat-taken")
	g.commit("second").want(t, 201)
	asked := 0
	for range 12 {
		seat, body, roll := g.next(r)
		if roll == 0 {
			g.send(seat, body, "").want(t, 201)
			continue
		}
		asked++
		right := g.share(seat, roll)
		flipped := []byte(right)
		flipped[17] = "123456789abcdef0"[slices.Index([]byte("0123456789abcdef"), flipped[17])]
		other := "first"
		if seat == other {
			other = "second"
		}
		before := w.lasts()
		for what, share := range map[string]string{
			"none": "", "a bit flipped": string(flipped), "the opponent's": g.share(other, roll), "the next": g.share(seat, roll+1),
		} {
			a := g.send(seat, maps.Clone(body), share)
			if a.status != 422 || a.at(t, "type") != "/problems/dice-share-invalid" {
				t.Errorf("%s: %d %s", what, a.status, a.body)
			}
		}
		for _, malformed := range []string{"x", right + "00", right[:62], "\u00e9"} {
			g.send(seat, maps.Clone(body), malformed).want(t, 400, "bad-field")
		}
		if after := w.lasts(); !slices.Equal(before, after) {
			t.Fatalf("refused shares changed the log: %v, %v", before, after)
		}
		g.send(seat, body, right).want(t, 201)
	}
	if asked < 4 {
		t.Errorf("shares were awaited %d times: the test tests too little", asked)
	}
}

// Shares and anchors have no place where they mean nothing.
func TestSharesElsewhere(t *testing.T) {
	w := newWorld(t, memory())
	share := fmt.Sprintf("%064d", 1)
	g := w.newGame("backgammon")
	g.act("first", `{"type":"waive"}`).want(t, 422, "not-offered")
	g.act("first", `{"type":"join","anchor":"`+share+`"}`).want(t, 422, "dice")
	seat := w.do("GET", g.path(), "").at(t, "turn").(string)
	move := w.do("GET", g.path()+"/choices", "").at(t, "choices").([]any)[0].(map[string]any)["move"].(string)
	g.act(seat, `{"type":"move","move":"`+move+`","share":"`+share+`"}`).want(t, 422, "dice-share-invalid")
	g.act(seat, `{"type":"resign","share":"`+share+`"}`).want(t, 400, "unknown-field")
	w.do("POST", "/v1/games", `{"kind":"reversi","dice":"shared"}`).want(t, 400, "bad-option")

	// An anchor needs the token of the seat, and is for that seat only.
	s := w.newSharedGame()
	anchor := s.chains["first"].Anchor()
	join := fmt.Sprintf(`{"type":"join","anchor":"%x"}`, anchor[:])
	w.do("POST", s.path()+"/events", join).want(t, 409, "seat-taken")
	w.do("POST", s.path()+"/events", join, token(g.first)).want(t, 403, "token-wrong")
	s.act("second", fmt.Sprintf(`{"type":"join","seat":"first","anchor":"%x"}`, anchor[:])).want(t, 400, "bad-field")

	// Who joins may bring it at once.
	made := w.do("POST", "/v1/games", `{"kind":"backgammon","dice":"shared"}`).want(t, 201)
	joined := w.do("POST", "/v1/games/"+made.at(t, "game", "id").(string)+"/events", join).want(t, 201)
	if joined.at(t, "event", "data", "anchor") == nil || joined.at(t, "token") == "" {
		t.Errorf("joined: %s", joined.body)
	}
}

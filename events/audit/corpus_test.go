package audit

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	mrand "math/rand/v2"
	"strconv"
	"testing"
	"time"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/merkle"
	"plylog/events/play"
)

const store = "plylog/0123456789abcdef"

var began = time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)

func registry(t testing.TB) *engines.Registry {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// corpus is a log of many games as a server writes it, and its keys.
type corpus struct {
	games *engines.Registry
	log   [][]byte // stored bytes in the order of the one shard
	key   *merkle.Key
}

// newCorpus plays games of all kinds by chance, mixed as people play them.
func newCorpus(t testing.TB, total, most int) *corpus {
	t.Helper()
	key, err := merkle.NewKey(store, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &corpus{games: registry(t), key: key}
	chance := mrand.New(mrand.NewPCG(7, 11))
	kinds := c.games.Kinds()
	var live []*player
	for made := 0; len(c.log) < total; {
		if len(live) < 8 {
			live = append(live, newPlayer(t, c.games, kinds[made%len(kinds)], made, most))
			made++
		}
		i := chance.IntN(len(live))
		p := live[i]
		c.log = append(c.log, p.next(t, chance).Raw)
		if p.at.Over() || p.at.N >= most {
			live = append(live[:i], live[i+1:]...)
		}
	}
	return c
}

// player plays one game.
type player struct {
	games  *engines.Registry
	kind   string
	number int
	at     *play.Game
	chains *play.Chains
}

func newPlayer(_ testing.TB, games *engines.Registry, kind string, number, _ int) *player {
	return &player{games: games, kind: kind, number: number}
}

func (p *player) id(what string, n int) [16]byte {
	return events.DeriveID("audit-test", what, strconv.Itoa(p.number), strconv.Itoa(n))
}

func (p *player) dice() *play.Chains {
	if p.chains == nil {
		p.chains = play.NewChains([]byte("a secret of the tests"), p.id("game", 0))
	}
	return p.chains
}

func (p *player) next(t testing.TB, chance *mrand.Rand) *events.Event {
	t.Helper()
	var e *events.Event
	var err error
	if p.at == nil {
		create := play.Create{Game: p.id("game", 0), ID: p.id("command", 0), By: "p_ann", Kind: p.kind, First: "p_ann", Second: "p_bea"}
		e, p.at, err = play.Begin(p.games, &create, began, p.dice)
	} else {
		cmd := p.command(chance)
		e, p.at, err = play.Decide(p.at, &cmd, began.Add(time.Duration(p.at.N)*time.Second), p.dice)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (p *player) command(chance *mrand.Rand) play.Command {
	turn := p.at.Position().Turn()
	c := play.Command{Game: p.at.ID, ID: p.id("command", p.at.N), By: p.at.Player(turn), Seat: turn, Type: play.Move}
	list := p.at.Position().Choices(turn)
	switch move := list[chance.IntN(len(list))].Move; move {
	case engines.Roll, engines.Double, engines.Take, engines.Drop:
		c.Type = play.CommandType(move)
	default:
		c.Move = string(move)
	}
	return c
}

// export writes events, one a line.
func export(log [][]byte) []byte {
	var b bytes.Buffer
	for _, raw := range log {
		b.Write(raw)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// checkpoints signs the trees of the first so many events.
func (c *corpus) checkpoints(t testing.TB, sizes ...int) []byte {
	t.Helper()
	return signOver(t, c.key, c.log, sizes...)
}

func signOver(t testing.TB, key *merkle.Key, log [][]byte, sizes ...int) []byte {
	t.Helper()
	var b []byte
	tree := new(merkle.Tree)
	for _, size := range sizes {
		for _, raw := range log[tree.Size():size] {
			tree.Add(raw)
		}
		note, err := key.Sign(merkle.Checkpoint{Origin: merkle.Origin(key.Public().Name(), 0), Size: int64(size), Root: tree.Root()})
		if err != nil {
			t.Fatal(err)
		}
		b = append(append(b, note...), '\n')
	}
	return b
}

// receipt proves one event of the log.
func (c *corpus) receipt(t testing.TB, index int) []byte {
	t.Helper()
	leaves := make([]merkle.Hash, len(c.log))
	tree := new(merkle.Tree)
	for i, raw := range c.log {
		leaves[i] = merkle.Leaf(raw)
		tree.Add(raw)
	}
	note, err := c.key.Sign(merkle.Checkpoint{Origin: merkle.Origin(store, 0), Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		t.Fatal(err)
	}
	path, err := tree.View(keep(leaves)).ProveLeaf(t.Context(), tree.Size(), int64(index))
	if err != nil {
		t.Fatal(err)
	}
	return (&merkle.Receipt{Event: c.log[index], Index: int64(index), Path: path, Note: note}).Marshal()
}

// game returns the events of the game that event i belongs to, and where the last
// of them is.
func (c *corpus) game(t testing.TB, i int) (log [][]byte, last int) {
	t.Helper()
	want := decode(t, c.log[i]).Game
	for at, raw := range c.log {
		if decode(t, raw).Game == want {
			log, last = append(log, raw), at
		}
	}
	return log, last
}

func decode(t testing.TB, raw []byte) *events.Event {
	t.Helper()
	e, err := events.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// verify verifies an export against checkpoints that were kept.
func (c *corpus) verify(t testing.TB, file []byte, checkpoints []byte, workers int) *Report {
	t.Helper()
	a := &Anchors{Trust: merkle.Trust{c.key.Public()}}
	if checkpoints != nil {
		if err := a.AddCheckpoints("kept", bytes.NewReader(checkpoints)); err != nil {
			t.Fatal(err)
		}
	}
	return run(t, c.games, a, file, workers)
}

func run(t testing.TB, games *engines.Registry, a *Anchors, file []byte, workers int) *Report {
	t.Helper()
	r, err := Verify(t.Context(), Lines("export.jsonl", bytes.NewReader(file)), Options{Games: games, Anchors: a, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// want fails unless a report has a verdict; it shows why not.
func (r *Report) want(t testing.TB, v Verdict, what string) {
	t.Helper()
	if r.Verdict == v {
		return
	}
	why := ""
	for _, p := range r.Problems[:min(len(r.Problems), 3)] {
		why += "\n  " + p.String()
	}
	t.Errorf("%s: %s, want %s: %q%s", what, r.Verdict, v, r.Missing, why)
}

// keep is the leaves of a tree, to be asked again.
func keep(all []merkle.Hash) merkle.Leaves {
	return func(_ context.Context, tile int64) ([]merkle.Hash, error) {
		if 256*(tile+1) > int64(len(all)) {
			return nil, fmt.Errorf("no tile %d", tile)
		}
		return all[256*tile : 256*(tile+1)], nil
	}
}

type key = merkle.PublicKey

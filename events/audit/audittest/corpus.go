package audittest

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

// Store is the name of the store that the log is of.
const Store = "plylog/0123456789abcdef"

// began is when the games began.
func began() time.Time { return time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC) }

// Registry is all games.
func Registry(t testing.TB) *engines.Registry {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// Corpus is a log of many games as a server writes it, and its keys.
type Corpus struct {
	Games *engines.Registry
	Log   [][]byte // stored bytes in the order of the one shard
	Key   *merkle.Key
}

// New plays games of all kinds by chance, mixed as people play them: so many events in
// all, and at most so many of each game.
func New(t testing.TB, total, most int) *Corpus {
	t.Helper()
	key, err := merkle.NewKey(Store, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &Corpus{Games: Registry(t), Key: key}
	chance := mrand.New(mrand.NewPCG(7, 11))
	kinds := c.Games.Kinds()
	var live []*player
	for made := 0; len(c.Log) < total; {
		if len(live) < 8 {
			live = append(live, &player{games: c.Games, kind: kinds[made%len(kinds)], number: made})
			made++
		}
		i := chance.IntN(len(live))
		p := live[i]
		c.Log = append(c.Log, p.next(t, chance).Raw)
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
		e, p.at, err = play.Begin(p.games, &create, began(), p.dice)
	} else {
		cmd := p.command(chance)
		e, p.at, err = play.Decide(p.at, &cmd, began().Add(time.Duration(p.at.N)*time.Second), p.dice)
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

// Export writes events, one a line.
func Export(log [][]byte) []byte {
	var b bytes.Buffer
	for _, raw := range log {
		b.Write(raw)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// Checkpoints signs the trees of the first so many events.
func (c *Corpus) Checkpoints(t testing.TB, sizes ...int) []byte {
	t.Helper()
	return SignOver(t, c.Key, c.Log, sizes...)
}

// SignOver signs the trees of the first so many events of a log.
func SignOver(t testing.TB, key *merkle.Key, log [][]byte, sizes ...int) []byte {
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

// Receipt proves one event of the log.
func (c *Corpus) Receipt(t testing.TB, index int) []byte {
	t.Helper()
	leaves := make([]merkle.Hash, len(c.Log))
	tree := new(merkle.Tree)
	for i, raw := range c.Log {
		leaves[i] = merkle.Leaf(raw)
		tree.Add(raw)
	}
	note, err := c.Key.Sign(merkle.Checkpoint{Origin: merkle.Origin(Store, 0), Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		t.Fatal(err)
	}
	path, err := tree.View(keep(leaves)).ProveLeaf(t.Context(), tree.Size(), int64(index))
	if err != nil {
		t.Fatal(err)
	}
	return (&merkle.Receipt{Event: c.Log[index], Index: int64(index), Path: path, Note: note}).Marshal()
}

// Game returns the events of the game that event i belongs to, and where the last
// of them is.
func (c *Corpus) Game(t testing.TB, i int) (log [][]byte, last int) {
	t.Helper()
	want := Decode(t, c.Log[i]).Game
	for at, raw := range c.Log {
		if Decode(t, raw).Game == want {
			log, last = append(log, raw), at
		}
	}
	return log, last
}

// Decode reads an event.
func Decode(t testing.TB, raw []byte) *events.Event {
	t.Helper()
	e, err := events.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	return e
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

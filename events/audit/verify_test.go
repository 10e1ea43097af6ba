package audit

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/events/audit/audittest"
	"plylog/events/merkle"
)

func TestVerdicts(t *testing.T) {
	c := newCorpus(t, 1500, 120)
	whole, all := audittest.Export(c.Log), len(c.Log)
	for _, workers := range []int{1, 3} {
		c.verify(t, whole, c.Checkpoints(t, 0, 1, 700, all), workers).want(t, Verified, "a whole log")
		c.verify(t, whole, c.Checkpoints(t, 700), workers).want(t, NotAnchored, "newer than its checkpoint")
		c.verify(t, whole, nil, workers).want(t, NotAnchored, "nothing kept")
		c.verify(t, audittest.Export(c.Log[:699]), c.Checkpoints(t, 700), workers).want(t, Violated, "a tail cut off")
		c.verify(t, nil, c.Checkpoints(t, 700), workers).want(t, Violated, "all cut off")
		c.verify(t, nil, nil, workers).want(t, NotAnchored, "nothing at all")

		r := run(t, c.Games, &Anchors{}, whole, workers)
		r.want(t, NotAnchored, "no key")
		if r.Events != all || r.Games == 0 || r.Finished == 0 || r.Wrong != 0 {
			t.Errorf("%d workers: %+v", workers, r)
		}
	}
	// Another store's key, and none.
	other, err := merkle.NewKey(audittest.Store, strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		trust merkle.Trust
		want  Verdict
	}{"another key": {merkle.Trust{other.Public()}, Violated}, "no key": {nil, NotAnchored}} {
		a := &Anchors{Trust: tt.trust}
		if err := a.AddCheckpoints("kept", bytes.NewReader(c.Checkpoints(t, all))); err != nil {
			t.Fatal(err)
		}
		run(t, c.Games, a, whole, 1).want(t, tt.want, name)
	}
}

func TestGameWithReceipt(t *testing.T) {
	c := newCorpus(t, 1500, 120)
	game, last := c.Game(t, 200)
	receipt := c.Receipt(t, last)
	with := func(receipts ...[]byte) *Anchors {
		a := &Anchors{Trust: merkle.Trust{c.Key.Public()}}
		for _, r := range receipts {
			a.AddReceipt("kept.tlog-proof", r)
		}
		return a
	}
	r := run(t, c.Games, with(receipt), audittest.Export(game), 1)
	r.want(t, Verified, "a game with its receipt")
	if len(r.Receipts) != 1 || r.Receipts[0].N != len(game) || r.Receipts[0].Index != int64(last) {
		t.Errorf("got %+v", r.Receipts)
	}
	run(t, c.Games, with(receipt), nil, 1).want(t, Verified, "a receipt alone")
	run(t, c.Games, with(), audittest.Export(game), 1).want(t, NotAnchored, "a game alone")
	run(t, c.Games, with(receipt), audittest.Export(game[:len(game)-1]), 1).want(t, Violated, "a game without its end")
	another, _ := c.Game(t, 0)
	if audittest.Decode(t, another[0]).Game == audittest.Decode(t, game[0]).Game {
		t.Fatal("the corpus has one game")
	}
	run(t, c.Games, with(receipt), audittest.Export(another), 1).want(t, Violated, "another game")
	run(t, c.Games, with(receipt), audittest.Export(slices.Concat(game, another)), 1).want(t, NotAnchored, "another game as well")
	// A checkpoint of the whole log says nothing about one game of it.
	a := with()
	if err := a.AddCheckpoints("kept", bytes.NewReader(c.Checkpoints(t, len(c.Log)))); err != nil {
		t.Fatal(err)
	}
	run(t, c.Games, a, audittest.Export(game), 1).want(t, NotAnchored, "a game with a checkpoint")
	a = with(receipt)
	if err := a.AddCheckpoints("kept", bytes.NewReader(c.Checkpoints(t, len(c.Log)))); err != nil {
		t.Fatal(err)
	}
	run(t, c.Games, a, audittest.Export(game), 1).want(t, Verified, "a game with receipt and checkpoint")
	noKey := &Anchors{}
	noKey.AddReceipt("kept", receipt)
	run(t, c.Games, noKey, audittest.Export(game), 1).want(t, NotAnchored, "a receipt and no key")
	run(t, c.Games, with(bytes.Replace(receipt, []byte("index "), []byte("index 1"), 1)), audittest.Export(game), 1).want(t, Violated, "a receipt for another place")
	run(t, c.Games, with([]byte("c2sp.org/tlog-proof@v1\n")), audittest.Export(game), 1).want(t, Violated, "half a receipt")
}

func TestHeads(t *testing.T) {
	c := newCorpus(t, 600, 60)
	game, _ := c.Game(t, 100)
	head := HeadOf(audittest.Decode(t, game[len(game)-1]))
	early := HeadOf(audittest.Decode(t, game[3]))
	with := func(lines ...string) *Anchors {
		a := new(Anchors)
		for _, l := range lines {
			if err := a.AddHead(l); err != nil {
				t.Fatal(err)
			}
		}
		return a
	}
	if r := run(t, c.Games, with(head.String(), early.String()), audittest.Export(game), 1); r.Heads != 2 {
		t.Errorf("%d heads fit", r.Heads)
	} else {
		r.want(t, Verified, "a game with its head")
	}
	run(t, c.Games, with(early.String()), audittest.Export(game), 1).want(t, NotAnchored, "a game that went on")
	run(t, c.Games, with(head.String()), audittest.Export(game[:5]), 1).want(t, Violated, "a game cut off")
	wrong := head
	wrong.Hash[3] ^= 1
	wrong.N = len(game)
	r := run(t, c.Games, with(wrong.String()), audittest.Export(game), 1)
	r.want(t, Violated, "another head")
	if h, err := ParseHead(r.Head); err != nil || h != HeadOf(audittest.Decode(t, game[len(game)-2])) {
		t.Errorf("the last head that is right: %q, %v", r.Head, err)
	}
	if err := new(Anchors).AddHeads(strings.NewReader(head.String() + "\n" + early.String() + "\n")); err != nil {
		t.Error(err)
	}
	for _, line := range []string{"", " ", head.String() + " ", strings.ToUpper(head.String()), "x 1 " + head.Hash.String(), head.Game.String() + " 0 " + head.Hash.String(),
		head.Game.String() + " 01 " + head.Hash.String(), head.Game.String() + " 1 abcd", head.Game.String() + "  1 " + head.Hash.String()} {
		if err := new(Anchors).AddHead(line); !errors.Is(err, errHead) {
			t.Errorf("%q: %v", line, err)
		}
	}
	if err := new(Anchors).AddHeads(strings.NewReader("x\n")); !errors.Is(err, errHead) {
		t.Errorf("a file of no heads: %v", err)
	}
}

// TestAnchorsThatAreNone: what is given as kept and is not.
func TestAnchorsThatAreNone(t *testing.T) {
	c := newCorpus(t, 300, 60)
	whole, all := audittest.Export(c.Log), len(c.Log)
	good := c.Checkpoints(t, all)
	for name, kept := range map[string][]byte{
		"empty":         {},
		"garbage":       []byte("garbage\n\n\n"),
		"edited size":   bytes.Replace(good, []byte("\n300\n"), []byte("\n299\n"), 1),
		"half":          good[:len(good)/2],
		"another store": slices.Concat(good, signOther(t, c, "plylog/other")),
		"no shard":      signNamed(t, c, "plylog-0123456789abcdef"),
		"fork":          slices.Concat(c.Checkpoints(t, 100), audittest.SignOver(t, c.Key, c.Log[1:], 100), good),
	} {
		c.verify(t, whole, kept, 1).want(t, Violated, name)
	}
	// One note as a server hands it out.
	c.verify(t, whole, bytes.TrimSuffix(good, []byte("\n")), 1).want(t, Verified, "a single checkpoint")
}

func signOther(t *testing.T, c *corpus, name string) []byte {
	t.Helper()
	key, err := merkle.NewKey(name, strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return audittest.SignOver(t, key, c.Log, 10)
}

func signNamed(t *testing.T, c *corpus, origin string) []byte {
	t.Helper()
	note, err := c.Key.Sign(merkle.Checkpoint{Origin: origin, Size: 0, Root: new(merkle.Tree).Root()})
	if err != nil {
		t.Fatal(err)
	}
	return append(note, '\n')
}

// TestRotatedKeys: the old key or the new one is enough.
func TestRotatedKeys(t *testing.T) {
	c := newCorpus(t, 300, 60)
	next, err := merkle.NewKey(audittest.Store, strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	rotation, err := c.Key.Rotate(next)
	if err != nil {
		t.Fatal(err)
	}
	kept := slices.Concat(c.Checkpoints(t, 100), rotation, []byte("\n"), audittest.SignOver(t, next, c.Log, 300))
	for name, k := range map[string]merkle.PublicKey{"old": c.Key.Public(), "new": next.Public()} {
		a := &Anchors{Trust: merkle.Trust{k}}
		if err := a.AddCheckpoints("kept", bytes.NewReader(kept)); err != nil {
			t.Fatal(err)
		}
		r := run(t, c.Games, a, audittest.Export(c.Log), 1)
		r.want(t, Verified, name+" key")
		if r.Shards[0].Checkpoints != 2 {
			t.Errorf("%s key: %d checkpoints fit", name, r.Shards[0].Checkpoints)
		}
	}
}

func TestWitnesses(t *testing.T) {
	c := newCorpus(t, 100, 60)
	w, err := merkle.NewWitnessKey("witness.example", strings.NewReader(strings.Repeat("w", 32)))
	if err != nil {
		t.Fatal(err)
	}
	trust := merkle.Trust{c.Key.Public()}
	plain := bytes.TrimSuffix(c.Checkpoints(t, 100), []byte("\n"))
	open, err := trust.Open(plain)
	if err != nil {
		t.Fatal(err)
	}
	cosigned, err := w.Cosign(open, trust, time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		kept []byte
		want Verdict
	}{"cosigned": {cosigned, Verified}, "plain": {plain, NotAnchored}} {
		a := &Anchors{Trust: append(trust, w.Public())}
		if err := a.AddCheckpoints("kept", bytes.NewReader(tt.kept)); err != nil {
			t.Fatal(err)
		}
		r, err := Verify(t.Context(), Lines("x", bytes.NewReader(audittest.Export(c.Log))),
			Options{Games: c.Games, Anchors: a, Witnesses: []string{w.Public().Name()}})
		if err != nil {
			t.Fatal(err)
		}
		r.want(t, tt.want, name)
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	var got []string
	for e, err := range Lines("f", strings.NewReader("a\n\n"+long+"\nb\nc")) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(e.Raw))
		switch e.Line {
		case 3:
			if !errors.Is(e.Err, errLine) {
				t.Errorf("the long line: %v", e.Err)
			}
		case 5:
			if !errors.Is(e.Err, errHalf) {
				t.Errorf("the last line: %v", e.Err)
			}
		default:
			if e.Err != nil {
				t.Errorf("line %d: %v", e.Line, e.Err)
			}
		}
	}
	if want := []string{"a", "", "", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestInputFails: what cannot be read is an error, not a verdict.
func TestInputFails(t *testing.T) {
	broken := errors.New("broken")
	in := iter.Seq2[Entry, error](func(yield func(Entry, error) bool) {
		for i := range 2000 {
			if !yield(Entry{Raw: []byte("x"), Line: i}, nil) {
				return
			}
		}
		yield(Entry{}, broken)
	})
	for _, workers := range []int{1, 3} {
		if _, err := Verify(t.Context(), in, Options{Games: audittest.Registry(t), Workers: workers}); !errors.Is(err, broken) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if _, err := Verify(t.Context(), in, Options{}); !errors.Is(err, errNoGames) {
		t.Errorf("without games: %v", err)
	}
}

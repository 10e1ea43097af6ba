package merkle

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
)

const store = "plylog/0123456789abcdef"

func newTestKey(t testing.TB) *Key {
	t.Helper()
	k, err := NewKey(store, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func sign(t testing.TB, k *Key, c Checkpoint) []byte {
	t.Helper()
	msg, err := k.Sign(c)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

// at is a checkpoint over a tree of n events.
func at(n int) Checkpoint {
	tree, _ := grow(n)
	return Checkpoint{Origin(store, 0), int64(n), tree.Root()}
}

// TestOthersReadCheckpoints: what other programs make of our notes and keys.
func TestOthersReadCheckpoints(t *testing.T) {
	k := newTestKey(t)
	c := at(5)
	verifier, err := note.NewVerifier(k.Public().For(c.Origin).String())
	if err != nil {
		t.Fatal(err)
	}
	n, err := note.Open(sign(t, k, c), note.VerifierList(verifier))
	if err != nil || n.Text != c.Text() || len(n.Sigs) != 1 {
		t.Errorf("got %+v, %v", n, err)
	}
	// And the other way round.
	skey, vkey, err := note.GenerateKey(rand.Reader, c.Origin)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := note.Sign(&note.Note{Text: c.Text()}, signer)
	if err != nil {
		t.Fatal(err)
	}
	public, err := ParsePublicKey(vkey)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := (Trust{public}).Open(msg); err != nil || got.Checkpoint != c {
		t.Errorf("got %+v, %v", got, err)
	}
	if secret, err := ParseKey(skey); err != nil || secret.Public() != public {
		t.Errorf("secret key: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	k, other := newTestKey(t), newTestKey(t)
	c := at(5)
	good := sign(t, k, c)
	trust := Trust{k.Public()}
	if _, err := trust.Open(good); err != nil {
		t.Fatal(err)
	}
	size := bytes.Replace(good, []byte("\n5\n"), []byte("\n4\n"), 1)
	elsewhere := sign(t, k, Checkpoint{"other/00", 5, c.Root})
	extended, err := note.Sign(&note.Note{Text: c.Text() + "more\n"}, k.as(c.Origin))
	if err != nil {
		t.Fatal(err)
	}
	// Signed by the right key under the name of another shard.
	misnamed, err := note.Sign(&note.Note{Text: c.Text()}, k.as(Origin(store, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		msg  []byte
		want error
	}{
		"edited size":     {size, ErrForged},
		"another key":     {sign(t, other, c), ErrUnsigned},
		"another store":   {elsewhere, ErrUnsigned},
		"extension line":  {extended, ErrMalformed},
		"another's name":  {misnamed, ErrUnsigned},
		"no signature":    {[]byte(c.Text()), ErrMalformed},
		"nothing":         {nil, ErrMalformed},
		"too large":       {append(bytes.Clone(good), bytes.Repeat([]byte("— x eA==\n"), 1000)...), ErrMalformed},
		"only a rotation": {[]byte(rotationTag + "\n"), ErrMalformed},
	} {
		if _, err := trust.Open(tt.msg); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", name, err, tt.want)
		}
	}
	for _, text := range []string{
		"", "x\n1\n", "x\n1\n" + c.Root.String(), "\n1\n" + c.Root.String() + "\n", "x y\n1\n" + c.Root.String() + "\n",
		"x\n01\n" + c.Root.String() + "\n", "x\n-1\n" + c.Root.String() + "\n", "x\n+1\n" + c.Root.String() + "\n",
		"x\n1\nAAAA\n", "x\n9223372036854775808\n" + c.Root.String() + "\n", strings.Repeat("x", 201) + "\n1\n" + c.Root.String() + "\n",
	} {
		if got, err := ParseCheckpoint(text); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}

func TestCosign(t *testing.T) {
	k := newTestKey(t)
	w, err := NewWitnessKey("witness.example/w1", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	when := time.Unix(1_790_000_000, 0)
	open, err := (Trust{k.Public()}).Open(sign(t, k, at(7)))
	if err != nil {
		t.Fatal(err)
	}
	if len(open.Witnesses) != 0 {
		t.Errorf("witnesses %v of a checkpoint that nobody cosigned", open.Witnesses)
	}
	both, err := w.Cosign(open, Trust{k.Public()}, when)
	if err != nil {
		t.Fatal(err)
	}
	public, err := ParsePublicKey(w.Public().String())
	if err != nil || !public.Witness() {
		t.Fatalf("%v, %v", public, err)
	}
	got, err := (Trust{k.Public(), public}).Open(both)
	if err != nil || len(got.Witnesses) != 1 || got.Witnesses[0] != w.Public().Name() {
		t.Errorf("got %+v, %v", got, err)
	}
	// The witness alone does not make it the store's.
	if _, err := (Trust{public}).Open(both); !errors.Is(err, ErrUnsigned) {
		t.Errorf("trusted by its witness alone: %v", err)
	}
	// The time is signed as well: one bit of it changes the fifth character of the
	// signature's text.
	lines := strings.Split(string(both), "\n")
	last := &lines[len(lines)-2]
	cut := strings.LastIndexByte(*last, ' ') + 1
	sig := []byte((*last)[cut:])
	sig[12] ^= 1
	*last = (*last)[:cut] + string(sig)
	if _, err := (Trust{k.Public(), public}).Open([]byte(strings.Join(lines, "\n"))); !errors.Is(err, ErrForged) && !errors.Is(err, ErrMalformed) {
		t.Errorf("another time: %v", err)
	}
	if _, err := k.Cosign(open, Trust{k.Public()}, when); !errors.Is(err, ErrMalformed) {
		t.Errorf("cosigned with a store's key: %v", err)
	}
	if _, err := w.Cosign(open, Trust{k.Public()}, time.Unix(-1, 0)); !errors.Is(err, ErrMalformed) {
		t.Errorf("cosigned before 1970: %v", err)
	}
}

func TestRotation(t *testing.T) {
	a, b, c := newTestKey(t), newTestKey(t), newTestKey(t)
	msg, err := a.Rotate(b)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ParseRotation(msg)
	if err != nil || r.Old != a.Public() || r.New != b.Public() {
		t.Errorf("got %+v, %v", r, err)
	}
	// One signature is not enough, whichever it is.
	lines := strings.SplitAfter(string(msg), "\n")
	for _, drop := range []int{4, 5} {
		half := strings.Join(append(append([]string{}, lines[:drop]...), lines[drop+1:]...), "")
		if _, err := ParseRotation([]byte(half)); !errors.Is(err, ErrUnsigned) {
			t.Errorf("without signature %d: %v", drop-3, err)
		}
	}
	swapped := strings.Replace(string(msg), b.Public().String(), c.Public().String(), 1)
	if _, err := ParseRotation([]byte(swapped)); !errors.Is(err, ErrForged) {
		t.Errorf("to another key: %v", err)
	}
	foreign, err := NewKey("plylog/other", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Rotate(foreign); !errors.Is(err, ErrRotation) {
		t.Errorf("to another store's key: %v", err)
	}
	if _, err := a.Rotate(a); !errors.Is(err, ErrRotation) {
		t.Errorf("to the same key: %v", err)
	}
}

func TestReceipt(t *testing.T) {
	k := newTestKey(t)
	tree, leaves := grow(700)
	c := Checkpoint{Origin(store, 0), 700, tree.Root()}
	path, err := tree.View(kept(leaves)).ProveLeaf(t.Context(), 700, 300)
	if err != nil {
		t.Fatal(err)
	}
	r := &Receipt{Event: []byte("event 300"), Index: 300, Path: path, Note: sign(t, k, c)}
	text := r.Marshal()
	if !IsReceipt(text) || IsReceipt(text[:10]) || IsReceipt([]byte("{}")) {
		t.Error("receipts are not told from other files")
	}
	again, err := ParseReceipt(text)
	if err != nil {
		t.Fatal(err)
	}
	trust := Trust{k.Public()}
	if got, err := again.Check(trust); err != nil || got.Checkpoint != c {
		t.Errorf("got %+v, %v", got, err)
	}
	// Any other byte anywhere is another receipt, or none.
	for i := range text {
		bad := bytes.Clone(text)
		bad[i] ^= 1
		if r, err := ParseReceipt(bad); err == nil {
			if _, err := r.Check(trust); err == nil {
				t.Errorf("byte %d changed: accepted", i)
			}
		}
	}
	for name, change := range map[string]func(*Receipt){
		"another event": func(r *Receipt) { r.Event = []byte("event 301") },
		"another index": func(r *Receipt) { r.Index++ },
		"behind":        func(r *Receipt) { r.Index = 700 },
		"short path":    func(r *Receipt) { r.Path = r.Path[1:] },
		"long path":     func(r *Receipt) { r.Path = append(r.Path, Hash{}) },
	} {
		bad := *again
		change(&bad)
		if _, err := bad.Check(trust); !errors.Is(err, ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestKeysThatAreNone(t *testing.T) {
	k := newTestKey(t)
	public, secret := k.Public().String(), k.Secret()
	for _, s := range []string{
		"", "x", public[:len(public)-4], public + "=", "y" + public, strings.Replace(public, "+", "-", 1), strings.ToUpper(public),
		"x y" + public, "x+00000000+", "x+00000000+AAAA", strings.Repeat("x", 300) + public,
	} {
		if _, err := ParsePublicKey(s); !errors.Is(err, ErrMalformed) {
			t.Errorf("public key %.60q: %v", s, err)
		}
	}
	for _, s := range []string{"", public, secret[1:], secret + "x", secretPrefix + public} {
		_, err := ParseKey(s)
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("secret key: %v", err)
		}
		if err != nil && strings.Contains(err.Error(), secret[len(secret)-20:]) {
			t.Error("the error shows the secret key")
		}
	}
	for _, name := range []string{"", "a b", "a+b", "a\nb", "a\x00", strings.Repeat("x", 201), "\xff"} {
		if _, err := NewKey(name, rand.Reader); !errors.Is(err, ErrMalformed) {
			t.Errorf("key named %q: %v", name, err)
		}
	}
	if _, err := NewKey("x", strings.NewReader("short")); err == nil {
		t.Error("a key of too little chance")
	}
}

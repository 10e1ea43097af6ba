package events_test

import (
	"bytes"
	"errors"
	"hash/fnv"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"plylog/events"
)

// hostile are texts that must never become part of a subject, a path or a query.
var hostile = []string{
	"", "*", ">", "a.b", "..", ".", "$JS.API.x", "a b", "\t", "\r\n", "%2e", "%00", "\x00", "\u200b", strings.Repeat("a", 300),
	"0199F1C2-0000-7000-8000-000000000007", "{0199f1c2-0000-7000-8000-000000000007}", "urn:uuid:0199f1c2-0000-7000-8000-000000000007",
	"0199f1c2000070008000000000000007", "0199f1c2-0000-7000-8000-00000000000", "0199f1c2-0000-7000-8000-0000000000077",
	"0199f1c2-0000-7000-8000-00000000000*", "0199f1c2-0000-7000-8000-00000000000>", "0199f1c2.0000.7000.8000.000000000007",
	"0199f1c2-0000-7000-8000-00000000000\n", "０199f1c2-0000-7000-8000-00000000000",
}

func TestHostileIDs(t *testing.T) {
	for _, s := range hostile {
		if _, err := events.ParseGameID(s); !errors.Is(err, events.ErrBadID) {
			t.Errorf("game id %q: %v", s, err)
		}
		if _, err := events.ParseCommandID(s); !errors.Is(err, events.ErrBadID) {
			t.Errorf("command id %q: %v", s, err)
		}
		if _, err := events.ParsePlayerID(s); !errors.Is(err, events.ErrBadID) {
			t.Errorf("player id %q: %v", s, err)
		}
		if _, err := events.ParseHash(s); !errors.Is(err, events.ErrBadID) {
			t.Errorf("hash %q: %v", s, err)
		}
		g := events.GameID{1}
		if err := g.UnmarshalText([]byte(s)); err == nil || g != (events.GameID{1}) {
			t.Errorf("unmarshalled %q as %s", s, g)
		}
	}
}

func TestIDsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := events.GameID(anyID.Draw(t, "id"))
		text := id.String()
		if text != uuid.UUID(id).String() {
			t.Fatalf("%s is not the canonical text", text)
		}
		if back, err := events.ParseGameID(text); err != nil || back != id {
			t.Fatalf("%s read back as %s, %v", text, back, err)
		}
		h := anyHash.Draw(t, "hash")
		if back, err := events.ParseHash(h.String()); err != nil || back != h {
			t.Fatalf("%s read back as %s, %v", h, back, err)
		}
	})
}

func TestNewIDs(t *testing.T) {
	now := time.UnixMilli(0x0199f1c2aabb)
	entropy := bytes.Repeat([]byte{0xff}, 10)
	game, err := events.NewGameID(now, bytes.NewReader(entropy))
	if err != nil || game.String() != "0199f1c2-aabb-7fff-bfff-ffffffffffff" {
		t.Errorf("got %s, %v", game, err)
	}
	command, err := events.NewCommandID(now, bytes.NewReader(make([]byte, 10)))
	if err != nil || command.String() != "0199f1c2-aabb-7000-8000-000000000000" {
		t.Errorf("got %s, %v", command, err)
	}
	if u := uuid.UUID(game); u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		t.Errorf("version %s, variant %s", u.Version(), u.Variant())
	}
	if _, err := events.NewGameID(now, bytes.NewReader(entropy[:9])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("without enough entropy: %v", err)
	}
	for _, odd := range []time.Time{time.UnixMilli(-1), time.UnixMilli(1 << 48)} {
		if _, err := events.NewGameID(odd, bytes.NewReader(entropy)); !errors.Is(err, events.ErrBadID) {
			t.Errorf("%s: %v", odd, err)
		}
	}
}

func TestDeriveID(t *testing.T) {
	a := events.DeriveID("p_ann", "key")
	if a != events.DeriveID("p_ann", "key") {
		t.Error("the same parts, another id")
	}
	if a == events.DeriveID("p_annk", "ey") || a == events.DeriveID("p_ann", "key", "") {
		t.Error("other parts, the same id")
	}
	if u := uuid.UUID(a); u.Version() != 8 || u.Variant() != uuid.RFC4122 {
		t.Errorf("version %s, variant %s", u.Version(), u.Variant())
	}
}

func TestShardOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := events.GameID(anyID.Draw(t, "id"))
		shards := rapid.IntRange(1, 64).Draw(t, "shards")
		h := fnv.New32a()
		io.WriteString(h, id.String())
		if got, want := events.ShardOf(id, shards), int(h.Sum32()%uint32(shards)); got != want {
			t.Fatalf("shard %d, want %d", got, want)
		}
	})
}

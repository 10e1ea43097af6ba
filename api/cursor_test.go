package api

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"plylog/events"
)

// drawnGames draws games that no cursor takes for one another.
func drawnGames(t *rapid.T) []events.GameID {
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) events.GameID {
		return events.GameID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "game"))
	}), 1, mostGames, func(g events.GameID) string { return string(g[len(g)-cursorTail:]) }).Draw(t, "games")
}

// A cursor that was written is read as what it was, in any order of the games;
// games that it does not know begin where they would have begun without it.
func TestCursorIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := drawnGames(t)
		c := cursor{games: games, seen: rapid.SliceOfN(rapid.IntRange(0, mostVersion), len(games), len(games)).Draw(t, "seen")}
		word := string(c.appendText(nil))
		if len(word) > mostCursor {
			t.Fatalf("%d characters for %d games", len(word), len(games))
		}
		order := rapid.Permutation(games).Draw(t, "order")
		some := order[:rapid.IntRange(1, len(order)).Draw(t, "some")]
		got := cursor{games: append([]events.GameID{{1: 1}}, some...), seen: make([]int, len(some)+1)}
		for i := range got.seen {
			got.seen[i] = 7
		}
		if err := got.read(word); err != nil {
			t.Fatal(err)
		}
		for i, game := range got.games {
			want := 7
			if j := slices.Index(games, game); j >= 0 && c.seen[j] > 0 {
				want = c.seen[j]
			}
			if got.seen[i] != want && i > 0 {
				t.Errorf("game %d: %d, want %d", i, got.seen[i], want)
			}
		}
	})
}

func TestCursorRefuses(t *testing.T) {
	whole := func(raw ...byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
	for _, word := range []string{
		"", "7", "=", "AQ==", "AR", whole(0), whole(2), whole(1, 1, 2, 3, 4, 5, 6), whole(1, 1, 2, 3, 4, 5, 6, 0),
		whole(1, 1, 2, 3, 4, 5, 6, 0x80), whole(1, 1, 2, 3, 4, 5, 6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1),
		whole(1, 1, 2, 3, 4, 5, 6, 7, 8), strings.Repeat("A", mostCursor+1), " AQ", "AQ\n", "A/", uuid.NewString(),
	} {
		c := cursor{games: []events.GameID{{}}, seen: []int{7}}
		if err := c.read(word); !errors.Is(err, errCursor) || c.seen[0] != 7 {
			t.Errorf("%q: %v, %d", word, err, c.seen[0])
		}
	}
}

func FuzzCursor(f *testing.F) {
	f.Add("AQ")
	f.Add("AQECAwQFBgc")
	c := cursor{games: []events.GameID{{15: 1}, {15: 2}}, seen: []int{1, 300}}
	f.Add(string(c.appendText(nil)))
	f.Fuzz(func(t *testing.T, word string) {
		got := cursor{games: c.games, seen: []int{0, 0}}
		if got.read(word) != nil {
			return
		}
		again := cursor{games: c.games, seen: []int{0, 0}}
		if err := again.read(string(got.appendText(nil))); err != nil || !slices.Equal(again.seen, got.seen) {
			t.Errorf("%q: %v, then %v (%v)", word, got.seen, again.seen, err)
		}
	})
}

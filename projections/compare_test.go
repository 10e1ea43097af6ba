package projections_test

import (
	"errors"
	"strings"
	"testing"
)

// TestCompareOneGame: what Rebuild finds of all games is found of one, and of no
// other.
func TestCompareOneGame(t *testing.T) {
	for _, projection := range []string{"board", "history", "repetition", "lobby", "lobby-missing", "lobby-phantom"} {
		t.Run(projection, func(t *testing.T) {
			obs := &observer{}
			set, _, games := played(t, 2, obs)
			victim := games[7].id
			if projection == "lobby-phantom" {
				victim = gameID(1000)
			}
			name, _, _ := strings.Cut(projection, "-")
			set.Plant(projection, victim)
			for _, g := range games {
				if g.id == victim {
					continue
				}
				if list, err := set.Compare(t.Context(), g.id); err != nil || len(list) != 0 {
					t.Fatalf("another game: %+v, %v", list, err)
				}
			}
			list, err := set.Compare(t.Context(), victim)
			if err != nil || len(list) != 1 || list[0].Game != victim || list[0].Projection != name || obs.mismatches[name] != 1 {
				t.Fatalf("%+v, %v; counted %v", list, err, obs.mismatches)
			}
			if name == "lobby" {
				return
			}
			if list, err := set.Compare(t.Context(), victim); err != nil || len(list) != 0 {
				t.Errorf("what was dropped is still served: %+v, %v", list, err)
			}
		})
	}
}

// TestLobbyAt goes through all games of each shard once.
func TestLobbyAt(t *testing.T) {
	set, log, games := played(t, 2, nil)
	seen := make(map[string]bool)
	for shard := range log.Shards() {
		for i := 0; ; i++ {
			id, ok := set.Lobby.At(shard, i)
			if !ok {
				break
			}
			if seen[id.String()] || log.Shard(id) != shard {
				t.Errorf("%s at %d of shard %d", id, i, shard)
			}
			seen[id.String()] = true
		}
	}
	if len(seen) != len(games) {
		t.Errorf("%d of %d games", len(seen), len(games))
	}
}

// TestHead tells of games under way only.
func TestHead(t *testing.T) {
	set, _, games := played(t, 2, nil)
	for _, g := range games {
		n, head, ok := set.Head(g.id)
		over := g.all[len(g.all)-1].Over()
		if ok == over || ok && (n != g.n || head != g.head) {
			t.Errorf("game at %d, over %v: %d %s %v", g.n, over, n, head, ok)
		}
	}
	set.MarkDamaged(games[0].id, errors.New("no reason"))
	if _, _, ok := set.Head(games[0].id); ok {
		t.Error("the head of a damaged game")
	}
	if _, err := set.Compare(t.Context(), games[0].id); err != nil {
		t.Error(err)
	}
}

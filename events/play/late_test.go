package play_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// Nobody's choice after the anchors changes a die: whatever is moved, doubled,
// taken back and offered on the way, roll i of the same chains shows the same.
// Only a waiver that both seats agree to passes a roll over, and the rolls behind
// it rest on the server's chain for the seat, which was on record from the start.
func TestLateChoicesChangeNoDie(t *testing.T) {
	reg := registry(t, four()...)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Byte().Draw(rt, "seed")
		g, p := shared(t, reg, seed, `{"matchLength":0,"cube":true,"beavers":true}`)
		server := g.chains()
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "choices"), 1))
		most := rapid.IntRange(2, 150).Draw(rt, "commands")
		for range most {
			if g.Over() {
				break
			}
			cmd := anyCommand(g, r)
			if r.IntN(2) == 0 && cmd.Type == play.Roll && g.do(t, p.with(t, g, play.Command{Seat: cmd.Seat, Type: play.Double})) == nil {
				continue
			}
			g.must(t, p.with(t, g, cmd))
			if cmd.Type == play.Move && r.IntN(4) == 0 && !g.Over() {
				if err := g.takeBack(t, cmd.Seat); err != nil {
					rt.Fatal(err)
				}
			}
		}
		g.fold(t, reg)
		var stream *dice.Stream
		for _, e := range g.log {
			for _, c := range e.Then {
				if c.Shares != nil {
					s, _ := server[0].Share(c.Roll)
					stream = dice.Throw(g.ID, c.Roll, dice.Shares{
						Server: s, First: *p.share(t, events.First, c.Roll), Second: *p.share(t, events.Second, c.Roll),
					})
				}
				if want := stream.Pair(); !slices.Equal(c.Dice, want[:]) {
					rt.Fatalf("event %d, roll %d: %v fell, want %v", e.N, c.Roll, c.Dice, want)
				}
			}
		}
	})
}

// An event with other dice than the shares give, or other shares than were
// brought, is found out wherever it stands.
func TestForgedDiceDiverge(t *testing.T) {
	reg := registry(t, four()...)
	g, p := opened(t, reg, 11, "")
	further(t, g, p, rand.New(rand.NewPCG(2, 2)), 12)
	forged := 0
	for _, e := range g.log {
		before, err := play.Fold(reg, func(yield func(*events.Event, error) bool) {
			for _, b := range g.log[:max(e.N-1, 1)] {
				if !yield(b, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range e.Then {
			for what, change := range map[string]func(c *events.Consequence){
				"dice":      func(c *events.Consequence) { c.Dice = []int{c.Dice[1]%6 + 1, c.Dice[0]} },
				"no shares": func(c *events.Consequence) { c.Shares = nil },
				"a share":   func(c *events.Consequence) { c.Shares = slices.Clone(c.Shares); c.Shares[e.N%3][5] ^= 1 },
				"roll":      func(c *events.Consequence) { c.Roll++ },
			} {
				if what == "a share" && c.Shares == nil {
					continue
				}
				bad := *e
				bad.Then = slices.Clone(e.Then)
				change(&bad.Then[i])
				if _, err := bad.Encode(); err != nil {
					t.Fatal(err)
				}
				_, err := before.Apply(&bad)
				var diverged *play.DivergedError
				if !errors.As(err, &diverged) {
					t.Errorf("event %d with another %s: %v", e.N, what, err)
				} else if what == "dice" && (diverged.What != "dice" || !strings.Contains(err.Error(), fmt.Sprintf("roll %d", c.Roll))) {
					t.Errorf("event %d with other dice: %v, want the roll named", e.N, err)
				}
				forged++
			}
		}
	}
	if forged == 0 {
		t.Error("no dice fell: the test tests nothing")
	}
}

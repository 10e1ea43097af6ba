package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"plylog/engines/backgammon"
)

// wildbgTurns are the distinct positions that the 21 rolls lead to in the two
// files of wildbg's benchmark, as that project publishes them.
var wildbgTurns = map[string]int{
	"contact": 218_356 + 185_957,
	"race":    140_720 + 122_570,
}

// rolls measures how fast backgammon finds the turns of a roll.
func (l *lab) rolls(ctx context.Context) error {
	line := Line{
		Bench: "engines", What: "backgammon, turns of a roll on the wildbg set", Unit: "position-rolls/s",
		Target: oursAtLeast(250_000),
	}
	sets := make(map[string][]backgammon.Men)
	for name := range wildbgTurns {
		file := filepath.Join(l.testdata, "backgammon", "wildbg_"+name+".csv")
		if missing(file) {
			l.add(line.unmeasured(file + " is not there"))
			return nil
		}
		list, err := readPositions(file)
		if err != nil {
			return err
		}
		sets[name] = list
	}
	samples, err := rounds(ctx, l.runs, func(context.Context) (float64, error) {
		n := 0
		_, cpu, err := onOneCore(func() (err error) {
			for range l.passes {
				for name, want := range wildbgTurns {
					turns := everyRoll(sets[name])
					if turns != want {
						return fmt.Errorf("wildbg %s: found %d positions, want %d", name, turns, want)
					}
					n += 21 * len(sets[name])
				}
			}
			return nil
		})
		return perSecond(n, cpu), err
	})
	if err != nil {
		return err
	}
	l.add(line.measured(samples[0], nil))
	return nil
}

// everyRoll counts the distinct positions that each of the 21 rolls leads to; a
// roll that cannot be played counts one.
func everyRoll(list []backgammon.Men) (turns int) {
	var found backgammon.Turns
	for i := range list {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				turns += max(found.Count(&list[i], a, b), 1)
			}
		}
	}
	return turns
}

// readPositions reads a file of GNU position ids.
func readPositions(file string) ([]backgammon.Men, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the positions: %w", err)
	}
	var list []backgammon.Men
	for _, id := range strings.Fields(string(text)) {
		m, err := backgammon.ParsePositionID(id)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, id, err)
		}
		list = append(list, m)
	}
	return list, nil
}

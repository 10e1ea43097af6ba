package enginetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"plylog/engines"
)

// playGame plays one random game under the options and checks every position.
func (s Suite) playGame(options string, seed uint64) error {
	start, err := s.Engine.New(json.RawMessage(options), "")
	if err != nil {
		return fmt.Errorf("options %q: %w", options, err)
	}
	return s.walk(options, start, seed, s.laws)
}

// checkBoard reads a board, checks it and plays one random game from it.
func (s Suite) checkBoard(line string) error {
	p, err := s.Engine.Parse(line)
	if err != nil {
		return fmt.Errorf("board %q: %w", line, err)
	}
	if err := s.walk("", p, s.Seed, s.laws); err != nil {
		return fmt.Errorf("from %q: %w", line, err)
	}
	return nil
}

// walk plays at random from a position until the game ends or Plies is
// reached, and shows every position on the way to visit.
func (s Suite) walk(options string, p engines.Position, seed uint64, visit func(options string, p engines.Position) error) error {
	rng := rand.New(rand.NewPCG(seed, 0x706c796c6f67))
	var trail []string
	for range s.Plies {
		err := visit(options, p)
		if err == nil && p.Turn() == engines.Nobody {
			return nil
		}
		var name string
		if err == nil {
			p, name, err = step(rng, p)
		}
		if err != nil {
			return fmt.Errorf("seed %d, options %q, after %d plies (%s): %w",
				seed, options, len(trail), strings.Join(trail, ", "), err)
		}
		trail = append(trail, name)
	}
	return nil
}

// step makes one random move, or lets chance decide.
func step(rng *rand.Rand, p engines.Position) (engines.Position, string, error) {
	if p.Turn() == engines.Chance {
		d, ok := p.(engines.Drawer)
		if !ok {
			return nil, "", fmt.Errorf("it is the turn of chance but the position is no Drawer")
		}
		outcomes := d.Outcomes()
		name := outcomes[pick(rng, len(outcomes), func(i int) int { return outcomes[i].Weight })].Name
		next, err := d.Draw(name)
		return next, name, err
	}
	choices := p.Choices(p.Turn())
	m := choices[pick(rng, len(choices), func(i int) int { return likely(choices[i].Move) })].Move
	next, err := p.Play(p.Turn(), m)
	return next, string(m), err
}

// likely keeps random play from ending most backgammon games at the cube.
func likely(m engines.Move) int {
	switch m {
	case engines.Roll:
		return 12
	case engines.Take:
		return 3
	default:
		return 1
	}
}

// pick draws an index below n by weight.
func pick(rng *rand.Rand, n int, weight func(int) int) int {
	total := 0
	for i := range n {
		total += weight(i)
	}
	at := rng.IntN(total)
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	return n - 1
}

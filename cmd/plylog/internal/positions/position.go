package positions

import (
	"strings"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// engineOf finds the engine of a kind.
func engineOf(reg *engines.Registry, kind string) (engines.Engine, error) {
	e, ok := reg.Newest(kind)
	if !ok {
		return nil, console.Fail(console.NotFound, "there is no game of kind %q; there is %s", kind, strings.Join(reg.Kinds(), ", "))
	}
	return e, nil
}

// throw returns the position after the dice fell. A position whose seat may
// still roll or double rolls first.
func throw(p engines.Position, dice string) (engines.Position, error) {
	d, ok := awaitsDice(p)
	if !ok {
		return nil, console.Fail(console.Usage, "--dice: this position does not wait for dice")
	}
	after, err := d.Draw(dice)
	if err != nil {
		return nil, console.Fail(console.Usage, "--dice %s: %w", dice, err)
	}
	return after, nil
}

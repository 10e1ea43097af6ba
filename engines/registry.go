package engines

import (
	"fmt"
	"slices"
	"strings"
)

// Registry is a checked set of engines, by kind and ruleset. It never changes
// once made.
type Registry struct {
	kinds   []string
	engines map[string][]Engine // by kind, newest ruleset last
}

// NewRegistry checks the engines' names and rulesets: names are 1 to 32
// lower-case letters, rulesets start at 1, no pair of them twice.
func NewRegistry(list ...Engine) (*Registry, error) {
	r := &Registry{engines: make(map[string][]Engine, len(list))}
	for _, e := range list {
		name := e.Name()
		if name == "" || len(name) > 32 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return nil, fmt.Errorf("engine name %q: want 1 to 32 lower-case letters", name)
		}
		if e.Ruleset() < 1 {
			return nil, fmt.Errorf("engine %s: ruleset %d is below 1", name, e.Ruleset())
		}
		for _, o := range r.engines[name] {
			if o.Ruleset() == e.Ruleset() {
				return nil, fmt.Errorf("engine %s: ruleset %d is there twice", name, e.Ruleset())
			}
		}
		if len(r.engines[name]) == 0 {
			r.kinds = append(r.kinds, name)
		}
		r.engines[name] = append(r.engines[name], e)
		slices.SortFunc(r.engines[name], func(a, b Engine) int { return a.Ruleset() - b.Ruleset() })
	}
	return r, nil
}

// Kinds lists the names of the games in the order in which they were given.
func (r *Registry) Kinds() []string { return slices.Clone(r.kinds) }

// Newest returns the engine that new games of a kind are made with.
func (r *Registry) Newest(kind string) (Engine, bool) {
	all := r.engines[kind]
	if len(all) == 0 {
		return nil, false
	}
	return all[len(all)-1], true
}

// Find returns the engine of one ruleset of a kind.
func (r *Registry) Find(kind string, ruleset int) (Engine, bool) {
	for _, e := range r.engines[kind] {
		if e.Ruleset() == ruleset {
			return e, true
		}
	}
	return nil, false
}

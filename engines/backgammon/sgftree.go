package backgammon

import (
	"fmt"
	"strings"
)

// What an SGF file is read up to besides.
const (
	mostSGFNodes = 2 * mostActs // of the main line of a game
	mostSGFDepth = 10_000       // of variations in variations
)

// sgfProperty is one property of a node, its values as they stand in the file.
type sgfProperty struct {
	name   string
	values []string
	line   int
}

// sgfNode is one node: its properties in their order.
type sgfNode []sgfProperty

// sgfTree is the main line of one game tree. It has a node at least.
type sgfTree struct {
	nodes []sgfNode
	line  int
}

// root returns the values of a property of the first node.
func (t *sgfTree) root(name string) []string {
	for _, p := range t.nodes[0] {
		if p.name == name {
			return p.values
		}
	}
	return nil
}

// sgfParser reads a collection of game trees. Of each it keeps the main line: at
// every fork the first variation. Source: SGF FF[4], "EBNF Definition".
type sgfParser struct {
	text  string
	at    int
	line  int
	trees []sgfTree
	forks []sgfFork // the open brackets
}

// sgfFork is one open bracket.
type sgfFork struct {
	main   bool // it belongs to the main line
	forked bool // a variation has begun inside it
}

// parseSGF reads a file. Every error is a *FormatError.
func parseSGF(text string) ([]sgfTree, error) {
	p := sgfParser{text: text, line: 1}
	for p.skip() {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	if len(p.forks) > 0 {
		return nil, p.fail("the file ends in the middle of a game")
	}
	return p.trees, nil
}

func (p *sgfParser) fail(format string, args ...any) error {
	return &FormatError{Format: "SGF", Game: len(p.trees), Line: p.line, Detail: fmt.Sprintf(format, args...)}
}

// skip goes on to the next byte that means something; false at the end.
func (p *sgfParser) skip() bool {
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '\n':
			p.line++
		case len(p.forks) > 0 && c > ' ', c == '(' && p.opens():
			// Outside of the games anything else may stand.
			return true
		}
	}
	return false
}

// opens reports whether the bracket that comes next opens a game.
func (p *sgfParser) opens() bool {
	return strings.HasPrefix(strings.TrimLeft(p.text[p.at+1:], " \t\r\n"), ";")
}

// next reads a bracket, the beginning of a node, or a property.
func (p *sgfParser) next() error {
	c := p.text[p.at]
	switch {
	case c == '(':
		p.at++
		return p.open()
	case c == ')':
		p.at++
		p.forks = p.forks[:len(p.forks)-1]
		return nil
	case c == ';':
		p.at++
		return p.node()
	case letterOf(c):
		return p.property()
	default:
		return p.fail("%q stands where a property should", c)
	}
}

// open begins a game or a variation.
func (p *sgfParser) open() error {
	n := len(p.forks)
	switch {
	case n == mostSGFDepth:
		return p.fail("variations in more than %d others", mostSGFDepth)
	case n > 0:
		above := &p.forks[n-1]
		p.forks = append(p.forks, sgfFork{main: above.main && !above.forked})
		above.forked = true
		return nil
	case len(p.trees) == mostGames:
		return p.fail("more than %d games", mostGames)
	}
	p.trees = append(p.trees, sgfTree{line: p.line})
	p.forks = append(p.forks, sgfFork{main: true})
	return nil
}

// main returns the tree whose main line is being read, nil in a variation.
func (p *sgfParser) main() *sgfTree {
	if f := p.forks[len(p.forks)-1]; !f.main || f.forked {
		return nil
	}
	return &p.trees[len(p.trees)-1]
}

// node begins a node.
func (p *sgfParser) node() error {
	t := p.main()
	switch {
	case t == nil:
		return nil
	case len(t.nodes) == mostSGFNodes:
		return p.fail("more than %d nodes", mostSGFNodes)
	}
	t.nodes = append(t.nodes, nil)
	return nil
}

func letterOf(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// property reads a property with its values. Old files write more than the
// capital letters of its name, which are left out.
func (p *sgfParser) property() error {
	one := sgfProperty{line: p.line}
	begin := p.at
	for p.at < len(p.text) && (letterOf(p.text[p.at]) || p.text[p.at] >= '0' && p.text[p.at] <= '9') {
		p.at++
	}
	one.name = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return -1
		}
		return c
	}, p.text[begin:p.at])
	for p.skip() && p.text[p.at] == '[' {
		p.at++
		begin := p.at
		if !p.value() {
			return p.fail("a value of %.8s is never closed with ]", one.name)
		}
		one.values = append(one.values, p.text[begin:p.at-1])
	}
	if len(one.values) == 0 {
		return p.fail("%.8s has no value", one.name)
	}
	if t := p.main(); t != nil {
		last := &t.nodes[len(t.nodes)-1]
		*last = append(*last, one)
	}
	return nil
}

// value goes past the bracket that closes a value.
func (p *sgfParser) value() bool {
	for ; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '\n':
			p.line++
		case '\\':
			if p.at++; p.at < len(p.text) && p.text[p.at] == '\n' {
				p.line++
			}
		case ']':
			p.at++
			return true
		}
	}
	return false
}

package merkle

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a node of a tree.
type Hash = tlog.Hash

// Leaf returns the hash of a leaf: of the stored bytes of an event.
func Leaf(raw []byte) Hash {
	// On the stack for nearly every event, as events.Link does it.
	var room [1024]byte
	return sha256.Sum256(append(append(room[:0], 0), raw...))
}

// A tile is 256 hashes, eight levels of the tree.
const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
)

// Leaves returns the hashes of the 256 leaves of a tile: of the events at positions
// 256·tile+1 to 256·tile+256. A Tree asks it for what it does not keep.
type Leaves func(ctx context.Context, tile int64) ([]Hash, error)

// ErrLeaves: leaves that were read again are not those that the tree was made of.
var ErrLeaves = errors.New("the log has changed below its tree")

// Tree is the Merkle tree of one shard. It keeps the nodes above its full tiles and
// all of the unfinished one: a quarter of a byte an event. Not for concurrent use,
// but a View may be used while the Tree grows. The zero Tree is empty.
type Tree struct {
	size int64
	low  [tileHeight][]Hash // of the unfinished tile: its leaves, their parents …
	high [][]Hash           // the nodes at level 8, 9 …
}

// Size is the number of leaves.
func (t *Tree) Size() int64 { return t.size }

// Add appends an event by its stored bytes.
func (t *Tree) Add(raw []byte) { t.AddLeaf(Leaf(raw)) }

// AddLeaf appends a leaf by its hash.
func (t *Tree) AddLeaf(h Hash) {
	n := t.size
	t.size++
	for level := range tileHeight {
		if t.low[level] == nil {
			t.low[level] = make([]Hash, 0, tileWidth>>level)
		}
		t.low[level] = append(t.low[level], h)
		if n&1 == 0 {
			return
		}
		n >>= 1
		last := len(t.low[level])
		h = tlog.NodeHash(t.low[level][last-2], t.low[level][last-1])
	}
	// The tile is full. A View may still read the old one, so a new one is begun.
	t.low = [tileHeight][]Hash{}
	for level := 0; ; level++ {
		if level == len(t.high) {
			t.high = append(t.high, nil)
		}
		t.high[level] = append(t.high[level], h)
		if n&1 == 0 {
			return
		}
		n >>= 1
		last := len(t.high[level])
		h = tlog.NodeHash(t.high[level][last-2], t.high[level][last-1])
	}
}

// Root returns the root over all leaves.
func (t *Tree) Root() Hash {
	// What the root of the whole tree is made of is always kept.
	root, err := tlog.TreeHash(t.size, t.View(nil).reader(context.Background()))
	if err != nil {
		return Hash{}
	}
	return root
}

// View returns the tree as it is now, for proofs and tiles. leaves may be nil where
// nothing is asked that needs it.
func (t *Tree) View(leaves Leaves) *View {
	v := &View{tree: *t, leaves: leaves, size: t.size}
	v.tree.high = append([][]Hash(nil), t.high...)
	return v
}

// View is a tree at one size. It is safe for concurrent use if its Leaves is.
type View struct {
	tree   Tree
	leaves Leaves
	size   int64 // at most tree.size
}

// Size is the number of leaves.
func (v *View) Size() int64 { return v.size }

// At returns the tree as it was when it had n leaves, at most Size of them.
func (v *View) At(n int64) *View {
	return &View{tree: v.tree, leaves: v.leaves, size: min(max(n, 0), v.size)}
}

// Root returns the root over the first n leaves.
func (v *View) Root(ctx context.Context, n int64) (Hash, error) {
	if n < 0 || n > v.size {
		return Hash{}, fmt.Errorf("a root of %d leaves: there are %d", n, v.size)
	}
	return tlog.TreeHash(n, v.reader(ctx))
}

// ProveLeaf returns the proof that leaf i (from 0) is in the tree of the first n.
func (v *View) ProveLeaf(ctx context.Context, n, i int64) ([]Hash, error) {
	if n > v.size {
		return nil, fmt.Errorf("a proof for %d leaves: there are %d", n, v.size)
	}
	return tlog.ProveRecord(n, i, v.reader(ctx))
}

// ProveGrowth returns the proof that the tree of the first n leaves begins with
// that of the first m, 1 to n.
func (v *View) ProveGrowth(ctx context.Context, n, m int64) ([]Hash, error) {
	if n > v.size {
		return nil, fmt.Errorf("a proof for %d leaves: there are %d", n, v.size)
	}
	return tlog.ProveTree(n, m, v.reader(ctx))
}

// reader reads nodes by their number in the order in which tlog stores them. Of the
// nodes of a proof up to eight are of one full tile, whose leaves are read once.
func (v *View) reader(ctx context.Context) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		out := make([]Hash, len(indexes))
		read := make(map[int64][]Hash, 1)
		leaves := func(tile int64) (all []Hash, err error) {
			if all = read[tile]; all == nil {
				all, err = v.tile(ctx, tile)
				read[tile] = all
			}
			return all, err
		}
		for i, x := range indexes {
			level, n := tlog.SplitStoredHashIndex(x)
			h, err := v.node(level, n, leaves)
			if err != nil {
				return nil, err
			}
			out[i] = h
		}
		return out, nil
	})
}

// node returns the n-th node of a level; leaves returns those of a full tile.
func (v *View) node(level int, n int64, leaves func(tile int64) ([]Hash, error)) (Hash, error) {
	t := &v.tree
	if end := n + 1; n < 0 || level > 62 || end > v.size>>level {
		return Hash{}, fmt.Errorf("node %d of level %d is not in a tree of %d leaves", n, level, v.size)
	}
	if level >= tileHeight {
		return t.high[level-tileHeight][n], nil
	}
	tile := n >> (tileHeight - level)
	within := n & (tileWidth>>level - 1)
	if tile == t.size>>tileHeight {
		return t.low[level][within], nil
	}
	all, err := leaves(tile)
	if err != nil {
		return Hash{}, err
	}
	return fold(all[within<<level : (within+1)<<level]), nil
}

// tile returns the leaves of a full tile, which are read again and held to the node
// above them.
func (v *View) tile(ctx context.Context, tile int64) ([]Hash, error) {
	if v.leaves == nil {
		return nil, fmt.Errorf("the leaves of tile %d are not kept", tile)
	}
	all, err := v.leaves(ctx, tile)
	if err != nil {
		return nil, err
	}
	if len(all) != tileWidth || fold(all) != v.tree.high[0][tile] {
		return nil, fmt.Errorf("tile %d: %w", tile, ErrLeaves)
	}
	return all, nil
}

// fold returns the root over a power of two of hashes.
func fold(all []Hash) Hash {
	if len(all) == 1 {
		return all[0]
	}
	half := len(all) / 2
	return tlog.NodeHash(fold(all[:half]), fold(all[half:]))
}

// Clone returns a tree that grows by itself.
func (t *Tree) Clone() *Tree {
	c := &Tree{size: t.size, high: make([][]Hash, len(t.high))}
	for i, level := range t.low {
		if level != nil { // with the room that Add counts on
			c.low[i] = append(make([]Hash, 0, tileWidth>>i), level...)
		}
	}
	for i, level := range t.high {
		c.high[i] = append([]Hash(nil), level...)
	}
	return c
}

package merkle

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// ErrNoTile is wrapped where the path of a tile is none, or the tree has no such
// tile (yet).
var ErrNoTile = errors.New("no such tile")

// mostTilePath bounds the path of a tile: level 63 and seven groups of digits fit.
const mostTilePath = 64

// Tile is some hashes of one level of a tree: the tile of c2sp.org/tlog-tiles.
type Tile struct {
	Level int   // hashes of level 8·Level of the tree
	N     int64 // number within the level
	Width int   // 1 to 256
}

// ParseTile reads a path below the prefix of a log: "tile/0/x001/234" or
// "tile/1/000.p/17". Errors wrap ErrNoTile.
func ParseTile(path string) (Tile, error) {
	rest, ok := strings.CutPrefix(path, "tile/")
	if !ok || len(path) > mostTilePath || strings.HasPrefix(rest, "data/") {
		return Tile{}, fmt.Errorf("%w: %.80q", ErrNoTile, path)
	}
	t, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", tileHeight, rest))
	if err != nil || t.L < 0 || t.L > 63 {
		return Tile{}, fmt.Errorf("%w: %.80q", ErrNoTile, path)
	}
	return Tile{Level: t.L, N: t.N, Width: t.W}, nil
}

// Path returns the path of the tile below the prefix of a log.
func (t Tile) Path() string {
	p := tlog.Tile{H: tileHeight, L: t.Level, N: t.N, W: t.Width}.Path()
	return "tile/" + strings.TrimPrefix(p, fmt.Sprintf("tile/%d/", tileHeight))
}

// Full reports whether the tile has all its hashes, so that it never changes.
func (t Tile) Full() bool { return t.Width == tileWidth }

// Tile returns the hashes of a tile, one after another. Errors wrap ErrNoTile.
func (v *View) Tile(ctx context.Context, t Tile) ([]byte, error) {
	level := t.Level * tileHeight
	if level > 62 || t.Width < 1 || t.Width > tileWidth || t.N < 0 || t.N >= v.size>>level || t.N*tileWidth+int64(t.Width) > v.size>>level {
		return nil, fmt.Errorf("%w: %s in a tree of %d leaves", ErrNoTile, t.Path(), v.size)
	}
	if t.Level == 0 && t.N < v.tree.size>>tileHeight {
		all, err := v.tile(ctx, t.N)
		if err != nil {
			return nil, err
		}
		return join(all[:t.Width]), nil
	}
	all := make([]Hash, t.Width)
	for i := range all {
		h, err := v.node(level, t.N*tileWidth+int64(i), func(tile int64) ([]Hash, error) { return v.tile(ctx, tile) })
		if err != nil {
			return nil, err
		}
		all[i] = h
	}
	return join(all), nil
}

func join(all []Hash) []byte {
	out := make([]byte, 0, len(all)*tlog.HashSize)
	for _, h := range all {
		out = append(out, h[:]...)
	}
	return out
}

// Tiles reads a log's tree from its tiles, which are held to a root.
type Tiles func(ctx context.Context, t Tile) ([]byte, error)

// Root returns the root over the first m leaves of the tree that a checkpoint
// states, from tiles that somebody else serves. Tiles that do not belong to the
// checkpoint are an error.
func (read Tiles) Root(ctx context.Context, c Checkpoint, m int64) (Hash, error) {
	if m < 0 || m > c.Size {
		return Hash{}, fmt.Errorf("a root of %d leaves: there are %d", m, c.Size)
	}
	if m == c.Size {
		return c.Root, nil
	}
	return tlog.TreeHash(m, tlog.TileHashReader(tlog.Tree{N: c.Size, Hash: c.Root}, tileReader{ctx, read}))
}

// tileReader is Tiles in the words of tlog.
type tileReader struct {
	ctx  context.Context //nolint:containedctx // for the time of one call
	read Tiles
}

func (tileReader) Height() int                     { return tileHeight }
func (tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

func (r tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	out := make([][]byte, len(tiles))
	for i, t := range tiles {
		data, err := r.read(r.ctx, Tile{Level: t.L, N: t.N, Width: t.W})
		if err != nil {
			return nil, err
		}
		if len(data) != t.W*tlog.HashSize {
			return nil, fmt.Errorf("%w: %s came with %d bytes", ErrNoTile, t.Path(), len(data))
		}
		out[i] = data
	}
	return out, nil
}

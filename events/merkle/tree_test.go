package merkle

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"
)

// kept is every leaf of a tree, to be asked again.
func kept(all []Hash) Leaves {
	return func(_ context.Context, tile int64) ([]Hash, error) {
		return all[tile*tileWidth : (tile+1)*tileWidth], nil
	}
}

// grow makes a tree of n events and the hashes of its leaves.
func grow(n int) (*Tree, []Hash) {
	t := new(Tree)
	leaves := make([]Hash, n)
	for i := range leaves {
		raw := fmt.Append(nil, "event ", i)
		leaves[i] = Leaf(raw)
		t.Add(raw)
	}
	return t, leaves
}

// reference is the definition of RFC 6962, section 2.1, word for word.
func reference(leaves []Hash) Hash {
	if len(leaves) == 1 {
		return leaves[0]
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	return tlog.NodeHash(reference(leaves[:k]), reference(leaves[k:]))
}

func TestPublishedRoots(t *testing.T) {
	// The leaves and roots that implementations of RFC 6962 test with.
	leaves := []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"}
	roots := []string{
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
		"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
		"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
		"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
		"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
		"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	}
	tree := new(Tree)
	for i, want := range roots {
		if got := tree.Root(); hex.EncodeToString(got[:]) != want {
			t.Errorf("root of %d leaves: got %x, want %s", i, got, want)
		}
		if i < len(leaves) {
			raw, err := hex.DecodeString(leaves[i])
			if err != nil {
				t.Fatal(err)
			}
			tree.Add(raw)
		}
	}
}

// TestTreeIsRFC6962 holds roots, proofs and tiles of every size to the definition.
func TestTreeIsRFC6962(t *testing.T) {
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 700).Draw(t, "leaves")
		tree, leaves := grow(n)
		root := tree.Root()
		if want := reference(leaves); root != want {
			t.Fatalf("root of %d leaves: got %s, want %s", n, root, want)
		}
		v := tree.View(kept(leaves))
		m := rapid.IntRange(1, n).Draw(t, "earlier size")
		earlier, err := v.Root(ctx, int64(m))
		if err != nil || earlier != reference(leaves[:m]) {
			t.Fatalf("root of the first %d of %d: %s, %v", m, n, earlier, err)
		}
		growth, err := v.ProveGrowth(ctx, int64(n), int64(m))
		if err != nil || tlog.CheckTree(growth, int64(n), root, int64(m), earlier) != nil {
			t.Fatalf("growth from %d to %d: %v", m, n, err)
		}
		i := rapid.IntRange(0, m-1).Draw(t, "leaf")
		path, err := v.ProveLeaf(ctx, int64(m), int64(i))
		if err != nil || tlog.CheckRecord(path, int64(m), earlier, int64(i), leaves[i]) != nil {
			t.Fatalf("leaf %d of %d: %v", i, m, err)
		}
		// Whoever has only the tiles comes to the same roots.
		read := Tiles(func(ctx context.Context, want Tile) ([]byte, error) {
			again, err := ParseTile(want.Path())
			if err != nil || again != want {
				t.Fatalf("%s is read as %+v, %v", want.Path(), again, err)
			}
			return v.Tile(ctx, want)
		})
		got, err := read.Root(ctx, Checkpoint{"x", int64(n), root}, int64(m))
		if err != nil || got != earlier {
			t.Fatalf("root of %d from the tiles of %d: %s, %v", m, n, got, err)
		}
	})
}

// TestViewStays shows that a view is what it was while its tree grows.
func TestViewStays(t *testing.T) {
	tree, leaves := grow(255)
	v, root := tree.View(kept(leaves)), tree.Root()
	for range 700 {
		tree.Add([]byte("more"))
	}
	if got, err := v.Root(t.Context(), 255); err != nil || got != root {
		t.Errorf("got %s, %v, want %s", got, err, root)
	}
	if _, err := v.Root(t.Context(), 256); err == nil {
		t.Error("a view of 255 leaves told a root of 256")
	}
	if _, err := v.ProveLeaf(t.Context(), 256, 0); err == nil {
		t.Error("a view of 255 leaves proved a leaf of 256")
	}
	if _, err := v.ProveGrowth(t.Context(), 256, 1); err == nil {
		t.Error("a view of 255 leaves proved growth to 256")
	}
}

// TestChangedLog shows that leaves that are read again are not believed.
func TestChangedLog(t *testing.T) {
	tree, leaves := grow(600)
	leaves[100] = Leaf([]byte("another"))
	v := tree.View(kept(leaves))
	if _, err := v.ProveLeaf(t.Context(), 600, 7); !errors.Is(err, ErrLeaves) {
		t.Errorf("a proof over changed leaves: %v", err)
	}
	if _, err := v.Tile(t.Context(), Tile{0, 0, 256}); !errors.Is(err, ErrLeaves) {
		t.Errorf("a tile of changed leaves: %v", err)
	}
	if _, err := tree.View(nil).Tile(t.Context(), Tile{0, 0, 256}); err == nil {
		t.Error("a tile whose leaves are not kept")
	}
	none := errors.New("away")
	v = tree.View(func(context.Context, int64) ([]Hash, error) { return nil, none })
	if _, err := v.ProveLeaf(t.Context(), 600, 7); !errors.Is(err, none) {
		t.Errorf("leaves that cannot be read: %v", err)
	}
}

// TestLeavesAreReadOnce: a proof needs up to eight nodes of one tile, and reads its
// leaves once.
func TestLeavesAreReadOnce(t *testing.T) {
	const n = 256*3 + 10
	tree, leaves := grow(n)
	read := 0
	v := tree.View(func(ctx context.Context, tile int64) ([]Hash, error) {
		read++
		return kept(leaves)(ctx, tile)
	})
	for _, i := range []int64{0, 100, 255, 256, 700} {
		read = 0
		if _, err := v.ProveLeaf(t.Context(), n, i); err != nil || read != 1 {
			t.Errorf("a proof of leaf %d reads leaves %d times (%v)", i, read, err)
		}
	}
	read = 0
	if _, err := v.ProveGrowth(t.Context(), n, 333); err != nil || read != 1 {
		t.Errorf("a proof that the tree grew from 333 reads leaves %d times (%v)", read, err)
	}
}

// TestForgedTiles changes each tile that a proof needs, under a checkpoint that is right.
func TestForgedTiles(t *testing.T) {
	const n = 256*20 + 44
	tree, leaves := grow(n)
	v, c := tree.View(kept(leaves)), Checkpoint{"x", n, tree.Root()}
	for _, m := range []int64{1, 200, 257, 256*12 + 3, 256*20 + 1} {
		var asked []Tile
		honest := Tiles(func(ctx context.Context, want Tile) ([]byte, error) {
			asked = append(asked, want)
			return v.Tile(ctx, want)
		})
		if _, err := honest.Root(t.Context(), c, m); err != nil {
			t.Fatal(err)
		}
		for _, forged := range asked {
			for _, how := range []string{"bit", "short", "long", "other"} {
				_, err := Tiles(func(ctx context.Context, want Tile) ([]byte, error) {
					data, err := v.Tile(ctx, want)
					if want == forged && err == nil {
						switch how {
						case "bit":
							data[len(data)/2] ^= 1
						case "short":
							data = data[:len(data)-1]
						case "long":
							data = append(data, 0)
						case "other":
							copy(data, data[len(data)-tlog.HashSize:])
							data[0] ^= 0x80
						}
					}
					return data, err
				}).Root(t.Context(), c, m)
				if err == nil {
					t.Errorf("root of %d with %s forged (%s): accepted", m, forged.Path(), how)
				}
			}
		}
	}
}

func TestTilePaths(t *testing.T) {
	for path, want := range map[string]Tile{
		"tile/0/000":               {0, 0, 256},
		"tile/0/001.p/17":          {0, 1, 17},
		"tile/3/x001/x234/067":     {3, 1234067, 256},
		"tile/3/x001/x234/067.p/1": {3, 1234067, 1},
		"tile/63/000.p/255":        {63, 0, 255},
		"tile/0/x999/999":          {0, 999999, 256},
	} {
		got, err := ParseTile(path)
		if err != nil || got != want || got.Path() != path {
			t.Errorf("%s: got %+v (%s), %v", path, got, got.Path(), err)
		}
	}
	for _, path := range []string{
		"", "tile", "tile/", "tile/0", "tile/0/", "tile/0/0", "tile/0/0000", "tile/00/000", "tile/64/000", "tile/-1/000",
		"tile/data/000", "tile/entries/000", "tile/8/0/000", "tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01", "tile/0/x000/000x",
		"tile/0/x000/001", "tile/0/000/", "tile/0/../000", "tile/0/x001/1", "/tile/0/000", "tile/0/000.p/1/2",
		"tile/0/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/999",
	} {
		if got, err := ParseTile(path); !errors.Is(err, ErrNoTile) {
			t.Errorf("%q: got %+v, %v", path, got, err)
		}
	}
	tree, leaves := grow(300)
	v := tree.View(kept(leaves))
	for _, no := range []Tile{{0, 1, 45}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {0, 0, 0}, {0, 0, 257}, {0, -1, 1}, {63, 0, 1}} {
		if _, err := v.Tile(t.Context(), no); !errors.Is(err, ErrNoTile) {
			t.Errorf("%+v of 300 leaves: %v", no, err)
		}
	}
}

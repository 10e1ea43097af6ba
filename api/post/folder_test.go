package post_test

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/api/post"
)

// address reads an address that is one.
func address(t testing.TB, text string) post.Address {
	t.Helper()
	a, err := post.ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// way reads a way that is one.
func way(t testing.TB, setting string) post.Way {
	t.Helper()
	w, err := post.ParseWay(setting)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// filed sends a letter into a folder and returns what lies there.
func filed(t *testing.T, l post.Letter) string {
	t.Helper()
	var path string
	c, err := post.Open(post.Config{Way: way(t, "dir:"+t.TempDir()), From: address(t, "plylog@example.org"), Filed: func(p string) { path = p }})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(address(t, "ann@example.org"), l); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A folder takes letters as files of their owner, says where they lie, and lets them
// lie for a day; what others put there stays.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "mail")
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	send := func() (path string) {
		c, err := post.Open(post.Config{
			Way: way(t, "dir:"+dir), From: address(t, "plylog@example.org"), Now: func() time.Time { return now },
			Filed: func(p string) { path = p },
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Send(address(t, "ann@example.org"), letter(t)); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := send()
	for name, want := range map[string]fs.FileMode{first: 0o600, dir: 0o700 | fs.ModeDir} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	others := []string{"20200101T000000Z-notes.txt", "letter.eml", "20261130T115959-x.eml"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(24 * time.Hour)
	second := send()
	now = now.Add(time.Second)
	third := send()
	var left []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, filepath.Join(dir, e.Name()))
	}
	want := []string{second, third}
	for _, name := range others {
		want = append(want, filepath.Join(dir, name))
	}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v; first was %s", left, want, first)
	}
	h, _, _ := parts(t, filed(t, letter(t)))
	if h.Get("To") != "<ann@example.org>" || h.Get("From") != "<plylog@example.org>" {
		t.Errorf("%v", h)
	}
}

// A folder that takes nothing is told of by its stage, and by no address.
func TestFolderInTheWay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	var outcomes []post.Outcome
	c, err := post.Open(post.Config{
		Way: way(t, "dir:"+file), From: address(t, "plylog@example.org"), Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Wait:    func(context.Context, time.Duration) bool { return true },
		Observe: func(o post.Outcome) { outcomes = append(outcomes, o) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Send(address(t, "ann@example.org"), letter(t)); err != nil {
		t.Fatal(err)
	}
	// Its pauses pass at once: what is left is to see it given up.
	c.Settle()
	if err := c.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(outcomes, []post.Outcome{post.Late}) || !strings.Contains(log.String(), "filing") || strings.Contains(log.String(), "ann@") {
		t.Errorf("%v\n%s", outcomes, log.String())
	}
	if _, err := post.Probe(context.Background(), post.Config{Way: way(t, "dir:"+file)}); err == nil {
		t.Error("a file passes for a folder")
	}
	if found, err := post.Probe(context.Background(), post.Config{Way: way(t, "dir:"+t.TempDir())}); err != nil || !strings.HasPrefix(found.Way, "dir:") {
		t.Errorf("%v, %v", found, err)
	}
}

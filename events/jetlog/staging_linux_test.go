package jetlog_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// staged starts a server on a folder and opens its log so that whatever can travels
// in batches.
func staged(t *testing.T, dir string) (*jetlog.Server, *jetlog.Log) {
	t.Helper()
	s := embed(t, jetlog.EmbedOptions{Dir: dir})
	l, err := s.Open(t.Context(), jetlog.Options{Shards: 1, BatchFrom: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return s, l
}

// crowd appends to so many games at once.
func crowd(t *testing.T, l *jetlog.Log, games int) {
	t.Helper()
	var all sync.WaitGroup
	for range games {
		g := logtest.NewGame(t)
		all.Go(func() {
			for range 5 {
				g.Append(t.Context(), t, l)
			}
		})
	}
	all.Wait()
}

// staging returns where a store's batches are staged.
func staging(t *testing.T, dir string) string {
	t.Helper()
	to, err := os.Readlink(filepath.Join(dir, "nats", "jetstream", "$G", "streams", "PLYLOG_00", "batches"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(to)
}

func exists(t *testing.T, file string) bool {
	t.Helper()
	_, err := os.Lstat(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return err == nil
}

// TestStagedInMemory: batches are staged outside the data folder, and nothing of it
// stays when the server has stopped.
func TestStagedInMemory(t *testing.T) {
	dir := t.TempDir()
	s, l := staged(t, dir)
	memory := staging(t, dir)
	if !strings.HasPrefix(memory, "/dev/shm/plylog-staging-") {
		t.Errorf("staged in %s", memory)
	}
	crowd(t, l, 64)
	if err := l.Health(t.Context()); err != nil {
		t.Error(err)
	}
	l.Close()
	s.Close()
	if exists(t, memory) || exists(t, filepath.Join(dir, "staging")) {
		t.Error("the folder in memory, or the note of it, has stayed")
	}
	_, l = staged(t, dir) // over the link that leads nowhere now
	crowd(t, l, 8)
}

// TestStagingLeftBehind: what a killed process left in memory goes with the next
// start; a note that names anything else removes nothing.
func TestStagingLeftBehind(t *testing.T) {
	left, err := os.MkdirTemp("/dev/shm", "plylog-staging-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(left) })
	foreign := filepath.Join(t.TempDir(), "plylog-staging-1")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, note := range []string{
		left,
		foreign,
		"/dev/shm/../" + foreign,
		"",
		"/dev/shm/plylog-staging-none",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "staging"), []byte(note), 0o600); err != nil {
			t.Fatal(err)
		}
		s, l := staged(t, dir)
		l.Close()
		s.Close()
		if exists(t, filepath.Join(dir, "staging")) {
			t.Errorf("the note %q has stayed", note)
		}
	}
	if exists(t, left) {
		t.Error("what was left behind has stayed")
	}
	if !exists(t, foreign) {
		t.Error("a folder that is not ours was removed")
	}
}

// TestStagingOfACopy: a copy of a data folder, made while it is served, links to the
// memory of the server of the original. To start on it does that one no harm.
func TestStagingOfACopy(t *testing.T) {
	dir := t.TempDir()
	_, l := staged(t, dir)
	crowd(t, l, 8)
	copied := t.TempDir()
	streams := filepath.Join("nats", "jetstream", "$G", "streams", "PLYLOG_00")
	if err := os.MkdirAll(filepath.Join(copied, streams), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(copied, streams, "msgs"), os.DirFS(filepath.Join(dir, streams, "msgs"))); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"staging", filepath.Join(streams, "meta.inf"), filepath.Join(streams, "meta.sum")} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, file), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(staging(t, dir), "PLYLOG_00"), filepath.Join(copied, streams, "batches")); err != nil {
		t.Fatal(err)
	}
	_, other := staged(t, copied)
	crowd(t, other, 8)
	if staging(t, copied) == staging(t, dir) || !exists(t, staging(t, dir)) {
		t.Error("the copy shares the memory of the original")
	}
	crowd(t, l, 8)
}

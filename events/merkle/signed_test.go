package merkle_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"plylog/events/merkle"
)

func TestReadSigned(t *testing.T) {
	folder := t.TempDir()
	if signed, err := merkle.ReadSigned(folder); err != nil || len(signed) != 0 {
		t.Errorf("a new folder: %v, %v", signed, err)
	}
	f, err := merkle.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Archive.Close() //nolint:errcheck // nothing depends on it
	sign := func(shard int, size int64) {
		c := merkle.Checkpoint{Origin: merkle.Origin(f.Key.Public().Name(), shard), Size: size, Root: merkle.Hash{byte(size)}}
		note, err := f.Key.Sign(c)
		if err == nil {
			err = f.Archive.Append(note)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	sign(0, 3)
	sign(1, 4)
	if _, err := f.Rotate(folder); err != nil {
		t.Fatal(err)
	}
	sign(0, 9)
	signed, err := merkle.ReadSigned(folder)
	if err != nil || len(signed) != 2 || signed[0].Size != 9 || signed[0].Root != (merkle.Hash{9}) || signed[1].Size != 4 {
		t.Errorf("signed: %v, %v", signed, err)
	}
	all, err := merkle.ReadCheckpoints(folder)
	if err != nil || len(all[0]) != 2 || all[0][0].Size != 3 || all[0][1] != signed[0] || len(all[1]) != 1 {
		t.Errorf("all: %v, %v", all, err)
	}
	for _, name := range []string{merkle.KeyFile, merkle.ArchiveFile} {
		path := filepath.Join(folder, name)
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		if _, err := merkle.ReadSigned(folder); !errors.Is(err, merkle.ErrArchive) {
			t.Errorf("without %s: %v", name, err)
		}
		if err := os.Rename(path+".away", path); err != nil {
			t.Fatal(err)
		}
	}
	other, err := merkle.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Archive.Close() //nolint:errcheck // nothing depends on it
	if err := merkle.WriteKey(filepath.Join(folder, merkle.KeyFile), other.Key); err != nil {
		t.Fatal(err)
	}
	if _, err := merkle.ReadSigned(folder); err == nil {
		t.Error("signed by a key that is not the folder's")
	}
}

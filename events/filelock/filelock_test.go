package filelock_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"plylog/events/filelock"
)

// held names the file that TestMain takes where it is another process.
const held = "FILELOCK_TEST_HELD"

func TestMain(m *testing.M) {
	if path := os.Getenv(held); path != "" {
		f, err := filelock.Take(path)
		if err != nil {
			os.Exit(1)
		}
		fmt.Println("taken")
		_, _ = io.Copy(io.Discard, os.Stdin) // until whoever started it ends
		f.Close()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestOneHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	taken := filelock.Taken(path)
	if _, err := os.Stat(path); taken || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there is taken, or was made: %v", err)
	}
	f, err := filelock.Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("1234"); err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Take(path); !errors.Is(err, filelock.ErrTaken) {
		t.Errorf("taken twice: %v", err)
	}
	if !filelock.Taken(path) {
		t.Error("it is said to be free")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "1234" {
		t.Errorf("others read %q, %v", b, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if filelock.Taken(path) {
		t.Error("it is not given back")
	}
	if f, err = filelock.Take(path); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := filelock.Take(filepath.Join(path, "deeper")); err == nil || errors.Is(err, filelock.ErrTaken) {
		t.Errorf("a file below a file: %v", err)
	}
}

// A process that is killed lets go.
func TestHolderKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), exe)
	c.Env = append(os.Environ(), held+"="+path)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Errorf("%q, %v", line, err)
	}
	if _, err := filelock.Take(path); !errors.Is(err, filelock.ErrTaken) || !filelock.Taken(path) {
		t.Errorf("of another process: %v", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	f, err := filelock.Take(path)
	if err != nil {
		t.Fatalf("its holder is dead: %v", err)
	}
	f.Close()
}

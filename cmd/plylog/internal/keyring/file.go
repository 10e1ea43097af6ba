package keyring

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// appendTo appends lines, in one write, to a file that nobody else can read.
func appendTo(path, lines string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(lines)
	return errors.Join(err, f.Close())
}

// eachLine calls do with the words of each line of a file; one that is not there has
// none. what is in it, for errors.
func eachLine(path, what string, do func(words []string)) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the %s: %w", what, err)
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("reading the %s: %w", what, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("the %s in %s can be read by others (mode %04o); make it 0600", what, path, info.Mode().Perm())
	}
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		do(strings.Fields(scan.Text()))
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("reading the %s: %w", what, err)
	}
	return nil
}

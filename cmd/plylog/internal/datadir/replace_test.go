package datadir_test

import (
	"os"
	"path/filepath"
	"testing"

	"plylog/cmd/plylog/internal/datadir"
)

// TestReplaceLog cuts the replacement of a log off behind every step: whoever opens the
// folder next has the old log or the new one, whole, and can replace it again.
func TestReplaceLog(t *testing.T) {
	for name, c := range map[string]struct {
		there []string // folders, each with a file of its name in it
		want  string   // which one is the log then
	}{
		"before":                        {[]string{"log", "made"}, "log"},
		"the new one has its next name": {[]string{"log", "log.next"}, "log"},
		"the old one is aside":          {[]string{"log.aside", "log.next"}, "log.next"},
		"the new one is in its place":   {[]string{"log.aside", "log"}, "log"},
		"there never was one":           {[]string{"log.next"}, "log.next"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			make := func(folder string) {
				t.Helper()
				if err := os.Mkdir(filepath.Join(data, folder), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(data, folder, folder), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, folder := range c.there {
				make(folder)
			}
			wantLog := func(path, want string) {
				t.Helper()
				if _, err := os.Stat(filepath.Join(path, want)); err != nil {
					t.Error(err)
				}
			}
			wantLog(datadir.LogIn(data), c.want)
			d, err := datadir.Open(data)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close() //nolint:errcheck // of a test
			wantLog(d.Log(), c.want)
			wantLog(filepath.Join(data, "log"), c.want)
			make("again")
			aside := filepath.Join(data, "log.then")
			if err := d.ReplaceLog(filepath.Join(data, "again"), aside); err != nil {
				t.Fatal(err)
			}
			wantLog(d.Log(), "again")
			wantLog(aside, c.want)
			if _, err := os.Stat(d.Log() + ".next"); err == nil {
				t.Error("something is left")
			}
		})
	}
}

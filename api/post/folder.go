package post

import (
	"context"
	"crypto/rand"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
)

// folderCarrier puts letters into a folder, for development.
type folderCarrier struct {
	dir string
	now func() time.Time
}

// letterKept is for how long a letter lies in its folder: its link died long before.
const letterKept = 24 * time.Hour

// carry writes one message as a file that its owner alone may read, and says where it
// lies. Letters that have lain there for a day are taken away. Errors: *Failure.
func (c *folderCarrier) carry(_ context.Context, m *mail.Msg) (string, error) {
	root, err := c.open()
	if err != nil {
		return "", fileFailure(err)
	}
	defer root.Close() //nolint:errcheck // nothing is written through the folder itself
	c.sweep(root)
	name := c.now().UTC().Format("20060102T150405Z") + "-" + rand.Text()[:8] + ".eml"
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fileFailure(err)
	}
	_, err = m.WriteTo(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = root.Remove(name) // half a letter is none
		return "", fileFailure(err)
	}
	return filepath.Join(c.dir, name), nil
}

// open opens the folder, which is made where it is not there.
func (c *folderCarrier) open() (*os.Root, error) {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(c.dir)
}

// sweep takes old letters away, and nothing else that lies there.
func (c *folderCarrier) sweep(root *os.Root) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return // the letter says whether the folder is of use
	}
	for _, e := range entries {
		stamp, _, ok := strings.Cut(e.Name(), "-")
		at, err := time.Parse("20060102T150405Z", stamp)
		if ok && err == nil && path.Ext(e.Name()) == ".eml" && c.now().Sub(at) > letterKept {
			_ = root.Remove(e.Name()) // next time, if not now
		}
	}
}

// fileFailure says why a folder did not take a letter: another letter may find room.
func fileFailure(err error) *Failure {
	why := "the folder cannot be written"
	if os.IsPermission(err) {
		why = "the folder may not be written"
	}
	return &Failure{Stage: Filing, Why: why}
}

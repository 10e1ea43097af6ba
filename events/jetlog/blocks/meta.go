package blocks

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	metaFile = "meta.inf" // how the stream is set up, as JSON
	metaSum  = "meta.sum" // the checksum of that, as text
	metaKey  = "meta.key" // only of an encrypted stream
)

var (
	errMetaSum   = errors.New("it is not what its checksum in " + metaSum + " says")
	errEncrypted = errors.New("the stream is encrypted")
)

// Meta reads how the stream is set up: the JSON of its configuration. A stream
// where that is not in order the server passes over in silence.
func (s Stream) Meta() ([]byte, error) {
	path := filepath.Join(s.Dir, metaFile)
	if _, err := os.Lstat(filepath.Join(s.Dir, metaKey)); err == nil {
		return nil, &Damage{File: path, Offset: -1, Err: errEncrypted}
	}
	b, err := os.ReadFile(path)
	if err == nil {
		var sum []byte
		if sum, err = os.ReadFile(filepath.Join(s.Dir, metaSum)); err == nil {
			if hex.EncodeToString(newHasher(s.Name).of(b)) != string(sum) {
				return nil, &Damage{File: path, Offset: -1, Err: errMetaSum}
			}
			return b, nil
		}
		path = filepath.Join(s.Dir, metaSum)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Damage{File: path, Offset: -1, Err: errNoBlock}
	}
	return nil, err
}

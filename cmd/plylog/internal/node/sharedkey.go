package node

import (
	"context"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"plylog/api/people/vault"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// keyName is under what the nodes of a store agree on the key of its checkpoints.
const keyName = "key.checkpoints"

// agreedKey is what they agree on.
type agreedKey struct {
	Key       []byte   `json:"key"`                 // sealed: only who has the secret of the store can read it
	Rotations [][]byte `json:"rotations,omitempty"` // signed, by which it followed from those before
}

// errOtherKey: the data folder has a key of its own, which is not that of the store.
var errOtherKey = errors.New("this node has another key for checkpoints than the others")

// shareKey gives a data folder the key that the nodes of the store sign with. The first
// node brings its own, or makes one.
func shareKey(ctx context.Context, leases *jetlog.Leases, data string, secret []byte) error {
	seal, err := vault.Sealing(secret, "plylog checkpoint key")
	if err != nil {
		return err
	}
	for {
		err := shareKeyOnce(ctx, leases, data, seal)
		if !errors.Is(err, jetlog.ErrOther) || ctx.Err() != nil {
			return err
		}
	}
}

// shareKeyOnce is one try; an error that wraps jetlog.ErrOther asks for another.
func shareKeyOnce(ctx context.Context, leases *jetlog.Leases, data string, seal cipher.AEAD) (err error) {
	value, rev, err := leases.Agreed(ctx, keyName)
	if err != nil {
		return err
	}
	var agreed agreedKey
	var theirs *merkle.Key
	if value != nil {
		if theirs, err = agreed.open(value, seal); err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(data, merkle.KeyFile)); errors.Is(err, os.ErrNotExist) {
			if err := merkle.Adopt(data, theirs); err != nil {
				return notSigned(err)
			}
		}
	}
	f, err := openFolder(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Archive.Close()) }()
	ours := f.Key.Public()
	switch {
	case theirs == nil: // the first node of the store
		return agree(ctx, leases, f, rev, seal)
	case ours == theirs.Public():
		return nil
	case slices.Contains(f.Summary.Keys, theirs.Public()): // it was replaced here
		return agree(ctx, leases, f, rev, seal)
	case f.Summary.Count == 0: // made a moment ago, and another node was first
		return merkle.Adopt(data, theirs)
	}
	if err := f.Follow(data, theirs, agreed.Rotations); err != nil {
		return fmt.Errorf("%w (%s, not %s): put the files %s and %s of this folder away, and the node takes the key of the others: %w",
			errOtherKey, ours, theirs.Public(), merkle.KeyFile, merkle.ArchiveFile, err)
	}
	return nil
}

// agree makes the key of a folder that of the store.
func agree(ctx context.Context, leases *jetlog.Leases, f *merkle.Folder, rev uint64, seal cipher.AEAD) error {
	value, err := json.Marshal(agreedKey{Key: seal.Seal(nil, nil, []byte(f.Key.Secret()), []byte(keyName)), Rotations: f.Summary.Rotations})
	if err != nil {
		return err
	}
	return leases.Agree(ctx, keyName, value, rev)
}

// open reads what was agreed on.
func (a *agreedKey) open(value []byte, seal cipher.AEAD) (*merkle.Key, error) {
	if err := json.Unmarshal(value, a); err != nil {
		return nil, fmt.Errorf("the key that the nodes share: %w", err)
	}
	text, err := seal.Open(nil, nil, a.Key, []byte(keyName))
	if err != nil {
		return nil, errors.New("the key that the nodes share was sealed with another secret")
	}
	return merkle.ParseKey(string(text))
}

package jetlog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plylog/events/durable"
	"plylog/events/jetlog/blocks"
)

// A server that stops in order leaves a note of what it leaves: how long the
// blocks are, and the digest of the files that it does not write through. With the
// note nothing may differ; without it (it is removed at the start) a cut-off last
// write and an old or broken index are what a killed process or a power cut leave.

const stopFile = "stopped"

// stopNote is what the note says.
type stopNote struct {
	Streams map[string]stopStream `json:"streams"`
}

// stopStream is how a stream was left.
type stopStream struct {
	Blocks int    `json:"blocks"`
	Bytes  int64  `json:"bytes"`
	Ends   string `json:"ends"`  // the checksum of the last record
	Index  string `json:"index"` // SHA-256; empty: there was none
}

// readStop reads the note of a data folder; nil if there is none, or none that can
// be read.
func readStop(dir string) (*stopNote, error) {
	b, err := os.ReadFile(filepath.Join(dir, stopFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var n stopNote
	if json.Unmarshal(b, &n) != nil {
		return nil, nil // half written in a power cut
	}
	return &n, nil
}

// forgetStop removes the note for good: one that came back after a power cut
// would say what is no longer so.
func forgetStop(dir string) error {
	err := os.Remove(filepath.Join(dir, stopFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return durable.Path(dir)
}

// writeStop notes how the streams were left.
func writeStop(dir string) error {
	store := filepath.Join(dir, storeFolder)
	found, err := findStreams(store)
	if err != nil {
		return err
	}
	n := stopNote{Streams: make(map[string]stopStream)}
	for i := range found {
		s := streamAt(store, StreamName(i))
		if n.Streams[s.Name], err = leftStream(s); err != nil {
			return err
		}
		if n.Streams[s.Name].Index != "" { // the server does not
			if err := errors.Join(durable.Path(s.IndexFile()), durable.Path(filepath.Dir(s.IndexFile()))); err != nil {
				return err
			}
		}
	}
	b, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stopFile), b, 0o600)
}

// leftStream looks at how a stream is.
func leftStream(s blocks.Stream) (stopStream, error) {
	e, err := s.Extent()
	if err != nil {
		return stopStream{}, err
	}
	at := stopStream{Blocks: e.Blocks, Bytes: e.Bytes, Ends: hex.EncodeToString(e.Sum[:])}
	b, err := os.ReadFile(s.IndexFile())
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil
	}
	sum := sha256.Sum256(b)
	at.Index = hex.EncodeToString(sum[:])
	return at, err
}

// differs says how a stream is not as it was left; nil: it is.
func (n *stopNote) differs(s blocks.Stream) error {
	was, ok := n.Streams[s.Name]
	now, err := leftStream(s)
	switch {
	case err != nil:
		return err
	case !ok:
		return &blocks.Damage{File: s.Dir, Offset: -1, Err: errors.New("it was not there when the server stopped")}
	case now.Blocks != was.Blocks || now.Bytes != was.Bytes:
		return &blocks.Damage{File: s.Dir, Offset: -1, Err: fmt.Errorf(
			"%d bytes in %d blocks, and there were %d in %d when the server stopped", now.Bytes, now.Blocks, was.Bytes, was.Blocks)}
	case now.Ends != was.Ends:
		return &blocks.Damage{File: s.Dir, Offset: -1, Err: errors.New("its last record is not the one with which the server stopped")}
	case now.Index != was.Index:
		return &blocks.Damage{File: s.IndexFile(), Offset: -1, Err: errors.New(
			"the index is not the one with which the server stopped; without it and without the file " + stopFile + " the server makes it anew")}
	}
	return nil
}

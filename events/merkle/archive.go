package merkle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plylog/events/durable"
)

// ErrArchive is wrapped where the file of checkpoints is not what it was written as.
var ErrArchive = errors.New("the file of checkpoints is damaged")

// Record is one signed note of an archive: a checkpoint or a rotation.
type Record struct {
	Offset     int64 // where it begins in the file
	Note       []byte
	Checkpoint *Checkpoint // as it says; its signature is not checked
	Rotation   *Rotation   // both signatures checked
}

// ReadArchive reads records, each a signed note with an empty line behind it, and
// hands them over in order. What a crash left of a last record is no record: torn
// is its length in bytes. Errors wrap ErrArchive, or come from each or r.
func ReadArchive(r io.Reader, each func(Record) error) (torn int64, err error) {
	in := bufio.NewReaderSize(r, mostNote)
	for at := int64(0); ; {
		raw, err := readRecord(in)
		if errors.Is(err, io.EOF) {
			return int64(len(raw)), nil
		}
		if err != nil {
			return 0, fmt.Errorf("%w at byte %d: %w", ErrArchive, at, err)
		}
		rec := Record{Offset: at, Note: raw[:len(raw)-1]}
		if err := rec.parse(); err != nil {
			return 0, fmt.Errorf("%w at byte %d: %w", ErrArchive, at, err)
		}
		if err := each(rec); err != nil {
			return 0, err
		}
		at += int64(len(raw))
	}
}

// readRecord reads up to the second empty line: behind the text, and behind the
// signatures. io.EOF comes with what there was of a record.
func readRecord(in *bufio.Reader) ([]byte, error) {
	var raw []byte
	for empty := 0; empty < 2; {
		line, err := in.ReadSlice('\n')
		raw = append(raw, line...)
		if len(raw) > mostNote {
			return nil, fmt.Errorf("%w note: more than %d bytes", ErrMalformed, mostNote)
		}
		if err != nil {
			return raw, err
		}
		if len(line) == 1 {
			empty++
		}
	}
	return raw, nil
}

func (rec *Record) parse() error {
	text, signatures, _ := strings.Cut(string(rec.Note), "\n\n")
	if text += "\n"; isRotation(text) {
		r, err := ParseRotation(rec.Note)
		rec.Rotation = &r
		return err
	}
	for line := range strings.Lines(signatures) {
		if !strings.HasPrefix(line, "— ") || !strings.HasSuffix(line, "\n") {
			return fmt.Errorf("%w signature", ErrMalformed)
		}
	}
	if signatures == "" {
		return ErrUnsigned
	}
	c, err := ParseCheckpoint(text)
	rec.Checkpoint = &c
	return err
}

// Summary is what an archive comes to.
type Summary struct {
	Last  map[string]Record // the newest checkpoint of each origin
	Keys  []PublicKey       // the store's keys as rotations name them, the newest last; empty: never rotated
	Count int               // records
	// Rotations are the notes behind Keys, for whoever knows an older key.
	Rotations [][]byte
	Torn      int64 // bytes of a last record that a crash cut off
	Size      int64 // bytes up to there
}

// Summarise reads an archive. Sizes must not go back, and rotations must follow
// from each other. Errors wrap ErrArchive or ErrRotation.
func Summarise(r io.Reader) (*Summary, error) {
	s := &Summary{Last: make(map[string]Record)}
	torn, err := ReadArchive(r, func(rec Record) error {
		s.Count++
		s.Size = rec.Offset + int64(len(rec.Note)) + 1
		if rec.Rotation != nil {
			s.Rotations = append(s.Rotations, rec.Note)
			return s.Rotate(*rec.Rotation)
		}
		last, ok := s.Last[rec.Checkpoint.Origin]
		if ok && (rec.Checkpoint.Size < last.Checkpoint.Size || rec.Checkpoint.Size == last.Checkpoint.Size && rec.Checkpoint.Root != last.Checkpoint.Root) {
			return fmt.Errorf("%w at byte %d: %s has %d events with root %s, and had %d with root %s", ErrArchive, rec.Offset,
				rec.Checkpoint.Origin, rec.Checkpoint.Size, rec.Checkpoint.Root, last.Checkpoint.Size, last.Checkpoint.Root)
		}
		s.Last[rec.Checkpoint.Origin] = rec
		return nil
	})
	s.Torn = torn
	return s, err
}

// Rotate adds a rotation to the store's keys. Errors wrap ErrRotation.
func (s *Summary) Rotate(r Rotation) error {
	for i := 1; i < len(s.Keys); i++ {
		if s.Keys[i-1] == r.Old && s.Keys[i] == r.New {
			return nil // told again: whoever keeps checkpoints gets it with every one
		}
	}
	if len(s.Keys) == 0 {
		s.Keys = []PublicKey{r.Old}
	}
	if s.Keys[len(s.Keys)-1] != r.Old {
		return fmt.Errorf("%w: %s is replaced, and the last key was %s", ErrRotation, r.Old, s.Keys[len(s.Keys)-1])
	}
	s.Keys = append(s.Keys, r.New)
	return nil
}

// Trust extends trust in one of a store's keys to the keys that were there before
// and came after it: each pair has signed for each other.
func (s *Summary) Trust(t Trust) Trust {
	for _, mine := range t {
		for _, k := range s.Keys {
			if mine == k {
				return append(t[:len(t):len(t)], s.Keys...)
			}
		}
	}
	return t
}

// Check checks the signatures of the newest checkpoints, extending trust as Trust
// does. Errors are those of Trust.Open.
func (s *Summary) Check(t Trust) error {
	t = s.Trust(t)
	for _, origin := range slices.Sorted(maps.Keys(s.Last)) {
		if _, err := t.Open(s.Last[origin].Note); err != nil {
			return fmt.Errorf("the newest checkpoint of %s: %w", origin, err)
		}
	}
	return nil
}

// ReadArchiveFile summarises a file, which may be missing: then nothing is in it.
func ReadArchiveFile(path string) (*Summary, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Summary{Last: make(map[string]Record)}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoints: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	s, err := Summarise(f)
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoints in %s: %w", path, err)
	}
	return s, nil
}

// Archive is a file to which signed notes are appended. Not for concurrent use.
type Archive struct {
	file *os.File
	size int64
	err  error // why it takes no more
}

// OpenArchive opens the file, made if there is none, and summarises it. What a
// crash left of a last record is cut off: nobody was ever given it.
func OpenArchive(path string) (*Archive, *Summary, error) {
	s, err := ReadArchiveFile(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the checkpoints: %w", err)
	}
	if s.Torn > 0 {
		err = f.Truncate(s.Size)
	}
	if err == nil {
		err = errors.Join(f.Sync(), durable.Path(filepath.Dir(path)))
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("opening the checkpoints in %s: %w", path, err), f.Close())
	}
	return &Archive{file: f, size: s.Size}, s, nil
}

// Append writes notes and returns when they are on disk. A failed write leaves the
// file at what it was; if not even that succeeds, nothing more is written.
func (a *Archive) Append(notes ...[]byte) error {
	if a.err != nil {
		return a.err
	}
	var b []byte
	for _, n := range notes {
		b = append(append(b, n...), '\n')
	}
	_, err := a.file.Write(b)
	if err == nil {
		err = a.file.Sync()
	}
	if err == nil {
		a.size += int64(len(b))
		return nil
	}
	err = fmt.Errorf("writing checkpoints: %w", err)
	if undo := a.file.Truncate(a.size); undo != nil {
		a.err = errors.Join(err, undo)
	}
	return err
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

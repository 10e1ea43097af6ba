package merkle

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var (
	// ErrMalformed is wrapped where something is not of the form that it has.
	ErrMalformed = errors.New("malformed")
	// ErrUnsigned is wrapped where no trusted key has signed.
	ErrUnsigned = errors.New("not signed by a key that is trusted")
	// ErrForged is wrapped where a signature is wrong.
	ErrForged = errors.New("the signature is wrong")
)

// mostNote is the largest signed note that is read, with the signatures of some
// witnesses.
const mostNote = 8 << 10

// Checkpoint is the size and the root of a tree, and whose tree it is.
type Checkpoint struct {
	Origin string // names store and shard, for ever
	Size   int64  // number of leaves
	Root   Hash
}

// Origin names the tree of one shard of a store.
func Origin(store string, shard int) string { return fmt.Sprintf("%s/%02d", store, shard) }

// ShardOf splits an origin into the name of its store and the shard; false for one
// that Origin does not write.
func ShardOf(origin string) (store string, shard int, ok bool) {
	at := strings.LastIndexByte(origin, '/')
	if at < 1 || len(origin)-at != 3 {
		return "", 0, false
	}
	n, err := strconv.ParseUint(origin[at+1:], 10, 8)
	return origin[:at], int(n), err == nil
}

// Text is what is signed: three lines.
func (c Checkpoint) Text() string {
	return c.Origin + "\n" + strconv.FormatInt(c.Size, 10) + "\n" + c.Root.String() + "\n"
}

// ParseCheckpoint reads the text of a checkpoint. Extension lines are refused:
// nobody could check them. Errors wrap ErrMalformed.
func ParseCheckpoint(text string) (Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return Checkpoint{}, fmt.Errorf("%w checkpoint: want an origin, a size and a root", ErrMalformed)
	}
	if !nameOK(lines[0]) {
		return Checkpoint{}, fmt.Errorf("%w checkpoint: origin %.80q", ErrMalformed, lines[0])
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return Checkpoint{}, fmt.Errorf("%w checkpoint: size %.40q", ErrMalformed, lines[1])
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil || root.String() != lines[2] {
		return Checkpoint{}, fmt.Errorf("%w checkpoint: root %.60q", ErrMalformed, lines[2])
	}
	return Checkpoint{Origin: lines[0], Size: size, Root: root}, nil
}

// Sign returns the checkpoint as a signed note.
func (k *Key) Sign(c Checkpoint) ([]byte, error) {
	return note.Sign(&note.Note{Text: c.Text()}, k.as(c.Origin))
}

// Signed is a checkpoint whose signatures were checked.
type Signed struct {
	Checkpoint
	Note      []byte   // as it was signed
	Witnesses []string // the trusted ones that have cosigned
}

// Open reads a signed checkpoint and checks every signature by a trusted key.
// Errors wrap ErrMalformed, ErrForged or ErrUnsigned.
func (t Trust) Open(msg []byte) (Signed, error) {
	n, err := t.open(msg)
	if err != nil {
		return Signed{}, err
	}
	c, err := ParseCheckpoint(n.Text)
	if err != nil {
		return Signed{}, err
	}
	out := Signed{Checkpoint: c, Note: msg}
	own := false
	for _, s := range n.Sigs {
		if k, ok := t.find(s.Name, s.Hash); ok && k.kind == kindCosigner {
			out.Witnesses = append(out.Witnesses, s.Name)
		} else if s.Name == c.Origin {
			own = true
		}
	}
	if !own {
		return Signed{}, fmt.Errorf("checkpoint of %s: %w", c.Origin, ErrUnsigned)
	}
	return out, nil
}

// open checks the signatures of a note.
func (t Trust) open(msg []byte) (*note.Note, error) {
	if len(msg) > mostNote {
		return nil, fmt.Errorf("%w note: more than %d bytes", ErrMalformed, mostNote)
	}
	n, err := note.Open(msg, t)
	var wrong *note.InvalidSignatureError
	var unknown *note.UnverifiedNoteError
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%w: by %s", ErrForged, wrong.Name)
	case errors.As(err, &unknown):
		return nil, fmt.Errorf("%.80s: %w", firstLine(unknown.Note.Text), ErrUnsigned)
	case err != nil:
		return nil, fmt.Errorf("%w note: %w", ErrMalformed, err)
	}
	for _, s := range n.Sigs {
		// A note has one spelling: no stray bits at the end of the base64.
		if _, err := base64.StdEncoding.Strict().DecodeString(s.Base64); err != nil {
			return nil, fmt.Errorf("%w note: the signature by %s: %w", ErrMalformed, s.Name, err)
		}
	}
	return n, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

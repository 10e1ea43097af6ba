package merkle

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// rotationTag is the first line of a rotation; no origin is spelled like it.
const rotationTag = "plylog-key-rotation/1"

// ErrRotation is wrapped where a key does not follow from the one before.
var ErrRotation = errors.New("the keys do not follow from each other")

// Rotation says that a store's key is another from now on. Both keys have signed it.
type Rotation struct {
	Old, New PublicKey
}

// Rotate returns the signed note by which next takes the place of k.
func (k *Key) Rotate(next *Key) ([]byte, error) {
	r := Rotation{k.public, next.public}
	if err := r.check(); err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: r.text()}, k.as(k.public.name), next.as(next.public.name))
}

func (r Rotation) text() string {
	return rotationTag + "\n" + r.Old.String() + "\n" + r.New.String() + "\n"
}

func (r Rotation) check() error {
	if r.Old.name != r.New.name || r.Old.key == r.New.key || r.Old.kind != kindLog || r.New.kind != kindLog {
		return fmt.Errorf("%w: from a key of %s to one of %s", ErrRotation, r.Old.name, r.New.name)
	}
	return nil
}

// isRotation reports whether a note says that it is one.
func isRotation(text string) bool { return strings.HasPrefix(text, rotationTag+"\n") }

// ParseRotation reads a rotation and checks both signatures. That says nothing
// about whether the old key is to be trusted. Errors wrap ErrMalformed, ErrForged,
// ErrUnsigned or ErrRotation.
func ParseRotation(msg []byte) (Rotation, error) {
	text, _, _ := strings.Cut(string(msg), "\n\n")
	lines := strings.Split(text, "\n")
	if len(msg) > mostNote || len(lines) != 3 || lines[0] != rotationTag {
		return Rotation{}, fmt.Errorf("%w rotation of keys", ErrMalformed)
	}
	old, err := ParsePublicKey(lines[1])
	if err != nil {
		return Rotation{}, err
	}
	next, err := ParsePublicKey(lines[2])
	if err != nil {
		return Rotation{}, err
	}
	r := Rotation{old, next}
	if err := r.check(); err != nil {
		return Rotation{}, err
	}
	for _, k := range []PublicKey{old, next} {
		n, err := (Trust{k}).open(msg)
		if err != nil {
			return Rotation{}, err
		}
		if n.Text != r.text() {
			return Rotation{}, fmt.Errorf("%w rotation of keys", ErrMalformed)
		}
	}
	return r, nil
}

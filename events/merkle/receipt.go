package merkle

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"plylog/events"
)

const (
	receiptTag  = "c2sp.org/tlog-proof@v1"
	mostReceipt = events.MostBytes*4/3 + mostNote + 64*45 + 256
)

// Receipt proves that an event is in a log: the event, its path to the root, and a
// checkpoint that states the root (c2sp.org/tlog-proof, the event as extra data).
// The last event of a game holds the hash of the one before it, and so on, so that
// its receipt covers the game.
type Receipt struct {
	Event []byte // its stored bytes
	Index int64  // its position in the shard, from 0
	Path  []Hash
	Note  []byte // a signed checkpoint
}

// Marshal writes the receipt.
func (r *Receipt) Marshal() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nextra %s\nindex %d\n", receiptTag, base64.StdEncoding.EncodeToString(r.Event), r.Index)
	for _, h := range r.Path {
		b.WriteString(h.String() + "\n")
	}
	b.WriteByte('\n')
	b.Write(r.Note)
	return []byte(b.String())
}

// IsReceipt reports whether data says that it is a receipt.
func IsReceipt(data []byte) bool {
	return strings.HasPrefix(string(data[:min(len(data), len(receiptTag)+1)]), receiptTag+"\n")
}

// ParseReceipt reads what Marshal writes. Errors wrap ErrMalformed.
func ParseReceipt(data []byte) (*Receipt, error) {
	bad := func(what string) (*Receipt, error) { return nil, fmt.Errorf("%w receipt: %s", ErrMalformed, what) }
	if len(data) > mostReceipt {
		return bad("too large")
	}
	head, rest, ok := strings.Cut(string(data), "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || len(lines) < 3 || lines[0] != receiptTag {
		return bad("want " + receiptTag + ", the event, its index, its path and a checkpoint")
	}
	text, ok := strings.CutPrefix(lines[1], "extra ")
	event, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(event) == 0 || len(event) > events.MostBytes {
		return bad("the event is missing or not in base64")
	}
	number, ok := strings.CutPrefix(lines[2], "index ")
	index, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || index < 0 {
		return bad("the index is missing or no number")
	}
	r := &Receipt{Event: event, Index: index, Note: []byte(rest)}
	if len(lines)-3 > 63 {
		return bad("a path of more than 63 hashes")
	}
	for _, l := range lines[3:] {
		h, err := tlog.ParseHash(l)
		if err != nil {
			return bad("a hash of the path cannot be read")
		}
		r.Path = append(r.Path, h)
	}
	if string(r.Marshal()) != string(data) {
		return bad("not in the one spelling")
	}
	return r, nil
}

// Check checks the receipt's signature and path, and returns the checkpoint that
// it rests on. Errors are those of Trust.Open; a path that does not lead from the
// event to the root wraps ErrForged.
func (r *Receipt) Check(t Trust) (Signed, error) {
	s, err := t.Open(r.Note)
	if err != nil {
		return Signed{}, err
	}
	if err := tlog.CheckRecord(r.Path, s.Size, s.Root, r.Index, Leaf(r.Event)); err != nil {
		return Signed{}, fmt.Errorf("%w: the path does not lead from the event to the checkpoint's root", ErrForged)
	}
	return s, nil
}

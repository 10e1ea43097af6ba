package jetlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"plylog/events"
)

// answer is what the store said to a publish, or why it is not known.
type answer struct {
	err error // the outcome is unknown
	ack ack
}

// ack is the store's answer as JetStream writes it.
type ack struct {
	Seq   uint64   `json:"seq"`
	Count int      `json:"count"` // of a batch
	Error *refusal `json:"error"`
}

type refusal struct {
	Code        int    `json:"code"`
	ErrCode     int    `json:"err_code"`
	Description string `json:"description"`
}

// The error codes of JetStream that say something of one append.
const (
	codeWrongSequence = 10071 // the subject's last message is another
	codeInFlight      = 10164 // something of this subject is still on its way
)

// statusNoResponders: nobody listens to the subject just now; nothing was stored.
const statusNoResponders = 503

var (
	// errNoAnswer is why an outcome is unknown when the store kept silent.
	errNoAnswer = fmt.Errorf("%w: no answer from the store", events.ErrAway)
	// errDisconnected is why an outcome is unknown when the connection broke.
	errDisconnected = fmt.Errorf("%w: connection to the store lost", events.ErrAway)
)

// read takes a message for an answer.
func read(m *nats.Msg) answer {
	if len(m.Data) == 0 && m.Header.Get("Status") == strconv.Itoa(statusNoResponders) {
		return answer{ack: ack{Error: &refusal{Code: statusNoResponders, Description: "no stream listens"}}}
	}
	var a answer
	if seq, ok := plainAck(m.Data); ok {
		a.ack.Seq = seq
		return a
	}
	if err := json.Unmarshal(m.Data, &a.ack); err != nil {
		a.err = fmt.Errorf("the store answered %.80q: %w", m.Data, err)
	}
	return a
}

// plainAck reads the answer to a single publish as the server spells it, which takes
// a tenth of the time. Any other spelling is not taken.
func plainAck(data []byte) (seq uint64, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte(`{"stream":"`))
	if !ok {
		return 0, false
	}
	stream, rest, _ := bytes.Cut(rest, []byte(`","seq":`))
	digits, ok := bytes.CutSuffix(rest, []byte("}"))
	if !ok || len(digits) == 0 || digits[0] == '0' || bytes.ContainsAny(stream, "\"\\") {
		return 0, false
	}
	seq, err := strconv.ParseUint(string(digits), 10, 64)
	return seq, err == nil
}

// notSent is the answer to what the connection did not take.
func notSent(err error) answer {
	if errors.Is(err, nats.ErrReconnectBufExceeded) {
		return answer{ack: ack{Error: &refusal{Code: statusNoResponders, Description: "not connected to the store"}}}
	}
	return answer{err: err}
}

// stored: the store said yes.
func (a answer) stored() bool { return a.err == nil && a.ack.Error == nil }

// refused: the store said no, whatever the reason; nothing was stored.
func (a answer) refused() bool { return a.err == nil && a.ack.Error != nil }

// conflict: the game went on.
func (a answer) conflict() bool { return a.refused() && a.ack.Error.ErrCode == codeWrongSequence }

// passing: the same may be tried again in a moment.
func (a answer) passing() bool {
	return a.refused() && (a.ack.Error.ErrCode == codeInFlight || a.ack.Error.Code == statusNoResponders)
}

// error says why the outcome is unknown.
func (a answer) error() error {
	if a.refused() {
		return fmt.Errorf("refused: %s (%d)", a.ack.Error.Description, a.ack.Error.ErrCode)
	}
	return a.err
}

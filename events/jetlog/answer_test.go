package jetlog

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
)

// Case trust A 20: a lost race has two codes. One says that the game went on; the other
// says nothing yet, and the same append is sent again. Neither leaves the outcome open.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name                               string
		said                               string
		stored, refused, conflict, passing bool
	}{
		{"stored", `{"stream":"PLYLOG_00","seq":7}`, true, false, false, false},
		{"the game went on", `{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 7"}}`, false, true, true, false},
		{"in flight, without a number", `{"error":{"code":400,"err_code":10164,"description":"wrong last sequence"}}`, false, true, false, true},
		{"a batch with a message twice", `{"error":{"code":400,"err_code":10201,"description":"batch publish contains duplicate message id"}}`, false, true, false, false},
		{"nonsense", `wrong last sequence`, false, false, false, false},
	} {
		a := read(&nats.Msg{Data: []byte(c.said)})
		if a.stored() != c.stored || a.refused() != c.refused || a.conflict() != c.conflict || a.passing() != c.passing {
			t.Errorf("%s: stored %v, refused %v, conflict %v, passing %v", c.name, a.stored(), a.refused(), a.conflict(), a.passing())
		}
	}
	for said, want := range map[string]uint64{
		`{"stream":"PLYLOG_00","seq":7}`: 7, `{"stream":"PLYLOG_00","seq":18446744073709551615}`: 18446744073709551615,
		`{"stream":"PLYLOG_00", "seq":7}`: 7, `{"stream":"PLYLOG_00","domain":"hub","seq":7}`: 7, `{"seq":7,"stream":"PLYLOG_00"}`: 7,
		`{"stream":"PLYLOG_00","seq":7,"batch":"x","count":3}`: 7, `{"stream":"PLYLOG_00","seq":7,"duplicate":true}`: 7, `{"stream":"a\"b","seq":7}`: 7,
		`{"stream":"PLYLOG_00","seq":07}`: 0, `{"stream":"PLYLOG_00","seq":18446744073709551616}`: 0, `{"stream":"PLYLOG_00","seq":}`: 0, `{"stream":"PLYLOG_00","seq":7`: 0,
	} {
		if a := read(&nats.Msg{Data: []byte(said)}); a.ack.Seq != want || (a.err == nil) != (want > 0) {
			t.Errorf("%s: position %d, %v", said, a.ack.Seq, a.err)
		}
	}
	if a := read(&nats.Msg{Header: nats.Header{"Status": {"503"}}}); !a.passing() || a.conflict() {
		t.Errorf("without anybody who listens: %+v", a)
	}
	if a := notSent(errors.New("broken")); a.stored() || a.refused() {
		t.Errorf("not sent: %+v", a)
	}
}

package outage

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

// What another node tells is taken as a whole or not at all, and what a node says it
// understands itself.
func TestReport(t *testing.T) {
	v := newView("a", 2)
	v.begin(began, began.Add(time.Second))
	v.serves = began.Add(time.Second)
	v.shards[1].answered(began.Add(5 * time.Second))
	said := v.report(began.Add(7*time.Second), true, false).bytes()
	want := `{"node":"a","ask":true,"serves":6000,"shards":[{"good":7000,"silences":[]},{"good":2000,"silences":[[7000,2000]]}]}`
	if string(said) != want {
		t.Errorf("says %s\nwant %s", said, want)
	}
	if r, err := parse(said, 2); err != nil || !bytes.Equal(r.bytes(), said) {
		t.Errorf("reads %+v, %v", r, err)
	}
	for _, bad := range []string{
		"", "null", "{}", `[]`, strings.Replace(want, `"a"`, `""`, 1), strings.Replace(want, `"a"`, `"`+strings.Repeat("a", 65)+`"`, 1),
		strings.Replace(want, "6000", "-1", 1), strings.Replace(want, "6000", "9e18", 1), strings.Replace(want, "7000,2000", "1,2", 1),
		strings.Replace(want, "[[7000,2000]]", "["+strings.Repeat("[1,1],", 16)+"[1,1]]", 1), strings.Replace(want, "serves", "served", 1),
		want + want, strings.Repeat(" ", 64<<10) + want,
	} {
		if _, err := parse([]byte(bad), 2); !errors.Is(err, errReport) {
			t.Errorf("%.80q: %v", bad, err)
		}
	}
	if _, err := parse(said, 3); !errors.Is(err, errReport) {
		t.Errorf("of another number of shards: %v", err)
	}
}

// FuzzReport has a node hear anything: it must not fall over, and nothing that is told
// makes an outage of a time in which it stored events itself.
func FuzzReport(f *testing.F) {
	f.Add([]byte(`{"node":"b","serves":6000,"shards":[{"good":7000,"silences":[[9000,8000]]}]}`))
	f.Add([]byte(`{"node":"b","gone":true,"serves":null,"shards":[{"good":null,"silences":[]}]}`))
	f.Fuzz(func(t *testing.T, said []byte) {
		r, err := parse(said, 1)
		if err != nil {
			return
		}
		v := newView("a", 1)
		v.begin(began, began)
		v.shards[0].answered(began.Add(time.Second))
		v.hear(r, began.Add(time.Second))
		v.shards[0].answered(began.Add(10 * time.Second))
		v.hear(r, began.Add(11*time.Second))
		own := []span{{began.Add(time.Second), began.Add(10 * time.Second)}}
		for _, o := range v.settle(began.Add(time.Minute))[0] {
			if len(common([]span{o.span}, own, o.long()-1)) == 0 {
				t.Errorf("%v to %v is an outage", o.from.Sub(began), o.to.Sub(began))
			}
		}
	})
}

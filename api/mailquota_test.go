package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"
)

// Who asks for too many letters is refused; whose mailbox has had enough gets no
// more, and the answer does not tell.
func TestMailQuota(t *testing.T) {
	rate := func(n int) Rate { return Rate{PerSecond: 0.001, Burst: n} }
	now := time.Unix(1_800_000_000, 0)
	limits := Limits{Mail: MailQuota{Mailbox: rate(2), Address: rate(5), Network: rate(7), All: rate(12)}}
	s := &Server{cfg: Config{Now: func() time.Time { return now }, Observer: nobody{}}, quotas: newQuotas(limits)}
	ask := func(from, mailbox string) (send bool, h http.Header, err error) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/v1/signin", nil)
		r.RemoteAddr = from + ":1"
		send, err = s.mayMail(w, r, mailbox)
		return send, w.Header(), err
	}
	for i, c := range []struct {
		from, mailbox string
		sent, refused bool
	}{
		{"192.0.2.1", "ann@example.org", true, false},
		{"192.0.2.1", "ann@example.org", true, false},
		{"192.0.2.1", "ann@example.org", false, false}, // nothing is told
		{"192.0.2.1", "bob@example.org", true, false},
		{"192.0.2.1", "cid@example.org", true, false},
		{"192.0.2.1", "dan@example.org", false, true}, // five from one address
		{"192.0.2.2", "ann@example.org", false, false},
		{"192.0.2.2", "dan@example.org", true, false},
		{"192.0.2.3", "eve@example.org", false, true}, // seven from one network
		{"198.51.100.1", "ann@example.org", false, false},
		{"127.0.0.1", "ann@example.org", false, false},
	} {
		send, h, err := ask(c.from, c.mailbox)
		if send != c.sent || (err != nil) != c.refused {
			t.Errorf("%d: sent %v, %v", i, send, err)
		}
		var p *Problem
		if err != nil && (!errors.As(err, &p) || p.Status != 429 || p.RetryAfter == 0) {
			t.Errorf("%d: %v", i, err)
		}
		if _, ok := h["Ratelimit"]; ok != (c.from != "127.0.0.1") {
			t.Errorf("%d: %v", i, h)
		}
	}
	// The letter that was not sent says the same as one that was.
	_, sent, _ := ask("203.0.113.1", "new@example.org")
	_, kept, _ := ask("203.0.114.1", "ann@example.org")
	if sent.Get("Ratelimit") == "" || sent.Get("Ratelimit") != kept.Get("Ratelimit") || sent.Get("Ratelimit-Policy") != kept.Get("Ratelimit-Policy") {
		t.Errorf("%v and %v", sent, kept)
	}
	for i := range 10 {
		send, _, err := ask("127.0.0.1", "x"+strconv.Itoa(i)+"@example.org")
		if want := i < 12-6; send != want || (err == nil) != want { // of which six were sent
			t.Errorf("letter %d in all: %v, %v", i, send, err)
		}
	}
}

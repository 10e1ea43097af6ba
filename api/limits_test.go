package api_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/events"
)

// Whoever asks too often is refused, told for how long, and served again then; the
// others are not touched, and nothing is stored of what was refused.
func TestRateLimits(t *testing.T) {
	for _, c := range []struct {
		policy string
		limit  func(*api.Limits, api.Rate)
	}{
		{"session", func(l *api.Limits, r api.Rate) { l.Session = r }},
		{"address", func(l *api.Limits, r api.Rate) { l.Address = r }},
	} {
		t.Run(c.policy, func(t *testing.T) {
			var now atomic.Int64
			start := time.Now()
			var watch observer
			w := newWorld(t, memory(), func(cfg *api.Config) {
				c.limit(&cfg.Limits, api.Rate{PerSecond: 0.5, Burst: 3})
				cfg.Observer = &watch
				cfg.Now = func() time.Time { return start.Add(time.Duration(now.Load())) }
			})
			g := w.newGame("nim") // over the loopback, and without a token
			move := func() *answer {
				return w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first), "Idempotency-Key: "+header(id("one")))
			}
			for i := range 3 {
				a := move()
				if want := []string{`;r=2;t=2`, `;r=1;t=4`, `;r=0;t=6`}[i]; a.status/100 != 2 || a.header.Get("RateLimit") != `"`+c.policy+`"`+want {
					t.Fatalf("request %d: %d, RateLimit %s", i+1, a.status, a.header.Get("RateLimit"))
				}
				if got := a.header.Get("RateLimit-Policy"); got != `"`+c.policy+`";q=3;w=6` {
					t.Errorf("RateLimit-Policy %s", got)
				}
			}
			before := w.lasts()
			a := move().want(t, 429, "rate-limited")
			if a.header.Get("Retry-After") != "2" || a.at(t, "retryAfter") != 2.0 {
				t.Errorf("Retry-After %s", a.header.Get("Retry-After"))
			}
			if watch.limited.Load() != 1 {
				t.Errorf("%d were counted", watch.limited.Load())
			}
			if got := w.lasts(); got[0] != before[0] {
				t.Error("a refused request was stored")
			}
			// Others, and whoever operates the server, do not notice.
			w.do("GET", g.path(), "", token(g.second)).want(t, 200)
			w.direct("GET", "/livez", "", token(g.first)).want(t, 200)
			now.Add(int64(2 * time.Second))
			move().want(t, 200)
			move().want(t, 429)
		})
	}
}

// Of two policies both are told; an IPv6 customer has one address however many it
// uses.
func TestBothPolicies(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Limits.Session = api.Rate{PerSecond: 100, Burst: 1000}
		c.Limits.Address = api.Rate{PerSecond: 1, Burst: 2}
		c.Now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	})
	g := w.newGame("nim")
	a := w.direct("GET", g.path(), "", token(g.first)).want(t, 200)
	if got := a.header.Get("RateLimit-Policy"); got != `"session";q=1000;w=10, "address";q=2;w=2` {
		t.Errorf("RateLimit-Policy %s", got)
	}
	for i, from := range []string{"[2001:db8::1]:1", "[2001:db8::2]:99", "[2001:db8::3]:1", "[2001:db8:0:1::3]:1", "[::1]:1", "127.0.0.1:1"} {
		if got := w.from(from, g.path()); (got.status == 429) != (i == 2) {
			t.Errorf("%s: %d", from, got.status)
		}
	}
}

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// traceSpy is a log that remembers in which traces events were appended.
type traceSpy struct {
	events.Log
	traces chan string
}

func (s traceSpy) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	s.traces <- events.Trace(ctx)
	return s.Log.Append(ctx, after, e)
}

// A trace is taken over: into the answer, the log of the program and what is kept
// beside the event, and not into the event.
func TestTraces(t *testing.T) {
	out, logger := recordingLogger()
	spy := traceSpy{memory(), make(chan string, 16)}
	w := newWorld(t, spy, withLogger(logger))
	g := w.newGame("nim")
	if got := <-spy.traces; got != "" {
		t.Errorf("a trace out of nothing: %s", got)
	}
	a := g.move("first", "1", "Traceparent: "+parent).want(t, 201)
	answered := a.header.Get("Traceresponse")
	if len(answered) != len(parent) || answered[:36] != parent[:36] || answered[36:52] == parent[36:52] || answered[52:] != "-01" {
		t.Errorf("Traceresponse %s", answered)
	}
	if got := <-spy.traces; got != answered {
		t.Errorf("appended in %q, answered in %q", got, answered)
	}
	if strings.Contains(a.body, "0af7651916cd43dd8448eb211c80319c") {
		t.Errorf("the trace is in the event: %s", a.body)
	}
	g.move("first", "1", "Traceparent: "+parent).want(t, 422)
	if !strings.Contains(out.String(), "trace=0af7651916cd43dd8448eb211c80319c") {
		t.Errorf("the log does not name the trace:\n%s", out)
	}
	for _, bad := range []string{
		"", "00", parent[1:], parent + "-x", strings.ToUpper(parent), "ff" + parent[2:], strings.Replace(parent, "0af7651916cd43dd8448eb211c80319c", strings.Repeat("0", 32), 1),
		strings.Replace(parent, "b7ad6b7169203331", strings.Repeat("0", 16), 1), strings.ReplaceAll(parent, "-", "_"), parent[:54] + "g",
	} {
		if a := w.do("GET", g.path(), "", header("Traceparent: "+bad)).want(t, 200); a.header.Get("Traceresponse") != "" {
			t.Errorf("%q was taken over", bad)
		}
	}
	if a := w.do("GET", g.path(), "", header("Traceparent: 01"+parent[2:]+"-more")).want(t, 200); !strings.HasPrefix(a.header.Get("Traceresponse"), "00-0af7") {
		t.Error("a version to come was not taken over")
	}
}

// Events come wrapped as CloudEvents for whoever asks, with their stored bytes in
// them.
func TestCloudEvents(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	batch := w.do("GET", g.path()+"/events", "", "Accept: application/cloudevents-batch+json").want(t, 200)
	raw := strings.TrimSpace(w.do("GET", g.path()+"/events", "", acceptNDJSON).body)
	want := `[{"specversion":"1.0","id":"1","source":"/v1/games/` + g.id + `","type":"plylog.nim.created.v1","time":"`
	if batch.header.Get("Content-Type") != "application/cloudevents-batch+json" || !strings.HasPrefix(batch.body, want) ||
		!strings.HasSuffix(batch.body, `","sequence":"0000000000000001","datacontenttype":"application/json","data":`+raw+`}]`) {
		t.Errorf("%s", batch.body)
	}
	one := g.move("first", "1", "Accept: application/cloudevents+json").want(t, 201)
	if one.header.Get("Content-Type") != "application/cloudevents+json" || one.at(t, "id") != "2" || one.at(t, "data", "type") != "moved" || one.header.Get("ETag") != `"2"` {
		t.Errorf("%s", one.body)
	}
	page := w.do("GET", g.path()+"/events?limit=1", "", "Accept: application/cloudevents+json").want(t, 200)
	if next := nextLink(t, page); !strings.Contains(next, "after=1") {
		t.Errorf("Link to %q", next)
	}
	g.move("second", "1", "Accept: text/html").want(t, 201) // a command is carried out whatever its sender reads
}

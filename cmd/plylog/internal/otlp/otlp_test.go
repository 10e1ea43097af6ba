package otlp_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/cmd/plylog/internal/otlp"
)

// collector takes traces, or refuses them.
type collector struct {
	mu      sync.Mutex
	refuse  bool
	bodies  []map[string]any
	arrived chan struct{}
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { c.arrived <- struct{}{} }()
	if c.refuse {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	b, err := io.ReadAll(r.Body)
	var body map[string]any
	if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(b, &body) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.bodies = append(c.bodies, body)
}

// spans are all that arrived.
func (c *collector) spans() (out []map[string]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range c.bodies {
		for _, rs := range b["resourceSpans"].([]any) {
			for _, ss := range rs.(map[string]any)["scopeSpans"].([]any) {
				for _, s := range ss.(map[string]any)["spans"].([]any) {
					out = append(out, s.(map[string]any))
				}
			}
		}
	}
	return out
}

func start(t *testing.T) (*collector, *otlp.Sender, *bytes.Buffer) {
	t.Helper()
	c := &collector{arrived: make(chan struct{}, 100)}
	srv := httptest.NewServer(c)
	t.Cleanup(srv.Close)
	var log bytes.Buffer
	s := otlp.New(otlp.Config{
		Endpoint: srv.URL + "/", Version: "v1", Instance: "a", HTTP: srv.Client(), Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Now: func() time.Time { return time.Unix(1_800_000_000, 5) }, Then: metrics.New("v1", "c").API(),
		Gather: time.Hour, Patience: time.Hour,
	})
	return c, s, &log
}

var at = api.Span{Trace: strings.Repeat("ab", 16), ID: strings.Repeat("cd", 8), Parent: strings.Repeat("ef", 8)}

func TestSpan(t *testing.T) {
	c, s, _ := start(t)
	s.Request("/v1/games/{id}/events", "POST", 201, time.Second, at)
	s.Request("/v1/games", "GET", 500, time.Second, api.Span{Trace: at.Trace, ID: at.ID})
	s.Request("/v1/games", "GET", 200, time.Second, api.Span{}) // of no trace
	s.Close()
	spans := c.spans()
	if len(spans) != 2 || s.Dropped() != 0 {
		t.Fatalf("%d spans: %v, %d dropped", len(spans), spans, s.Dropped())
	}
	for key, want := range map[string]any{
		"traceId": at.Trace, "spanId": at.ID, "parentSpanId": at.Parent, "name": "POST /v1/games/{id}/events", "kind": 2.0,
		"startTimeUnixNano": "1799999999000000005", "endTimeUnixNano": "1800000000000000005", "status": nil,
	} {
		if spans[0][key] != want {
			t.Errorf("%s is %v, want %v", key, spans[0][key], want)
		}
	}
	if _, there := spans[1]["parentSpanId"]; there || spans[1]["status"].(map[string]any)["code"] != 2.0 {
		t.Errorf("%v", spans[1])
	}
	code, err := json.Marshal(spans[0]["attributes"])
	if err != nil || !strings.Contains(string(code), `{"key":"http.response.status_code","value":{"intValue":"201"}}`) {
		t.Errorf("%s, %v", code, err)
	}
}

// A collector that is away costs spans and one line; nobody waits for it.
func TestAway(t *testing.T) {
	c, s, log := start(t)
	c.refuse = true
	for range 2 * 512 {
		s.Request("/v1/games", "GET", 200, time.Millisecond, at)
	}
	<-c.arrived
	<-c.arrived
	c.mu.Lock()
	c.refuse = false
	c.mu.Unlock()
	for range 512 {
		s.Request("/v1/games", "GET", 200, time.Millisecond, at)
	}
	s.Close()
	if n := len(c.spans()); n != 512 || s.Dropped() != 1024 {
		t.Errorf("%d spans arrived and %d were dropped", n, s.Dropped())
	}
	if said := log.String(); strings.Count(said, "level=WARN") != 1 || strings.Count(said, "taken again") != 1 {
		t.Errorf("the log says %s", said)
	}
}

// More than the queue holds is dropped, not waited for.
func TestFull(t *testing.T) {
	hold, held := make(chan struct{}), make(chan struct{}, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case held <- struct{}{}:
		default:
		}
		<-hold
	}))
	defer srv.Close()
	s := otlp.New(otlp.Config{
		Endpoint: srv.URL, HTTP: srv.Client(), Logger: slog.New(slog.DiscardHandler), Now: time.Now, Then: metrics.New("v1", "c").API(),
		Gather: time.Hour, Patience: time.Hour,
	})
	for range 512 {
		s.Request("/v1/games", "GET", 200, time.Millisecond, at)
	}
	<-held // one message is under way
	for range 5000 {
		s.Request("/v1/games", "GET", 200, time.Millisecond, at)
	}
	if s.Dropped() != 5000-4096 {
		t.Errorf("%d dropped", s.Dropped())
	}
	close(hold)
	s.Close()
}

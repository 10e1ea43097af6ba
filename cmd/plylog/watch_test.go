package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
)

// TestWatched follows one request through everything that watches a server: the line
// of its log, the examples of its metrics, the span that a collector gets.
func TestWatched(t *testing.T) {
	spans := make(chan string, 16)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if b, err := io.ReadAll(r.Body); err == nil && r.URL.Path == "/v1/traces" {
			spans <- string(b)
		}
	}))
	defer collector.Close()
	srv := startServer(t, "--otlp", collector.URL)
	const id, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	post := func(path, body, token string) (int, []byte) {
		t.Helper()
		req, err := http.NewRequest("POST", srv.url()+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Traceparent", "00-"+id+"-"+parent+"-01")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, b
	}
	code, body := post("/v1/games", `{"kind":"reversi","opponent":"self"}`, "")
	var made struct {
		Game   struct{ ID string }
		Tokens map[string]string
	}
	if err := json.Unmarshal(body, &made); err != nil || code != 201 {
		t.Fatalf("%d %s %v", code, body, err)
	}
	path := "/v1/games/" + made.Game.ID + "/events"
	if code, body := post(path, `{"type":"move","move":"a1"}`, made.Tokens["first"]); code != 422 {
		t.Fatalf("%d %s", code, body)
	}
	if code, body := post(path, `{"type":"move","move":"d3"}`, made.Tokens["first"]); code != 201 {
		t.Fatalf("%d %s", code, body)
	}

	req, err := http.NewRequest("GET", srv.adminURL()+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	open, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || !strings.Contains(string(open), `# {trace_id="`+id+`"}`) {
		t.Errorf("no example in the metrics: %v", err)
	}
	plain := get(t, srv.adminURL()+"/metrics")
	for _, want := range []string{"plylog_jetstream_messages 3\n" /* two events, and whose secret it is */, "plylog_disk_free_bytes ", "plylog_clock_timestamp_seconds ", "plylog_jetstream_store_bytes ", "plylog_jetstream_connections "} {
		if !strings.Contains(plain, want) {
			t.Errorf("the metrics lack %q", want)
		}
	}
	check := exec.Command("promtool", "check", "metrics")
	check.Stdin = strings.NewReader(plain)
	if out, err := check.CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("promtool check metrics: %v\n%s", err, out)
	}
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	close(spans)
	var sent strings.Builder
	for s := range spans {
		sent.WriteString(s)
	}
	for _, want := range []string{`"traceId":"` + id + `"`, `"parentSpanId":"` + parent + `"`, `"name":"POST /v1/games/{id}/events"`} {
		if !strings.Contains(sent.String(), want) {
			t.Errorf("the collector was not told %s: %s", want, &sent)
		}
	}
	for _, want := range []string{
		"msg=command outcome=stored game=" + made.Game.ID + " kind=reversi type=create event=1 trace=" + id,
		"msg=command outcome=illegal-move game=" + made.Game.ID + " kind=reversi type=move rule=RV-",
		"msg=command outcome=stored game=" + made.Game.ID + " kind=reversi type=move event=2 trace=" + id,
	} {
		if strings.Count(srv.talk.String(), want) != 1 {
			t.Errorf("the log lacks %q:\n%s", want, srv.talk)
		}
	}
}

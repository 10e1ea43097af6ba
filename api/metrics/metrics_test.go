package metrics_test

import (
	"errors"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/events"
	"plylog/events/play"
	"plylog/events/snapshot"
	"plylog/projections"
)

// The observers are what the rooms ask for.
var (
	_ api.Observer         = metrics.API{}
	_ play.Observer        = metrics.Play{}
	_ projections.Observer = metrics.Views{}
	_ snapshot.Observer    = (*metrics.Set)(nil)
)

// scrape reads the metrics as Prometheus does.
func scrape(t testing.TB, s *metrics.Set) string {
	t.Helper()
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	if rec.Code != 200 || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("status %d, %s", rec.Code, rec.Header().Get("Content-Type"))
	}
	return rec.Body.String()
}

func TestEveryMetric(t *testing.T) {
	s := metrics.New("v1", "abc")
	a, v := s.API(), s.Views()
	var told events.GameID
	p := s.Play(func(g events.GameID, _ error) { told = g })

	a.Request("/v1/games", "POST", 201, 3*time.Millisecond, api.Span{})
	a.Request("/v1/games/{id}/events", "GET", 200, time.Millisecond, api.Span{})
	a.Command("reversi", "move", "stored", time.Millisecond, api.Span{})
	a.Illegal("reversi", "reversi.occupied")
	a.Feed("sse", 1)
	a.Feed("sse", 1)
	a.Feed("sse", -1)
	a.Cut("sse")
	a.Rebuilt(time.Second)
	p.Retried("conflict")
	p.Read("cold")
	id := events.GameID(events.DeriveID("game"))
	p.Damaged(id, errors.New("x"))
	s.Appended(&events.Event{Kind: "reversi", Type: events.TypeMoved}, time.Millisecond)
	s.Appended(&events.Event{Kind: "reversi", Type: events.TypeResigned, After: events.After{Result: &events.Result{Reason: "resigned"}}}, time.Millisecond)
	s.Written(0, 17, time.Millisecond)
	s.Conflict(nil)
	s.Unknown(nil, nil)
	s.Resent(nil)
	s.Moved("n1")
	s.SnapshotRead(snapshot.Hit)
	s.SnapshotMade(snapshot.Written)
	v.Lag("board", 3, 5, 2*time.Second)
	v.Damaged(id, errors.New("x"))
	v.Readers(1)
	v.Published(time.Millisecond)
	v.Mismatch("lobby")
	for _, why := range []projections.Reason{projections.Over, projections.Left, projections.Slow, projections.Stopping, projections.Damaged} {
		v.Closed(why)
	}
	s.CountGames(func() map[projections.Count]int {
		return map[projections.Count]int{{Kind: "reversi", Status: projections.StatusOpen}: 4}
	})
	if told != id {
		t.Error("nobody was told of the damaged game")
	}
	text := scrape(t, s)
	for _, want := range []string{
		`plylog_commands_total{kind="reversi",outcome="stored",type="move"} 1`,
		`plylog_command_duration_seconds_count 1`,
		`plylog_moves_rejected_total{code="reversi.occupied",kind="reversi"} 1`,
		`plylog_command_retries_total{why="conflict"} 1`,
		`plylog_game_reads_total{why="cold"} 1`,
		`plylog_append_duration_seconds_count 2`,
		`plylog_append_batch_size_bucket{le="16"} 0`,
		`plylog_append_batch_size_bucket{le="32"} 1`,
		`plylog_append_conflicts_total 1`,
		`plylog_append_unknown_total 1`,
		`plylog_append_resent_total 1`,
		`plylog_nats_moves_total 1`,
		`plylog_events_appended_total{kind="reversi",type="moved"} 1`,
		`plylog_games_finished_total{kind="reversi",reason="resigned"} 1`,
		`plylog_projection_lag_events{projection="board",shard="3"} 5`,
		`plylog_projection_lag_seconds{projection="board",shard="3"} 2`,
		`plylog_projection_rebuild_seconds_count 1`,
		`plylog_rebuild_mismatch_total{projection="lobby"} 1`,
		`plylog_games_damaged_total 1`,
		`plylog_feed_readers{transport="sse"} 1`,
		`plylog_feed_dropped_total{reason="slow"} 1`,
		`plylog_feed_dropped_total{reason="stopping"} 1`,
		`plylog_feed_dropped_total{reason="damaged"} 1`,
		`plylog_feed_dropped_total{reason="unread"} 1`,
		`plylog_feed_delivery_seconds_count 1`,
		`plylog_games{kind="reversi",status="open"} 4`,
		`plylog_http_requests_total{code="201",method="POST",route="/v1/games"} 1`,
		`plylog_http_requests_total{code="200",method="GET",route="/v1/games/{id}/events"} 1`,
		`plylog_http_request_duration_seconds_count 2`,
		`plylog_snapshot_reads_total{outcome="hit"} 1`,
		`plylog_snapshots_total{outcome="written"} 1`,
		`plylog_build_info{commit="abc",go="go1.`,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("no line %s", want)
		}
	}
	if strings.Contains(text, `reason="over"`) || strings.Contains(text, `reason="context"`) {
		t.Error("feeds that ended by themselves count as dropped")
	}
	if strings.Contains(text, id.String()) {
		t.Error("an id is a label")
	}
	// Every metric of ours has a help text and a name in the usual spelling.
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "# TYPE plylog_"); ok && !regexp.MustCompile(`^[a-z]+(_[a-z]+)* (counter|gauge|histogram)\n$`).MatchString(name) {
			t.Errorf("%s", line)
		}
	}
}

func TestTwoSets(t *testing.T) {
	a, b := metrics.New("1", ""), metrics.New("2", "")
	a.Conflict(nil)
	if !strings.Contains(scrape(t, a), "plylog_append_conflicts_total 1") || !strings.Contains(scrape(t, b), "plylog_append_conflicts_total 0") {
		t.Error("two sets share something")
	}
}

func BenchmarkObserve(b *testing.B) {
	s := metrics.New("", "")
	a := s.API()
	e := &events.Event{Kind: "reversi", Type: events.TypeMoved}
	b.ReportAllocs()
	for b.Loop() { // what one move costs
		a.Request("/v1/games/{id}/events", "POST", 201, time.Millisecond, api.Span{})
		a.Command("reversi", "move", "stored", time.Millisecond, api.Span{})
		s.Appended(e, time.Millisecond)
	}
}

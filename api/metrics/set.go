package metrics

import (
	"net/http"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Set is all metrics of one process.
type Set struct {
	registry *prometheus.Registry

	// Commands and requests.
	commands, illegal, requests, retries, gameReads *prometheus.CounterVec
	limited, signIns, letters                       *prometheus.CounterVec
	commandSeconds, requestSeconds, rebuilds        prometheus.Histogram
	rejectedReplies                                 prometheus.Counter

	// The log.
	appendSeconds, batchSize   prometheus.Histogram
	conflicts, unknown, resent prometheus.Counter
	events, finished           *prometheus.CounterVec
	stored, missing            *prometheus.GaugeVec
	archived, segments, packed *prometheus.GaugeVec
	torn, moved                prometheus.Counter
	snapshotReads, snapshots   *prometheus.CounterVec

	// The read side.
	lagEvents, lagSeconds *prometheus.GaugeVec
	readers               *prometheus.GaugeVec
	dropped, mismatches   *prometheus.CounterVec
	delivery              prometheus.Histogram
	damaged               prometheus.Counter

	// The audit.
	failures *prometheus.CounterVec
}

// New makes a Set for a program of a version and commit.
func New(version, commit string) *Set {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	f := factory{r}
	f.gauge("build_info", "1 for the program that answers.", "version", "commit", "go").
		WithLabelValues(version, commit, runtime.Version()).Set(1)
	return &Set{
		registry: r,

		commands:       f.counter("commands_total", "Commands by what became of them.", "kind", "type", "outcome"),
		commandSeconds: f.seconds("command_duration_seconds", "Time from a command's receipt to its outcome."),
		illegal:        f.counter("moves_rejected_total", "Moves that the rules refused.", "kind", "code"),
		retries:        f.counter("command_retries_total", "Commands that were decided again.", "why"),
		gameReads:      f.counter("game_reads_total", "Games that were read from the log: cold, not in memory; behind, perhaps not the newest there.", "why"),
		requests:       f.counter("http_requests_total", "Answered requests; a feed is answered when it opens.", "route", "method", "code"),
		signIns:        f.counter("signin_total", "What became of signing in.", "method", "outcome"),
		letters:        f.counter("letters_total", "Letters by what became of them.", "outcome"),
		limited:        f.counter("rate_limited_total", "Requests that were one too many.", "policy"),
		requestSeconds: f.seconds("http_request_duration_seconds", "Time from a request to its answer, of a feed to its opening."),

		rejectedReplies: f.one("rejected_reply_total", "Requests over NATS that wanted their answer elsewhere than in an inbox."),

		appendSeconds: f.seconds("append_duration_seconds", "Time from handing an event to the log to knowing it on disk."),
		batchSize:     f.histogram("append_batch_size", "Appends that went to the store together.", prometheus.ExponentialBuckets(1, 2, 11)),
		conflicts:     f.one("append_conflicts_total", "Appends that were refused because their game went on."),
		unknown:       f.one("append_unknown_total", "Appends whose outcome the store did not tell."),
		resent:        f.one("append_resent_total", "Appends that the store put off and that were sent again."),
		events:        f.counter("events_appended_total", "Events stored by this process.", "kind", "type"),
		finished:      f.counter("games_finished_total", "Games whose end this process stored.", "kind", "reason"),

		stored:   f.gauge("log_events", "Events that the store has.", "shard"),
		missing:  f.gauge("log_missing_events", "Events that were stored and that the store no longer has; must stay 0.", "shard"),
		archived: f.gauge("archive_events", "Events that left the store for an archive: those up to this position. Not there where nothing is archived.", "shard"),
		segments: f.gauge("archive_segments", "Files that those are in.", "shard"),
		packed:   f.gauge("archive_bytes", "Bytes of those files.", "shard"),
		torn:     f.one("log_torn_total", "Last writes that a power cut had cut off before they were acknowledged, found at the start."),
		moved:    f.one("nats_moves_total", "Connections that were taken to another NATS server, because the leaders of the log did not answer through the one they had."),

		snapshotReads: f.counter("snapshot_reads_total", "Games that were not in memory, by what became of opening them by a snapshot: hit, miss (there was none), ignored (it could not be used).", "outcome"),
		snapshots:     f.counter("snapshots_total", "Snapshots that were to be made, by what became of them: written, dropped (too many were waiting), failed.", "outcome"),

		lagEvents:  f.gauge("projection_lag_events", "Events that a projection has not applied yet.", "projection", "shard"),
		lagSeconds: f.gauge("projection_lag_seconds", "Age of what a projection shows.", "projection", "shard"),
		rebuilds:   f.histogram("projection_rebuild_seconds", "Time that rebuilds took.", prometheus.ExponentialBuckets(0.1, 4, 9)),
		mismatches: f.counter("rebuild_mismatch_total", "Games that a rebuild found to be served wrongly; must stay 0.", "projection"),
		damaged:    f.one("games_damaged_total", "Games that were found damaged; must stay 0."),

		failures: f.counter("audit_failures_total", "What was found to be other than it was signed or than the rules make it; must stay 0.", "reason"),

		readers:  f.gauge("feed_readers", "Open feeds.", "transport"),
		dropped:  f.counter("feed_dropped_total", "Feeds that the server ended before their game did.", "reason"),
		delivery: f.seconds("feed_delivery_seconds", "Age of an event, counted from its receipt, when its readers are woken."),
	}
}

// Handler serves the metrics in the text form, and in the OpenMetrics form, with
// traces as examples, to who asks for it.
func (s *Set) Handler() http.Handler {
	return promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{Registry: s.registry, EnableOpenMetrics: true})
}

// Registry is where further metrics may be registered.
func (s *Set) Registry() *prometheus.Registry { return s.registry }

// factory makes metrics and registers them. A name twice is a mistake of the
// program's that its first test finds.
type factory struct{ to *prometheus.Registry }

const prefix = "plylog"

// buckets reach from what memory costs to what a stuck disk does.
var buckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

func (f factory) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: prefix, Name: name, Help: help}, labels)
	f.to.MustRegister(v)
	return v
}

func (f factory) one(name, help string) prometheus.Counter {
	return f.counter(name, help).WithLabelValues()
}

func (f factory) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	v := prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: prefix, Name: name, Help: help}, labels)
	f.to.MustRegister(v)
	return v
}

func (f factory) seconds(name, help string) prometheus.Histogram {
	return f.histogram(name, help, buckets)
}

func (f factory) histogram(name, help string, buckets []float64) prometheus.Histogram {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: prefix, Name: name, Help: help, Buckets: buckets})
	f.to.MustRegister(h)
	return h
}

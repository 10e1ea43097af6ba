package node

import (
	"log/slog"
	"net/http"
	"os"
	"time"

	"plylog/api"
	"plylog/api/metrics"
	"plylog/cmd/plylog/internal/otlp"
)

// traced is who is told what the server answers: the metrics, and a collector of
// traces where there is one.
type traced struct {
	api.Observer
	sender *otlp.Sender // nil: there is none
}

// trace begins to send traces where the settings say so.
func trace(s Settings, build Build, watch *metrics.Set, logger *slog.Logger) traced {
	if s.OTLP == "" {
		return traced{Observer: watch.API()}
	}
	instance, err := os.Hostname()
	if err != nil {
		instance = s.Listen
	}
	sender := otlp.New(otlp.Config{
		Endpoint: s.OTLP, Version: build.Version, Instance: instance,
		HTTP: &http.Client{}, Now: time.Now, Logger: logger, Then: watch.API(),
	})
	return traced{sender, sender}
}

func (t traced) close() {
	if t.sender != nil {
		t.sender.Close()
	}
}

// show shows the clock, and the figures of the NATS server in this process, of its disk
// and of its archive, if it has them.
func show(log *store, watch *metrics.Set) {
	watch.Clock(time.Now)
	if log.embedded == nil {
		return
	}
	archived := log.embedded.Archive()
	for shard := range archived.Shards() {
		x := archived.ExtentOf(shard)
		watch.Archived(shard, x.Events, x.Segments, x.Bytes)
	}
	watch.DiskFree(log.embedded.FreeSpace)
	watch.JetStream(func() (metrics.JetStream, error) {
		f, err := log.embedded.Figures()
		return metrics.JetStream(f), err
	})
}

package doctor

import (
	"context"
	"net/http"
	"time"

	"plylog/api/people/provider"
	"plylog/api/post"
	"plylog/cmd/plylog/internal/datadir"
)

// patience bounds each look at something that may hang.
const patience = 10 * time.Second

// Config says what to look at: the settings of the server.
type Config struct {
	Data              string // data folder
	Embedded          bool   // the log is in it
	Listen, Admin     string // host:port
	CertFile, KeyFile string // of Listen; empty: none
	NATSCert, NATSKey string // of the port for NATS clients
	Mail              *post.Config
	Providers         []provider.Setting
	// Cluster looks at the NATS servers that keep the log; nil where Embedded.
	Cluster func(context.Context) []Finding

	Now  func() time.Time
	HTTP *http.Client
}

// Run looks at everything and returns what it found, in a fixed order. It returns
// early when ctx ends.
func Run(ctx context.Context, cfg Config) []Finding {
	d := &doctor{cfg: cfg}
	d.running = datadir.InUse(cfg.Data)
	d.server(ctx)
	d.folder()
	if cfg.Embedded {
		d.disk()
		d.store(ctx)
	} else if cfg.Cluster != nil {
		d.add(cfg.Cluster(ctx)...)
	}
	d.addresses()
	d.clock()
	d.machine()
	d.certificate(ctx, "certificate", cfg.CertFile, cfg.KeyFile)
	d.certificate(ctx, "nats-certificate", cfg.NATSCert, cfg.NATSKey)
	d.mail(ctx)
	d.providers(ctx)
	return d.found
}

// doctor gathers findings.
type doctor struct {
	cfg     Config
	found   []Finding
	running bool          // a server holds the folder
	away    time.Duration // how far the server's clock is from this one, where it answered
}

func (d *doctor) add(f ...Finding) { d.found = append(d.found, f...) }

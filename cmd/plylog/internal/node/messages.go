package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/api/metrics"
	"plylog/api/service"
	"plylog/events/jetlog"
)

// messages serves clients that come over NATS.
type messages struct {
	service *service.Service
	endFeed func() // and waits for its end
	close   func() // the connections
	logger  *slog.Logger
}

// openMessages begins to serve NATS clients where the settings say so; nil where
// they do not.
func openMessages(ctx context.Context, n *node, log *store, s Settings, version string, watch *metrics.Set) (m *messages, err error) {
	var closing []func()
	closeAll := func() {
		for _, c := range closing {
			c()
		}
	}
	defer func() {
		if err != nil {
			closeAll()
			err = fmt.Errorf("serving NATS clients: %w", err)
		}
	}()
	connect := func(name string, grant service.Grant, role string) (nc *nats.Conn, err error) {
		options := lasting(n.logger, watch)
		if log.embedded != nil {
			nc, err = log.embedded.ConnectClient(name, jetlog.Grant(grant), options...)
		} else {
			nc, err = log.beside.Of(s.reach(role))(name, options...)
		}
		if err == nil {
			closing = append(closing, nc.Close)
		}
		return nc, err
	}
	if s.NATSService == "" && s.NATSListen == "" {
		return nil, nil
	}
	// Before anybody is told that the server is ready: what is stored from then on
	// is on the feed.
	ends, err := service.Ends(ctx, log)
	if err != nil {
		return nil, err
	}
	lease := service.Alone(ends)
	if s.NATSService != "" {
		leases, err := jetlog.OpenLeases(ctx, log.connect, 0, n.logger)
		if err != nil {
			return nil, err
		}
		closing = append(closing, leases.Close)
		lease = func(ctx context.Context, shard int, while func(context.Context, uint64, func(uint64)) error) error {
			return leases.Hold(ctx, "feed."+strconv.Itoa(shard), ends[shard], while)
		}
	}
	answers, err := connect("plylog-service", service.Answering(), roleService)
	if err != nil {
		return nil, err
	}
	feed, err := connect("plylog-feed", service.Feeding(), roleFeed)
	if err != nil {
		return nil, err
	}
	m = &messages{close: closeAll, logger: n.logger}
	m.service, err = service.Start(service.Config{API: n.api, Conn: answers, Version: version, Observer: watch, Logger: n.logger})
	if err != nil {
		return nil, err
	}
	feeding, cancel := context.WithCancel(context.WithoutCancel(ctx))
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		f := service.Feed{Log: log, Views: n.views, Conn: feed, Lease: lease, Logger: n.logger}
		f.Run(feeding)
	}()
	m.endFeed = func() { cancel(); <-fed }
	return m, nil
}

// lasting are the options of connections that come back whenever they can.
func lasting(logger *slog.Logger, watch *metrics.Set) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(50 * time.Millisecond),
		nats.NoEcho(),
		nats.ErrorHandler(func(nc *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) && nc.Opts.Name == "plylog-service" {
				watch.RejectedReply() // asked about itself, the service answers wherever it is told to, and is not let
				return
			}
			logger.Warn("nats connection", "connection", nc.Opts.Name, "err", err)
		}),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if err != nil {
				logger.Warn("nats connection lost", "connection", nc.Opts.Name, "err", err)
			}
		}),
	}
}

// refuse takes no more requests and answers those that came.
func (m *messages) refuse(ctx context.Context) {
	if m == nil {
		return
	}
	if err := m.service.Stop(ctx); err != nil {
		m.logger.Warn("not every NATS client was answered", "err", err)
	}
}

// end ends the feed and the connections.
func (m *messages) end() {
	if m == nil {
		return
	}
	m.endFeed()
	m.close()
}

package jetlog

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect makes a connection to the store. name is how the store lists it; the
// options come on top of what the connection needs anyway. Server.Connect is one;
// To makes others.
type Connect func(name string, options ...nats.Option) (*nats.Conn, error)

// To connects to NATS servers elsewhere: a URL or several, separated by commas,
// and what it takes to be let in. A dead connection is noticed after two missed
// pings of two seconds (NATS waits minutes).
func To(url string, options ...nats.Option) Connect {
	return func(name string, more ...nats.Option) (*nats.Conn, error) {
		all := append([]nats.Option{
			nats.Name(name),
			nats.PingInterval(2 * time.Second),
			nats.MaxPingsOutstanding(2),
			nats.Timeout(5 * time.Second),
		}, options...)
		nc, err := nats.Connect(url, append(all, more...)...)
		if err != nil {
			return nil, fmt.Errorf("connecting to NATS: %w", err)
		}
		return nc, nil
	}
}

// Durable are the options of a connection beside those of a log that is to come back
// whenever it can, as they do. logger hears when it is lost and when it is back.
func Durable(logger *slog.Logger) []nats.Option { return persistent(logger, newAlarm()) }

// persistent are the options of every connection of a log: it comes back whenever it
// can, and never sends later what could not be sent now. Retries are the log's. An
// alarm rings when the connection is lost.
func persistent(logger *slog.Logger, lost *alarm) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(50 * time.Millisecond),
		nats.ReconnectJitter(25*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.NoEcho(),
		nats.ErrorHandler(func(nc *nats.Conn, _ *nats.Subscription, err error) {
			logger.Warn("nats connection", "connection", nc.Opts.Name, "err", err)
		}),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			lost.ring()
			if err != nil {
				logger.Warn("nats connection lost", "connection", nc.Opts.Name, "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			logger.Info("nats connection is back", "connection", nc.Opts.Name, "server", nc.ConnectedServerName())
		}),
	}
}

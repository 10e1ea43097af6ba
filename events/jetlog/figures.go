package jetlog

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// Figures are what a NATS server in this process says of itself.
type Figures struct {
	Connections   int    // clients, this program's own among them
	Subscriptions uint32 // of those
	SlowConsumers int64  // clients that were cut off since the start because they read too slowly
	InMessages    int64  // received since the start
	InBytes       int64
	OutMessages   int64 // sent since the start
	OutBytes      int64

	Streams     int
	Messages    uint64 // in all streams
	StoreBytes  uint64 // of all streams on disk
	MemoryBytes uint64 // of all streams in memory
	APIRequests uint64 // to JetStream since the start
	APIErrors   uint64 // of those
}

// Figures asks the server. Errors: it has stopped.
func (s *Server) Figures() (Figures, error) {
	v, err := s.nats.Varz(nil)
	if err != nil {
		return Figures{}, fmt.Errorf("asking the NATS server for its figures: %w", err)
	}
	j, err := s.nats.Jsz(&server.JSzOptions{})
	if err != nil {
		return Figures{}, fmt.Errorf("asking JetStream for its figures: %w", err)
	}
	return Figures{
		Connections: v.Connections, Subscriptions: v.Subscriptions, SlowConsumers: v.SlowConsumers,
		InMessages: v.InMsgs, InBytes: v.InBytes, OutMessages: v.OutMsgs, OutBytes: v.OutBytes,
		Streams: j.Streams, Messages: j.Messages, StoreBytes: j.Store, MemoryBytes: j.Memory,
		APIRequests: j.API.Total, APIErrors: j.API.Errors,
	}, nil
}

package bench

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
)

// meter counts the bytes of connections, both ways.
type meter struct{ bytes atomic.Int64 }

// dial connects to host:port.
func (m *meter) dial(ctx context.Context, address string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	return &metered{Conn: c, meter: m}, nil
}

// metered is a connection whose bytes are counted.
type metered struct {
	net.Conn
	meter *meter
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.meter.bytes.Add(int64(n))
	return n, err
}

func (m *metered) Write(b []byte) (int, error) {
	n, err := m.Conn.Write(b)
	m.meter.bytes.Add(int64(n))
	return n, err
}

package ports

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
)

// From and To bound what is kept: From is the first, To the first that is not. Linux,
// macOS and Windows let connections go out from 32768 and up unless they are told
// otherwise (ip_local_port_range, RFC 6335 section 6), and well-known servers are below.
const (
	From = 12000
	To   = 32000
)

// ErrNone: all are taken.
var ErrNone = errors.New("ports: none is free")

// Port is one that is kept, until Close.
type Port struct {
	Number int // From to To-1
	kept   io.Closer
}

// Keep finds a port of the loopback (IPv4) that nobody listens at and nobody else keeps.
// Errors: ErrNone.
func Keep() (*Port, error) {
	// Where the search begins is not the same for all, so that a port which was let go
	// is not soon another's: somebody may still be calling whom it belonged to.
	first := rand.IntN(To - From)
	var last error
	for i := range To - From {
		p, err := keep(From + (first+i)%(To-From))
		if err == nil {
			return p, nil
		}
		last = err
	}
	return nil, fmt.Errorf("%w: %w", ErrNone, last)
}

// KeepFor keeps a port for each address that is empty, and puts it there. Errors: ErrNone,
// with what is kept already.
func KeepFor(addresses ...*string) (kept []*Port, err error) {
	for _, address := range addresses {
		if *address != "" {
			continue
		}
		p, err := Keep()
		if err != nil {
			return kept, err
		}
		kept = append(kept, p)
		*address = p.Address()
	}
	return kept, nil
}

// keep takes one port. What keeps it is the same number of UDP, which no server here
// listens at: the system gives it to one process only and takes it back from the dead.
func keep(number int) (*Port, error) {
	p := &Port{Number: number}
	kept, err := net.ListenPacket("udp4", p.Address())
	if err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp4", p.Address())
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	p.kept = kept
	if err := free.Close(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Address is the port on the loopback, "127.0.0.1:12345".
func (p *Port) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Number)) }

// Close lets it go. Once.
func (p *Port) Close() error { return p.kept.Close() }

package jetlog

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
)

// Admit says whether a client that connects to the port of an embedded server is
// let in, and what it may do then.
type Admit func(name, password string) (Grant, bool)

// Grant is what a connection may publish and subscribe to. What is not listed is
// denied.
type Grant struct {
	Publish, Subscribe []string
}

const (
	// clients is the account of all that comes in by the port. The log is in
	// another one, and there is nothing between the two: whatever a client
	// publishes, names as reply subject or is allowed by mistake, no stream of the
	// log listens where it can be heard.
	clients = "CLIENTS"
	// OwnUser is the name that connections of this process sign in with.
	OwnUser = "plylog"
	// mostSubscriptions bounds those of one connection.
	mostSubscriptions = 10_000
)

// door is where clients come in. It implements server.Authentication.
type door struct {
	admit Admit
	key   string // of the log's own connections; made anew at every start

	mu     sync.Mutex
	outer  *server.Account  // of clients; nil: the server is not ready, and nobody is let in
	issued map[string]Grant // of connections of this process that act among clients, by key
}

func newDoor(admit Admit) *door {
	return &door{admit: admit, key: rand.Text(), issued: make(map[string]Grant)}
}

// open lets clients in.
func (d *door) open(s *server.Server) error {
	outer, err := s.RegisterAccount(clients)
	if err != nil {
		return fmt.Errorf("making the account of clients: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.outer = outer
	return nil
}

// issue makes a key that is worth a grant.
func (d *door) issue(g Grant) string {
	key := rand.Text()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.issued[key] = g
	return key
}

// Check implements server.Authentication.
func (d *door) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Username == OwnUser && subtle.ConstantTimeCompare([]byte(o.Password), []byte(d.key)) == 1 {
		c.RegisterUser(&server.User{Username: OwnUser}) // in the account of the log
		return true
	}
	d.mu.Lock()
	outer := d.outer
	g, ok := d.issued[o.Password]
	d.mu.Unlock()
	if outer == nil {
		return false
	}
	if ok = ok && o.Username == OwnUser; !ok {
		if g, ok = d.admit(o.Username, o.Password); !ok {
			return false
		}
	}
	c.RegisterUser(&server.User{
		Username: o.Username, Account: outer,
		Permissions: &server.Permissions{Publish: only(g.Publish), Subscribe: only(g.Subscribe)},
	})
	return true
}

// only allows a list of subjects and nothing else, not even with an empty list.
func only(list []string) *server.SubjectPermission {
	if len(list) == 0 {
		return &server.SubjectPermission{Deny: []string{">"}}
	}
	return &server.SubjectPermission{Allow: list}
}

package api

import (
	"net/http"
	"net/netip"
)

// Quota bounds what may be asked of one kind, beside what may be asked in all: under
// one seat token, from one address and from the network around it (of IPv4 the 256
// addresses, of IPv6 the 48 bits that one site gets).
type Quota struct{ Session, Address, Network Rate }

// MailQuota bounds the letters that strangers can have sent. Who asks for one may be
// anybody, and who gets it has not asked.
type MailQuota struct {
	Mailbox Rate // to one mailbox, whoever asks: beyond it nothing is sent, and nobody is told
	Address Rate // asked for from one address
	Network Rate // from the network around it
	All     Rate // in all: the mail server too bounds what it takes
}

// What there are quotas for, as the names of policies begin.
const (
	quotaCreate = "create" // making a game, by whatever way
	quotaMove   = "move"   // any other command
	quotaFeed   = "feed"   // opening a feed or a socket
	quotaMail   = "mail"   // having a letter sent
)

// quotaOf says which quota a request falls under as soon as its route is known. Feeds
// are told by what is asked for there, and counted when they open.
var quotaOf = map[string]string{
	"POST /v1/games":             quotaCreate,
	"POST /v1/games/{id}/fork":   quotaCreate,
	"POST /v1/import":            quotaCreate,
	"POST /v1/games/{id}/events": quotaMove,
	"POST /v1/me/seats":          quotaMove,
}

// mostInQuota bounds how many are counted by one policy of a quota.
const mostInQuota = 1 << 14

// quota counts one kind of requests; a limiter that is nil bounds nothing.
type quota struct{ session, address, network *limiter }

func newQuota(name string, q Quota) quota {
	return quota{
		session: newLimiter(name, q.Session, mostInQuota),
		address: newLimiter(name+"-address", q.Address, mostInQuota),
		network: newLimiter(name+"-network", q.Network, mostInQuota),
	}
}

// quotas is all of them.
type quotas struct {
	byName       map[string]quota
	mailbox, all *limiter // letters
}

func newQuotas(l Limits) quotas {
	return quotas{
		byName: map[string]quota{
			quotaCreate: newQuota(quotaCreate, l.Create),
			quotaMove:   newQuota(quotaMove, l.Move),
			quotaFeed:   newQuota(quotaFeed, l.Feed),
			quotaMail:   newQuota(quotaMail, Quota{Address: l.Mail.Address, Network: l.Mail.Network}),
		},
		mailbox: newLimiter(quotaMail+"-mailbox", l.Mail.Mailbox, mostInQuota),
		all:     newLimiter(quotaMail+"-all", l.Mail.All, 1),
	}
}

// spend counts a request under a quota. session is what it proves itself by; empty:
// nothing. Whatever is refused by one policy is not counted by the next.
func (s *Server) spend(t *tally, name, session string, r *http.Request) error {
	q := s.quotas.byName[name]
	addr, far := s.clientOf(r)
	t.count(q.session, session, session != "")
	if t.refused == nil {
		t.count(q.address, addr, far)
	}
	if t.refused == nil {
		t.count(q.network, networkOf(addr), far)
	}
	return t.refused
}

// networkOf returns the network around an address as clientOf writes it.
func networkOf(addr string) string {
	ip, err := netip.ParseAddr(addr)
	if err != nil {
		return addr
	}
	bits := 24
	if ip.Is6() {
		bits = 48
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return addr
	}
	return p.String()
}

// mayMail reports whether a letter that a request asks for is to be sent. A client
// over its quota is refused, as is everybody where the whole server is over its own. A
// mailbox over its quota gets no letter, and who asked is answered as if it did:
// nobody learns from the answer what others ask for. mailbox is what all spellings of
// the address have in common; it is kept as a hash that this process alone can make.
func (s *Server) mayMail(w http.ResponseWriter, r *http.Request, mailbox string) (send bool, err error) {
	t := s.newTally()
	err = s.spend(&t, quotaMail, "", r)
	t.write(w.Header())
	if err != nil {
		return false, err
	}
	silent := s.newTally() // the headers would tell a letter that is sent from one that is not
	if silent.count(s.quotas.mailbox, mailbox, true); silent.refused != nil {
		return false, nil
	}
	silent.count(s.quotas.all, "", true)
	return silent.refused == nil, silent.refused
}

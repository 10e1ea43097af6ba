package api

import (
	"container/list"
	"hash/maphash"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how many requests somebody may make. The zero Rate is no bound.
type Rate struct {
	PerSecond float64 // in the long run
	Burst     int     // at once
}

// limited reports whether there is a bound.
func (r Rate) limited() bool { return r.PerSecond > 0 && r.Burst > 0 }

// The policies, as headers and metrics name them.
const (
	policySession = "session" // one seat token, or who is signed in
	policyAddress = "address" // whoever comes from one address
)

// mostLimited bounds how many are counted by one policy. Whoever was quiet for
// longest is forgotten first and has then all of its burst again.
const mostLimited = 1 << 16

// limiter counts the requests of many.
type limiter struct {
	policy   string
	rate     Rate
	most     int
	describe string // an item of RateLimit-Policy
	seed     maphash.Seed

	mu    sync.Mutex
	by    map[uint64]*list.Element // keys are hashes: no token is kept
	order list.List                // of *limited, who came last in front
}

type limited struct {
	key uint64
	rate.Limiter
}

// newLimiter counts up to so many; nil where there is no bound.
func newLimiter(policy string, r Rate, most int) *limiter {
	if !r.limited() {
		return nil
	}
	window := int(math.Ceil(float64(r.Burst) / r.PerSecond))
	return &limiter{
		policy: policy, rate: r, most: most, seed: maphash.MakeSeed(), by: make(map[uint64]*list.Element),
		describe: `"` + policy + `";q=` + strconv.Itoa(r.Burst) + `;w=` + strconv.Itoa(window),
	}
}

// take counts a request. left is how many more may follow at once, reset when that
// will be all of the burst again, wait how long whoever is refused should wait.
func (l *limiter) take(key string, now time.Time) (left int, reset, wait time.Duration, ok bool) {
	sum := maphash.String(l.seed, key)
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.by[sum]
	if at == nil {
		if l.order.Len() >= l.most {
			oldest := l.order.Back()
			delete(l.by, l.order.Remove(oldest).(*limited).key)
		}
		at = l.order.PushFront(&limited{sum, *rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)})
		l.by[sum] = at
	} else {
		l.order.MoveToFront(at)
	}
	who := at.Value.(*limited)
	ok = who.AllowN(now, 1)
	tokens := who.TokensAt(now)
	if !ok {
		wait = l.after(1 - tokens)
	}
	return max(int(tokens), 0), l.after(float64(l.rate.Burst) - tokens), wait, ok
}

// after is how long so many requests take to become free.
func (l *limiter) after(tokens float64) time.Duration {
	return time.Duration(max(tokens, 0) / l.rate.PerSecond * float64(time.Second))
}

// tally gathers what the policies say of one request.
type tally struct {
	server           *Server
	policies, counts []byte // items of the headers
	refused          error
}

func (s *Server) newTally() tally { return tally{server: s} }

// count counts the request under one policy, if it falls under it.
func (t *tally) count(l *limiter, key string, ok bool) {
	if l == nil || !ok {
		return
	}
	left, reset, wait, allowed := l.take(key, t.server.cfg.Now())
	if t.policies == nil { // with room for what a command falls under
		t.policies, t.counts = make([]byte, 0, 64), make([]byte, 0, 64)
	} else {
		t.policies = append(t.policies, ", "...)
		t.counts = append(t.counts, ", "...)
	}
	t.policies = append(t.policies, l.describe...)
	t.counts = append(append(append(t.counts, '"'), l.policy...), `";r=`...)
	t.counts = append(strconv.AppendInt(t.counts, int64(left), 10), ";t="...)
	t.counts = strconv.AppendInt(t.counts, int64(seconds(reset)), 10)
	if !allowed {
		t.server.cfg.Observer.Limited(l.policy)
		p := refuse(rateLimited, "the policy "+l.policy+" takes no more now")
		p.RetryAfter = max(seconds(wait), 1)
		t.refused = p
	}
}

// write says in the headers what was counted, behind what they say already.
func (t *tally) write(h http.Header) {
	if t.policies == nil {
		return
	}
	behind(h, "Ratelimit-Policy", string(t.policies))
	behind(h, "Ratelimit", string(t.counts))
}

// behind adds items to the one line of a header.
func behind(h http.Header, name, items string) {
	if before := h[name]; len(before) == 1 {
		items = before[0] + ", " + items
	}
	h[name] = []string{items}
}

// limit counts a request under every policy that it falls under, says so in the
// headers, and refuses it where it is one too many.
func (s *Server) limit(w http.ResponseWriter, r *http.Request) error {
	t := s.newTally()
	defer t.write(w.Header())
	session := s.counted(r)
	t.count(s.sessions, session, session != "")
	addr, far := s.clientOf(r)
	t.count(s.addresses, addr, far)
	if name, ok := quotaOf[r.Pattern]; ok && t.refused == nil {
		_ = s.spend(&t, name, session, r) // tally keeps it
	}
	if t.refused != nil {
		s.cfg.Logger.DebugContext(r.Context(), "one request too many", "client", addr)
	}
	return t.refused
}

// limitCall counts a message as limit counts a request. Nobody says who sent it: NATS
// tells the service no more than the subject of the answer, which a sender may make up
// or take from somebody else. So what a seat token bounds is bounded by that, and games
// are made at the rate of one network by all who come over a transport together.
func (s *Server) limitCall(w http.ResponseWriter, r *http.Request, pattern, via string) error {
	t := s.newTally()
	defer t.write(w.Header())
	session := ""
	if tok, err := tokenOf(r); err == nil {
		session = tok.Reveal()
	}
	t.count(s.sessions, session, session != "")
	if name, ok := quotaOf[pattern]; ok && t.refused == nil {
		q := s.quotas.byName[name]
		t.count(q.session, session, session != "")
		if t.refused == nil {
			t.count(q.network, "via "+via, name == quotaCreate)
		}
	}
	return t.refused
}

// seconds rounds up.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"plylog/api/people/vault"
	"plylog/events"
)

// How long a session lasts: without being used, and at most.
const (
	sessionIdle     = 30 * 24 * time.Hour
	sessionAbsolute = 180 * 24 * time.Hour
	seenEvery       = time.Hour // how often it is noted that it was used
)

// Session is one place where somebody is signed in.
type Session struct {
	ID      string // tells it from the account's others; proves nothing
	Method  string
	Created time.Time
	Seen    time.Time // to the hour
	Expires time.Time // when it ends if it is not used
	Device  string
}

func sessionKey(hash string) string { return keySession + "." + hash }

func (rec *sessionRecord) expires() time.Time {
	end := rec.Seen.Add(sessionIdle)
	if last := rec.Created.Add(sessionAbsolute); last.Before(end) {
		return last
	}
	return end
}

func (rec *sessionRecord) session(hash string) Session {
	return Session{ID: hash[:idLength], Method: rec.Method, Created: rec.Created, Seen: rec.Seen, Expires: rec.expires(), Device: rec.Device}
}

// keepMissing tells a cache to keep that something is not there.
func keepMissing(err error) bool { return errors.Is(err, vault.ErrNotFound) }

// BySession returns what the secret of a session proves. Errors: ErrSignedOut.
func (p *People) BySession(ctx context.Context, secret string) (Grant, error) {
	s := Secret(secret)
	if !s.whole() {
		return Grant{}, ErrSignedOut
	}
	hash := s.hash()
	key, now := sessionKey(hash), p.cfg.Now()
	rec, err := p.sessions.get(key, now, func(error) bool { return false }, func() (rec sessionRecord, err error) {
		_, err = p.read(ctx, key, &rec)
		return rec, err
	})
	if errors.Is(err, vault.ErrNotFound) || err == nil && !now.Before(rec.expires()) {
		return Grant{}, ErrSignedOut
	}
	if err != nil {
		return Grant{}, err
	}
	a, err := p.holder(ctx, rec.Account)
	if err != nil {
		return Grant{}, err
	}
	if now.Sub(rec.Seen) >= seenEvery {
		rec = p.see(ctx, key, rec, now)
	}
	return Grant{Account: a, Session: rec.session(hash), Scopes: allScopes(a.Admin), key: key, until: rec.Created.Add(sessionAbsolute)}, nil
}

// see notes that a session was used. Where that does not succeed it is noted next
// time.
func (p *People) see(ctx context.Context, key string, rec sessionRecord, now time.Time) sessionRecord {
	now = now.UTC().Truncate(time.Millisecond)
	life := min(sessionIdle, rec.Created.Add(sessionAbsolute).Sub(now))
	seen, err := change(ctx, p, key, life, func(rec *sessionRecord) error {
		if now.Sub(rec.Seen) < seenEvery {
			return errSeen
		}
		rec.Seen = now
		return nil
	})
	p.sessions.drop(key)
	if err != nil && !errors.Is(err, errSeen) {
		p.cfg.Logger.DebugContext(ctx, "that a session is used was not noted", "err", err)
		return rec
	}
	return seen
}

// errSeen: somebody else has noted it.
var errSeen = errors.New("people: noted already")

// Sessions lists where somebody is signed in, the newest first.
func (p *People) Sessions(ctx context.Context, id events.PlayerID) ([]Session, error) {
	now := p.cfg.Now()
	all, err := listed(ctx, p, id, ownSession, func(hash string, rec *sessionRecord) (Session, bool) {
		return rec.session(hash), now.Before(rec.expires())
	})
	slices.SortFunc(all, func(a, b Session) int { return b.Created.Compare(a.Created) })
	return all, err
}

// SignOut ends one of somebody's sessions, by its id. Errors: ErrSignedOut where they
// have none of that id.
func (p *People) SignOut(ctx context.Context, id events.PlayerID, session string) error {
	return p.endOne(ctx, id, ownSession, session)
}

// SignOutEverywhere ends all of somebody's sessions.
func (p *People) SignOutEverywhere(ctx context.Context, id events.PlayerID) error {
	return p.endAll(ctx, id, ownSession)
}

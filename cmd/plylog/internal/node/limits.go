package node

import (
	"time"

	"plylog/api"
)

// limits are the bounds that the settings ask for. A school or a company may sit
// behind one address, so an address has more than one player, and a network more
// than an address.
func (s *Settings) limits() api.Limits {
	return api.Limits{
		Session: perSecond(s.RateSession),
		Address: perSecond(s.RateAddress),
		Create:  quota(s.RateCreate, time.Minute, s.RateCreate),
		Move:    quota(s.RateMove, time.Second, 10*s.RateMove),
		Feed:    quota(s.RateFeed, time.Minute, s.RateFeed),
		Mail: api.MailQuota{
			Mailbox: per(time.Hour, s.RateMail, s.RateMail),
			Address: per(time.Hour, 5*s.RateMail, 5*s.RateMail),
			Network: per(time.Hour, 20*s.RateMail, 20*s.RateMail),
			All:     per(time.Hour, s.RateMails, s.RateMails),
		},
		FeedsPerSession: s.OpenSession,
		FeedsPerAddress: s.OpenAddress,
	}
}

// perSecond is a rate that takes ten seconds' worth at once.
func perSecond(n int) api.Rate { return per(time.Second, n, 10*n) }

// per is a rate of so many in a time, of which some may come at once.
func per(d time.Duration, n, burst int) api.Rate {
	return api.Rate{PerSecond: float64(n) / d.Seconds(), Burst: burst}
}

// quota gives a player so many in a time, an address ten times and a network forty
// times as many.
func quota(n int, d time.Duration, burst int) api.Quota {
	return api.Quota{Session: per(d, n, burst), Address: per(d, 10*n, 10*burst), Network: per(d, 40*n, 40*burst)}
}

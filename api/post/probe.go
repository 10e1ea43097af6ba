package post

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"os"
	"time"
)

// Finding is what a way was found to be.
type Finding struct {
	Way      string    // without the user
	TLS      string    // version of TLS, as in "TLS 1.3"; empty: none
	Until    time.Time // end of the certificate; zero: none
	SignedIn bool      // the user and the password were taken
}

// Probe tries a way without sending anything: it connects, turns to TLS, signs in and
// says goodbye; of a folder it finds out whether it can be opened. Of the Config it
// reads Way, Password, From, Roots and Patience. Errors: *Failure, ErrWay.
func Probe(ctx context.Context, cfg Config) (Finding, error) {
	if cfg.Way == (Way{}) {
		return Finding{}, ErrWay
	}
	found := Finding{Way: cfg.Way.String()}
	if cfg.Way.dir != "" {
		if _, err := os.Stat(cfg.Way.dir); errors.Is(err, fs.ErrNotExist) {
			return found, nil // the first letter makes it
		}
		root, err := (&folderCarrier{dir: cfg.Way.dir}).open()
		if err != nil {
			return found, fileFailure(err)
		}
		return found, root.Close()
	}
	cfg.From = cmp.Or(cfg.Way.from, cfg.From)
	cfg.Patience = cmp.Or(cfg.Patience, 30*time.Second)
	ctx, cancel := context.WithTimeout(ctx, cfg.Patience)
	defer cancel()
	s, err := newSMTPCarrier(cfg).open(ctx)
	if err != nil {
		return found, err
	}
	defer s.close()
	found.SignedIn = cfg.Way.user != ""
	if state, ok := s.client.TLSConnectionState(); ok {
		found.TLS = tls.VersionName(state.Version)
		if len(state.PeerCertificates) > 0 {
			found.Until = state.PeerCertificates[0].NotAfter
		}
	}
	return found, nil
}

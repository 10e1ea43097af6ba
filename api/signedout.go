package api

import (
	"context"
	"errors"
	"net/http"

	"plylog/api/people"
	"plylog/projections"
)

// signedOutOf reports whether somebody was signed out while they followed something.
func signedOutOf(ctx context.Context) bool { return errors.Is(context.Cause(ctx), people.ErrSignedOut) }

// signedOutReason is why a feed of somebody who was signed out ends.
const signedOutReason projections.Reason = "signed-out"

// while returns the request with a context that ends when whoever is signed in by it
// is not any more. Who that is it asks anew whenever that matters. The caller cancels
// it.
func (s *Server) while(r *http.Request) (*http.Request, context.CancelFunc, error) {
	if s.cfg.People == nil {
		return r, func() {}, nil
	}
	g, err := s.signedIn(r)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := s.cfg.People.While(r.Context(), g)
	return asking(r.WithContext(ctx)), cancel, nil
}

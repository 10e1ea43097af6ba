package node

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/doctor"
	"plylog/events/jetlog"
)

const (
	copies       = 3                // of a new store on a cluster
	clusterStart = 30 * time.Second // what it may take to find its leader
	answerTime   = 2 * time.Second  // what an answer may take; without a leader there is none
)

// openCluster opens the log on NATS servers elsewhere, once it is sure that they
// keep what they acknowledge, as far as they can be asked.
func openCluster(ctx context.Context, s *Settings, options jetlog.Options, logger *slog.Logger) (*store, error) {
	made, err := s.settle(ctx, &options)
	if err != nil {
		return nil, err
	}
	found := doctor.Cluster(ctx, s.cluster())
	if !made && s.Replicas == 1 && options.Replicas == 1 {
		found = append(found, doctor.OneCopy())
	}
	if err := s.accept(found, logger); err != nil {
		return nil, err
	}
	options.Beside = new(jetlog.Beside)
	heard := new(answers)
	options.Observe.Written = heard.beside(options.Observe.Written)
	log, err := jetlog.Open(ctx, s.reach(roleLog), options)
	if err != nil {
		return nil, err
	}
	return &store{Log: log, hot: log, answers: heard, connect: options.Beside.Of(s.reach(roleLog)), beside: options.Beside}, nil
}

// sameSecret holds the secret of the folder against a fingerprint of the one that the
// store was made with, which the first who opens it leaves there: seat tokens, dice and
// accounts follow from it, and several nodes must have the same.
func sameSecret(ctx context.Context, dir *datadir.Dir, s *Settings, connect jetlog.Connect, logger *slog.Logger) error {
	secret, err := dir.Secret()
	if err != nil {
		return err
	}
	leases, err := jetlog.OpenLeases(ctx, connect, 0, logger)
	if err != nil {
		return err
	}
	defer leases.Close()
	print := sha256.Sum256(append([]byte("plylog secret\n"), secret...))
	err = leases.Same(ctx, "secret", hex.EncodeToString(print[:16]))
	switch {
	case errors.Is(err, jetlog.ErrOther) && s.NATS != "":
		return fmt.Errorf("%w: copy the file secret from the data folder of a node that runs to %s", err, s.Data)
	case errors.Is(err, jetlog.ErrOther):
		return fmt.Errorf("the file secret in %s is not the one that its games were made with; put that one back: a backup has it", s.Data)
	}
	return err
}

// errUnsafe: acknowledged events can be lost.
var errUnsafe = errors.New("the NATS servers can lose what they have acknowledged (--nats-unsafe yes runs on them all the same)")

// accept says what was found that is not in order, and refuses what is known to lose
// events.
func (s *Settings) accept(found []doctor.Finding, logger *slog.Logger) error {
	why := error(nil)
	for _, f := range found {
		switch f.Grade {
		case doctor.Bad:
			if f.Loses() {
				why = errUnsafe
			} else if why == nil {
				why = fmt.Errorf("the NATS servers do not answer as they should: %s; %s", f.Says, f.Fix)
			}
			logger.Error(f.Says, "check", f.Check, "remedy", f.Fix)
		case doctor.Warn:
			logger.Warn(f.Says, "check", f.Check, "remedy", f.Fix)
		default:
			logger.Debug(f.Says, "check", f.Check)
		}
	}
	if s.NATSUnsafe {
		return nil
	}
	return why
}

// settle waits until the servers answer, and decides how many copies a store gets
// that is not made yet; one that is keeps what it has.
func (s *Settings) settle(ctx context.Context, options *jetlog.Options) (made bool, err error) {
	nc, err := s.reach(roleLog)("plylog-setup")
	if err != nil {
		return false, err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return false, fmt.Errorf("asking for JetStream: %w", err)
	}
	// A cluster that has just started answers only once it has elected a leader.
	ctx, cancel := context.WithTimeout(ctx, clusterStart)
	defer cancel()
	for {
		try, stop := context.WithTimeout(ctx, answerTime)
		_, err = js.Stream(try, jetlog.StreamName(0))
		stop()
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, jetstream.ErrStreamNotFound) && options.Replicas != 0:
			return false, nil
		case errors.Is(err, jetstream.ErrStreamNotFound):
			options.Replicas = copiesOn(nc)
			return false, nil
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("looking for the store: %w", err)
		case <-time.After(250 * time.Millisecond):
		}
	}
}

// copiesOn is how many copies a new store gets: three on a cluster. Where not that
// many servers have come yet, making it waits for them.
func copiesOn(nc *nats.Conn) int {
	if nc.ConnectedClusterName() == "" {
		return 1
	}
	return copies
}

package vault

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The bucket as NATS tools show it.
const (
	Bucket  = "PLYLOG_PEOPLE"
	Stream  = "KV_" + Bucket // behind it
	subject = "$KV." + Bucket + "."
)

// The header that marks a key as erased, as JetStream's buckets have it.
const (
	headerOperation = "KV-Operation"
	operationDelete = "DEL"
)

// markerLife is how long an erased key says that it was: whoever watches is told, and
// nobody needs it for longer.
const markerLife = time.Hour

// mostRevisions is how many revisions of a key the bucket takes. All but the last are
// erased at once; there must be room for those whose turn has not come.
const mostRevisions = 64

// Jet is a vault in a key-value bucket of JetStream.
type Jet struct {
	js     jetstream.JetStream
	kv     jetstream.KeyValue
	stream jetstream.Stream
	logger *slog.Logger

	ctx   context.Context // of what is done behind a caller's back
	close context.CancelFunc
	late  sync.WaitGroup
}

var _ Vault = (*Jet)(nil)

// OpenJet opens the bucket of a store, or makes it with so many copies, and erases
// what a crash left. Close comes before that of the connection. logger may be nil.
func OpenJet(ctx context.Context, nc *nats.Conn, replicas int, logger *slog.Logger) (*Jet, error) {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	j := &Jet{js: js, logger: logger}
	ctx, cancel := context.WithTimeout(ctx, mostOpening)
	defer cancel()
	for {
		err := j.open(ctx, replicas)
		if err == nil {
			break
		}
		if !passes(err) || ctx.Err() != nil {
			return nil, fmt.Errorf("vault: opening %s: %w", Bucket, err)
		}
		logger.Debug("what is known of people cannot be opened yet", "err", err)
		select {
		case <-time.After(answerPause):
		case <-ctx.Done():
		}
	}
	j.ctx, j.close = context.WithCancel(context.WithoutCancel(ctx))
	return j, nil
}

// How long a cluster may take until it opens the bucket, how long for one answer (who
// was asked while a leader was elected says nothing at all), and the pause before it is
// asked again.
const (
	mostOpening = 30 * time.Second
	mostAnswer  = 2 * time.Second
	answerPause = 100 * time.Millisecond
)

// open asks once for everything.
func (j *Jet) open(ctx context.Context, replicas int) (err error) {
	asked, cancel := context.WithTimeout(ctx, mostAnswer)
	defer cancel()
	if j.stream, err = openStream(asked, j.js, replicas); err != nil {
		return err
	}
	if j.kv, err = j.js.KeyValue(asked, Bucket); err != nil {
		return err
	}
	return j.sweep(ctx) // which takes as long as there is much to erase
}

// passes reports whether asking again may help.
func passes(err error) bool {
	var refused *jetstream.APIError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, errUnfollowed) || errors.As(err, &refused) && refused.Code == 503
}

// openStream finds the stream behind the bucket or makes it. It is made by hand: a
// bucket made as one refuses that single messages are erased, and lets replicas that
// lag behind answer.
func openStream(ctx context.Context, js jetstream.JetStream, replicas int) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, Stream)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, err
	}
	s, err = js.CreateStream(ctx, jetstream.StreamConfig{
		Name: Stream, Description: "plylog: accounts, sessions and tokens", Subjects: []string{subject + ">"},
		Storage: jetstream.FileStorage, Replicas: max(replicas, 1), Discard: jetstream.DiscardNew, Compression: jetstream.NoCompression,
		MaxMsgsPerSubject: mostRevisions, MaxMsgs: -1, MaxBytes: -1, MaxConsumers: -1, MaxMsgSize: MostValue + 1024,
		AllowRollup: true, AllowMsgTTL: true,
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another node was first
		return js.Stream(ctx, Stream)
	}
	return s, err
}

// Close waits for what is still to be erased. What cannot be erased now is erased
// when the vault is opened again.
func (j *Jet) Close() {
	j.close()
	j.late.Wait()
}

// last returns the last message of a key. erased is true where that says that it was
// erased. Errors: ErrNotFound.
func (j *Jet) last(ctx context.Context, key string) (m *jetstream.RawStreamMsg, erased bool, err error) {
	for begun := time.Now(); ; {
		m, err = j.stream.GetLastMsgForSubject(ctx, subject+key)
		if err == nil {
			return m, m.Header.Get(headerOperation) != "" || m.Header.Get(jetstream.MarkerReasonHeader) != "", nil
		}
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			break
		}
		if j.stream.CachedInfo().Config.Replicas == 1 {
			return nil, false, ErrNotFound
		}
		var keys map[string]uint64
		if keys, err = j.there(ctx, subject+key); err != nil {
			break
		}
		if len(keys) == 0 {
			return nil, false, ErrNotFound
		}
		if time.Since(begun) > mostAnswer { // or it was written this moment
			err = errUnfollowed
			break
		}
	}
	return nil, false, fmt.Errorf("%w: reading: %w", ErrUnavailable, err)
}

// Get implements Vault.
func (j *Jet) Get(ctx context.Context, key string) (Entry, error) {
	if err := checkKey(key); err != nil {
		return Entry{}, err
	}
	m, erased, err := j.last(ctx, key)
	if err == nil && erased {
		err = ErrNotFound
	}
	if err != nil {
		return Entry{}, err
	}
	return Entry{key, m.Data, m.Sequence}, nil
}

// Create implements Vault.
func (j *Jet) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	if err := check(key, value); err != nil {
		return 0, err
	}
	rev, err := j.publish(ctx, key, value, nil, life, 0)
	if !errors.Is(err, ErrConflict) {
		return rev, err
	}
	m, erased, err := j.last(ctx, key)
	switch {
	case errors.Is(err, ErrNotFound): // its life ended this moment
		rev, err = j.publish(ctx, key, value, nil, life, 0)
	case err != nil:
		return 0, err
	case !erased:
		return 0, ErrExists
	default:
		rev, err = j.publish(ctx, key, value, nil, life, m.Sequence)
	}
	if errors.Is(err, ErrConflict) {
		err = ErrExists
	}
	return rev, err
}

// Update implements Vault.
func (j *Jet) Update(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	if err := check(key, value); err != nil {
		return 0, err
	}
	if revision == 0 {
		return 0, ErrConflict
	}
	rev, err := j.publish(ctx, key, value, nil, life, revision)
	if err != nil {
		return 0, err
	}
	if err := j.scrub(ctx, key, rev); err != nil {
		j.scrubLater(key, rev)
	}
	return rev, nil
}

// Erase implements Vault.
func (j *Jet) Erase(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	for {
		m, erased, err := j.last(ctx, key)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if erased {
			return j.scrub(ctx, key, m.Sequence)
		}
		rev, err := j.publish(ctx, key, nil, nats.Header{headerOperation: {operationDelete}}, markerLife, m.Sequence)
		if errors.Is(err, ErrConflict) {
			continue // it was replaced meanwhile; whatever stands is to go
		}
		if err != nil {
			return err
		}
		return j.scrub(ctx, key, rev)
	}
}

// publish writes behind a revision, 0: behind nothing. Where the server says that
// another write of the key is under way it is sent again: that one may fail. Errors:
// ErrConflict.
func (j *Jet) publish(ctx context.Context, key string, value []byte, header nats.Header, life time.Duration, behind uint64) (uint64, error) {
	m := &nats.Msg{Subject: subject + key, Data: value, Header: header}
	if m.Header == nil {
		m.Header = nats.Header{}
	}
	if life > 0 {
		// Whole seconds, of which the server wants one at least.
		m.Header.Set(jetstream.MsgTTLHeader, strconv.FormatInt(max(int64((life+time.Second-1)/time.Second), 1), 10)+"s")
	}
	for pause := time.Millisecond; ; pause *= 2 {
		ack, err := j.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(behind))
		if err == nil {
			return ack.Sequence, nil
		}
		var refused *jetstream.APIError
		switch {
		case !errors.As(err, &refused):
		case refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence:
			return 0, ErrConflict
		case refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant && pause < time.Second:
			select {
			case <-time.After(pause):
				continue
			case <-ctx.Done():
			}
		}
		return 0, fmt.Errorf("%w: writing: %w", ErrUnavailable, err)
	}
}

package jetlog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// questionWait bounds one question to the store where nobody said how long it may take.
const questionWait = 5 * time.Second

// asker asks the store questions that have many answers. All answers of a
// connection come through one subscription: the server need not hear of a new one
// for every question.
type asker struct {
	nc    *nats.Conn
	inbox string
	lost  *alarm // rings when the connection breaks: what was asked is not answered then

	most time.Duration // what one question may take

	// repeat is after which time without an answer a question that has one is asked again:
	// a leader that ends as it is asked never answers, and the next one does at once.
	repeat time.Duration

	mu     sync.Mutex
	next   uint64
	asking map[string]func(*nats.Msg) // by the last token of the reply subject
}

// newAsker makes a connection to ask over, and bounds what one question may take.
func newAsker(connect Connect, name string, most time.Duration, logger *slog.Logger) (*asker, error) {
	a := &asker{lost: newAlarm(), most: most, repeat: most, asking: make(map[string]func(*nats.Msg))}
	nc, err := connect(name, persistent(logger, a.lost)...)
	if err != nil {
		return nil, err
	}
	a.nc, a.inbox = nc, nc.NewInbox()+"."
	sub, err := nc.Subscribe(a.inbox+"*", a.hear)
	if err == nil {
		// What is asked for at once is bounded by the questions.
		err = sub.SetPendingLimits(-1, -1)
	}
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("listening for answers: %w", err)
	}
	return a, nil
}

// ask sends a question. Each answer is given to hear, one after the other, until
// done is called.
func (a *asker) ask(subject string, question []byte, hear func(*nats.Msg)) (done func(), err error) {
	reply, done := a.listen(hear)
	if err := a.nc.PublishRequest(subject, reply, question); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// listen gives what comes to a new subject to hear, until done is called.
func (a *asker) listen(hear func(*nats.Msg)) (reply string, done func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next++
	token := strconv.FormatUint(a.next, 36)
	a.asking[token] = hear
	return a.inbox + token, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.asking, token)
	}
}

func (a *asker) hear(m *nats.Msg) {
	a.mu.Lock()
	hear := a.asking[m.Subject[len(a.inbox):]]
	a.mu.Unlock()
	if hear != nil {
		hear(m)
	}
}

// one asks a question that has one answer.
func (a *asker) one(ctx context.Context, subject string, question []byte) (*nats.Msg, error) {
	lost := a.lost.next()
	answer := make(chan *nats.Msg, 1)
	reply, done := a.listen(func(m *nats.Msg) {
		select {
		case answer <- m:
		default:
		}
	})
	defer done()
	var m *nats.Msg
	err := errNoAnswer
	for left := a.most; left > 0 && errors.Is(err, errNoAnswer); left -= a.repeat {
		if err := a.nc.PublishRequest(subject, reply, question); err != nil {
			return nil, err
		}
		m, err = await(ctx, answer, lost, a.repeat)
	}
	if err == nil && len(m.Data) == 0 && m.Header.Get("Status") == strconv.Itoa(statusNoResponders) {
		return nil, nats.ErrNoResponders
	}
	return m, err
}

// await waits for an answer, but not for ever.
func await[T any](ctx context.Context, answer <-chan T, lost <-chan struct{}, most time.Duration) (none T, err error) {
	t := time.NewTimer(most)
	defer t.Stop()
	select {
	case m := <-answer:
		return m, nil
	case <-lost:
		return none, errDisconnected
	case <-t.C:
		return none, errNoAnswer
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

package jetlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/events/jetlog/majority"
)

// What only the leader of a stream answers, and therefore as it is now. On one
// server the stream is its own leader.

// state is where a stream stands.
type state struct {
	First   uint64 `json:"first_seq"`
	Last    uint64 `json:"last_seq"`
	Msgs    uint64 `json:"messages"`
	Deleted int    `json:"num_deleted"`
	Bytes   uint64 `json:"bytes"`
}

// check says what in a state cannot be of a stream that begins behind a position: events
// are never removed.
func (s state) check(stream string, behind uint64) error {
	switch {
	case s.Last == behind && s.Msgs == 0:
		return nil
	case s.First != behind+1 || s.Last < behind || s.Msgs != s.Last-behind || s.Deleted != 0:
		return fmt.Errorf("%w: stream %s holds %d events from %d to %d, %d deleted", events.ErrDamaged, stream, s.Msgs, s.First, s.Last, s.Deleted)
	default:
		return nil
	}
}

// storedMsg is a message as the leader gives it out.
type storedMsg struct {
	Subject string `json:"subject"`
	Seq     uint64 `json:"seq"`
	Header  []byte `json:"hdrs"`
	Data    []byte `json:"data"`
}

// errNoMessage: the leader has no such message.
var errNoMessage = errors.New("no such message")

const codeNoMessage = 10037

// request asks one question and decodes the answer.
func (a *asker) request(ctx context.Context, subject string, question, answer any) error {
	var text []byte
	if question != nil {
		var err error
		if text, err = json.Marshal(question); err != nil {
			return err
		}
	}
	m, err := a.one(ctx, subject, text)
	for r := (retry{most: a.most}); err != nil; m, err = a.one(ctx, subject, text) {
		if !r.again(ctx, err) {
			return fmt.Errorf("asking the store: %w", passing(err))
		}
	}
	return answered(m.Data, answer)
}

// answered decodes the answer to a question, or returns why there is none.
func answered(data []byte, answer any) error {
	var failed struct {
		Error *refusal `json:"error"`
	}
	if err := json.Unmarshal(data, &failed); err != nil {
		return fmt.Errorf("asking the store: %w", err)
	}
	if e := failed.Error; e != nil {
		if e.ErrCode == codeNoMessage {
			return errNoMessage
		}
		if e.Code == statusNoResponders {
			return passing(fmt.Errorf("%w: %s", nats.ErrNoResponders, e.Description))
		}
		return fmt.Errorf("asking the store: %s (%d)", e.Description, e.ErrCode)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("asking the store: %w", err)
	}
	return nil
}

// streamInfo is what is read of how a stream stands.
type streamInfo struct {
	Config struct {
		Replicas int `json:"num_replicas"`
	} `json:"config"`
	Cluster *copies `json:"cluster"` // nil: on one server
	State   struct {
		state
		Subjects map[string]uint64 `json:"subjects"`
	} `json:"state"`
}

// info asks how a stream stands: at since or later, or for the zero time a moment ago.
// Where it has no leader another server answers, with what that one has, and one that
// was cut off may still think that it leads; such an answer is none.
func (s *shard) info(ctx context.Context, a *asker, question any, since time.Time) (info streamInfo, err error) {
	for r := (retry{most: a.most}); ; {
		info = streamInfo{}
		before := majority.Lately
		if !since.IsZero() {
			before = time.Since(since)
		}
		err = a.request(ctx, "$JS.API.STREAM.INFO."+s.stream, question, &info)
		if err == nil {
			err = info.known(s.stream, before)
		}
		if !r.again(ctx, err) {
			return info, err
		}
	}
}

// known makes sure that an answer comes from a leader that can know, if it was asked
// so long after it was thought of.
func (i *streamInfo) known(stream string, before time.Duration) error {
	switch {
	case i.Cluster == nil:
		return nil
	case i.Cluster.Leader == "":
		return passing(fmt.Errorf("asking the store: %w: %s has no leader", nats.ErrNoResponders, stream))
	case !majority.Led(i.Config.Replicas, i.Cluster.heard(), before):
		return fmt.Errorf("asking the store: %w: %s", errUnfollowed, stream)
	}
	return nil
}

// state asks where a shard's stream stands, at since or later.
func (s *shard) state(ctx context.Context, since time.Time) (state, error) {
	info, err := s.info(ctx, s.log.reader(s.index), nil, since)
	if observe := s.log.options.Observe.Stands; observe != nil && err == nil {
		have := s.archived + info.State.Msgs
		observe(s.index, have, info.State.Last-min(info.State.Last, have))
	}
	return info.State.state, err
}

// lastOf asks for the last event of a subject; errNoMessage if there is none, or
// none that can be read.
func (s *shard) lastOf(ctx context.Context, a *asker, subject string) (storedMsg, error) {
	return s.get(ctx, a, map[string]any{"last_by_subj": subject})
}

// countOf asks how many events a subject had at since or has now, by the store's index:
// those count too that it cannot read.
func (s *shard) countOf(ctx context.Context, a *asker, subject string, since time.Time) (uint64, error) {
	info, err := s.info(ctx, a, map[string]any{"subjects_filter": subject}, since)
	return info.State.Subjects[subject], err
}

// at asks for the event at a position.
func (s *shard) at(ctx context.Context, a *asker, seq uint64) (storedMsg, error) {
	return s.get(ctx, a, map[string]any{"seq": seq, "no_hdr": true})
}

// nextOf asks for the first event of a subject from a position on.
func (s *shard) nextOf(ctx context.Context, a *asker, subject string, seq uint64) (storedMsg, error) {
	return s.get(ctx, a, map[string]any{"next_by_subj": subject, "seq": seq, "no_hdr": true})
}

func (s *shard) get(ctx context.Context, a *asker, question any) (storedMsg, error) {
	var reply struct {
		Message storedMsg `json:"message"`
	}
	err := a.request(ctx, "$JS.API.STREAM.MSG.GET."+s.stream, question, &reply)
	return reply.Message, err
}

// Last implements events.Log.
func (l *Log) Last(ctx context.Context, shard int) (uint64, error) {
	s, err := l.shardAt(shard)
	if err != nil {
		return 0, err
	}
	at, err := s.state(ctx, time.Now())
	if err != nil {
		return 0, fmt.Errorf("shard %d: %w", shard, err)
	}
	return at.Last, nil
}

// Health asks every stream where it stands. An error that wraps events.ErrDamaged
// says that events are missing; any other that the store does not answer.
func (l *Log) Health(ctx context.Context) error {
	for _, s := range l.shards {
		at, err := s.state(ctx, time.Time{})
		if err != nil {
			return fmt.Errorf("shard %d: %w", s.index, err)
		}
		if err := at.check(s.stream, s.archived); err != nil {
			return err
		}
	}
	return nil
}

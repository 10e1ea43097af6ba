package jetlog_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// answered is how the server answers an append.
type answered struct {
	Seq   uint64
	Count int
	Error *struct {
		ErrCode int `json:"err_code"`
	}
}

// code is the reason of a refusal; 0: it was stored.
func (a answered) code() int {
	if a.Error == nil {
		return 0
	}
	return a.Error.ErrCode
}

// What the log takes for granted of the NATS server, asked of the server itself and
// not of the log, so that a version that changes one of them fails here by name.
func TestAssumptions(t *testing.T) {
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	log, err := s.Open(t.Context(), jetlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	nc, err := s.Connect("assumptions")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), jetlog.StreamName(0))
	if err != nil {
		t.Fatal(err)
	}
	const expect = "Nats-Expected-Last-Subject-Sequence"
	send := func(t *testing.T, m *nats.Msg) (a answered) {
		t.Helper()
		got, err := nc.RequestMsg(m, patience)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got.Data, &a); err != nil {
			t.Fatalf("%s: %v", got.Data, err)
		}
		return a
	}
	message := func(g *logtest.Game, after uint64) *nats.Msg {
		m := nats.NewMsg(jetlog.Subject(0, g.ID))
		m.Data = g.Next(t).Raw
		m.Header.Set(expect, strconv.FormatUint(after, 10))
		return m
	}
	last := func(t *testing.T) uint64 {
		t.Helper()
		info, err := stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if st := info.State; st.LastSeq > 0 && st.FirstSeq != 1 || st.Msgs != st.LastSeq || st.NumDeleted != 0 {
			t.Errorf("the stream has holes: %+v", st)
		}
		return info.State.LastSeq
	}

	t.Run("StaleIsRefusedBy10071", func(t *testing.T) {
		g := logtest.NewGame(t)
		a := send(t, message(g, 0))
		if a.Error != nil || a.Seq == 0 {
			t.Fatalf("%+v", a)
		}
		for _, after := range []uint64{0, a.Seq + 1} {
			if b := send(t, message(g, after)); b.Error == nil || b.Error.ErrCode != 10071 {
				t.Errorf("behind %d, where the last is %d: %+v", after, a.Seq, b)
			}
		}
		if n := last(t); n != a.Seq {
			t.Errorf("refused, and the stream went on to %d", n)
		}
	})
	batch := func(id string, list ...*nats.Msg) *nats.Msg {
		for i, m := range list {
			m.Header.Set("Nats-Batch-Id", id)
			m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
			if i < len(list)-1 {
				if err := nc.PublishMsg(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		end := list[len(list)-1]
		end.Header.Set("Nats-Batch-Commit", "1")
		return end
	}
	t.Run("ABatchIsStoredWholeAndInARow", func(t *testing.T) {
		before := last(t)
		a := send(t, batch("whole", message(logtest.NewGame(t), 0), message(logtest.NewGame(t), 0), message(logtest.NewGame(t), 0)))
		if a.Error != nil || a.Count != 3 || a.Seq != before+3 || last(t) != before+3 {
			t.Errorf("behind %d: %+v", before, a)
		}
	})
	t.Run("ABatchWithOneConflictStoresNothing", func(t *testing.T) {
		g := logtest.NewGame(t)
		before := send(t, message(g, 0)).Seq
		if a := send(t, batch("torn", message(logtest.NewGame(t), 0), message(g, 0), message(logtest.NewGame(t), 0))); a.Error == nil {
			t.Errorf("%+v", a)
		}
		if n := last(t); n != before {
			t.Errorf("the stream went from %d to %d", before, n)
		}
	})
	t.Run("NothingIsDeletedOrPurged", func(t *testing.T) {
		before := last(t)
		if err := stream.DeleteMsg(t.Context(), 1); err == nil {
			t.Error("an event can be deleted")
		}
		if err := stream.Purge(t.Context()); err == nil {
			t.Error("a stream can be purged")
		}
		if n := last(t); n != before {
			t.Errorf("the stream went from %d to %d", before, n)
		}
	})
	t.Run("WhatIsAnsweredIsReadAtOnce", func(t *testing.T) {
		for range 100 {
			g := logtest.NewGame(t)
			m := message(g, 0)
			a := send(t, m)
			got, err := stream.GetLastMsgForSubject(t.Context(), m.Subject)
			if err != nil || got.Sequence != a.Seq || string(got.Data) != string(m.Data) {
				t.Fatalf("stored at %d: %+v, %v", a.Seq, got, err)
			}
		}
	})
	t.Run("TheSameMessageAgainIsANewOne", func(t *testing.T) { // nothing but the expectation tells them apart
		g := logtest.NewGame(t)
		m := message(g, 0)
		a := send(t, m)
		m.Header.Set(expect, strconv.FormatUint(a.Seq, 10))
		if b := send(t, m); b.Error != nil || b.Seq != a.Seq+1 {
			t.Errorf("%+v, and again %+v", a, b)
		}
	})
	t.Run("Reading", func(t *testing.T) {
		readingAssumptions(t, nc, func(g *logtest.Game) uint64 { return send(t, message(g, g.Seq)).Seq }, last)
	})
	t.Run("HeadersCountAsData", func(t *testing.T) {
		before := last(t)
		for _, tt := range []struct {
			data, header int
			code         int
		}{{events.MostBytes, 0, 0}, {events.MostBytes, 2 << 10, 10054}, {events.MostBytes + 2<<10, 0, 10054}} {
			m := nats.NewMsg(jetlog.Subject(0, logtest.NewGame(t).ID))
			m.Data = make([]byte, tt.data)
			m.Header.Set("X", strings.Repeat("x", tt.header))
			a := send(t, m)
			switch code := a.code(); {
			case code != tt.code:
				t.Errorf("%d bytes and a header of %d: %+v, want code %d", tt.data, tt.header, a, tt.code)
			case code == 0:
				before++
			}
		}
		if n := last(t); n != before {
			t.Errorf("the stream ends at %d, want %d", n, before)
		}
	})
	t.Run("WhoeverDoesNotCommitStoresNothing", func(t *testing.T) {
		before := last(t)
		for i := range 3 {
			m := message(logtest.NewGame(t), 0)
			m.Header.Set("Nats-Batch-Id", "left")
			m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
			if err := nc.PublishMsg(m); err != nil {
				t.Fatal(err)
			}
		}
		if a := send(t, message(logtest.NewGame(t), 0)); a.Error != nil || a.Seq != before+1 {
			t.Errorf("behind %d and a batch that nobody ended: %+v", before, a)
		}
	})
	t.Run("ABatchWithAHoleStoresNothing", func(t *testing.T) {
		before := last(t)
		one, three := message(logtest.NewGame(t), 0), message(logtest.NewGame(t), 0)
		for i, m := range []*nats.Msg{one, three} {
			m.Header.Set("Nats-Batch-Id", "hole")
			m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(2*i+1))
		}
		if err := nc.PublishMsg(one); err != nil {
			t.Fatal(err)
		}
		three.Header.Set("Nats-Batch-Commit", "1")
		if a := send(t, three); a.Error == nil || last(t) != before {
			t.Errorf("%+v, and the stream went from %d to %d", a, before, last(t))
		}
	})
	t.Run("NobodyAnswersWhereNoStreamListens", func(t *testing.T) {
		for _, subject := range []string{"plylog.game.99." + logtest.NewGame(t).ID.String(), "$JS.API.DIRECT.GET.PLYLOG_99"} {
			if _, err := nc.Request(subject, []byte("{}"), patience); !errors.Is(err, nats.ErrNoResponders) {
				t.Errorf("%s: %v", subject, err)
			}
		}
	})
	t.Run("AnEmptyStreamBeginsAtNothing", func(t *testing.T) {
		made, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "EMPTY", Subjects: []string{"empty.>"}})
		if err != nil {
			t.Fatal(err)
		}
		st := made.CachedInfo().State
		if st.LastSeq != 0 || st.Msgs != 0 || st.FirstSeq > 1 || st.NumDeleted != 0 {
			t.Errorf("%+v", st)
		}
		if err := js.DeleteStream(t.Context(), "EMPTY"); err != nil {
			t.Error(err)
		}
	})
	t.Run("AShardIsWhatPartitionSays", func(t *testing.T) {
		if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
			Name: "PARTED", Subjects: []string{"parted.*"}, AllowDirect: true, SubjectTransform: &jetstream.SubjectTransformConfig{Source: "parted.*", Destination: "{{partition(16,1)}}.{{wildcard(1)}}"},
		}); err != nil {
			t.Fatal(err)
		}
		for range 32 {
			id := logtest.NewGame(t).ID
			if _, err := js.Publish(t.Context(), "parted."+id.String(), []byte("x")); err != nil {
				t.Fatal(err)
			}
			if m, err := nc.Request("$JS.API.DIRECT.GET.PARTED", []byte(`{"last_by_subj":"`+strconv.Itoa(events.ShardOf(id, 16))+"."+id.String()+`"}`), patience); err != nil || string(m.Data) != "x" {
				t.Errorf("game %s is not in shard %d: %v %v", id, events.ShardOf(id, 16), m, err)
			}
		}
		if err := js.DeleteStream(t.Context(), "PARTED"); err != nil {
			t.Error(err)
		}
	})
}

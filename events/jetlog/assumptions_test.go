package jetlog_test

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/events/jetlog"
	"plylog/events/logtest"
)

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
	type answer struct {
		Seq   uint64
		Count int
		Error *struct {
			ErrCode int `json:"err_code"`
		}
	}
	send := func(t *testing.T, m *nats.Msg) (a answer) {
		t.Helper()
		got, err := nc.RequestMsg(m, 10*time.Second)
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
}

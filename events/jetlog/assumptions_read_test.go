package jetlog_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// readingAssumptions asks the server for messages as the log does, which relies on what
// stands in the answers, and in what order they come.
func readingAssumptions(t *testing.T, nc *nats.Conn, store func(*logtest.Game) uint64, last func(*testing.T) uint64) {
	stream := jetlog.StreamName(0)
	// page asks for a page and returns what comes, the end included.
	page := func(t *testing.T, question string) (list []*nats.Msg, end *nats.Msg) {
		t.Helper()
		inbox := nats.NewInbox()
		sub, err := nc.SubscribeSync(inbox)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Unsubscribe() //nolint:errcheck // the connection ends with the test
		if err := nc.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, []byte(question)); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := sub.NextMsg(10 * time.Second)
			if err != nil {
				t.Fatalf("%s: %v", question, err)
			}
			if len(m.Data) == 0 {
				return list, m
			}
			list = append(list, m)
		}
	}
	g, other := logtest.NewGame(t), logtest.NewGame(t)
	var at []uint64 // of the first game
	for range 4 {
		g.Seq = store(g)
		at = append(at, g.Seq)
		other.Seq = store(other)
	}
	end := last(t)

	t.Run("APageOfTheStreamIsInARowAndSaysItsEnd", func(t *testing.T) {
		list, m := page(t, fmt.Sprintf(`{"seq":%d,"batch":5,"no_hdr":true}`, at[0]))
		if len(list) != 5 || list[0].Header != nil {
			t.Fatalf("%d messages, the first with %v", len(list), list)
		}
		h := m.Header
		if h.Get("Status") != "204" || h.Get("Nats-Last-Sequence") != strconv.FormatUint(at[0]+4, 10) {
			t.Errorf("the page ends with %v", h)
		}
	})
	t.Run("APageOfASubjectSaysWhereEachMessageIs", func(t *testing.T) {
		list, m := page(t, fmt.Sprintf(`{"seq":%d,"batch":100,"next_by_subj":%q}`, at[1], jetlog.Subject(0, g.ID)))
		if len(list) != 3 {
			t.Fatalf("%d messages, want 3", len(list))
		}
		for i, one := range list {
			if one.Header.Get("Nats-Sequence") != strconv.FormatUint(at[1+i], 10) || one.Header.Get("Nats-Subject") != jetlog.Subject(0, g.ID) {
				t.Errorf("message %d: %v, want %d", i, one.Header, at[1+i])
			}
		}
		if h := m.Header; h.Get("Status") != "204" || h.Get("Nats-Num-Pending") != "0" {
			t.Errorf("the page ends with %v", h)
		}
	})
	t.Run("WhatIsNotThereIs404", func(t *testing.T) {
		for _, question := range []string{
			fmt.Sprintf(`{"seq":%d,"batch":5,"no_hdr":true}`, end+1),
			fmt.Sprintf(`{"seq":1,"batch":5,"next_by_subj":%q}`, jetlog.Subject(0, logtest.NewGame(t).ID)),
			fmt.Sprintf(`{"last_by_subj":%q}`, jetlog.Subject(0, logtest.NewGame(t).ID)),
		} {
			if list, m := page(t, question); len(list) != 0 || m.Header.Get("Status") != "404" {
				t.Errorf("%s: %d messages, then %v", question, len(list), m.Header)
			}
		}
	})
	t.Run("TheLeaderSays10037OfWhatIsNotThere", func(t *testing.T) {
		ask := func(question string) (a struct {
			Message *struct{ Seq uint64 }
			Error   *struct {
				Code    int `json:"code"`
				ErrCode int `json:"err_code"`
			}
		}) {
			t.Helper()
			m, err := nc.Request("$JS.API.STREAM.MSG.GET."+stream, []byte(question), 10*time.Second)
			if err == nil {
				err = json.Unmarshal(m.Data, &a)
			}
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		if a := ask(fmt.Sprintf(`{"last_by_subj":%q}`, jetlog.Subject(0, g.ID))); a.Message == nil || a.Message.Seq != at[3] {
			t.Errorf("the last of a game: %+v, want %d", a, at[3])
		}
		if a := ask(fmt.Sprintf(`{"last_by_subj":%q}`, jetlog.Subject(0, logtest.NewGame(t).ID))); a.Error == nil || a.Error.ErrCode != 10037 {
			t.Errorf("of a game that there is not: %+v", a)
		}
	})
	t.Run("ThereIsACountOfEachSubject", func(t *testing.T) {
		m, err := nc.Request("$JS.API.STREAM.INFO."+stream, []byte(fmt.Sprintf(`{"subjects_filter":%q}`, jetlog.Subject(0, g.ID))), 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var info struct {
			State struct{ Subjects map[string]uint64 }
		}
		if err := json.Unmarshal(m.Data, &info); err != nil || info.State.Subjects[jetlog.Subject(0, g.ID)] != 4 {
			t.Errorf("%s, %v", m.Data, err)
		}
	})
}

package jetlog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

func TestShardsAreFixed(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l := open(t, s.Connect, jetlog.Options{Shards: 3})
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, l)
	l.Close()
	_, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{Shards: 5})
	var shards *jetlog.ShardsError
	if !errors.Is(err, jetlog.ErrShards) || !errors.As(err, &shards) || *shards != (jetlog.ShardsError{Store: 3, Asked: 5}) {
		t.Errorf("got %v", err)
	}
	if l := open(t, s.Connect, jetlog.Options{}); l.Shards() != 3 {
		t.Errorf("opened with %d shards", l.Shards())
	}
	if _, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{Shards: 101}); !errors.Is(err, jetlog.ErrConfig) {
		t.Errorf("101 shards: %v", err)
	}
}

func TestDefaultShards(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	if l := open(t, s.Connect, jetlog.Options{}); l.Shards() != jetlog.DefaultShards {
		t.Errorf("%d shards", l.Shards())
	}
}

func TestDrift(t *testing.T) {
	for name, change := range map[string]func(*jetstream.StreamConfig){
		"deny_delete":          func(c *jetstream.StreamConfig) { c.DenyDelete = false },
		"deny_purge":           func(c *jetstream.StreamConfig) { c.DenyPurge = false },
		"allow_direct":         func(c *jetstream.StreamConfig) { c.AllowDirect = false },
		"allow_atomic":         func(c *jetstream.StreamConfig) { c.AllowAtomicPublish = false },
		"allow_rollup_hdrs":    func(c *jetstream.StreamConfig) { c.AllowRollup, c.DenyPurge = true, false },
		"max_age":              func(c *jetstream.StreamConfig) { c.MaxAge = 1e12 },
		"max_msgs ":            func(c *jetstream.StreamConfig) { c.MaxMsgs = 1000 },
		"max_msgs_per_subject": func(c *jetstream.StreamConfig) { c.MaxMsgsPerSubject = 1 },
		"max_msg_size":         func(c *jetstream.StreamConfig) { c.MaxMsgSize = 1000 },
		"discard":              func(c *jetstream.StreamConfig) { c.MaxBytes, c.Discard = 1<<20, jetstream.DiscardOld },
		"compression":          func(c *jetstream.StreamConfig) { c.Compression = jetstream.S2Compression },
		"storage":              func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage },
		"republish":            func(c *jetstream.StreamConfig) { c.RePublish = &jetstream.RePublish{Destination: "feed.>"} },
	} {
		t.Run(name, func(t *testing.T) {
			s := embed(t, jetlog.EmbedOptions{NoSync: true})
			js := client(t, s)
			open(t, s.Connect, jetlog.Options{Shards: 1}).Close()
			stream, err := js.Stream(t.Context(), jetlog.StreamName(0))
			if err != nil {
				t.Fatal(err)
			}
			// Made anew, since some of this cannot be changed in place.
			cfg := stream.CachedInfo().Config
			change(&cfg)
			if err := js.DeleteStream(t.Context(), cfg.Name); err != nil {
				t.Fatal(err)
			}
			if _, err := js.CreateStream(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
			_, err = jetlog.Open(t.Context(), s.Connect, jetlog.Options{})
			if !errors.Is(err, jetlog.ErrConfig) || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestLostStream removes a stream from a finished store: it is not made anew.
func TestLostStream(t *testing.T) {
	for lost := range 3 {
		s := embed(t, jetlog.EmbedOptions{NoSync: true})
		l := open(t, s.Connect, jetlog.Options{Shards: 3})
		for range 30 {
			logtest.NewGame(t).Append(t.Context(), t, l)
		}
		l.Close()
		if err := client(t, s).DeleteStream(t.Context(), jetlog.StreamName(lost)); err != nil {
			t.Fatal(err)
		}
		if _, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{}); !errors.Is(err, events.ErrDamaged) {
			t.Errorf("without %s: %v", jetlog.StreamName(lost), err)
		}
	}
}

// TestHalfMade goes on where making a store was interrupted.
func TestHalfMade(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	js := client(t, s)
	open(t, s.Connect, jetlog.Options{Shards: 3}).Close()
	for _, shard := range []int{0, 1} {
		if err := js.DeleteStream(t.Context(), jetlog.StreamName(shard)); err != nil {
			t.Fatal(err)
		}
	}
	if l := open(t, s.Connect, jetlog.Options{}); l.Shards() != 3 {
		t.Errorf("%d shards", l.Shards())
	}
}

// TestForeignStream finds a stream below the log's subjects that is not its own.
func TestForeignStream(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	_, err := client(t, s).CreateStream(t.Context(), jetstream.StreamConfig{Name: "GAMES", Subjects: []string{"plylog.game.0.*"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{}); !errors.Is(err, jetlog.ErrConfig) {
		t.Errorf("got %v", err)
	}
}

// TestHeaders looks at a stored event with other means.
func TestHeaders(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l := open(t, s.Connect, jetlog.Options{})
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, l)
	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	e := g.Append(events.WithTrace(t.Context(), trace), t, l)
	stream, err := client(t, s).Stream(t.Context(), jetlog.StreamName(l.Shard(g.ID)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := stream.GetLastMsgForSubject(t.Context(), jetlog.Subject(l.Shard(g.ID), g.ID))
	if err != nil {
		t.Fatal(err)
	}
	if string(m.Data) != string(e.Raw) || m.Sequence != g.Seq {
		t.Errorf("stored %s at %d", m.Data, m.Sequence)
	}
	for name, want := range map[string]string{jetlog.HeaderKind: "reversi", jetlog.HeaderType: "moved", jetlog.HeaderN: "2", jetlog.HeaderTrace: trace} {
		if got := strings.Join(m.Header[name], ","); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name := range m.Header {
		if strings.HasSuffix(name, "Nats-Msg-Id") {
			t.Errorf("header %s", name)
		}
	}
	// Nobody may take it away.
	if err := stream.DeleteMsg(t.Context(), g.Seq); err == nil {
		t.Error("an event was deleted")
	}
	if err := stream.Purge(t.Context()); err == nil {
		t.Error("a stream was purged")
	}
}

// TestNotAnEvent stores what is no event, as somebody might who may publish where
// only the appender should. Its game is damaged; the others play on.
func TestNotAnEvent(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l := open(t, s.Connect, jetlog.Options{Shards: 1})
	js := client(t, s)
	first, broken, second := logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)
	first.Append(t.Context(), t, l)
	broken.Append(t.Context(), t, l)
	if _, err := js.Publish(t.Context(), jetlog.Subject(0, broken.ID), []byte(`{"v":1}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), jetlog.Subject(0, broken.ID), second.Next(t).Raw); err != nil {
		t.Fatal(err)
	}
	second.Append(t.Context(), t, l)

	var damaged *events.DamagedEvent
	seen := 0
	for _, err := range l.Read(t.Context(), broken.ID, 0) {
		if seen++; seen == 2 && (!errors.Is(err, events.ErrDamaged) || !errors.As(err, &damaged) || damaged.Seq != 3 || damaged.Game != broken.ID) {
			t.Errorf("read: %v", err)
		}
	}
	for _, err := range l.Read(t.Context(), broken.ID, 3) {
		if !errors.As(err, &damaged) || damaged.Seq != 4 {
			t.Errorf("read of an event of another game: %v", err)
		}
	}
	// Whoever reads the shard goes on behind it.
	var order []int
	for after := uint64(0); after < 5; {
		for e, err := range l.Scan(t.Context(), 0, after) {
			if errors.As(err, &damaged) {
				if damaged.Game != broken.ID {
					t.Errorf("damage at %d is said to be of game %s", damaged.Seq, damaged.Game)
				}
				order, after = append(order, -int(damaged.Seq)), damaged.Seq
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			order, after = append(order, int(e.Seq)), e.Seq
		}
	}
	if len(order) != 5 || order[2] != -3 {
		t.Errorf("read in the order %v", order)
	}
}

// TestUnreadableEvent overwrites a stored event on the disk, as a failing disk does
// below a server that does not look at what it has read before.
func TestUnreadableEvent(t *testing.T) {
	dir := t.TempDir()
	s := embed(t, jetlog.EmbedOptions{Dir: dir})
	l := open(t, s.Connect, jetlog.Options{Shards: 1})
	g, other := logtest.NewGame(t), logtest.NewGame(t)
	for range 3 {
		g.Append(t.Context(), t, l)
		other.Append(t.Context(), t, l)
	}
	victim := g.Next(t)
	seq, err := l.Append(t.Context(), g.Seq, victim)
	if err != nil {
		t.Fatal(err)
	}
	g.Stored(victim, seq)
	other.Append(t.Context(), t, l)
	l.Close()
	s.Close()
	flip(t, dir, victim.Raw)

	s = unchecked(t, dir)
	l = open(t, s.Connect, jetlog.Options{})
	var damaged *events.DamagedEvent
	seen := 0
	for _, err := range l.Scan(t.Context(), 0, 0) {
		if seen++; seen > 6 && (!errors.As(err, &damaged) || damaged.Seq != seq) {
			t.Errorf("scan: %v", err)
		}
	}
	if seen != 7 {
		t.Errorf("scan: %d events, then nothing", seen)
	}
	seen = 0
	for _, err := range l.Read(t.Context(), g.ID, 0) {
		if seen++; seen > 3 && (!errors.As(err, &damaged) || damaged.Game != g.ID) {
			t.Errorf("read: %v", err)
		}
	}
	if seen != 4 {
		t.Errorf("read: %d events, then nothing", seen)
	}
	for _, err := range l.Scan(t.Context(), 0, seq) {
		if err != nil {
			t.Errorf("scan behind it: %v", err)
		}
	}
}

// unchecked starts a server on a folder without looking at what is stored there.
func unchecked(t *testing.T, dir string) *jetlog.Server {
	t.Helper()
	s, err := jetlog.Unchecked(t.Context(), dir)
	t.Cleanup(s.Close)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// flip changes one byte in the middle of a text wherever it is stored.
func flip(t *testing.T, dir string, text []byte) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".blk") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if i := strings.Index(string(b), string(text)); i >= 0 {
			found++
			b[i+len(text)/2] ^= 1
			return os.WriteFile(path, b, 0o600)
		}
		return nil
	})
	if err != nil || found != 1 {
		t.Fatalf("found the event %d times: %v", found, err)
	}
}

// client connects to a server as any NATS program would.
func client(t testing.TB, s *jetlog.Server) jetstream.JetStream {
	t.Helper()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestPort(t *testing.T) {
	if _, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0"}); err == nil {
		t.Error("a port for everybody")
	}
	s := embed(t, jetlog.EmbedOptions{Listen: "127.0.0.1:0", Admit: func(name, password string) (jetlog.Grant, bool) {
		return jetlog.Grant{Publish: []string{"plylog.v1.>"}, Subscribe: []string{"_INBOX.>", "plylog.feed.*"}}, name == "ann" && password == "secret"
	}})
	l := open(t, s.Connect, jetlog.Options{})
	logtest.NewGame(t).Append(t.Context(), t, l)
	if _, err := jetlog.To(s.URL())("stranger"); err == nil {
		t.Error("a stranger was let in")
	}
	denied := make(chan error, 16)
	nc, err := jetlog.To(s.URL(), nats.UserInfo("ann", "secret"))("ann", nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		denied <- err
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, subject := range []string{
		jetlog.Subject(0, logtest.NewGame(t).ID), "$JS.API.STREAM.DELETE.PLYLOG_00", "$JS.API.STREAM.PURGE.PLYLOG_00", "plylog.tail.0",
	} {
		if err := nc.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		if err := <-denied; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("publishing to %s: %v", subject, err)
		}
	}
	for _, subject := range []string{"plylog.game.>", ">", "plylog.*.*"} {
		if _, err := nc.Subscribe(subject, func(*nats.Msg) {}); err != nil {
			t.Fatal(err)
		}
		if err := <-denied; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("subscribing to %s: %v", subject, err)
		}
	}
	if s := embed(t, jetlog.EmbedOptions{}); s.URL() != "" {
		t.Errorf("a port without being asked: %s", s.URL())
	}
}

func TestEmbedCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := jetlog.Embed(ctx, jetlog.EmbedOptions{Dir: t.TempDir()}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

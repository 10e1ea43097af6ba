package post_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"go.uber.org/goleak"

	"plylog/api/post"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const marked = "marked-password"

func letter(t testing.TB) post.Letter {
	t.Helper()
	letters, err := post.NewLetters(&url.URL{Scheme: "https", Host: "play.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := letters.SignIn("en", token, 15*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// office is a Courier whose clock stands still but for the pauses between tries.
type office struct {
	*post.Courier
	mu       sync.Mutex
	now      time.Time
	pauses   []time.Duration
	outcomes []post.Outcome
	log      bytes.Buffer
}

func newOffice(t *testing.T, cfg post.Config) *office {
	t.Helper()
	o := &office{now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	if cfg.From == (post.Address{}) {
		cfg.From = address(t, "plylog@play.example.org")
	}
	cfg.Logger = slog.New(slog.NewTextHandler(&o.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg.Now = func() time.Time {
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.now
	}
	if cfg.Wait == nil {
		cfg.Wait = func(_ context.Context, d time.Duration) bool {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.now = o.now.Add(d)
			o.pauses = append(o.pauses, d)
			return true
		}
	}
	cfg.Observe = func(got post.Outcome) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.outcomes = append(o.outcomes, got)
	}
	c, err := post.Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	o.Courier = c
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
		for _, secret := range []string{"ann@", "ann+x", token, marked, "me@"} {
			if strings.Contains(o.log.String(), secret) {
				t.Errorf("the log holds %q:\n%s", secret, o.log.String())
			}
		}
	})
	return o
}

// send sends one letter and sees what becomes of it.
func (o *office) send(t *testing.T) post.Outcome {
	t.Helper()
	if err := o.Send(address(t, "ann+x@example.org"), letter(t)); err != nil {
		t.Fatal(err)
	}
	o.Settle()
	if len(o.outcomes) != 1 {
		t.Fatalf("outcomes %v", o.outcomes)
	}
	return o.outcomes[0]
}

// Whatever the mail server and the setting make of each other, a letter is sent as
// the setting wants it or not at all.
func TestWaysOverSMTP(t *testing.T) {
	for name, c := range map[string]struct {
		server   how
		setting  string // %: the server's address
		password string
		stranger bool // the certificate is of nobody known
		want     post.Outcome
		secured  bool
		stage    string
	}{
		"required and offered":       {server: how{tls: true}, setting: "smtp://%", want: post.Sent, secured: true},
		"required and not offered":   {setting: "smtp://%", want: post.Refused, stage: "securing"},
		"opportunistic and offered":  {server: how{tls: true}, setting: "smtp://%?tls=opportunistic", want: post.Sent, secured: true},
		"opportunistic, not offered": {setting: "smtp://%?tls=opportunistic", want: post.Sent},
		"none though it is offered":  {server: how{tls: true}, setting: "smtp://%?tls=none", want: post.Sent},
		"implicit":                   {server: how{implicit: true}, setting: "smtps://%", want: post.Sent, secured: true},
		"implicit at a plain server": {setting: "smtps://%", want: post.Refused, stage: "securing"},
		"a stranger's certificate":   {server: how{tls: true}, setting: "smtp://%", stranger: true, want: post.Refused, stage: "securing"},
		"the same, opportunistic":    {server: how{tls: true}, setting: "smtp://%?tls=opportunistic", stranger: true, want: post.Refused, stage: "securing"},
		"the same, implicit":         {server: how{implicit: true}, setting: "smtps://%", stranger: true, want: post.Refused, stage: "securing"},
		"another host's certificate": {server: how{tls: true, name: "other.example"}, setting: "smtp://%", want: post.Refused, stage: "securing"},
		"a password":                 {server: how{tls: true, auth: true}, setting: "smtp://me%40example.org@%", password: marked, want: post.Sent, secured: true},
		"a password, implicit":       {server: how{implicit: true, auth: true}, setting: "smtps://me%40example.org@%", password: marked, want: post.Sent, secured: true},
		"a password on this machine": {server: how{auth: true}, setting: "smtp://me%40example.org@%?tls=none", password: marked, want: post.Sent},
		"a wrong password":           {server: how{tls: true, auth: true}, setting: "smtp://me%40example.org@%", password: "x", want: post.Refused, stage: "signing in"},
		"a password nobody asks for": {server: how{tls: true}, setting: "smtp://me%40example.org@%", password: marked, want: post.Refused, stage: "signing in"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMailServer(t, c.server)
			setting := c.setting[:strings.LastIndex(c.setting, "%")] + m.addr + c.setting[strings.LastIndex(c.setting, "%")+1:]
			cfg := post.Config{Way: way(t, setting), Password: c.password, Roots: m.roots}
			if c.stranger {
				cfg.Roots = nil
			}
			o := newOffice(t, cfg)
			if got := o.send(t); got != c.want {
				t.Fatalf("%s, want %s\n%s", got, c.want, o.log.String())
			}
			got, _ := m.mails()
			if (len(got) == 1) != (c.want == post.Sent) || len(got) == 1 && got[0].tls != c.secured {
				t.Errorf("arrived: %+v", got)
			}
			if !strings.Contains(o.log.String(), c.stage) || len(o.pauses) > 0 {
				t.Errorf("%v\n%s", o.pauses, o.log.String())
			}

			found, err := post.Probe(t.Context(), cfg)
			var f *post.Failure
			if (err == nil) != (c.want == post.Sent) || err != nil && (!errors.As(err, &f) || string(f.Stage) != c.stage || !f.Final) {
				t.Errorf("probed: %+v, %v", found, err)
			}
			if err == nil && (found.SignedIn != (c.password != "") || (found.TLS != "") != c.secured || found.Until.IsZero() == c.secured) {
				t.Errorf("probed: %+v", found)
			}
			if after, _ := m.mails(); len(after) != len(got) {
				t.Error("the probe sent something")
			}
		})
	}
}

// One letter has one recipient and headers that say what it is: trust.md E 73.
func TestEnvelope(t *testing.T) {
	m := newMailServer(t, how{tls: true})
	o := newOffice(t, post.Config{Way: way(t, "smtp://"+m.addr), Roots: m.roots})
	if got := o.send(t); got != post.Sent {
		t.Fatal(got)
	}
	mails, _ := m.mails()
	if len(mails) != 1 || mails[0].from != "plylog@play.example.org" || !slices.Equal(mails[0].to, []string{"ann+x@example.org"}) {
		t.Fatalf("%+v", mails)
	}
	h, plain, markup := parts(t, mails[0].body)
	if strings.Join(strings.Fields(plain), " ") != words(markup) {
		t.Errorf("the parts differ:\n%s\n%s", plain, markup)
	}
	for name, want := range map[string]string{
		"From": "<plylog@play.example.org>", "To": "<ann+x@example.org>", "Date": "Mon, 30 Nov 2026 12:00:00 +0000",
		"Auto-Submitted": "auto-generated", "Mime-Version": "1.0", "Cc": "", "Bcc": "", "Reply-To": "", "User-Agent": "", "X-Mailer": "",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if id := h.Get("Message-Id"); !strings.HasPrefix(id, "<") || !strings.HasSuffix(id, "@play.example.org>") || len(id) < 40 {
		t.Errorf("Message-ID %q", id)
	}
	if n := strings.Count(mails[0].body, "ann+x"); n != 1 {
		t.Errorf("the address stands %d times in the letter:\n%s", n, mails[0].body)
	}
}

func temporary(n int) []error {
	var list []error
	for range n {
		list = append(list, &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "<ann+x@example.org> come back later"})
	}
	return list
}

// A mail server that is busy is asked again, for as long as the link works; one that
// says no is not.
func TestTries(t *testing.T) {
	refused := &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user ann+x"}
	for name, c := range map[string]struct {
		answers []error
		onData  error
		want    post.Outcome
		tries   int
	}{
		"at once":              {nil, nil, post.Sent, 1},
		"after one no":         {temporary(1), nil, post.Sent, 2},
		"after five":           {temporary(5), nil, post.Sent, 6},
		"never":                {temporary(100), nil, post.Late, 6},
		"refused":              {[]error{refused}, nil, post.Refused, 1},
		"refused in the end":   {append(temporary(2), refused), nil, post.Refused, 3},
		"its content refused":  {nil, &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "spam from ann+x"}, post.Refused, 1},
		"its content, for now": {nil, &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 3, 1}, Message: "full"}, post.Late, 6},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMailServer(t, how{tls: true})
			m.answers, m.onData = c.answers, c.onData
			o := newOffice(t, post.Config{Way: way(t, "smtp://"+m.addr), Roots: m.roots})
			if got := o.send(t); got != c.want {
				t.Errorf("%s, want %s\n%s", got, c.want, o.log.String())
			}
			mails, tries := m.mails()
			if tries != c.tries || len(o.pauses) != c.tries-1 || (len(mails) == 1) != (c.want == post.Sent) {
				t.Errorf("%d tries, %v pauses, %d arrived", tries, o.pauses, len(mails))
			}
			var all time.Duration
			for _, d := range o.pauses {
				all += d
			}
			if all > 15*time.Minute || !slices.IsSorted(o.pauses) {
				t.Errorf("pauses %v", o.pauses)
			}
		})
	}
}

// A link that works for two minutes is not sent after three.
func TestTooLateToSend(t *testing.T) {
	m := newMailServer(t, how{tls: true})
	m.answers = temporary(100)
	o := newOffice(t, post.Config{Way: way(t, "smtp://"+m.addr), Roots: m.roots})
	letters, err := post.NewLetters(&url.URL{Scheme: "https", Host: "play.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := letters.SignIn("en", token, 2*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Send(address(t, "ann@example.org"), l); err != nil {
		t.Fatal(err)
	}
	o.Settle()
	if _, tries := m.mails(); tries != 4 || !slices.Equal(o.outcomes, []post.Outcome{post.Late}) {
		t.Errorf("%d tries, %v", tries, o.outcomes)
	}
}

// A server that takes the connection and says nothing holds a letter no longer than
// the patience, and Close no longer than its context.
func TestSilentServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test ends
	cfg := post.Config{Way: way(t, "smtp://"+l.Addr().String()), Patience: 10 * time.Millisecond}
	o := newOffice(t, cfg)
	if got := o.send(t); got != post.Late || len(o.pauses) != 5 || !strings.Contains(o.log.String(), "connecting") {
		t.Errorf("%s after %v\n%s", got, o.pauses, o.log.String())
	}
	var f *post.Failure
	if _, err := post.Probe(t.Context(), cfg); !errors.As(err, &f) || f.Stage != post.Connecting || f.Final {
		t.Errorf("probed: %v", err)
	}

	cfg.Patience = time.Hour
	long := newOffice(t, cfg)
	if err := long.Send(address(t, "ann@example.org"), letter(t)); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := long.Close(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("closed: %v", err)
	}
	if err := long.Send(address(t, "ann@example.org"), letter(t)); !errors.Is(err, post.ErrClosed) {
		t.Errorf("sent after the end: %v", err)
	}
}

// However many letters wait, one more than there is room for is refused at once.
func TestFull(t *testing.T) {
	m := newMailServer(t, how{tls: true})
	m.answers = temporary(3)
	o := newOffice(t, post.Config{
		Way: way(t, "smtp://"+m.addr), Roots: m.roots, Waiting: 3,
		Wait: func(ctx context.Context, _ time.Duration) bool { <-ctx.Done(); return false },
	})
	for range 3 {
		if err := o.Send(address(t, "ann@example.org"), letter(t)); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Send(address(t, "ann@example.org"), letter(t)); !errors.Is(err, post.ErrFull) {
		t.Errorf("the fourth of three: %v", err)
	}
	if err := o.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	slices.Sort(o.outcomes)
	if !slices.Equal(o.outcomes, []post.Outcome{post.Full, post.Late, post.Late, post.Late}) {
		t.Errorf("%v", o.outcomes)
	}
}

func TestOpenRefuses(t *testing.T) {
	from := address(t, "plylog@example.org")
	for name, cfg := range map[string]post.Config{
		"no way":      {From: from},
		"no sender":   {Way: way(t, "smtp://mail.example.org")},
		"no password": {Way: way(t, "smtp://me@mail.example.org"), From: from},
	} {
		if _, err := post.Open(cfg); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
	if _, err := post.Open(post.Config{Way: way(t, "smtp://mail.example.org?from=games@example.org")}); err != nil {
		t.Error(err)
	}
	if _, err := post.Probe(t.Context(), post.Config{}); !errors.Is(err, post.ErrWay) {
		t.Error(err)
	}
}

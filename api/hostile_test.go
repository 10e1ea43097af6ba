package api_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"plylog/api"
)

// allocated is how many bytes one call of f takes at most, on the average of many:
// others in this process may be at work too.
func allocated(times int, f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		f()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / uint64(times)
}

// endless is a body that never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// Case trust F 94: whatever a body is, it is refused by what it is, and costs less than
// 256 kB.
func TestHostileBodies(t *testing.T) {
	w := startWorld(t, memory())
	defer w.stop()
	<-w.views.Ready()
	h := w.server.Public()
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 10<<20))
	_ = z.Close()
	var names strings.Builder
	for i := range 1_000_000 {
		fmt.Fprintf(&names, `"%d":1,`, i)
	}
	move := `{"type":"move","move":"1"}`
	for name, c := range map[string]struct {
		body     string // empty: one without end
		encoding string
		status   int
	}{
		"10 MB":                {strings.Repeat("x", 10<<20), "", 413},
		"chunks without end":   {"", "", 413},
		"a gzip bomb":          {bomb.String(), "gzip", 415},
		"100,000 deep":         {strings.Repeat(`{"a":`, 100_000), "", 413},
		"100,000 lists deep":   {strings.Repeat("[", 100_000), "", 413},
		"deep within the size": {strings.Repeat("[", 16<<10), "", 400},
		"1,000,000 names":      {"{" + names.String() + `"b":1}`, "", 413},
		"a name twice":         {`{"type":"move","type":"move","move":"1"}`, "", 400},
		"1e400":                {`{"type":"roll","dice":[1e400,1]}`, "", 400},
		"invalid UTF-8":        {"{\"type\":\"move\",\"move\":\"\xff\"}", "", 400},
		"a byte order mark":    {"\xef\xbb\xbf" + move, "", 400},
		"trailing garbage":     {move + "x", "", 400},
		"trailing zeros":       {move + "\x00", "", 400},
	} {
		t.Run(name, func(t *testing.T) {
			got := allocated(20, func() {
				body, length := io.Reader(strings.NewReader(c.body)), int64(len(c.body))
				if c.body == "" {
					body, length = endless{}, -1
				}
				r := &http.Request{
					Method: "POST", URL: &url.URL{Path: "/v1/games"}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Host: "x",
					Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(body), ContentLength: length,
				}
				if c.encoding != "" {
					r.Header["Content-Encoding"] = []string{c.encoding}
				}
				rec := newDiscard()
				if h.ServeHTTP(rec, r); rec.status != c.status {
					t.Fatalf("status %d, want %d", rec.status, c.status)
				}
			})
			if got >= 256<<10 {
				t.Errorf("one costs %d bytes", got)
			}
		})
	}
}

// Case trust F 95: a query of 1 MB is refused by its length, before it is taken apart.
func TestHostileQuery(t *testing.T) {
	w := startWorld(t, memory())
	defer w.stop()
	<-w.views.Ready()
	h := w.server.Public()
	for name, query := range map[string]string{
		"one value":       "at=" + strings.Repeat("1", 1<<20),
		"many parameters": strings.Repeat("a&", 1<<19),
		"escapes":         "at=" + strings.Repeat("%41", 1<<20/3),
	} {
		got := allocated(20, func() {
			rec := newDiscard()
			h.ServeHTTP(rec, &http.Request{Method: "GET", URL: &url.URL{Path: "/v1/games/" + id("x"), RawQuery: query}, Header: http.Header{}, Host: "x"})
			if rec.status != 414 {
				t.Fatalf("%s: status %d", name, rec.status)
			}
		})
		if got >= 64<<10 {
			t.Errorf("%s costs %d bytes", name, got)
		}
	}
}

// Case trust F 89: a message of a million continuation frames that never ends holds
// less than 1 MiB, and so does a frame that says it has 2^63-1 bytes.
func TestHostileFramesHoldNothing(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Limits.Header, c.Limits.Heartbeat = time.Hour, time.Hour // however long it takes
	})
	host := strings.TrimPrefix(w.public.URL, "http://")
	open := func() (net.Conn, *bufio.Reader) {
		conn, in := upgraded(t, host)
		t.Cleanup(func() { conn.Close() })
		return conn, in
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	long, _ := open()
	many, answers := open()
	before := held()
	if _, err := long.Write(frame(0x81, 1<<63-1, "{")); err != nil {
		t.Fatal(err)
	}
	if _, err := many.Write(short(0x01, "{")); err != nil {
		t.Fatal(err)
	}
	frames, times := bytes.Repeat(short(0x00, ""), 1000), 1000
	if raced { // a fifth of them is more than 1 MiB too
		times = 200
	}
	for range times {
		if _, err := many.Write(frames); err != nil {
			t.Fatal(err)
		}
	}
	// A ping between two frames is answered when all those before it have been read. Until
	// then reading them makes garbage, of which there is more than 1 MiB by the time that
	// some of it is collected.
	if _, err := many.Write(short(0x89, "x")); err != nil {
		t.Fatal(err)
	}
	pong := make([]byte, 3)
	if _, err := io.ReadFull(answers, pong); err != nil || string(pong) != "\x8a\x01x" {
		t.Fatalf("a ping is answered by %x, %v", pong, err)
	}
	// What is held stays held; what others of this process were using goes.
	after := held()
	for try := 0; try < 100 && after > before+1<<20; try++ {
		after = min(after, held())
	}
	if after > before+1<<20 {
		t.Errorf("%d bytes are held", after-before)
	}
}

package api_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"plylog/events/jetlog"
)

// A bit of a stored event flips below a running server: its game is damaged and
// says so, and the others go on. The server is one that has not looked at its store
// before, as one that runs for weeks.
func TestFlippedBit(t *testing.T) {
	dir := t.TempDir()
	log, stop := onDisk(t, dir)
	w := newWorld(t, log)
	bad, good := w.newGame("nim"), w.newGame("nim")
	for _, g := range []*game{bad, good} {
		g.move("first", "2").want(t, 201)
		g.move("second", "1").want(t, 201)
	}
	w.close()
	stop()
	flipped := 0
	files, err := filepath.Glob(filepath.Join(jetlog.StoreFolder(dir), "jetstream", "$G", "streams", "*", "msgs", "*.blk"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(b, []byte(`"game":"`+bad.id+`","n":2,`))
		if at < 0 {
			continue
		}
		b[at+20] ^= 1
		flipped++
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if flipped != 1 {
		t.Fatalf("the event was found %d times", flipped)
	}

	nc, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, JetStream: true, StoreDir: jetlog.StoreFolder(dir)})
	if err != nil {
		t.Fatal(err)
	}
	nc.Start()
	t.Cleanup(func() { nc.Shutdown(); nc.WaitForShutdown() })
	l, err := jetlog.Open(t.Context(), func(name string, options ...nats.Option) (*nats.Conn, error) {
		return nats.Connect("", append(options, nats.Name(name), nats.InProcessServer(nc))...)
	}, jetlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	w = newWorld(t, l)
	bad.w, good.w = w, w
	before := w.lasts()
	bad.move("first", "1").want(t, 423, "damaged")
	if st := w.do("GET", bad.path(), "").want(t, 200); st.at(t, "status") != "damaged" {
		t.Errorf("%s", st.body)
	}
	if after := w.lasts(); after[0] != before[0] || after[1] != before[1] {
		t.Errorf("the log moved from %v to %v", before, after)
	}
	good.move("first", "1").want(t, 201)
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"plylog/events/jetlog"
)

// TestBackupUnderLoad copies a server again and again while games are imported into
// it and others are played. Every copy verifies and is how the log began; the last
// one, of the stopped server, is the whole log, and a server on it goes on where the
// first one stopped.
func TestBackupUnderLoad(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	srv := startServer(t, "--shards", "3")
	d := newDrill(t, srv)
	kept := filepath.Join(t.TempDir(), "kept")
	backup := func() (added int) {
		t.Helper()
		cmd := exec.CommandContext(ctx, "plylog", "backup", "--json", "--data", srv.data, "--to", kept, "--admin", srv.adminURL())
		var talk bytes.Buffer
		cmd.Stderr = &talk
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s %s", err, out, &talk)
		}
		var o struct {
			Events, New int
			Report      struct{ Verdict string }
		}
		if err := json.Unmarshal(out, &o); err != nil || o.Events > 0 && o.Report.Verdict != "verified" {
			t.Fatalf("%v: %s", err, out)
		}
		t.Logf("%d events, %d of them new", o.Events, o.New)
		return o.New
	}

	finish := d.begin(ctx)
	for i := range 4 {
		d.await(ctx, d.moves*i/4)
		backup()
	}
	finish()
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	backup()
	if again := backup(); again != 0 {
		t.Errorf("%d new events in a stopped server", again)
	}
	for shard := range 3 {
		if a, b := storedIn(t, srv.data, shard), storedIn(t, kept, shard); !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("shard %d: %d bytes of events, %d in the backup", shard, len(a), len(b))
		}
	}

	srv.data = filepath.Join(t.TempDir(), "again")
	if err := os.Rename(kept, srv.data); err != nil {
		t.Fatal(err)
	}
	if err := srv.start(); err != nil {
		t.Fatal(err)
	}
	d.checkLedger(ctx)
	r, err := rebuild(ctx, srv)
	if err != nil || r.Games != drillGames+drillPlayers || r.Equal != r.Games || r.Wrong != 0 {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// storedIn is what a stopped server has stored of a shard, in its order.
func storedIn(t *testing.T, data string, shard int) []byte {
	t.Helper()
	var all []byte
	for r, err := range jetlog.Stored(t.Context(), jetlog.StoreFolder(filepath.Join(data, "log")), shard, 3) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(append(all, r.Data...), '\n')
	}
	return all
}

package datadir

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

func TestPulse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, err := Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close() //nolint:errcheck // nothing depends on it
		if at, err := d.LastAlive(); err != nil || !at.IsZero() {
			t.Errorf("a new folder: %v, %v", at, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.Pulse(ctx, time.Now, func(err error) { t.Error(err) })
		}()
		for range 3 {
			<-time.After(1500 * time.Millisecond)
			synctest.Wait()
			if at, err := d.LastAlive(); err != nil || time.Since(at) > time.Second {
				t.Errorf("last alive %v ago, %v", time.Since(at), err)
			}
		}
		stop()
		<-done
		stopped := time.Now()
		<-time.After(time.Hour)
		if at, err := d.LastAlive(); err != nil || !at.Equal(stopped) {
			t.Errorf("after a stop: %v, %v; want %v", at, err, stopped)
		}
		if err := os.WriteFile(filepath.Join(d.path, pulseFile), []byte("yesterday"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := d.LastAlive(); err == nil {
			t.Error("a note that is no time passes")
		}
	})
}

package api

import (
	"bytes"
	"net/http/httptest"
	"testing"
)

// TestStreamLetsGo writes a burst: all of it arrives, and the feed that then waits keeps
// next to no room, however long the burst was.
func TestStreamLetsGo(t *testing.T) {
	for _, size := range []int{100, mostKept, 5000, mostBuffered - 1, mostBuffered, 3*mostBuffered + 7} {
		to := httptest.NewRecorder()
		out := new(Server).newStream(to)
		want := bytes.Repeat([]byte("event "), size/6+1)[:size]
		for at := 0; at < size; at += 777 {
			if err := out.add(append(out.buf, want[at:min(at+777, size)]...)); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.flush(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(to.Body.Bytes(), want) {
			t.Errorf("%d bytes: %d arrived", size, to.Body.Len())
		}
		if kept := cap(out.buf); kept > mostKept {
			t.Errorf("%d bytes: room for %d is kept", size, kept)
		}
	}
}

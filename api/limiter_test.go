package api

import (
	"strconv"
	"testing"
	"time"
)

// However many come, what is counted has a bound: whoever was quiet for longest is
// forgotten, and whoever keeps asking is not.
func TestLimiterIsBounded(t *testing.T) {
	l := newLimiter(policyAddress, Rate{PerSecond: 0.001, Burst: 1}, mostLimited)
	now := time.Unix(1_800_000_000, 0)
	if _, _, _, ok := l.take("busy", now); !ok {
		t.Fatal("the first request is one too many")
	}
	for i := range mostLimited + 1000 {
		l.take(strconv.Itoa(i), now)
		if i%1000 == 0 {
			if _, _, _, ok := l.take("busy", now); ok {
				t.Fatalf("forgotten after %d others while it kept asking", i)
			}
		}
	}
	if len(l.by) != mostLimited || l.order.Len() != mostLimited {
		t.Errorf("%d and %d are kept, want %d", len(l.by), l.order.Len(), mostLimited)
	}
	if _, _, _, ok := l.take("0", now); !ok {
		t.Error("the oldest is still counted")
	}
	if newLimiter(policySession, Rate{}, 1) != nil || newLimiter(policySession, Rate{PerSecond: 1}, 1) != nil {
		t.Error("no bound is a bound")
	}
}

func TestTakesGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"gzip": true, "GZIP": true, "x-gzip": true, "br, gzip;q=0.1": true, "*": true, "br;q=1, *;q=0.5": true,
		"": false, "br": false, "gzip;q=0": false, "*, gzip;q=0": false, "*;q=0": false, "identity": false, "gzipped": false,
	} {
		if got := takesGzip([]string{accept}); got != want {
			t.Errorf("takesGzip(%q) = %v", accept, got)
		}
	}
	if takesGzip(nil) {
		t.Error("who says nothing takes gzip")
	}
}

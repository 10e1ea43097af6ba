package node

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/doctor"
)

// What is refused at the start is refused for what it is: servers that lose events, or
// servers that do not answer.
func TestAccept(t *testing.T) {
	lossy := doctor.Finding{Check: "nats-sync", Grade: doctor.Bad, Says: "n1 (every 2m0s)", Fix: "sync_interval: always"}
	mute := doctor.Finding{Check: "nats-store", Grade: doctor.Bad, Says: "no leader", Fix: "bring the servers back"}
	unasked := doctor.Finding{Check: "nats-sync", Grade: doctor.Warn, Says: "nobody was asked", Fix: "name a user"}
	logger := slog.New(slog.DiscardHandler)
	for _, c := range []struct {
		name   string
		found  []doctor.Finding
		unsafe bool
		lossy  bool
		says   string // empty: it is accepted
	}{
		{"nothing", nil, false, false, ""},
		{"unasked", []doctor.Finding{unasked}, false, false, ""},
		{"lossy", []doctor.Finding{lossy}, false, true, "can lose"},
		{"lossy and mute", []doctor.Finding{mute, lossy}, false, true, "can lose"},
		{"mute", []doctor.Finding{unasked, mute}, false, false, "no leader; bring the servers back"},
		{"as somebody has chosen", []doctor.Finding{lossy, mute}, true, false, ""},
	} {
		err := (&Settings{NATSUnsafe: c.unsafe}).accept(c.found, logger)
		if (err == nil) != (c.says == "") || errors.Is(err, errUnsafe) != c.lossy || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

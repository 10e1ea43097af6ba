package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

func problem(status int, kind string) error {
	return fmt.Errorf("asking: %w", &client.Problem{Type: "/problems/" + kind, Title: "No", Status: status})
}

func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want console.Exit
	}{
		{errors.New("something"), console.Failed},
		{fmt.Errorf("more: %w", console.Fail(console.Usage, "what?")), console.Usage},
		{fmt.Errorf("asking: %w", client.ErrUnreachable), console.NotReady},
		{&engines.IllegalError{}, console.Illegal},
		{&engines.BadBoardError{}, console.Usage},
		{&engines.BadOptionError{}, console.Usage},
		{fmt.Errorf("opening: %w", events.ErrDamaged), console.Damaged},
		{&play.DivergedError{}, console.Damaged},

		{problem(400, "bad-id"), console.Usage},
		{problem(400, "unknown-kind"), console.NotFound},
		{problem(401, "token-missing"), console.Failed},
		{problem(403, "token-wrong"), console.Failed},
		{problem(404, "no-such-game"), console.NotFound},
		{problem(409, "conflict"), console.Conflict},
		{problem(409, "seat-taken"), console.Conflict},
		{problem(409, "game-over"), console.Illegal},
		{problem(409, "not-your-turn"), console.Illegal},
		{problem(412, "stale"), console.Conflict},
		{problem(413, "too-large"), console.Usage},
		{problem(415, "unsupported-media-type"), console.Usage},
		{problem(422, "illegal-move"), console.Illegal},
		{problem(422, "key-reused"), console.Conflict},
		{problem(423, "damaged"), console.Damaged},
		{problem(429, "too-many-feeds"), console.NotReady},
		{problem(500, "internal"), console.Failed},
		{problem(503, "starting"), console.NotReady},
		{problem(507, "storage-full"), console.Failed},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
}

// TestReport: people are told what helps, programs what the server said.
func TestReport(t *testing.T) {
	refusal := &client.Problem{
		Type: "/problems/illegal-move", Title: "The rules do not allow this move", Status: 422,
		Detail: "24/19 plays the 5; the 6 can be played with 24/18", Rule: "BG-9", Legal: []engines.Move{"24/18"},
	}
	var out, talk bytes.Buffer
	c := &console.Console{Out: &out, Err: &talk}
	report(c, refusal)
	for _, want := range []string{"BG-9", "24/19 plays the 5", "legal: 24/18"} {
		if !strings.Contains(talk.String(), want) {
			t.Errorf("%q does not say %q", talk.String(), want)
		}
	}
	talk.Reset()
	c.JSON = true
	report(c, refusal)
	if !strings.HasPrefix(talk.String(), `{"type":"/problems/illegal-move"`) || out.Len() != 0 {
		t.Errorf("got %q, and as data %q", &talk, &out)
	}
}

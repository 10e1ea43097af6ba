package client_test

import (
	"testing"

	"plylog/api/client"
)

func TestProblemError(t *testing.T) {
	for _, c := range []struct {
		name    string
		problem client.Problem
		want    string
	}{
		{"a title", client.Problem{Title: "The game is over"}, "The game is over"},
		{"a detail", client.Problem{Title: "Too large", Detail: "at most 4 KiB"}, "Too large: at most 4 KiB"},
		{"a detail that goes on from the title", client.Problem{Title: "The game is not over", Detail: "the game is not over; wait for its end"}, "the game is not over; wait for its end"},
		{"the title again", client.Problem{Title: "The game is over", Detail: "the game is over"}, "the game is over"},
		{"field and rule", client.Problem{Title: "Wrong", Detail: "no", Field: "move", Rule: "BG-8"}, "Wrong: no (move) (BG-8)"},
	} {
		if got := c.problem.Error(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

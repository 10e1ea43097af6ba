package cli

import (
	"errors"
	"net/http"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
)

// codeOf maps every error to its exit code. Nothing else does.
func codeOf(err error) console.Exit {
	var exit *console.ExitError
	var problem *client.Problem
	var illegal *engines.IllegalError
	var board *engines.BadBoardError
	var option *engines.BadOptionError
	switch {
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &problem):
		return codeOfProblem(problem)
	case errors.Is(err, client.ErrUnreachable):
		return console.NotReady
	case errors.As(err, &illegal):
		return console.Illegal
	case errors.As(err, &board), errors.As(err, &option):
		return console.Usage
	case errors.Is(err, events.ErrDamaged), errors.Is(err, play.ErrDamaged):
		return console.Damaged
	default:
		return console.Failed
	}
}

// conflicts are the refusals of status 409 that lost a race; the others say that
// the state of the game does not allow the command.
var conflicts = map[string]bool{client.Conflict: true, client.SeatTaken: true, "rebuild-in-progress": true}

// codeOfProblem maps what a server refused.
func codeOfProblem(p *client.Problem) console.Exit {
	switch p.Status {
	case http.StatusNotFound:
		return console.NotFound
	case http.StatusConflict:
		if conflicts[p.Kind()] {
			return console.Conflict
		}
		return console.Illegal
	case http.StatusPreconditionFailed:
		return console.Conflict
	case http.StatusUnprocessableEntity:
		if p.Kind() == client.KeyReused {
			return console.Conflict
		}
		return console.Illegal
	case http.StatusLocked:
		return console.Damaged
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return console.NotReady
	case http.StatusBadRequest:
		if p.Kind() == "unknown-kind" {
			return console.NotFound
		}
		return console.Usage
	case http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusUnsupportedMediaType:
		return console.Usage
	default:
		return console.Failed
	}
}

// report tells what went wrong and returns the exit code.
func report(c *console.Console, err error) console.Exit {
	code := codeOf(err)
	var p *client.Problem
	if errors.As(err, &p) && c.JSON {
		sayProblem(c, p)
		return code
	}
	c.Say("plylog: %v", err)
	if p != nil {
		for _, line := range wording.Help(p) {
			c.Say("%s", line)
		}
	}
	if broken := (*jetlog.StoreError)(nil); errors.As(err, &broken) {
		c.Say("plylog restore makes a store whole again, from a backup or from exported games")
	}
	var verdict *console.Verdict
	if code == console.Usage && p == nil && !errors.As(err, &verdict) {
		c.Say("plylog help shows the commands and their flags")
	}
	return code
}

// sayProblem writes a refusal as the server sent it, for programs.
func sayProblem(c *console.Console, p *client.Problem) {
	talk := *c
	talk.Out = c.Err
	if err := talk.PrintJSON(p); err != nil {
		c.Say("plylog: %v", err)
	}
}

package play_test

import (
	"testing"

	"plylog/events"
	"plylog/events/play"
)

// An invitation is declined by who is invited, as long as the seat is free.
func TestDeclineInvitation(t *testing.T) {
	reg := registry(t)
	kept := create("nim", 80)
	kept.Second, kept.Invited = "", "p_guest"
	open := create("nim", 81)
	open.Second = ""
	no := play.Command{By: "p_guest", Type: play.Decline, What: play.WhatInvited}
	by := func(p events.PlayerID) play.Command { c := no; c.By = p; return c }
	for _, c := range []struct {
		name  string
		make  play.Create
		setup []play.Command
		cmd   play.Command
		code  string
	}{
		{"by who is invited", kept, nil, no, ""},
		{"by who made the game", kept, nil, by("p_left"), play.CodeNotInvited},
		{"by anybody else", kept, nil, by("p_other"), play.CodeNotInvited},
		{"after joining", kept, []play.Command{{Type: play.Join, By: "p_guest"}}, no, play.CodeNoOffer},
		{"of a game that is open to all", open, nil, no, play.CodeNoOffer},
		{"after the end", kept, []play.Command{act(events.First, play.Abort, "")}, no, play.CodeOver},
		{"while the game stands still", kept, []play.Command{rules(play.Pause, "")}, no, play.CodePaused},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, c.make)
			for _, cmd := range c.setup {
				g.must(t, cmd)
			}
			wantRefused(t, g.do(t, c.cmd), c.code)
			if r := g.After.Result; c.code == "" && (r == nil || r.Reason != "aborted" || r.Winner != events.Nobody) {
				t.Errorf("it ended with %+v", r)
			}
			g.fold(t, reg)
		})
	}
}

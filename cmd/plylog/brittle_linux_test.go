package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/events"
	"plylog/events/jetlog/blocktest"
)

// brittle is plylog on a disk that fails when it is told to by SIGUSR1: from then on what
// is written to the blocks of the log goes nowhere, and writing it through is an error, as
// with EIO of fsync.
func brittle() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	go func() {
		<-told
		if err := blocktest.Break("", blocktest.Unsynced); err != nil {
			fmt.Fprintln(os.Stderr, "brittle:", err)
			os.Exit(99)
		}
	}()
	main()
}

// TestDiskThatFails has fsync fail under a server that runs. The command under way is
// answered with 503, the server ends by itself and says that it failed, and started again
// it has everything that it acknowledged; the command of which nobody knew is sent again,
// and is there once.
func TestDiskThatFails(t *testing.T) {
	srv := newServer(t.TempDir(), append(os.Environ(), "HOME="+t.TempDir()))
	srv.program = "plylog-brittle"
	t.Cleanup(srv.clean)
	if err := srv.start(); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{Server: srv.url(), Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), client.NewGame{Kind: "checkers", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	game, turn := made.Game.ID, made.Game.Turn
	var acked []*events.Event
	move := func() (client.Command, error) {
		t.Helper()
		choices, err := c.WithToken(made.Tokens.Of(turn)).Choices(t.Context(), game, turn, 0)
		if err != nil {
			return client.Command{}, err
		}
		cmd := client.Command{Type: "move", Move: string(choices.Choices[0].Move), ID: events.DeriveID("a move", strconv.Itoa(len(acked))), IfMatch: len(acked) + 1}
		done, err := c.WithToken(made.Tokens.Of(turn)).Submit(t.Context(), game, cmd)
		if err == nil {
			acked, turn = append(acked, done.Event), done.Event.After.Turn
		}
		return cmd, err
	}
	for range 5 {
		if _, err := move(); err != nil {
			t.Fatal(err)
		}
	}
	if err := srv.cmd.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	var open client.Command
	for err == nil { // until the signal has arrived
		open, err = move()
	}
	var p *client.Problem
	if !errors.As(err, &p) || p.Status != 503 {
		t.Errorf("while the disk fails: %v", err)
	}
	began := time.Now()
	if err := srv.wait(true); err == nil || !strings.Contains(err.Error(), "exit status") || strings.Contains(err.Error(), "status 99") {
		t.Errorf("the disk failed, and the server ended so: %v", err)
	}
	t.Logf("it ended by itself %v behind the answer, with %d moves acknowledged", time.Since(began), len(acked))
	if err := srv.start(); err != nil {
		t.Fatal(err)
	}
	if open.Move != "" {
		done, err := c.WithToken(made.Tokens.Of(turn)).Submit(t.Context(), game, open)
		if err != nil {
			t.Fatalf("sent again: %v", err)
		}
		acked = append(acked, done.Event)
	}
	page, err := c.Events(t.Context(), game, 1, 0)
	if err != nil || len(page.Events) != len(acked) {
		t.Fatalf("%d moves were acknowledged, there are %+v; %v", len(acked), page, err)
	}
	for i, e := range page.Events {
		if e.N != i+2 || e.Command != acked[i].Command || string(e.Raw) != string(acked[i].Raw) {
			t.Errorf("move %d is not what was acknowledged: %s, %s", i+1, e.Raw, acked[i].Raw)
		}
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

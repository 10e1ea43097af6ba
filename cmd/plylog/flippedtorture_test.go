//go:build torture

package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plylog/api/client"
)

// TestBitUnderARunningServer flips a bit of a stored event under a server that runs: before long
// its auditor finds it; the game is damaged, the alarm says so, and others go on.
func TestBitUnderARunningServer(t *testing.T) {
	srv := startServer(t)
	c := connect(t, srv)
	var games [2]*client.Created
	for i := range games {
		made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.WithToken(made.Tokens.First).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: "d3"}); err != nil {
			t.Fatal(err)
		}
		games[i] = made
	}
	bad, good := games[0], games[1]
	block := filepath.Join(srv.data, "log", "nats", "jetstream", "$G", "streams", "PLYLOG_00", "msgs", "1.blk")
	at := bytes.Index(readFile(t, block), []byte(`"game":"`+bad.Game.ID.String()+`","n":2,`))
	if at < 0 {
		t.Fatal("the event is not in the block")
	}
	f, err := os.OpenFile(block, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b [1]byte
	_, err = f.ReadAt(b[:], int64(at)+20)
	if err == nil {
		b[0] ^= 1
		_, err = f.WriteAt(b[:], int64(at)+20)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); ; {
		res, err := http.Get(srv.adminURL() + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "plylog_games_damaged_total 1\n") {
			t.Logf("found %v behind the flip", time.Since(began).Round(time.Second))
			break
		}
		if time.Since(began) > 4*patience {
			t.Fatalf("%v behind the flip nothing is damaged", 4*patience)
		}
		<-time.After(time.Second)
	}
	var p *client.Problem
	if _, err := c.WithToken(bad.Tokens.Second).Submit(t.Context(), bad.Game.ID, client.Command{Type: "move", Move: "c5"}); !errors.As(err, &p) || p.Status != http.StatusLocked {
		t.Errorf("a move in the damaged game: %v", err)
	}
	if st, err := c.State(t.Context(), bad.Game.ID, 0); err != nil || st.Status != "damaged" {
		t.Errorf("the damaged game: %+v, %v", st, err)
	}
	if done, err := c.WithToken(good.Tokens.Second).Submit(t.Context(), good.Game.ID, client.Command{Type: "move", Move: "c5"}); err != nil || done.Event.N != 3 {
		t.Errorf("a move in another game: %+v, %v", done, err)
	}
}

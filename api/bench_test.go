package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"plylog/events"
)

// BenchmarkMoves plays many games at once over HTTP, each over a connection of
// its own that is kept, load generator included. Run it with
//
//	go test -run '^$' -bench Moves ./api
func BenchmarkMoves(b *testing.B) {
	for _, games := range []int{1, 256} {
		b.Run(fmt.Sprintf("memory/games=%d", games), func(b *testing.B) { benchMoves(b, memory(), games) })
	}
}

func benchMoves(b *testing.B, log events.Log, games int) {
	w := newWorld(b, log)
	players := make([]*player, games)
	for i := range players {
		players[i] = newPlayer(w)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	var work sync.WaitGroup
	for _, p := range players {
		work.Go(func() {
			for left.Add(-1) >= 0 {
				if err := p.move(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	work.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	for _, p := range players {
		p.conn.Close()
	}
}

// player plays both seats of one game after another over one connection, as
// cheaply as a client can.
type player struct {
	w     *world
	conn  net.Conn
	in    *bufio.Reader
	moves [2][]byte // the request of each seat
	n     int
}

const stones = 1000

func newPlayer(w *world) *player {
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.public.URL, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	p := &player{w: w, conn: conn, in: bufio.NewReader(conn)}
	p.create()
	return p
}

// create begins the next game.
func (p *player) create() {
	p.n = 0
	g := p.w.newGame("nim", fmt.Sprintf(`"options":{"stones":%d}`, stones))
	for i, tok := range []string{g.first, g.second} {
		body := `{"type":"move","move":"1"}`
		p.moves[i] = fmt.Appendf(nil, "POST %s/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
			g.path(), tok, len(body), body)
	}
}

// move makes the next move.
func (p *player) move() error {
	if p.n == stones {
		p.create()
	}
	if _, err := p.conn.Write(p.moves[p.n%2]); err != nil {
		return err
	}
	p.n++
	length := 0
	for first := true; ; first = false {
		line, err := p.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 201")) {
			return fmt.Errorf("answered %s", line)
		}
		if v, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(v))); err != nil {
				return err
			}
		}
		if len(line) == 2 {
			break
		}
	}
	_, err := p.in.Discard(length)
	return err
}

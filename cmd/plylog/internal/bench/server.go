package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/cmd/plylog/internal/node"
)

// server is "plylog serve" in this process, on a folder of its own.
type server struct {
	address string // host:port of the API
	data    string // its folder
	secret  []byte
	stop    context.CancelFunc
	done    chan error // how it ended
}

// ready is the line by which a server says that it takes requests.
var ready = regexp.MustCompile(`plylog: ready: http://(\S+)`)

// startServer starts the server that anybody would get, and returns when it is
// ready.
func (l *lab) startServer(ctx context.Context) (*server, error) {
	data, err := os.MkdirTemp(l.dir, "server-")
	if err != nil {
		return nil, fmt.Errorf("making a data folder: %w", err)
	}
	s := &server{data: data, done: make(chan error, 1)}
	if s.secret, err = datadir.SecretOf(data); err != nil {
		return nil, err
	}
	ctx, s.stop = context.WithCancel(ctx)
	said, talk := io.Pipe()
	c := &console.Console{In: strings.NewReader(""), Out: io.Discard, Err: talk, Getenv: func(string) string { return "" }}
	cmd := node.Serve(c, l.games, node.Build{Version: "bench"})
	cmd.SetArgs([]string{"--data", data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", fmt.Sprintf("--shards=%d", l.shards)})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	go func() {
		err := cmd.ExecuteContext(ctx)
		s.done <- err
		_ = talk.CloseWithError(errors.Join(errEnded, err)) // never fails
	}()
	lines := bufio.NewReader(said)
	for s.address == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			s.stop()
			return nil, fmt.Errorf("starting a server: %w", err)
		}
		if m := ready.FindStringSubmatch(line); m != nil {
			s.address = m[1]
		}
	}
	go io.Copy(io.Discard, lines) //nolint:errcheck // ends with the server
	return s, nil
}

// errEnded: a server ended that was wanted.
var errEnded = errors.New("the server ended")

// close stops the server and says how that went.
func (s *server) close() error {
	s.stop()
	if err := <-s.done; err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	return nil
}

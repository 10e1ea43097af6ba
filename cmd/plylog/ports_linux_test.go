package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPorts holds a server to the ports that it was asked for: without nats-listen
// its NATS server has none, with it there is one, and nothing to watch it by.
func TestPorts(t *testing.T) {
	for name, flags := range map[string][]string{"as it comes": nil, "with NATS": {"--nats-listen", "127.0.0.1:0"}} {
		t.Run(name, func(t *testing.T) {
			srv := startServer(t, flags...)
			want := []string{srv.listen, srv.admin}
			if len(flags) > 0 {
				want = append(want, strings.TrimPrefix(srv.natsURL(t), "nats://"))
			}
			got := listening(t, srv.cmd.Process.Pid)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("it listens on %q, want %q", got, want)
			}
		})
	}
}

// listening returns the TCP addresses (version 4) that a process listens on; those
// of version 6 as they are written in /proc, since there shall be none.
func listening(t *testing.T, pid int) (out []string) {
	t.Helper()
	open := make(map[string]bool)
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(files) == 0 {
		t.Fatalf("open files of %d: %v", pid, err)
	}
	for _, f := range files {
		if to, err := os.Readlink(f); err == nil { // it may be closed by now
			open[to] = true
		}
	}
	for _, version := range []string{"tcp", "tcp6"} {
		table, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, version))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(table)) {
			f := strings.Fields(line)
			const listens = "0A"
			if len(f) < 10 || f[3] != listens || !open["socket:["+f[9]+"]"] {
				continue
			}
			if version == "tcp6" {
				out = append(out, f[1])
				continue
			}
			host, port, _ := strings.Cut(f[1], ":")
			ip, err := strconv.ParseUint(host, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.ParseUint(port, 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, net.JoinHostPort(net.IPv4(byte(ip), byte(ip>>8), byte(ip>>16), byte(ip>>24)).String(), fmt.Sprint(n)))
		}
	}
	return out
}

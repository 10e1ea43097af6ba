package jetlog

import (
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// serverLog passes on what the server logs. Its notices are details to us.
type serverLog struct {
	to     *slog.Logger
	failed func(noRoom bool) // a write failed, which the server tells nobody else
}

// failures are how the server says that a stream takes no more until it is started
// again. A disk that ran full is told apart. The critical error of a file is told before
// anybody can read what was not written.
var failures = []string{"Critical write error", "critical write error", "JetStream failed to store a msg on stream", "Filesystem permission denied while writing msg"}

func (l serverLog) Noticef(format string, v ...any) { l.to.Debug(line(format, v)) }
func (l serverLog) Warnf(format string, v ...any)   { l.to.Warn(l.heard(line(format, v))) }
func (l serverLog) Errorf(format string, v ...any)  { l.to.Error(l.heard(line(format, v))) }
func (l serverLog) Debugf(format string, v ...any)  { l.to.Debug(line(format, v)) }
func (l serverLog) Tracef(format string, v ...any)  { l.to.Debug(line(format, v)) }

// Fatalf does not end the process: that is decided elsewhere.
func (l serverLog) Fatalf(format string, v ...any) { l.to.Error(line(format, v), "fatal", true) }

// heard looks whether a write failed.
func (l serverLog) heard(text string) string {
	for _, f := range failures {
		if strings.Contains(text, f) {
			l.failed(strings.HasSuffix(text, syscall.ENOSPC.Error()))
			break
		}
	}
	return text
}

func line(format string, v []any) string { return strings.TrimSpace(fmt.Sprintf(format, v...)) }

// splitHostPort reads the address of a port to open. Port 0 means any free one.
func splitHostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("port %q: want 0 to 65535", text)
	}
	if port == 0 {
		port = -1 // the server takes 0 for its default
	}
	return host, port, nil
}

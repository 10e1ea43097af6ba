package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"
	"time"
)

// server asks the server that may be running what it says of itself.
func (d *doctor) server(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+d.cfg.Admin+"/readyz", nil)
	if err != nil {
		d.add(bad("server", fmt.Sprintf("%q is no address", d.cfg.Admin), "set admin-listen to HOST:PORT"))
		return
	}
	res, err := d.cfg.HTTP.Do(req)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		if d.running {
			d.add(warn("server", fmt.Sprintf("a server holds the folder, and none answers at %s", d.cfg.Admin),
				"say where its admin side is (--admin-listen, as it was started); if it starts just now, it answers when it has read its log"))
		} else {
			d.add(note("server", "no server answers at %s", d.cfg.Admin))
		}
		return
	case err != nil:
		d.add(warn("server", fmt.Sprintf("%s does not answer: %v", d.cfg.Admin, err), "see that admin-listen is the address of this server, and what its log says"))
		return
	}
	defer res.Body.Close() //nolint:errcheck // read only
	if at, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		d.away = d.cfg.Now().Sub(at)
	}
	var said struct{ Status, Title, Detail string }
	body, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10)) // what it says is said if it can be read
	_ = json.Unmarshal(body, &said)
	if res.StatusCode != http.StatusOK {
		d.add(bad("server", fmt.Sprintf("it is not ready (%d): %s", res.StatusCode, said.Detail), "read its log from the last start on; the lines with level=ERROR and level=WARN say why"))
		return
	}
	d.add(good("server", "ready at %s", d.cfg.Admin))
}

// dialTLS shows which certificate an address serves; nil where it serves none.
func dialTLS(ctx context.Context, addr string) *tls.ConnectionState {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}} // it is looked at, nothing is told
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil
	}
	defer conn.Close() //nolint:errcheck // looked at only
	state := conn.(*tls.Conn).ConnectionState()
	return &state
}

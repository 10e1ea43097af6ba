package remote

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/api/people/vault"
	"plylog/cmd/plylog/internal/console"
	"plylog/events"
	"plylog/events/audit"
)

// DefaultAdmin is where the admin side of a server listens unless it is told
// otherwise.
const DefaultAdmin = "http://localhost:8081"

// BindAdmin adds the flag that says where the admin side of the server is.
func BindAdmin(cmd *cobra.Command, admin *string) {
	cmd.Flags().StringVar(admin, "admin", "", "URL of the server's admin side (PLYLOG_ADMIN; "+DefaultAdmin+")")
}

// adminURL is the URL of the admin side; given is the flag.
func (s *Session) adminURL(given string) string {
	return cmp.Or(given, s.console.Getenv("PLYLOG_ADMIN"), DefaultAdmin)
}

// askAdmin sends a request to the admin side and returns an answer that is none of
// a refusal; its body is to be closed.
func askAdmin(ctx context.Context, base, method, path string, query url.Values) (*http.Response, error) {
	to, err := url.Parse(base)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return nil, console.Fail(console.Usage, "--admin %q: want http://host:port", base)
	}
	to = to.JoinPath(path)
	to.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, method, to.String(), nil)
	if err != nil {
		return nil, console.Fail(console.Usage, "--admin: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", client.ErrUnreachable, err)
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close() //nolint:errcheck // read only
		return nil, refusal(res)
	}
	return res, nil
}

// refusal reads a problem; anything else than one is told by its status.
func refusal(res *http.Response) error {
	p := &client.Problem{}
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil || json.Unmarshal(body, p) != nil || p.Title == "" {
		p = &client.Problem{Title: res.Status}
	}
	p.Status = res.StatusCode
	return p
}

// Stored yields the events of a shard of a running server behind a position and up
// to another, in the order in which they are stored, or fewer where the answer was
// cut off. admin is what --admin says.
func (s *Session) Stored(ctx context.Context, admin string, shard int, after, to uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		res, err := askAdmin(ctx, s.adminURL(admin), http.MethodGet, "/admin/backup", url.Values{
			"shard": {strconv.Itoa(shard)}, "after": {strconv.FormatUint(after, 10)}, "to": {strconv.FormatUint(to, 10)},
		})
		if err != nil {
			yield(nil, fmt.Errorf("asking for the log: %w", err))
			return
		}
		defer res.Body.Close() //nolint:errcheck // read only
		for line, err := range audit.Lines("the server's answer", res.Body) {
			if err == nil {
				err = line.Err
			}
			var e *events.Event
			if err == nil {
				e, err = events.Decode(line.Raw)
			}
			if err != nil {
				yield(nil, fmt.Errorf("reading the log: event %d of shard %d: %w", after+uint64(line.Line), shard, err))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// mostKept is the length in bytes above which a record of people is not read.
const mostKept = 2 * vault.MostValue

// KeptPeople yields what a running server keeps of people for good. admin is what --admin
// says.
func (s *Session) KeptPeople(ctx context.Context, admin string) iter.Seq2[vault.Entry, error] {
	return func(yield func(vault.Entry, error) bool) {
		fail := func(err error) { yield(vault.Entry{}, fmt.Errorf("asking for what is kept of people: %w", err)) }
		res, err := askAdmin(ctx, s.adminURL(admin), http.MethodGet, "/admin/backup/people", nil)
		if err != nil {
			fail(err)
			return
		}
		defer res.Body.Close() //nolint:errcheck // read only
		lines := bufio.NewScanner(res.Body)
		lines.Buffer(nil, mostKept)
		for n := 0; lines.Scan(); n++ {
			var l struct {
				Key     string
				Value   []byte
				Records *int
			}
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				fail(err)
				return
			}
			if l.Records != nil {
				if *l.Records != n {
					fail(fmt.Errorf("%d records came, and there are %d", n, *l.Records))
				}
				return
			}
			if !yield(vault.Entry{Key: l.Key, Value: l.Value}, nil) {
				return
			}
		}
		fail(cmp.Or(lines.Err(), io.ErrUnexpectedEOF))
	}
}

package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// mostAnswer is the size in bytes above which an answer is not read.
const mostAnswer = 32 << 20

// request is one thing to ask a server.
type request struct {
	method string
	path   string
	query  url.Values
	header map[string]string
	body   []byte // JSON
}

// reply is an answer that is no problem.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send asks until there is an answer that stands. Requests are such that sending
// them again does no harm: reads, and commands under an id.
func (c *Client) send(ctx context.Context, q request) (reply, error) {
	var last error
	for try := range c.cfg.Tries {
		if try > 0 {
			if err := c.pause(ctx, try, last); err != nil {
				return reply{}, err
			}
		}
		r, err := c.once(ctx, q)
		if err == nil {
			return r, nil
		}
		last = err
		if !passes(err) || ctx.Err() != nil {
			return reply{}, err
		}
	}
	return reply{}, last
}

// pause waits before a try: as long as the server asked, or twice as long as the
// last time, with jitter, so that clients that were cut together do not come
// back together.
func (c *Client) pause(ctx context.Context, try int, last error) error {
	d := min(c.cfg.Pause<<min(try-1, 16), c.cfg.MostPause)
	d = d/2 + rand.N(d/2+1)
	var p *Problem
	if errors.As(last, &p) {
		if asked, _ := p.passes(); asked > d {
			d = asked
		}
	}
	if err := c.cfg.Wait(ctx, d); err != nil {
		return fmt.Errorf("waiting to try again after %w: %w", last, err)
	}
	return nil
}

// passes reports whether it makes sense to try again after an error.
func passes(err error) bool {
	var p *Problem
	if errors.As(err, &p) {
		_, again := p.passes()
		return again
	}
	return errors.Is(err, ErrUnreachable)
}

// once sends a request one time and reads the whole answer.
func (c *Client) once(ctx context.Context, q request) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Patience)
	defer cancel()
	res, err := c.open(ctx, q)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer+1))
	if err != nil {
		return reply{}, fmt.Errorf("%s %s: %w: %w", q.method, q.path, ErrUnreachable, err)
	}
	if len(body) > mostAnswer {
		return reply{}, fmt.Errorf("%s %s: the answer is larger than %d bytes", q.method, q.path, mostAnswer)
	}
	return reply{res.StatusCode, res.Header, body}, nil
}

// open sends a request and returns the answer with its body open, or a Problem.
func (c *Client) open(ctx context.Context, q request) (*http.Response, error) {
	to := c.base.JoinPath(q.path)
	to.RawQuery = q.query.Encode()
	var in io.Reader
	if q.body != nil {
		in = bytes.NewReader(q.body)
	}
	req, err := http.NewRequestWithContext(ctx, q.method, to.String(), in)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", q.method, q.path, err)
	}
	req.Header.Set("User-Agent", c.cfg.UserAgent)
	req.Header.Set("Accept", "application/json")
	if q.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.cfg.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.Token)
	}
	if c.cfg.Session != "" {
		req.Header.Set("Cookie", c.cfg.Session)
	}
	for name, value := range q.header {
		req.Header.Set(name, value)
	}
	res, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %w", q.method, q.path, ErrUnreachable, err)
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		return res, nil
	}
	defer res.Body.Close()
	return nil, readProblem(res)
}

// readProblem reads a refusal; one that is no problem document (of a proxy, say)
// becomes one.
func readProblem(res *http.Response) *Problem {
	p := &Problem{}
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil || json.Unmarshal(body, p) != nil || p.Type == "" {
		p = &Problem{Type: "about:blank", Title: http.StatusText(res.StatusCode)}
	}
	p.Status = res.StatusCode
	if p.Title == "" {
		p.Title = "HTTP " + strconv.Itoa(res.StatusCode)
	}
	if s := res.Header.Get("Retry-After"); p.RetryAfter == 0 && s != "" {
		if n, err := strconv.Atoi(s); err == nil && n >= 0 && n < int(time.Hour/time.Second) {
			p.RetryAfter = n
		}
	}
	return p
}

// get asks for JSON and decodes it. Fields that this client does not know are
// passed over: newer servers say more.
func (c *Client) get(ctx context.Context, path string, query url.Values, into any) error {
	r, err := c.send(ctx, request{method: "GET", path: path, query: query})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(r.body, into); err != nil {
		return fmt.Errorf("reading the answer of GET %s: %w", path, err)
	}
	return nil
}

package client

import (
	"fmt"
	"strings"
	"time"

	"plylog/engines"
)

// Problem is a refusal in the server's words (RFC 9457). Find it with errors.As.
type Problem struct {
	Type       string         `json:"type"` // "/problems/illegal-move"
	Title      string         `json:"title"`
	Status     int            `json:"status"`
	Detail     string         `json:"detail"`
	Instance   string         `json:"instance"`
	Field      string         `json:"field"`
	Rule       string         `json:"rule"` // "BG-9"
	Code       string         `json:"code"` // "backgammon.higher-die"
	Legal      []engines.Move `json:"legal"`
	Candidates []engines.Move `json:"candidates"`
	Version    int            `json:"version"`
	RetryAfter int            `json:"retryAfter"` // seconds
}

// The types of problems that programs tell apart most, by their last word.
const (
	IllegalMove = "illegal-move"
	Stale       = "stale"
	Conflict    = "conflict"
	NoGame      = "no-such-game"
	GameOver    = "game-over"
	SeatTaken   = "seat-taken"
	KeyReused   = "key-reused"

	NotAvailable = "not-available"
	SignedOut    = "signed-out"
	CodeWrong    = "code-wrong"
)

// Kind returns the last word of the type: "illegal-move".
func (p *Problem) Kind() string { return strings.TrimPrefix(p.Type, "/problems/") }

// Error implements error. What the title says is not said twice.
func (p *Problem) Error() string {
	text := p.Title
	if n := len(text); len(p.Detail) >= n && strings.EqualFold(p.Detail[:n], text) {
		text = p.Detail
	} else if p.Detail != "" {
		text += ": " + p.Detail
	}
	if p.Field != "" {
		text += fmt.Sprintf(" (%s)", p.Field)
	}
	if p.Rule != "" {
		text += fmt.Sprintf(" (%s)", p.Rule)
	}
	return text
}

// passes reports whether the same request may succeed a little later, and how
// long the server asks to wait.
func (p *Problem) passes() (time.Duration, bool) {
	again := p.Status == 429 || p.Status == 502 || p.Status == 503 || p.Status == 504 || p.Status == 409 && p.Kind() == Conflict
	return time.Duration(p.RetryAfter) * time.Second, again
}

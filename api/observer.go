package api

import "time"

// Observer is told what the server answers, for metrics. Its methods are called
// concurrently and must not block. Every word that they are given comes from a
// closed set: routes are patterns, never paths; outcomes are "stored",
// "replayed" or the slug of a problem; what a client made up is "other". A span says
// to which trace a request belongs, if any.
type Observer interface {
	// Request tells of an answered request. A feed is answered when it opens.
	Request(route, method string, status int, took time.Duration, at Span)
	// Command tells what became of a command, "create" included.
	Command(kind, typ, outcome string, took time.Duration, at Span)
	// Illegal counts a move that the rules refused, by the code of the refusal.
	Illegal(kind, code string)
	// Feed tells by how much the number of readers changed on a transport:
	// "sse" or "ndjson".
	Feed(transport string, change int)
	// Cut counts a reader whose connection took no more writes in time.
	Cut(transport string)
	// Limited counts a request that was one too many, by the policy: "session",
	// "address", or one of a quota, as "create-network".
	Limited(policy string)
	// SignIn tells what became of signing in by a method: "asked", "unsent", "limited",
	// "elsewhere", "signed-in", "repeated" or the slug of a problem.
	SignIn(method, outcome string)
	// Rebuilt tells of a rebuild that was finished.
	Rebuilt(took time.Duration)
}

// nobody is the Observer where none is given.
type nobody struct{}

func (nobody) Request(string, string, int, time.Duration, Span)    {}
func (nobody) Command(string, string, string, time.Duration, Span) {}
func (nobody) Illegal(string, string)                              {}
func (nobody) Feed(string, int)                                    {}
func (nobody) Cut(string)                                          {}
func (nobody) Limited(string)                                      {}
func (nobody) SignIn(string, string)                               {}
func (nobody) Rebuilt(time.Duration)                               {}

// other stands in metrics for every word that a client made up.
const other = "other"

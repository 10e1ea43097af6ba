package audit

import (
	"bytes"
	"testing"

	"plylog/engines"
	"plylog/events/audit/audittest"
	"plylog/events/merkle"
)

// corpus is a log of many games as a server writes it, and what is found of it.
type corpus struct{ *audittest.Corpus }

func newCorpus(t testing.TB, total, most int) *corpus {
	t.Helper()
	return &corpus{audittest.New(t, total, most)}
}

// verify verifies an export against checkpoints that were kept.
func (c *corpus) verify(t testing.TB, file []byte, checkpoints []byte, workers int) *Report {
	t.Helper()
	a := &Anchors{Trust: merkle.Trust{c.Key.Public()}}
	if checkpoints != nil {
		if err := a.AddCheckpoints("kept", bytes.NewReader(checkpoints)); err != nil {
			t.Fatal(err)
		}
	}
	return run(t, c.Games, a, file, workers)
}

func run(t testing.TB, games *engines.Registry, a *Anchors, file []byte, workers int) *Report {
	t.Helper()
	r, err := Verify(t.Context(), Lines("export.jsonl", bytes.NewReader(file)), Options{Games: games, Anchors: a, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// want fails unless a report has a verdict; it shows why not.
func (r *Report) want(t testing.TB, v Verdict, what string) {
	t.Helper()
	if r.Verdict == v {
		return
	}
	why := ""
	for _, p := range r.Problems[:min(len(r.Problems), 3)] {
		why += "\n  " + p.String()
	}
	t.Errorf("%s: %s, want %s: %q%s", what, r.Verdict, v, r.Missing, why)
}

type key = merkle.PublicKey

package trust

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"plylog/engines/strict"
	"plylog/events/merkle"
)

// policy says what a witness watches.
type policy struct {
	Name  string       `json:"name"`            // of the witness, as it stands in cosignatures
	Key   string       `json:"key"`             // file of its secret key; made if there is none
	Every string       `json:"every,omitempty"` // "10s": how often logs are asked
	Logs  []watchedLog `json:"logs"`
}

// watchedLog is a store that a witness watches.
type watchedLog struct {
	Server string `json:"server"` // URL
	Key    string `json:"key"`    // public key of the store
	File   string `json:"file"`   // what was cosigned of it
}

// Limits of a policy.
const (
	mostLogs     = 100
	leastEvery   = 100 * time.Millisecond
	defaultEvery = 10 * time.Second
)

var errPolicy = errors.New("the policy cannot be used")

// readPolicy reads a policy. Files in it are looked for beside it.
func readPolicy(path string) (*policy, error) {
	b, err := readSmall(path)
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	p := new(policy)
	if err := strict.Decode(b, p, strict.Limits{Bytes: mostSmall, Depth: 4}); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errPolicy, path, err)
	}
	bad := func(what string) (*policy, error) { return nil, fmt.Errorf("%w: %s: %s", errPolicy, path, what) }
	switch {
	case p.Name == "":
		return bad("name is missing")
	case p.Key == "":
		return bad("key is missing: the file of the witness' secret key")
	case len(p.Logs) == 0 || len(p.Logs) > mostLogs:
		return bad(fmt.Sprintf("want 1 to %d logs", mostLogs))
	}
	beside := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(filepath.Dir(path), name)
	}
	p.Key = beside(p.Key)
	files := make(map[string]bool)
	for i := range p.Logs {
		l := &p.Logs[i]
		if l.Server == "" || l.File == "" {
			return bad(fmt.Sprintf("log %d: want server, key and file", i+1))
		}
		if k, err := merkle.ParsePublicKey(l.Key); err != nil || k.Witness() {
			return bad(fmt.Sprintf("log %d: key is no public key of a log (plylog checkpoints --key shows a server's)", i+1))
		}
		if l.File = beside(l.File); files[l.File] {
			return bad(fmt.Sprintf("log %d: file %s is another log's", i+1, l.File))
		}
		files[l.File] = true
	}
	if _, err := p.every(); err != nil {
		return bad(err.Error())
	}
	return p, nil
}

// every is how often logs are asked.
func (p *policy) every() (time.Duration, error) {
	if p.Every == "" {
		return defaultEvery, nil
	}
	d, err := time.ParseDuration(p.Every)
	if err == nil && d < leastEvery {
		err = fmt.Errorf("every is less than %s", leastEvery)
	}
	return d, err
}

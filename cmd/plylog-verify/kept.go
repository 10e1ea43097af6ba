package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"plylog/events/audit"
	"plylog/events/merkle"
)

var (
	errWitness = errors.New("the key of a witness; it goes with --witness-key")
	errLog     = errors.New("the key of a log; it goes with --key")
	errMore    = errors.New("nothing but options is taken; the events come from standard input")
)

// texts is an option that may be repeated; each is a text, or @ and the file of it.
type texts []string

// String implements flag.Value.
func (t *texts) String() string { return strings.Join(*t, ", ") }

// Set implements flag.Value.
func (t *texts) Set(s string) error {
	if name, ok := strings.CutPrefix(s, "@"); ok {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s = string(b)
	}
	*t = append(*t, s)
	return nil
}

// kept reads what was kept elsewhere, and the names of witnesses that must have
// cosigned, from the command line.
func kept(args []string, talk io.Writer) (a *audit.Anchors, witnesses []string, err error) {
	var keys, rotations, receipts, checkpoints, heads, witnessKeys texts
	f := flag.NewFlagSet("plylog-verify", flag.ContinueOnError)
	f.SetOutput(talk)
	f.Var(&keys, "key", "public `key` of the log")
	f.Var(&rotations, "rotation", "signed `note` by which a key that was given came to be another")
	f.Var(&receipts, "receipt", "`receipt` of an event (c2sp.org/tlog-proof)")
	f.Var(&checkpoints, "checkpoint", "checkpoint or archive of them, for a whole log")
	f.Var(&heads, "head", `head of a game, "GAME N HASH"`)
	f.Var(&witnessKeys, "witness-key", "public `key` of a witness that must have cosigned")
	if err := f.Parse(args); err != nil {
		return nil, nil, err
	}
	if f.NArg() > 0 {
		return nil, nil, fmt.Errorf("%q: %w", f.Arg(0), errMore)
	}
	a = new(audit.Anchors)
	if a.Trust, err = trusted(keys, rotations); err != nil {
		return nil, nil, err
	}
	for _, s := range witnessKeys {
		k, err := merkle.ParsePublicKey(strings.TrimSpace(s))
		if err == nil && !k.Witness() {
			err = errLog
		}
		if err != nil {
			return nil, nil, fmt.Errorf("--witness-key: %w", err)
		}
		a.Trust, witnesses = append(a.Trust, k), append(witnesses, k.Name())
	}
	for _, s := range checkpoints {
		if err := a.AddCheckpoints("checkpoint", strings.NewReader(s)); err != nil {
			return nil, nil, fmt.Errorf("--checkpoint: %w", err)
		}
	}
	for _, s := range receipts {
		a.AddReceipt("receipt", []byte(s))
	}
	for _, s := range heads {
		if err := a.AddHeads(strings.NewReader(s)); err != nil {
			return nil, nil, fmt.Errorf("--head: %w", err)
		}
	}
	return a, witnesses, nil
}

// trusted is the keys of the log: those that are given and those that they were
// replaced by.
func trusted(keys, rotations []string) (merkle.Trust, error) {
	var trust merkle.Trust
	for _, s := range keys {
		k, err := merkle.ParsePublicKey(strings.TrimSpace(s))
		if err == nil && k.Witness() {
			err = errWitness
		}
		if err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
		trust = append(trust, k)
	}
	var rotated merkle.Summary
	for _, s := range rotations {
		r, err := merkle.ParseRotation([]byte(s))
		if err == nil {
			err = rotated.Rotate(r)
		}
		if err != nil {
			return nil, fmt.Errorf("--rotation: %w", err)
		}
	}
	return rotated.Trust(trust), nil
}

package trust

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
	"plylog/events/audit"
	"plylog/events/merkle"
)

// verifying is one run of verify.
type verifying struct {
	console     *console.Console
	games       *engines.Registry
	checkpoints []string
	keys        []string
	witnesses   []string
	heads       []string
	shards      int
	workers     int

	anchors audit.Anchors
	logs    []source // what the events are read from
	notes   []string // what whoever reads the verdict should know
}

// source is where events come from.
type source = iter.Seq2[audit.Entry, error]

// Verify is the command that says offline what events are worth.
func Verify(c *console.Console, games *engines.Registry) *cobra.Command {
	v := &verifying{console: c, games: games}
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check events without a server: chain, rules, dice, results, and that nothing is missing",
		Long: `Check exported games (jsonl), receipts (.tlog-proof) or the data folder of a stopped
server. Nothing is asked of any server and nothing is changed.

What must be given besides, because nothing can vouch for itself:
  a game      its receipt (plylog receipt ID) and the server's public key, or a
              head that you kept (plylog audit ID shows it)
  a whole log a checkpoint that you kept, and the public key; every checkpoint that
              is given is compared
  a folder    is compared with its own checkpoints and key; a checkpoint and a key
              that were kept elsewhere say more

Exit code 0: verified. 6: violated; the file, the game, the event and the reason
are named. 2: not anchored: nothing is wrong by itself, but nothing that was given
vouches for all of it.`,
		Args: console.Args(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&v.checkpoints, "checkpoint", nil, "file of checkpoints that were kept; may be repeated")
	f.StringArrayVar(&v.keys, "key", nil, "public key of the log, or a file that holds it; may be repeated")
	f.StringArrayVar(&v.witnesses, "witness-key", nil, "public key of a witness that must have cosigned; may be repeated")
	f.StringArrayVar(&v.heads, "head", nil, `head that was kept, "GAME N HASH", or a file of them; may be repeated`)
	f.IntVar(&v.shards, "shards", 0, "shards of the store, where not every one has a checkpoint (default: as many as have one)")
	f.IntVar(&v.workers, "workers", 0, "cores to use (default: all)")
	return cmd
}

func (v *verifying) run(ctx context.Context, args []string) error {
	r, err := v.verify(ctx, args)
	if err != nil {
		return err
	}
	return v.tell(r)
}

// Folder verifies the data folder of a stopped server, held against its own
// checkpoints and key.
func Folder(ctx context.Context, c *console.Console, games *engines.Registry, path string) (*audit.Report, error) {
	v := &verifying{console: c, games: games}
	return v.verify(ctx, []string{path})
}

// verify reads what is named and says what it is worth.
func (v *verifying) verify(ctx context.Context, args []string) (*audit.Report, error) {
	names, err := v.trust()
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		done, err := v.open(ctx, arg)
		if err != nil {
			return nil, err
		}
		defer done()
	}
	for _, name := range v.checkpoints {
		if err := v.kept(name); err != nil {
			return nil, err
		}
	}
	for _, h := range v.heads {
		if err := v.head(h); err != nil {
			return nil, err
		}
	}
	bar := v.console.Progress(-1, "verifying")
	defer bar.Done()
	shown := 0
	return audit.Verify(ctx, concat(v.logs), audit.Options{
		Games: v.games, Anchors: &v.anchors, Shards: v.shards, Workers: v.workers, Witnesses: names,
		Progress: func(n int) { bar.Add(n - shown); shown = n },
	})
}

// trust reads the public keys, and returns the names of the witnesses.
func (v *verifying) trust() (names []string, err error) {
	for _, s := range v.keys {
		k, err := publicKey("key", s)
		if err != nil {
			return nil, err
		}
		if k.Witness() {
			return nil, console.Fail(console.Usage, "--key: %s is the key of a witness; it goes with --witness-key", k.Name())
		}
		v.anchors.Trust = append(v.anchors.Trust, k)
	}
	for _, s := range v.witnesses {
		k, err := publicKey("witness-key", s)
		if err != nil {
			return nil, err
		}
		if !k.Witness() {
			return nil, console.Fail(console.Usage, "--witness-key: %s is the key of a log; it goes with --key", k.Name())
		}
		v.anchors.Trust = append(v.anchors.Trust, k)
		names = append(names, k.Name())
	}
	return names, nil
}

// publicKey reads a key, or the file that holds one.
func publicKey(flag, s string) (merkle.PublicKey, error) {
	k, err := merkle.ParsePublicKey(s)
	if err == nil {
		return k, nil
	}
	b, ferr := readSmall(s)
	if ferr != nil {
		return k, console.Fail(console.Usage, "--%s: %w, and no file: %w", flag, err, ferr)
	}
	if k, err = merkle.ParsePublicKey(strings.TrimSpace(string(b))); err != nil {
		return k, console.Fail(console.Usage, "--%s: %s: %w", flag, s, err)
	}
	return k, nil
}

// mostSmall bounds files that hold a key or a receipt.
const mostSmall = 256 << 10

func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	b, err := io.ReadAll(io.LimitReader(f, mostSmall+1))
	if err == nil && len(b) > mostSmall {
		err = fmt.Errorf("%s is larger than %d bytes", path, mostSmall)
	}
	return b, err
}

// open finds out what an argument is. done closes it.
func (v *verifying) open(ctx context.Context, path string) (done func(), err error) {
	if path == "-" {
		v.logs = append(v.logs, audit.Lines("standard input", v.console.In))
		return func() {}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("verifying: %w", err)
	}
	if info.IsDir() {
		return v.folder(ctx, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("verifying: %w", err)
	}
	done = func() { _ = f.Close() } // read only
	head := make([]byte, 64)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		done()
		return nil, fmt.Errorf("verifying: %w", err)
	}
	if merkle.IsReceipt(head[:n]) {
		done()
		b, err := readSmall(path)
		v.anchors.AddReceipt(path, b)
		return func() {}, err
	}
	v.logs = append(v.logs, audit.Lines(path, io.MultiReader(strings.NewReader(string(head[:n])), f)))
	return done, nil
}

// kept takes a file of checkpoints.
func (v *verifying) kept(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("reading --checkpoint: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	if err := v.anchors.AddCheckpoints(path, f); err != nil {
		return fmt.Errorf("reading --checkpoint %s: %w", path, err)
	}
	return nil
}

// head takes a head, or a file of heads.
func (v *verifying) head(s string) error {
	err := v.anchors.AddHead(s)
	if err == nil {
		return nil
	}
	f, ferr := os.Open(s)
	if ferr != nil {
		return console.Fail(console.Usage, "--head: %w, and no file: %w", err, ferr)
	}
	defer f.Close() //nolint:errcheck // read only
	if err := v.anchors.AddHeads(f); err != nil {
		return console.Fail(console.Usage, "--head: %s: %w", s, err)
	}
	return nil
}

// concat yields one source after the other.
func concat(list []source) source {
	return func(yield func(audit.Entry, error) bool) {
		for _, s := range list {
			for e, err := range s {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// ours is the file of a data folder.
func ours(folder, name string) string { return filepath.Join(folder, name) }

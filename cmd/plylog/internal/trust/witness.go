package trust

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/events/merkle"
)

// witness watches the logs of a policy.
type witness struct {
	console *console.Console
	logs    []*watching
	forked  int // logs that were seen to contradict themselves
}

// watching is one log under watch.
type watching struct {
	watchedLog
	client  *client.Client
	witness *merkle.Witness
	archive *merkle.Archive
	forked  bool
}

// Witness is the command that cosigns the checkpoints of other machines.
func Witness(c *console.Console) *cobra.Command {
	var path string
	var once bool
	cmd := &cobra.Command{
		Use:   "witness --policy FILE",
		Short: "Watch the checkpoints of servers from another machine, and cosign those that only add",
		Long: `Ask servers for their checkpoints again and again. One that only adds to what was
seen before is cosigned and kept; one that does not is refused, with both kept as
proof, and the server has a second history. Run it where the operators of the
servers have no access: from then on they cannot rewrite what it has seen without
being found out.

The policy is a JSON file; names of files in it are looked for beside it:
  {"name":"witness.example/w1", "key":"witness-key", "every":"10s",
   "logs":[{"server":"http://localhost:8080", "key":"plylog/…", "file":"seen"}]}
The witness' key is made if there is none. "plylog checkpoints --key" shows a
server's key. The files of cosigned checkpoints are good for "plylog verify
--checkpoint FILE --witness-key KEY". Exit code 6 where a log has forked.`,
		Args: console.Args(0, 0),
	}
	cmd.Flags().StringVar(&path, "policy", "", "file that says what to watch")
	cmd.Flags().BoolVar(&once, "once", false, "ask every server once, and end")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if path == "" {
			return console.Fail(console.Usage, "witness: --policy says what to watch")
		}
		p, err := readPolicy(path)
		if errors.Is(err, errPolicy) {
			return &console.ExitError{Code: console.Usage, Err: err}
		}
		if err != nil {
			return err
		}
		w := &witness{console: c}
		defer func() { err = errors.Join(err, w.close()) }()
		if err := w.open(p); err != nil {
			return err
		}
		return w.run(cmd.Context(), p, once)
	}
	return cmd
}

// open reads the key and what was seen of each log.
func (w *witness) open(p *policy) error {
	key, err := witnessKey(p)
	if err != nil {
		return err
	}
	w.console.Say("plylog: witness key: %s", key.Public())
	for _, l := range p.Logs {
		trusted, err := merkle.ParsePublicKey(l.Key)
		if err != nil {
			return err
		}
		c, err := client.New(client.Config{Server: l.Server, Tries: 2, UserAgent: "plylog-witness"})
		if err != nil {
			return console.Fail(console.Usage, "witness: %w", err)
		}
		a, seen, err := merkle.OpenArchive(l.File)
		if err != nil {
			return err
		}
		one := &watching{watchedLog: l, client: c, archive: a}
		w.logs = append(w.logs, one)
		if one.witness, err = merkle.NewWitness(key, merkle.Trust{trusted}, a, seen, time.Now); err != nil {
			return fmt.Errorf("%s: %w", l.File, err)
		}
	}
	return nil
}

// witnessKey reads the witness' key, or makes it.
func witnessKey(p *policy) (*merkle.Key, error) {
	k, err := merkle.ReadKey(p.Key)
	if errors.Is(err, fs.ErrNotExist) {
		if k, err = merkle.NewWitnessKey(p.Name, rand.Reader); err != nil {
			return nil, err
		}
		return k, merkle.WriteKey(p.Key, k)
	}
	if err == nil && k.Public().Name() != p.Name {
		return nil, console.Fail(console.Usage, "witness: %s holds the key of %s, and the policy names %s", p.Key, k.Public().Name(), p.Name)
	}
	return k, err
}

func (w *witness) close() error {
	var all []error
	for _, l := range w.logs {
		all = append(all, l.archive.Close())
	}
	return errors.Join(all...)
}

// run asks every log until ctx ends.
func (w *witness) run(ctx context.Context, p *policy, once bool) error {
	every, err := p.every()
	if err != nil {
		return err
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		var failed error
		for _, l := range w.logs {
			err := w.look(ctx, l)
			switch {
			case ctx.Err() != nil:
				return w.verdict()
			case errors.Is(err, merkle.ErrFork):
				if !l.forked {
					l.forked = true
					w.forked++
				}
				w.console.Say("plylog: FORK: %s: %v", l.Server, err)
			case err != nil:
				failed = errors.Join(failed, fmt.Errorf("%s: %w", l.Server, err))
				w.console.Say("plylog: %s: %v", l.Server, err)
			}
		}
		if once {
			if err := w.verdict(); err != nil {
				return err
			}
			return failed
		}
		select {
		case <-ctx.Done():
			return w.verdict()
		case <-tick.C:
		}
	}
}

func (w *witness) verdict() error {
	if w.forked > 0 {
		return console.Conclude(console.AuditFailed, "%d of %d logs have forked", w.forked, len(w.logs))
	}
	return nil
}

// look asks a log for its newest checkpoints.
func (w *witness) look(ctx context.Context, l *watching) error {
	list, err := l.client.Checkpoints(ctx)
	if err != nil {
		return err
	}
	for _, r := range list.Rotations {
		if err := l.witness.Rotation([]byte(r)); err != nil {
			return err
		}
	}
	var all []error
	for _, s := range list.Shards {
		read := func(ctx context.Context, t merkle.Tile) ([]byte, error) {
			return l.client.Tile(ctx, s.Tiles+"/"+t.Path())
		}
		note, err := l.witness.Observe(ctx, []byte(s.Note), read)
		if errors.Is(err, merkle.ErrFork) {
			err = errors.Join(err, keepProof(l.File, s.Note))
		}
		if err != nil {
			all = append(all, err)
			continue
		}
		if note != nil {
			if err := w.console.Print("%s", note); err != nil {
				return err
			}
		}
	}
	return errors.Join(all...)
}

// keepProof keeps the checkpoint that contradicts what was cosigned.
func keepProof(file, note string) error {
	f, err := os.OpenFile(file+".fork", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keeping the proof of a fork: %w", err)
	}
	_, err = f.WriteString(note + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("keeping the proof of a fork: %w", err)
	}
	return nil
}

package trust

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/merkle"
)

// Key is the command that looks after the key with which a server signs.
func Key(c *console.Console) *cobra.Command {
	var data string
	show := &cobra.Command{
		Use:   "show",
		Short: "Show the public key of a data folder, to be given to whoever verifies",
		Args:  console.Args(0, 0),
		RunE: func(*cobra.Command, []string) error {
			k, err := merkle.ReadKey(ours(data, merkle.KeyFile))
			if err != nil {
				return err
			}
			return c.Print("%s", k.Public())
		},
	}
	rotate := &cobra.Command{
		Use:   "rotate",
		Short: "Give the data folder of a stopped server a new key, signed by the old one",
		Long: `Make a new key. A note that both keys have signed goes into the archive of
checkpoints, so that whoever knows one of them can follow to the other.`,
		Args: console.Args(0, 0),
		RunE: func(*cobra.Command, []string) error { return rotate(c, data) },
	}
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Show or replace the key with which a server signs its checkpoints",
		Args:  console.Args(0, 0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, sub := range []*cobra.Command{show, rotate} {
		sub.Flags().StringVar(&data, "data", "plylog-data", "data folder of the server")
		cmd.AddCommand(sub)
	}
	return cmd
}

func rotate(c *console.Console, data string) (err error) {
	if _, err := os.Stat(ours(data, merkle.KeyFile)); err != nil {
		return fmt.Errorf("there is no key to rotate: %w", err)
	}
	dir, err := datadir.Open(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	f, err := merkle.OpenFolder(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Archive.Close()) }()
	r, err := f.Rotate(data)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(map[string]string{"old": r.Old.String(), "new": r.New.String()})
	}
	return c.Print("old: %s\nnew: %s", r.Old, r.New)
}

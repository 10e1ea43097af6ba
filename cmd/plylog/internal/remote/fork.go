package remote

import (
	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
)

// Fork is the command that makes a practice game of a point of another.
func (s *Session) Fork() *cobra.Command {
	var f client.Fork
	cmd := &cobra.Command{
		Use:   "fork ID",
		Short: "Make a practice game from a point of another; prints its id, and keeps both seat tokens",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := ReadGameID(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("at") && f.At < 1 {
				return console.Fail(console.Usage, "--at %d: versions begin with 1", f.At)
			}
			c, err := s.reader(id)
			if err != nil {
				return err
			}
			made, err := c.Fork(cmd.Context(), id, f)
			if err != nil {
				return err
			}
			return s.made(cmd.Context(), made)
		},
	}
	cmd.Flags().IntVar(&f.At, "at", 0, "as the game was at this version (default: now)")
	cmd.Flags().StringVar(&f.Dice, "dice", "", "delegated (default: the server throws) or recorded (sent with each roll)")
	return s.Bind(cmd)
}

package remote

import (
	"os"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
)

// Export is the command that writes a game as a file.
func (s *Session) Export() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "export ID",
		Short: "Write a game as a file: its stored events, or a format of its kind",
		Args:  console.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := ReadGameID(args[0])
			if err != nil {
				return err
			}
			c, err := s.reader(game)
			if err != nil {
				return err
			}
			f, err := c.Export(cmd.Context(), game, format)
			if err != nil {
				return err
			}
			if f.LeftOut != "" {
				s.console.Say("%s has no room for: %s", format, f.LeftOut)
			}
			if out != "" {
				return os.WriteFile(out, f.Data, 0o644)
			}
			return s.console.Write(f.Data)
		},
	}
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl (the stored events), pdn, acf, transcript, ggf, wthor, mat, sgf, text or pgn, by the kind of game")
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write (default: standard output)")
	return s.Bind(cmd)
}

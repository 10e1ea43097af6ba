package remote

import (
	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
	"plylog/events/play"
)

// Rulings are the commands of an administrator.
func (s *Session) Rulings() []*cobra.Command {
	return []*cobra.Command{
		s.ruling(play.Adjudicate, "End a game: first or second wins, draw, or void", true),
		s.ruling(play.Pause, "Stop a game; its time stands still until it goes on", true),
		s.ruling(play.Continue, "Let a paused game go on", false),
		s.ruling(play.CloseDamaged, "Close a damaged game, on record", true),
	}
}

func (s *Session) ruling(typ play.CommandType, short string, why bool) *cobra.Command {
	var reason, id string
	var match int
	use, words := string(typ)+" ID", 1
	if typ == play.Adjudicate {
		use, words = use+" first|second|draw|void", 2
	}
	cmd := &cobra.Command{
		Use:   use,
		Short: short + " (needs an administrator's token)",
		Args:  console.Args(words, words),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := ReadGameID(args[0])
			if err != nil {
				return err
			}
			if why && reason == "" {
				return console.Fail(console.Usage, "--reason: say why")
			}
			do := client.Command{Type: string(typ), Reason: reason, IfMatch: match}
			if typ == play.Adjudicate {
				do.Result = args[1]
			}
			if do.ID, err = commandID(id); err != nil {
				return err
			}
			c, err := s.Client(s.GivenToken(), nil)
			if err != nil {
				return err
			}
			done, err := c.Submit(cmd.Context(), game, do)
			if err != nil {
				return err
			}
			return s.stored(done)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, in 1 to 500 characters; everybody who may see the game reads it")
	bindCommand(cmd, &match, &id)
	return s.Bind(cmd)
}

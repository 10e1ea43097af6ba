package remote

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/console"
)

// Kinds is the command that lists the games that a server offers.
func (s *Session) Kinds() *cobra.Command {
	return s.Bind(&cobra.Command{
		Use:   "kinds",
		Short: "List the kinds of games with their options",
		Args:  console.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.Client("", nil)
			if err != nil {
				return err
			}
			kinds, err := c.Kinds(cmd.Context())
			if err != nil {
				return err
			}
			if s.console.JSON {
				return s.console.PrintJSON(kinds)
			}
			for _, k := range kinds {
				if err := s.offered(&k); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

func (s *Session) offered(k *client.Kind) error {
	if err := s.console.Print("%s: first is %s, second is %s\n  moves: %s", k.Kind, k.Seats.First, k.Seats.Second, k.Notation); err != nil {
		return err
	}
	for _, o := range k.Options {
		span := ""
		if o.Min != nil && o.Max != nil {
			span = fmt.Sprintf(" (%d to %d)", *o.Min, *o.Max)
		}
		// As it is written in --options, which are JSON.
		usual, err := json.Marshal(o.Default)
		if err != nil {
			return err
		}
		if err := s.console.Print("  %s: %s%s, default %s: %s", o.Name, o.Type, span, usual, o.Help); err != nil {
			return err
		}
	}
	return nil
}

package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/archiving"
	"plylog/cmd/plylog/internal/backup"
	"plylog/cmd/plylog/internal/bench"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/importer"
	"plylog/cmd/plylog/internal/node"
	"plylog/cmd/plylog/internal/positions"
	"plylog/cmd/plylog/internal/remote"
	"plylog/cmd/plylog/internal/restore"
	"plylog/cmd/plylog/internal/table"
	"plylog/cmd/plylog/internal/torture"
	"plylog/cmd/plylog/internal/trust"
	"plylog/engines"
)

// commands lists what plylog can do, with the games that it can do it with.
func commands(c *console.Console, games *engines.Registry) []*cobra.Command {
	s := remote.NewSession(c, games)
	build := node.Build{Version: self().Version, Commit: self().Revision}
	return slices.Concat([]*cobra.Command{
		node.Serve(c, games, build),
		node.Config(c),
		node.Doctor(c),
		node.Migrate(c, s),
		table.Play(c, s, games, build),
		s.Kinds(),
		s.New(),
		s.Join(),
		s.Rematch(),
		s.Fork(),
		s.List(),
		s.Player(),
		s.SignIn(),
		s.SignOut(),
		s.Token(),
		s.Me(),
		s.Show(),
		s.Choices(),
		s.Watch(),
		s.History(),
		s.Replay(),
		s.Export(),
		s.Health(),
		s.Rebuild(),
		backup.Command(c, s, games),
		restore.Command(c),
		archiving.Command(c),
		importer.Import(c, s, games),
		positions.Legal(c, games),
		positions.Perft(c, games),
		bench.Command(c, games),
		torture.Command(c, games),
		s.Audit(),
		s.Receipt(),
		s.Checkpoints(),
		trust.Verify(c, games),
		trust.Key(c),
		trust.Witness(c),
		version(c),
	}, append(s.Deeds(), s.Rulings()...))
}

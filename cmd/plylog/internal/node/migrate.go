package node

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/backup"
	"plylog/cmd/plylog/internal/config"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/remote"
	"plylog/events/jetlog"
)

// Migrate is the command that copies the log of a data folder to NATS servers.
func Migrate(c *console.Console, session *remote.Session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate --data DIR --nats URL [flags of serve]",
		Short: "Copy the log of a data folder to NATS servers, while its server runs, and verify the copy",
		Long: `Copy the log of the data folder DIR to the NATS servers that --nats names: every event
that was signed, byte for byte, in its order, as often as it is run only what is new.
Then the copy is read back and held against the chain of every game and the signed root
of every shard.

The server may run meanwhile, and goes on to take moves. Stop it, run this once more for
what came last and for the accounts, and start it again with --nats: it needs its folder
for the secret and the checkpoints, and no more for the log. Sessions and API tokens stay
behind: whoever has an account signs in anew. The way back is plylog backup, from the folder
of a node that runs on the NATS servers: the backup is a folder to serve.

Exit code 8: the log, or what is on the NATS servers, is not what was signed.`,
		Args: console.Args(0, 0),
	}
	set := config.Bind(cmd.Flags(), settings())
	var admin string
	remote.BindAdmin(cmd, &admin)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := resolved(set, c)
		if err != nil {
			return err
		}
		if s.NATS == "" {
			return console.Fail(console.Usage, "migrate: --nats says where to")
		}
		logger := newLogger(c, s)
		m, err := backup.Into(cmd.Context(), session, admin, s.Data, func(shards int) (*jetlog.Log, error) {
			log, err := openCluster(cmd.Context(), &s, jetlog.Options{Shards: cmp.Or(s.Shards, shards), Replicas: s.Replicas, Logger: logger}, logger)
			if err != nil {
				return nil, err
			}
			return log.hot, nil
		})
		if err == nil && m.Last {
			m.People, err = copyPeople(cmd.Context(), &s, logger)
		}
		if err != nil {
			return err
		}
		if c.JSON {
			return c.PrintJSON(m)
		}
		if m.People > 0 {
			c.Say("accounts that came along: %d", m.People)
		}
		if err := c.Print("%d events in %d shards, %d of them new: every chain and every signed root is the same.", m.Events, m.Shards, m.New); err != nil || m.Last {
			return err
		}
		return c.Print("The server still runs: stop it, and run this once more for what came since.")
	}
	return cmd
}

// copyPeople copies accounts to the NATS servers, where there are none yet.
func copyPeople(ctx context.Context, s *Settings, logger *slog.Logger) (int, error) {
	nc, err := s.reach(roleLog)("plylog-people", jetlog.Durable(logger)...)
	if err != nil {
		return 0, err
	}
	defer nc.Close()
	v, err := openVault(ctx, nc, logger)
	if err != nil {
		return 0, err
	}
	defer v.Close()
	return backup.Accounts(ctx, s.Data, v)
}

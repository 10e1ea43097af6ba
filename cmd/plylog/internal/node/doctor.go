package node

import (
	"context"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"plylog/api/post"
	"plylog/cmd/plylog/internal/config"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/doctor"
)

// Doctor is the command that looks at everything that a server stands on.
func Doctor(c *console.Console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor [flags of serve]",
		Short: "Look at disk, store or NATS servers, clock, addresses, certificates and mail, and say what to do",
		Long: `Look at what a server with these settings stands on, and say of each thing what was
found and, where it is not in order, what to do. Nothing is changed. Run it with the
flags, variables and file that "plylog serve" gets; the server may be running or not.
The store of a server that does not run is read record by record.

Exit code 1 where something does not work or events are at stake, 0 else.`,
		Args: console.Args(0, 0),
	}
	set := config.Bind(cmd.Flags(), settings())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := resolved(set, c)
		if err != nil {
			return err
		}
		found := doctor.Run(cmd.Context(), s.examined())
		if err := tellFindings(c, found); err != nil {
			return err
		}
		if doctor.Worst(found) == doctor.Bad {
			return console.Conclude(console.Failed, "something does not work: see above")
		}
		return nil
	}
	return cmd
}

// examined is what a doctor is to look at.
func (s *Settings) examined() doctor.Config {
	var servers func(context.Context) []doctor.Finding
	if s.NATS != "" {
		servers = func(ctx context.Context) []doctor.Finding { return doctor.Cluster(ctx, s.cluster()) }
	}
	var mail *post.Config
	if s.Mail != (post.Way{}) {
		if cfg, err := s.letters(); err == nil {
			mail = &cfg
		}
	}
	return doctor.Config{
		Mail:    mail,
		Cluster: servers, Providers: s.Providers,
		Data: s.Data, Embedded: s.NATS == "", Listen: s.Listen, Admin: s.AdminListen,
		CertFile: s.TLSCert, KeyFile: s.TLSKey, NATSCert: s.NATSCert, NATSKey: s.NATSKey,
		Now: time.Now, HTTP: &http.Client{Timeout: 10 * time.Second},
	}
}

// tellFindings prints what was found: a line each, and the remedies below it.
func tellFindings(c *console.Console, found []doctor.Finding) error {
	if c.JSON {
		return c.PrintJSON(found)
	}
	for _, f := range found {
		if err := c.Print("%-8s %-16s %s", f.Grade, f.Check, f.Says); err != nil {
			return err
		}
		if f.Fix == "" {
			continue
		}
		if err := c.Print("%-25s -> %s", "", f.Fix); err != nil {
			return err
		}
	}
	return nil
}

package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
)

// build is what the binary knows about itself.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// self reads the binary's own build information.
func self() build {
	b := build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// commit is the revision in short, with a word where the sources were changed since.
func (b build) commit() string {
	switch {
	case b.Revision == "":
		return "of unknown sources"
	case b.Modified:
		return "from " + b.Revision[:min(12, len(b.Revision))] + ", changed since"
	default:
		return "from " + b.Revision[:min(12, len(b.Revision))]
	}
}

func version(c *console.Console) *cobra.Command {
	var bill bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which plylog this is, and what it is made of",
		Args:  console.Args(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if bill {
				info, ok := debug.ReadBuildInfo()
				if !ok {
					return errNoBuildInfo
				}
				return c.PrintJSON(billOf(info))
			}
			b := self()
			if c.JSON {
				return c.PrintJSON(b)
			}
			return c.Print("plylog %s (%s) %s %s", b.Version, b.commit(), b.Go, b.Platform)
		},
	}
	cmd.Flags().BoolVar(&bill, "sbom", false, "write the list of modules in this program instead (CycloneDX 1.6, JSON)")
	return cmd
}

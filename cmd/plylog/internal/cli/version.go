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

func version(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which plylog this is",
		Args:  console.Args(0, 0),
		RunE: func(*cobra.Command, []string) error {
			b := self()
			if c.JSON {
				return c.PrintJSON(b)
			}
			return c.Print("plylog %s %s %s", b.Version, b.Go, b.Platform)
		},
	}
}

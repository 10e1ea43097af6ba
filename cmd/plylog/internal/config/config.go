package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"plylog/cmd/plylog/internal/console"
)

// Setting describes one setting.
type Setting struct {
	Name    string // the flag without dashes
	Default string
	Help    string
	Check   func(value string) error // nil: any text
}

// Value is what a setting came to.
type Value struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source"` // "--listen", "PLYLOG_LISTEN", "plylog.conf:3" or "default"
}

// Set is a list of settings bound to the flags of a command.
type Set struct {
	settings []Setting
	flags    *pflag.FlagSet
	file     *string
}

// Bind adds the settings to a command's flags, and --config for the file.
func Bind(flags *pflag.FlagSet, settings []Setting) *Set {
	flags.SortFlags = false // "the same" refers to the one before
	for _, s := range settings {
		flags.String(s.Name, s.Default, s.Help)
	}
	return &Set{settings: settings, flags: flags, file: flags.String("config", "", "file of name = value lines (PLYLOG_CONFIG)")}
}

// Resolve finds every setting's value, in the order in which they were bound.
// Errors are usage errors.
func (s *Set) Resolve(getenv func(string) string) ([]Value, error) {
	lines, name, err := s.readFile(getenv)
	if err != nil {
		return nil, err
	}
	values := make([]Value, 0, len(s.settings))
	for _, set := range s.settings {
		v := Value{Name: set.Name, Value: set.Default, Source: "default"}
		flag := s.flags.Lookup(set.Name)
		line, inFile := lines[set.Name]
		switch env := variable(set.Name); {
		case flag.Changed:
			v.Value, v.Source = flag.Value.String(), "--"+set.Name
		case getenv(env) != "":
			v.Value, v.Source = getenv(env), env
		case inFile:
			v.Value, v.Source = line.value, fmt.Sprintf("%s:%d", name, line.line)
		}
		if set.Check != nil {
			if err := set.Check(v.Value); err != nil {
				return nil, console.Fail(console.Usage, "%s (%s) is %q: %w", set.Name, v.Source, v.Value, err)
			}
		}
		values = append(values, v)
	}
	return values, nil
}

// readFile reads the file that --config or PLYLOG_CONFIG names, if any.
func (s *Set) readFile(getenv func(string) string) (lines map[string]entry, name string, err error) {
	name = *s.file
	if name == "" {
		name = getenv("PLYLOG_CONFIG")
	}
	if name == "" {
		return nil, "", nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", console.Fail(console.Usage, "config: %w", err)
	}
	defer f.Close() //nolint:errcheck // read only
	lines, err = readFile(f, name, func(key string) bool {
		return slices.ContainsFunc(s.settings, func(set Setting) bool { return set.Name == key })
	})
	if err != nil {
		return nil, "", &console.ExitError{Code: console.Usage, Err: err}
	}
	return lines, name, nil
}

// variable is the environment's name for a setting.
func variable(name string) string {
	return "PLYLOG_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

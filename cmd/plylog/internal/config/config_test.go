package config

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"plylog/cmd/plylog/internal/console"
)

func settings() []Setting {
	number := func(s string) error { _, err := strconv.Atoi(s); return err }
	return []Setting{
		{Name: "listen", Default: "localhost:8080"},
		{Name: "admin-listen", Default: "localhost:8081"},
		{Name: "shards", Default: "8", Check: number},
	}
}

// resolve runs the whole way: arguments, environment, file.
func resolve(t *testing.T, args []string, env map[string]string, file string) ([]Value, error) {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	set := Bind(flags, settings())
	if file != "" {
		name := filepath.Join(t.TempDir(), "plylog.conf")
		if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", name)
	}
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	return set.Resolve(func(k string) string { return env[k] })
}

func TestOrder(t *testing.T) {
	file := "# a comment\n\nlisten = file:1\nadmin-listen=file:2\nshards = 3\n"
	env := map[string]string{"PLYLOG_LISTEN": "env:1", "PLYLOG_ADMIN_LISTEN": "env:2"}
	got, err := resolve(t, []string{"--listen", "flag:1"}, env, file)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ value, source string }{{"flag:1", "--listen"}, {"env:2", "PLYLOG_ADMIN_LISTEN"}, {"3", "plylog.conf:5"}}
	for i, w := range want {
		if got[i].Value != w.value || !strings.HasSuffix(got[i].Source, w.source) {
			t.Errorf("%s: got %q from %s, want %q from %s", got[i].Name, got[i].Value, got[i].Source, w.value, w.source)
		}
	}
	got, err = resolve(t, nil, nil, "")
	if err != nil || got[0].Value != "localhost:8080" || got[0].Source != "default" {
		t.Errorf("defaults: %v %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		file string
		say  string
	}{
		"unknown name":    {file: "lisen = x", say: `:1: there is no setting "lisen"`},
		"twice":           {file: "listen = x\nlisten = y", say: ":2: listen is set twice, first on line 1"},
		"no equals sign":  {file: "\nlisten", say: ":2: want name = value"},
		"bad flag":        {args: []string{"--shards", "many"}, say: `shards (--shards) is "many"`},
		"bad environment": {env: map[string]string{"PLYLOG_SHARDS": "x"}, say: `shards (PLYLOG_SHARDS) is "x"`},
		"no such file":    {env: map[string]string{"PLYLOG_CONFIG": "/nowhere/at/all"}, say: "/nowhere/at/all"},
	} {
		_, err := resolve(t, c.args, c.env, c.file)
		var exit *console.ExitError
		if !errors.As(err, &exit) || exit.Code != console.Usage {
			t.Errorf("%s: got %v, want a usage error", name, err)
			continue
		}
		if !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: %q does not say %q", name, err, c.say)
		}
	}
}

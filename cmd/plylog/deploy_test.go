package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.yaml.in/yaml/v4"

	"plylog/api/metrics"
	"plylog/projections"
)

// read returns a file of deploy/.
func read(t *testing.T, name ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{moduleRoot(t), "deploy"}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fields reads a YAML file of one document strictly: what is not among the fields
// of T is an error.
func fields[T any](t *testing.T, name ...string) (v T) {
	t.Helper()
	if err := yaml.Load(read(t, name...), &v, yaml.WithKnownFields(true), yaml.WithUniqueKeys(true)); err != nil {
		t.Fatalf("%s: %v", filepath.Join(name...), err)
	}
	return v
}

// ruleFile is a file of alert rules.
type ruleFile struct {
	Groups []struct {
		Name  string
		Rules []struct {
			Alert, Expr, For    string
			Labels, Annotations map[string]string
		}
	}
}

// TestAlerts has promtool try every alert, and ties each to its entry in the runbook
// and to its test: neither is there without the other.
func TestAlerts(t *testing.T) {
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Fatal("promtool is needed to try the alerts (.ci/test installs it)")
	}
	dir := filepath.Join(moduleRoot(t), "deploy", "prometheus")
	for _, args := range [][]string{{"check", "config", "prometheus.yml"}, {"check", "rules", "--lint-fatal", "rules.yml"}, {"test", "rules", "rules_test.yml"}} {
		cmd := exec.Command(tool, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	var alerts []string
	for _, g := range fields[ruleFile](t, "prometheus", "rules.yml").Groups {
		for _, r := range g.Rules {
			alerts = append(alerts, r.Alert)
			if want := "deploy/runbook.md#" + strings.ToLower(r.Alert); r.Annotations["runbook"] != want {
				t.Errorf("%s has the runbook %q, not %q", r.Alert, r.Annotations["runbook"], want)
			}
			if s := r.Labels["severity"]; s != "page" && s != "ticket" {
				t.Errorf("%s has the severity %q", r.Alert, s)
			}
		}
	}
	slices.Sort(alerts)
	if len(alerts) == 0 || len(slices.Compact(slices.Clone(alerts))) != len(alerts) {
		t.Errorf("the alerts are %q", alerts)
	}
	for what, pattern := range map[string]struct {
		text []byte
		find string
	}{
		"entries of the runbook": {read(t, "runbook.md"), `(?m)^## (\w+)$`},
		"alerts that fire":       {read(t, "prometheus", "rules_test.yml"), `alertname: (\w+)\n +exp_alerts:\n +- `},
	} {
		if got := found(pattern.text, pattern.find); !slices.Equal(got, alerts) {
			t.Errorf("the %s are\n%q, the alerts\n%q", what, got, alerts)
		}
	}
}

// found returns the groups of all matches, sorted.
func found(text []byte, pattern string) (out []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		out = append(out, string(m[1]))
	}
	slices.Sort(out)
	return out
}

// TestWatchedMetrics holds what alerts and dashboard ask for to what a server has:
// names and labels.
func TestWatchedMetrics(t *testing.T) {
	has := registered(t)
	var rules, board int
	for _, g := range fields[ruleFile](t, "prometheus", "rules.yml").Groups {
		for _, r := range g.Rules {
			rules += has.check(t, r.Alert, r.Expr)
		}
	}
	var dashboard any
	if err := json.Unmarshal(read(t, "grafana", "dashboards", "plylog.json"), &dashboard); err != nil {
		t.Fatal(err)
	}
	walk(dashboard, func(key string, v any) {
		if expr, ok := v.(string); ok && (key == "expr" || key == "query" && strings.Contains(expr, "(")) {
			board += has.check(t, "the dashboard", expr)
		}
	})
	if rules < 17 || board < 30 {
		t.Errorf("%d metrics were found in the rules and %d in the dashboard", rules, board)
	}
}

// walk visits every field of a decoded document.
func walk(v any, visit func(key string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for k, v := range v {
			visit(k, v)
			walk(v, visit)
		}
	case []any:
		for _, v := range v {
			walk(v, visit)
		}
	}
}

// labelsOf are metrics, each with its labels.
type labelsOf map[string][]string

// registered are the metrics that a server can have, whether anything was counted
// yet or not.
func registered(t *testing.T) labelsOf {
	t.Helper()
	set := metrics.New("", "")
	set.CheckpointAge(func() time.Duration { return 0 })
	set.CertificateExpires(func() time.Time { return time.Time{} })
	set.DiskFree(func() (uint64, error) { return 0, nil })
	set.Clock(time.Now)
	set.JetStream(func() (metrics.JetStream, error) { return metrics.JetStream{}, nil })
	set.CountGames(func() map[projections.Count]int { return nil })
	out := labelsOf{"up": nil} // of Prometheus itself
	all := make(chan *prometheus.Desc)
	go func() {
		set.Registry().Describe(all)
		close(all)
	}()
	says := regexp.MustCompile(`fqName: "([^"]+)".* variableLabels: \{([^}]*)\}`)
	for d := range all {
		m := says.FindStringSubmatch(d.String())
		if m == nil {
			t.Fatalf("a description in another form: %s", d)
		}
		out[m[1]] = strings.Split(m[2], ",")
	}
	return out
}

var (
	watchedName  = regexp.MustCompile(`\b(up|(?:plylog|process|go|jetstream|nats)_[a-z_]+)\b(?:\{([^}]*)\})?`)
	watchedLabel = regexp.MustCompile(`([a-z_]+) *(?:=~|!~|!=|=)`)
	watchedBy    = regexp.MustCompile(`(?:by|without) *\(([^)]*)\)`)
)

// check reports what is asked for in a PromQL expression and is not there, and
// returns how many metrics were found in it.
func (has labelsOf) check(t *testing.T, who, expr string) (n int) {
	t.Helper()
	may := map[string]bool{"job": true, "instance": true, "le": true}
	for _, m := range watchedName.FindAllStringSubmatch(expr, -1) {
		n++
		name := m[1]
		labels, ok := has[name]
		for _, of := range []string{"_bucket", "_sum", "_count"} {
			if base, cut := strings.CutSuffix(name, of); cut && !ok {
				labels, ok = has[base]
			}
		}
		if !ok {
			t.Errorf("%s asks for %s, which no server has", who, name)
		}
		for _, l := range labels {
			may[l] = true
		}
		for _, l := range watchedLabel.FindAllStringSubmatch(m[2], -1) {
			if !slices.Contains(labels, l[1]) && l[1] != "job" && l[1] != "instance" {
				t.Errorf("%s asks for the label %s of %s, which has %q", who, l[1], name, labels)
			}
		}
	}
	for _, by := range watchedBy.FindAllStringSubmatch(expr, -1) {
		for l := range strings.SplitSeq(by[1], ",") {
			if l = strings.TrimSpace(l); !may[l] {
				t.Errorf("%s sorts by %q; there are %q", who, l, slices.Sorted(maps.Keys(may)))
			}
		}
	}
	return n
}

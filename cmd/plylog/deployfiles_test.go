package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// exists reports whether there is a file or a folder.
func exists(t *testing.T, name string) bool {
	t.Helper()
	_, err := os.Stat(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return err == nil
}

// needed is the version of a module that the program is built with, without the v.
func needed(t *testing.T, module string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(moduleRoot(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	versions := found(b, `(?m)^\s*`+regexp.QuoteMeta(module)+` v(\S+)`)
	if len(versions) != 1 {
		t.Fatalf("go.mod needs %s in the versions %q", module, versions)
	}
	return versions[0]
}

// clientVariables are PLYLOG_ variables that are not settings of the server.
var clientVariables = map[string]bool{"PLYLOG_ADMIN": true, "PLYLOG_CONFIG": true}

// settled has the program read the arguments and the variables of a server, and
// returns what its settings come to. What the program does not know is reported.
func settled(t *testing.T, who string, args []string, environments ...map[string]string) map[string]string {
	t.Helper()
	if len(args) == 0 || args[0] != "serve" {
		t.Fatalf("%s starts plylog %q", who, args)
	}
	understood(t, args)
	cmd := exec.Command("plylog", append([]string{"config", "print", "--json"}, args[1:]...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	given := regexp.MustCompile(`\$\{\w+:\?\}`)
	names := make(map[string]bool)
	for _, e := range environments {
		for k, v := range e {
			cmd.Env = append(cmd.Env, k+"="+given.ReplaceAllString(v, "word"))
			names[k] = strings.HasPrefix(k, "PLYLOG_") && !clientVariables[k]
		}
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: plylog %q: %v", who, args, err)
	}
	var values []struct{ Name, Value string }
	if err := json.Unmarshal(out, &values); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, v := range values {
		got[v.Name] = v.Value
		delete(names, "PLYLOG_"+strings.ToUpper(strings.ReplaceAll(v.Name, "-", "_")))
	}
	for k, ours := range names {
		if ours {
			t.Errorf("%s sets %s, which nobody reads", who, k)
		}
	}
	return got
}

// image is what a container of ours starts with.
type image struct {
	env             map[string]string
	command, health []string
}

// dockerfile reads the last stage of the Dockerfile.
func dockerfile(t *testing.T) image {
	t.Helper()
	_, last, ok := strings.Cut(string(read(t, "Dockerfile")), "\nFROM scratch\n")
	if !ok {
		t.Fatal("the container is not made from scratch")
	}
	i := image{env: make(map[string]string)}
	list := func(text string) (out []string) {
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return out
	}
	for line := range strings.Lines(last) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "ENV":
			for pair := range strings.FieldsSeq(rest) {
				k, v, _ := strings.Cut(pair, "=")
				i.env[k] = v
			}
		case "CMD":
			i.command = list(rest)
		case "HEALTHCHECK":
			_, cmd, _ := strings.Cut(rest, "CMD ")
			i.health = list(cmd)
		}
	}
	return i
}

// TestDockerfile holds the container to the program that is in it.
func TestDockerfile(t *testing.T) {
	text, i := string(read(t, "Dockerfile")), dockerfile(t)
	got := settled(t, "Dockerfile", i.command, i.env)
	for _, want := range []string{"\nUSER 65532:65532\n", `ENTRYPOINT ["/plylog"]`, "CGO_ENABLED=0 ", "\nEXPOSE " + strings.TrimPrefix(got["listen"], ":") + "\n", "\nVOLUME " + got["data"] + "\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if i.env["PLYLOG_ADMIN"] != "http://"+got["admin-listen"] {
		t.Errorf("it asks %s for its health, and its admin side is %s", i.env["PLYLOG_ADMIN"], got["admin-listen"])
	}
	if len(i.health) < 2 || i.health[0] != "/plylog" {
		t.Fatalf("its health is asked for by %q", i.health)
	}
	understood(t, i.health[1:])
	mod, err := os.ReadFile(filepath.Join(moduleRoot(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	with := found([]byte(text), `(?m)^FROM golang:(\S+)`)
	if needs := found(mod, `(?m)^toolchain go(\S+)$`); len(with) != 1 || len(needs) != 1 || with[0] != needs[0] {
		t.Errorf("it is built with Go %q and needs %q", with, needs)
	}
}

// TestUnit has systemd read the unit, and judge how much a server that was taken over
// could do.
func TestUnit(t *testing.T) {
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Fatal("systemd-analyze is needed to check the unit (.ci/test installs it)")
	}
	program, err := exec.LookPath("plylog")
	if err != nil {
		t.Fatal(err)
	}
	text := string(read(t, "systemd", "plylog.service"))
	const installed = "/usr/local/bin/plylog"
	start := found([]byte(text), `(?m)^ExecStart=`+installed+` (.*)$`)
	if len(start) != 1 {
		t.Fatalf("it starts %q", start)
	}
	conf := filepath.Join(t.TempDir(), "plylog.conf")
	unit := filepath.Join(t.TempDir(), "plylog.service")
	for name, text := range map[string]string{conf: "", unit: strings.ReplaceAll(text, installed, program)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := settled(t, "plylog.service", strings.Fields(strings.ReplaceAll(start[0], "/etc/plylog.conf", conf)))
	if got["data"] != "/var/lib/plylog" || !strings.Contains(text, "\nStateDirectory=plylog\n") {
		t.Errorf("its data is in %s", got["data"])
	}
	for _, args := range [][]string{{"verify", "--man=no", unit}, {"security", "--offline=true", "--threshold=15", unit}} {
		if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil || args[0] == "verify" && len(out) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// object is what tests read of a Kubernetes object.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct {
		Name   string
		Labels map[string]string
	}
	Spec yaml.Node
}

// TestKubernetes holds the manifests to the program and to each other: arguments,
// variables, ports and probes of the pod, and who selects what.
func TestKubernetes(t *testing.T) {
	of := make(map[string]object)
	for _, file := range []string{"plylog.yaml", "servicemonitor.yaml"} {
		for i, doc := range bytes.Split(read(t, "kubernetes", file), []byte("\n---\n")) {
			var o object
			if err := yaml.Load(doc, &o); err != nil {
				t.Fatalf("%s, document %d: %v", file, i, err)
			}
			of[o.Kind+" "+o.Metadata.Name] = o
		}
	}
	type labels struct {
		MatchLabels map[string]string `yaml:"matchLabels"`
	}
	type probe struct {
		HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
	}
	var set struct {
		ServiceName string `yaml:"serviceName"`
		Selector    labels
		Template    struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				Containers []struct {
					Args  []string
					Env   []struct{ Name, Value string }
					Ports []struct {
						Name          string
						ContainerPort int `yaml:"containerPort"`
					}
					Startup probe `yaml:"startupProbe"`
					Ready   probe `yaml:"readinessProbe"`
					Alive   probe `yaml:"livenessProbe"`
					Mounts  []struct {
						Path string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
	decode(t, of["StatefulSet plylog"], &set)
	if len(set.Template.Spec.Containers) != 1 {
		t.Fatalf("%d containers", len(set.Template.Spec.Containers))
	}
	pod := set.Template.Spec.Containers[0]
	env := make(map[string]string)
	for _, e := range pod.Env {
		env[e.Name] = e.Value
	}
	got := settled(t, "plylog.yaml", pod.Args, dockerfile(t).env, env)
	ports := map[string]string{"http": got["listen"], "admin": got["admin-listen"]}
	for _, p := range pod.Ports {
		if ports[p.Name] != ":"+strconv.Itoa(p.ContainerPort) {
			t.Errorf("the port %s is %d, and the program listens on %q", p.Name, p.ContainerPort, ports[p.Name])
		}
	}
	srv := startServer(t)
	for _, p := range []probe{pod.Startup, pod.Ready, pod.Alive} {
		if p.HTTPGet.Port != "admin" {
			t.Errorf("a probe asks the port %q", p.HTTPGet.Port)
		}
		res, err := http.Get(srv.adminURL() + p.HTTPGet.Path)
		if err != nil {
			t.Fatal(err)
		}
		if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("a probe of %s is told %s, %v", p.HTTPGet.Path, res.Status, err)
		}
	}
	if len(pod.Mounts) != 1 || !strings.HasPrefix(got["data"], pod.Mounts[0].Path+"/") {
		t.Errorf("its data is in %s, and what is kept in %+v", got["data"], pod.Mounts)
	}
	for _, name := range []string{"plylog", "plylog-admin"} {
		var s struct {
			Selector map[string]string
			Ports    []struct {
				Target string `yaml:"targetPort"`
			}
		}
		decode(t, of["Service "+name], &s)
		selects(t, "Service "+name, s.Selector, set.Template.Metadata.Labels)
		for _, p := range s.Ports {
			if ports[p.Target] == "" {
				t.Errorf("Service %s leads to the port %q", name, p.Target)
			}
		}
	}
	if _, ok := of["Service "+set.ServiceName]; !ok {
		t.Errorf("there is no service %q", set.ServiceName)
	}
	selects(t, "the StatefulSet", set.Selector.MatchLabels, set.Template.Metadata.Labels)
	var budget struct{ Selector labels }
	decode(t, of["PodDisruptionBudget plylog"], &budget)
	selects(t, "the budget", budget.Selector.MatchLabels, set.Template.Metadata.Labels)
	var monitor struct {
		Selector  labels
		JobLabel  string `yaml:"jobLabel"`
		Endpoints []struct{ Port, Path string }
	}
	decode(t, of["ServiceMonitor plylog"], &monitor)
	admin := of["Service plylog-admin"].Metadata.Labels
	selects(t, "the monitor", monitor.Selector.MatchLabels, admin)
	if admin[monitor.JobLabel] != "plylog" || len(monitor.Endpoints) != 1 || monitor.Endpoints[0].Port != "admin" || monitor.Endpoints[0].Path != "/metrics" {
		t.Errorf("it watches %+v as the job %q; the alerts are about plylog", monitor.Endpoints, admin[monitor.JobLabel])
	}
}

// decode reads the spec of an object.
func decode(t *testing.T, o object, to any) {
	t.Helper()
	if o.Kind == "" || o.APIVersion == "" {
		t.Fatalf("an object is missing, or has no kind or version: %+v", o.Metadata)
	}
	if err := o.Spec.Decode(to); err != nil {
		t.Fatalf("%s %s: %v", o.Kind, o.Metadata.Name, err)
	}
}

// selects reports a selector that does not select these labels.
func selects(t *testing.T, who string, selector, labels map[string]string) {
	t.Helper()
	if len(selector) == 0 {
		t.Errorf("%s selects everything", who)
	}
	for k, v := range selector {
		if labels[k] != v {
			t.Errorf("%s wants %s=%s, and there is %q", who, k, v, labels)
		}
	}
}

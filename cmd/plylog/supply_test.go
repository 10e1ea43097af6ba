package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// goTool runs the go command in a folder.
func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	var talk bytes.Buffer
	cmd.Stderr = &talk
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &talk)
	}
	return string(out)
}

// TestSameBuild builds the program twice, from the same sources in two places, with
// the flags of the Dockerfile: the files are the same to the byte.
func TestSameBuild(t *testing.T) {
	line := found(read(t, "Dockerfile"), "(?m)^RUN (CGO_ENABLED=0 go build .*) -o /plylog ./cmd/plylog$")
	if len(line) != 1 {
		t.Fatal("the Dockerfile does not build the program as this test knows it")
	}
	var sums [2][sha256.Size]byte
	from := moduleRoot(t)
	for i := range sums {
		// The same files under another name: what is built must not tell where.
		dir := filepath.Join(t.TempDir(), "elsewhere")
		for _, part := range []string{"cmd", "events", "projections", "engines", "api"} {
			if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(from, part))); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range []string{"go.mod", "go.sum"} {
			writeFile(t, filepath.Join(dir, file), readFile(t, filepath.Join(from, file)))
		}
		from = dir // the sources may change meanwhile
		out := filepath.Join(dir, "program")
		build := exec.Command("sh", "-c", line[0]+` -o "$0" ./cmd/plylog`, out)
		build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-buildvcs=false")
		if talk, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line[0], err, talk)
		}
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = sha256.Sum256(b)
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds of the same sources differ: %x, %x", sums[0], sums[1])
	}
}

// licences are the texts by which a licence is known, and whether what is under it
// may be linked into this program.
var licences = []struct {
	name string
	has  []string
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0"}},
	{"MPL-2.0", []string{"Mozilla Public License", "2.0"}},
	{"ISC", []string{"Permission to use, copy, modify, and"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "Neither the name"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
	{"MIT", []string{"Permission is hereby granted, free of charge"}},
}

// welcome are the licences of what may be linked into the program.
var welcome = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

// licenceOf names the licence in the folder of a module.
func licenceOf(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICEN[SC]E*"))
	if err != nil {
		t.Fatal(err)
	}
	if more, err := filepath.Glob(filepath.Join(dir, "COPYING*")); err == nil {
		files = append(files, more...)
	}
	for _, f := range files {
		text := readFile(t, f)
		for _, l := range licences {
			if !slices.ContainsFunc(l.has, func(s string) bool { return !bytes.Contains(text, []byte(s)) }) {
				return l.name
			}
		}
	}
	return "unknown"
}

// TestLicences holds deploy/licences.txt to what is linked into the program: every
// module, its version and its licence, which must be one that allows it.
func TestLicences(t *testing.T) {
	type module struct{ Path, Version, Dir string }
	seen := map[string]module{}
	dec := json.NewDecoder(strings.NewReader(goTool(t, moduleRoot(t), "list", "-deps", "-json=Module", "./cmd/plylog", "./cmd/plylog-verify")))
	for dec.More() {
		var p struct{ Module *module }
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && p.Module.Path != "plylog" {
			seen[p.Module.Path] = *p.Module
		}
	}
	if len(seen) < 10 {
		t.Fatalf("%d modules were found", len(seen))
	}
	var lines []string
	for _, m := range seen {
		l := licenceOf(t, m.Dir)
		if !slices.Contains(welcome, l) {
			t.Errorf("%s is under %s; want one of %s", m.Path, l, strings.Join(welcome, ", "))
		}
		lines = append(lines, fmt.Sprintf("%s %s %s\n", m.Path, m.Version, l))
	}
	slices.Sort(lines)
	want := "# What is linked into the program, and under which licence. A test keeps this list.\n" + strings.Join(lines, "")
	if got := string(read(t, "licences.txt")); got != want {
		t.Errorf("deploy/licences.txt is not what is linked; want:\n%s", want)
	}
}

// The bill of materials names what go.mod does, with the sums of go.sum.
func TestBill(t *testing.T) {
	out, err := exec.Command("plylog", "version", "--sbom").Output()
	if err != nil {
		t.Fatal(err)
	}
	var b struct {
		BomFormat, SpecVersion string
		Metadata               struct{ Component struct{ Name string } }
		Components             []struct {
			Name, Version, PURL string
			Hashes              []struct{ Alg, Content string }
		}
	}
	if err := json.Unmarshal(out, &b); err != nil {
		t.Fatal(err)
	}
	if b.BomFormat != "CycloneDX" || b.SpecVersion != "1.6" || b.Metadata.Component.Name != "plylog" || len(b.Components) == 0 {
		t.Fatalf("%.300s", out)
	}
	sums := string(readFile(t, filepath.Join(moduleRoot(t), "go.sum")))
	again, err := exec.Command("plylog", "version", "--sbom").Output()
	if err != nil || !bytes.Equal(again, out) {
		t.Errorf("asked twice it writes something else, %v", err)
	}
	for _, c := range b.Components {
		if c.Name == "std" {
			continue
		}
		if !strings.Contains(sums, c.Name+" "+c.Version+" h1:") || !strings.HasPrefix(c.PURL, "pkg:golang/"+c.Name+"@v") {
			t.Errorf("%+v is not in go.sum", c)
		}
	}
}

package enginetest

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCoverage(t *testing.T) {
	const rules = "# Toy\n### TOY-1\nA heap.\n\n### TOY-2 Turns\nIn turn.\n\n### TOY-9\nKept by: events/play\nDrawn lots.\n"
	const code = "package toy\n// Rule: TOY-1, TOY-2\n"
	const cases = "== a\n# rule: TOY-1 TOY-2\nnew\n"
	tests := []struct {
		name, rules, code, cases string
		want                     []string
	}{
		{"covered", rules, code, cases, nil},
		{"not in code", rules, "package toy\n// Rule: TOY-1\n", cases, []string{`TOY-2: no Go file`}},
		{"not in a script", rules, code, "== a\n# rule: TOY-2\nnew\n", []string{`TOY-1: no script case`}},
		{"code cites what is no rule", rules, code + "// Rule: TOY-7\n", cases, []string{"toy.go:3: TOY-7 is not in RULES.md"}},
		{"script cites what is no rule", rules, code, cases + "# rule: TOY-8\n", []string{"x.txt:1: TOY-8 is not"}},
		{"refusal names what is no rule", rules, code, cases + "refuse first 1 TOY-5 toy.x\n", []string{"x.txt:4: TOY-5 is not"}},
		{"rule twice", rules + "### TOY-1\nagain\n", code, cases, []string{"TOY-1 is there twice"}},
		{"rule without text", rules + "### TOY-3\n### TOY-4\nx\n", code + "// Rule: TOY-3 TOY-4", cases + "# rule: TOY-3 TOY-4\n", []string{"TOY-3 has no text"}},
		{"no rules", "# Toy\n", "package toy\n", "== a\nnew\n", []string{"has no heading"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := fstest.MapFS{
				"RULES.md":         {Data: []byte(tt.rules)},
				"toy.go":           {Data: []byte(tt.code)},
				"toy_test.go":      {Data: []byte("// Rule: TOY-99\n")},
				"testdata/x.go":    {Data: []byte("// Rule: TOY-98\n")},
				"formats/other.go": {Data: []byte("package formats\n")},
			}
			scripts, err := parseScript("x.txt", tt.cases)
			if err != nil {
				t.Fatal(err)
			}
			errs := checkCoverage(folder, scripts)
			if len(errs) != len(tt.want) {
				t.Fatalf("found %v; want %d", errs, len(tt.want))
			}
			for i, want := range tt.want {
				if !strings.Contains(errs[i].Error(), want) {
					t.Errorf("found %v; want %q", errs[i], want)
				}
			}
		})
	}
}

func TestCoverageWithoutRules(t *testing.T) {
	errs := checkCoverage(fstest.MapFS{}, nil)
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "RULES.md") {
		t.Errorf("found %v; want that RULES.md is missing", errs)
	}
}

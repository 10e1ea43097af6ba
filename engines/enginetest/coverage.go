package enginetest

import (
	"bufio"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// rule is one heading of RULES.md.
type rule struct {
	name   string
	keptBy string // the package that keeps it, where that is not the engine
	text   bool   // there is something below the heading
}

// checkCoverage holds RULES.md, the code and the scripts against each other.
func checkCoverage(folder fs.FS, cases []script) []error {
	text, err := fs.ReadFile(folder, "RULES.md")
	if err != nil {
		return []error{err}
	}
	rules, errs := readRules(string(text))
	code, err := codeRules(folder)
	if err != nil {
		errs = append(errs, err)
	}
	shown, named := scriptRules(cases)
	known := map[string]bool{}
	for _, r := range rules {
		known[r.name] = true
		if !r.text {
			errs = append(errs, fmt.Errorf("RULES.md: %s has no text", r.name))
		}
		if r.keptBy != "" {
			continue
		}
		if code[r.name] == "" {
			errs = append(errs, fmt.Errorf("%s: no Go file says \"// Rule: %s\"", r.name, r.name))
		}
		if shown[r.name] == "" {
			errs = append(errs, fmt.Errorf("%s: no script case says \"# rule: %s\"", r.name, r.name))
		}
	}
	for _, cited := range []map[string]string{code, shown, named} {
		for name, where := range cited {
			if !known[name] {
				errs = append(errs, fmt.Errorf("%s: %s is not in RULES.md", where, name))
			}
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errs
}

// readRules reads the headings of RULES.md.
func readRules(text string) (rules []rule, errs []error) {
	seen := map[string]bool{}
	inside := false // below a rule's heading
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			inside = false
			heading, ok := strings.CutPrefix(line, "### ")
			name := strings.TrimRight(firstWord(heading), ":.")
			if !ok || !ruleName.MatchString(name) {
				continue
			}
			if seen[name] {
				errs = append(errs, fmt.Errorf("RULES.md: %s is there twice", name))
			}
			seen[name] = true
			inside = true
			rules = append(rules, rule{name: name})
			continue
		}
		if !inside || line == "" {
			continue
		}
		if by, ok := strings.CutPrefix(line, "Kept by:"); ok {
			rules[len(rules)-1].keptBy = strings.TrimSpace(by)
			continue
		}
		rules[len(rules)-1].text = true
	}
	if len(rules) == 0 {
		errs = append(errs, fmt.Errorf("RULES.md has no heading \"### RULE-1\""))
	}
	return rules, errs
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}

// codeRules finds the rules that the folder's Go files say they keep, each with
// one place that says so.
func codeRules(folder fs.FS) (map[string]string, error) {
	found := map[string]string{}
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for n := 1; lines.Scan(); n++ {
			if _, list, ok := strings.Cut(lines.Text(), "// Rule:"); ok {
				for _, r := range ruleWord.FindAllString(list, -1) {
					found[r] = fmt.Sprintf("%s:%d", name, n)
				}
			}
		}
		return lines.Err()
	})
	return found, err
}

// scriptRules finds the rules that cases cite, and those that their statements
// name as the reason of a refusal.
func scriptRules(cases []script) (shown, named map[string]string) {
	shown, named = map[string]string{}, map[string]string{}
	for _, c := range cases {
		for _, r := range c.rules {
			shown[r] = fmt.Sprintf("%s:%d", c.file, c.line)
		}
		for _, st := range c.steps {
			switch st.verb {
			case "refuse", "ambiguous", "barred", "badboard", "claim", "resign", "correct":
				for word := range strings.FieldsSeq(st.rest) {
					if ruleName.MatchString(word) {
						named[word] = fmt.Sprintf("%s:%d", c.file, st.line)
					}
				}
			}
		}
	}
	return shown, named
}

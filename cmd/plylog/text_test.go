package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plylog/engines/all"
)

// texts is where the catalogs of the page stand.
const texts = "../../api/web/page/static/js/text"

// sentences are the names of the sentences of a part of the catalogs, in English:
// TestCatalogs holds the other languages to them.
func sentences(t *testing.T, part string) map[string]bool {
	t.Helper()
	named := make(map[string]bool)
	for _, m := range wordsOf(t, `(?m)(?:^|[{,] *)\s*'([^']+)': `, filepath.Join(texts, part, "en.js")) {
		named[m] = true
	}
	if len(named) == 0 {
		t.Fatalf("%s has no sentences", part)
	}
	return named
}

// wordsOf is what the groups of an expression find in files, each once.
func wordsOf(t *testing.T, expression string, patterns ...string) (words []string) {
	t.Helper()
	re := regexp.MustCompile(expression)
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range re.FindAllStringSubmatch(string(text), -1) {
				words = append(words, m[1:]...)
			}
		}
	}
	slices.Sort(words)
	return slices.DeleteFunc(slices.Compact(words), func(s string) bool { return s == "" })
}

// TestEveryOptionIsSaid holds the catalogs to the options of the games: each has its
// name, its help and its values there.
func TestEveryOptionIsSaid(t *testing.T) {
	t.Parallel()
	said := sentences(t, "options")
	wanted := make(map[string]bool)
	for _, e := range all.Engines() {
		for _, o := range e.Options() {
			key := "lobby.option." + e.Name() + "." + o.Name
			wanted[key], wanted[key+".help"] = true, true
			for _, v := range o.Values {
				wanted[key+"."+v] = true
			}
		}
	}
	for key := range wanted {
		if !said[key] {
			t.Errorf("no catalog has %s", key)
		}
	}
	for key := range said {
		if !wanted[key] {
			t.Errorf("no game has %s", key)
		}
	}
}

// TestEveryRefusalIsSaid holds the catalogs to the codes of the rules: those that the
// engines' sources and scripts have.
func TestEveryRefusalIsSaid(t *testing.T) {
	t.Parallel()
	for _, e := range all.Engines() {
		kind := e.Name()
		said := sentences(t, "refused/"+kind)
		dir := "../../engines/" + kind
		codes := slices.Concat(
			wordsOf(t, `"[A-Z]{2}-\d+", *"([a-z]+(?:-[a-z]+)*)"`, dir+"/*.go"),
			wordsOf(t, `\b`+kind+`\.([a-z]+(?:-[a-z]+)*)\b`, dir+"/testdata/scripts/*.txt"))
		slices.Sort(codes)
		codes = slices.Compact(codes)
		if len(codes) < 10 {
			t.Fatalf("%s has only these codes: %q", kind, codes)
		}
		for _, code := range codes {
			if !said["refused."+kind+"."+code] {
				t.Errorf("no catalog says why %s.%s", kind, code)
			}
		}
	}
}

// forPrograms are the problems that nobody meets who uses the page: it sends no such
// requests, or tells of them otherwise.
var forPrograms = strings.Fields(`bad-request bad-parameter unknown-parameter bad-header unknown-field unknown-command token-in-url
	token-revoked scope-missing admin-only method-not-allowed not-acceptable not-paused not-damaged too-large uri-too-long
	unsupported-media-type key-reused upgrade-required rebuild-in-progress`)

// TestEveryProblemIsSaid holds the catalogs to the problems of the interface.
func TestEveryProblemIsSaid(t *testing.T) {
	t.Parallel()
	said := sentences(t, "refused")
	slugs := wordsOf(t, `(?m)^\t(?:\w+ += |\{)"([a-z]+(?:-[a-z]+)*)"`, "../../api/problems.go")
	if len(slugs) < 60 {
		t.Fatalf("there are only these problems: %q", slugs)
	}
	for _, slug := range slugs {
		if said["refused."+slug] == slices.Contains(forPrograms, slug) {
			t.Errorf("%s: is in the catalogs: %t", slug, said["refused."+slug])
		}
	}
	for key := range said {
		if !slices.Contains(slugs, strings.TrimPrefix(key, "refused.")) {
			t.Errorf("there is no problem of %s", key)
		}
	}
}

// TestEveryFindingIsSaid holds the catalogs to the reasons of the verifier.
func TestEveryFindingIsSaid(t *testing.T) {
	t.Parallel()
	said := sentences(t, "audit")
	reasons := slices.Concat(wordsOf(t, `\bdiverged\("([a-z]+)"`, "../../events/play/*.go"),
		wordsOf(t, `\bReason[A-Z]\w+ += "([a-z]+)"`, "../../events/audit/*.go"))
	if len(reasons) < 25 {
		t.Fatalf("there are only these reasons: %q", reasons)
	}
	for _, reason := range reasons {
		if !said["audit.why."+reason] {
			t.Errorf("no catalog has the reason %q", reason)
		}
	}
	for key := range said {
		if reason, ok := strings.CutPrefix(key, "audit.why."); ok && !slices.Contains(reasons, reason) {
			t.Errorf("the verifier has no reason %q", reason)
		}
	}
}

// TestTranslationsAwaitReview: what no native speaker has reviewed says so, to whoever
// reads the file and to whoever reads the page.
func TestTranslationsAwaitReview(t *testing.T) {
	t.Parallel()
	n := 0
	err := filepath.WalkDir(texts, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "en.js" {
			return err
		}
		n++
		text, err := os.ReadFile(path)
		head, _, _ := strings.Cut(string(text), "\n")
		if !strings.HasSuffix(head, "It awaits review by native speakers.") {
			t.Errorf("%s begins with %q", path, head)
		}
		if filepath.Dir(path) == texts && !regexp.MustCompile(`'nav\.review': '[^']{20,}'`).Match(text) {
			t.Errorf("%s does not tell its readers", path)
		}
		return err
	})
	if err != nil || n < 40 {
		t.Errorf("%d files, %v", n, err)
	}
}

// instead are the words that a language of the page does not use, by the one that it
// uses for the same thing.
var instead = map[string]map[string]string{
	"ne": {"जाँचबिन्दु": "चेकपोइन्ट", "अंश": "हिस्सा", "च्यापिएको": "घेरिएको", "घर": "वर्ग", "फड्को": "उफ्राइ", "चक्ती": "डिस्क", "पाटी": "बोर्ड"},
	"ps": {"پلټن ټکی": "چک پواینټ", "رابند": "ایسار", "شپږمخی": "ډایس", "خوځښت": "حرکت", "تخته": "بورډ", "سیال": "مخالف"},
	"sd": {"ڪنجي": "چاٻي", "ڇڪو": "ڊائيس", "چال": "حرڪت", "گوٽي": "مهرو", "بورڊ": "تختو", "مخالف": "حريف"},
	"ti": {"ብራውዘር": "መዳህሰሲ", "ቦታ": "ካሬ", "መላግቦ": "ሊንክ", "ኣቀማምጣ": "ኩነታት", "መርትዖ": "መሰነይታ", "ዳይስ": "ዛራ", "ሰሌዳ": "ቦርድ"},
}

// TestOneWordForAThing: a translation calls a thing by one word wherever it stands.
func TestOneWordForAThing(t *testing.T) {
	t.Parallel()
	for language, words := range instead {
		var files, uses []string
		err := filepath.WalkDir(texts, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == language+".js" {
				files = append(files, path)
			}
			return err
		})
		if err != nil || len(files) < 10 {
			t.Fatalf("%s has %d files, %v", language, len(files), err)
		}
		for word, other := range words {
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(text), other) {
					t.Errorf("%s says %q, where others say %q", file, other, word)
				}
				if strings.Contains(string(text), word) && !slices.Contains(uses, word) {
					uses = append(uses, word)
				}
			}
		}
		if len(uses) != len(words) {
			t.Errorf("%s uses only %q of its own words", language, uses)
		}
	}
}

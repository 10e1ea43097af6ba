package contracttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// SaidTwice returns what a problem says twice to whoever reads its title and its detail
// one after the other; empty: nothing. A detail may begin with the title, if it goes on.
func SaidTwice(title, detail string) string {
	said := wordsOf(title)
	if n := len(title); len(detail) > n && strings.EqualFold(detail[:n], title) {
		detail = detail[n:]
	}
	// The first thing that the detail says has something that the title has not.
	first := detail
	if i := strings.IndexAny(detail, ".;:,"); i >= 0 {
		first = detail[:i]
	}
	counts := slices.DeleteFunc(wordsOf(first), func(word string) bool { return slices.Contains(small, word) })
	if len(counts) > 1 && !slices.ContainsFunc(counts, func(word string) bool { return !slices.Contains(said, word) }) {
		return first
	}
	// Nor are so many words in a row the same.
	const row = 4
	seen := make(map[string]bool)
	for _, words := range [][]string{said, wordsOf(detail)} {
		for i := range max(len(words)-row+1, 0) {
			run := strings.Join(words[i:i+row], " ")
			if seen[run] {
				return run
			}
			seen[run] = true
		}
	}
	return ""
}

// small are words that say nothing by themselves.
var small = []string{"a", "an", "the", "this", "that", "such", "there", "is", "it"}

func wordsOf(text string) []string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.Trim(w, `.;:,"`)
	}
	return words
}

// saidOnce holds a problem to SaidTwice.
func saidOnce(body []byte) error {
	var p struct{ Title, Detail string }
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	if twice := SaidTwice(p.Title, p.Detail); twice != "" {
		return fmt.Errorf("%q is said twice: %s: %s", twice, p.Title, p.Detail)
	}
	return nil
}

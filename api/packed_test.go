package api_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// TestVerifierIsServed: the page's verifier is kept packed and comes as the client
// takes it. It alone, in its worker, may compile.
func TestVerifierIsServed(t *testing.T) {
	const path = "/assets/verify.wasm"
	w := watched(t)
	plain := w.do("GET", path, "", "Accept-Encoding: identity").want(t, 200)
	if !strings.HasPrefix(plain.body, "\x00asm") || plain.header.Get("Content-Type") != "application/wasm" {
		t.Errorf("%q: %v", plain.body[:min(8, len(plain.body))], plain.header)
	}
	checkTag(t, w, fine{path: path, cache: "no-cache", tagged: true}, plain, nil)
	checkCompressed(t, w, fine{path: path, tagged: true}, plain)
	z, err := gzip.NewReader(strings.NewReader(w.do("GET", path, "", "Accept-Encoding: gzip").want(t, 200).body))
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(z); err != nil || string(body) != plain.body {
		t.Errorf("packed it is another program: %v", err)
	}
	for path, may := range map[string]bool{path: true, "/assets/js/verify/worker.js": true, "/": false} {
		policy := w.do("GET", path, "").want(t, 200).header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "'wasm-unsafe-eval'") != may {
			t.Errorf("%s has the policy %q", path, policy)
		}
	}
}

package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/node"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/enginetest/nim"
)

// serveNim is "plylog serve" with a fifth game in its registry.
func serveNim() {
	games, err := engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
	if err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	serve := node.Serve(console.OS(), games, node.Build{Version: "test"})
	serve.SetArgs(os.Args[2:]) // behind the word serve
	err = serve.ExecuteContext(ctx)
	stop()
	if err != nil {
		os.Exit(int(console.Failed))
	}
}

// TestAFifthKindInBrowsers makes, joins, watches and plays a game that the page has never
// heard of: by its board line and a button for each move.
func TestAFifthKindInBrowsers(t *testing.T) {
	s := newServer(t.TempDir(), append(os.Environ(), "HOME="+t.TempDir()))
	s.program = "plylog-nim"
	t.Cleanup(s.clean)
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	browser := startBrowser(t)
	mary, omar, eva := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", look{width: 390, height: 844, theme: "dark"}),
		newTab(t, browser, "Eva", look{width: 820, height: 1180, theme: "light", language: "ps"})

	mary.lobby(s.url())
	mary.click(`.kind:nth-child(5)`)
	mary.until(`document.querySelector('form label:has([value=first])').innerText.includes('Left')`)
	mary.click(`form label:has([value=first])`)
	mary.click(`details summary`)
	mary.click(`details input[type=number]`)
	mary.keys(kb.End + strings.Repeat(kb.Backspace, 2) + "7")
	if got := mary.text(`details`); !strings.Contains(got, "Stones in the heap.") {
		t.Errorf("the options read %q", got)
	}
	mary.click(`form .btn.pri`)
	mary.until(`document.querySelector('main.game .plain-line')?.innerText === '7 L'`)
	address := eval[string](mary, `location.pathname`)

	omar.lobby(s.url())
	omar.until(`document.querySelector('.tbl tr .btn') && document.querySelector('.tbl tbody').innerText.includes('Nim')`)
	omar.tabTo(`.tbl td .btn`)
	omar.keys(kb.Enter)
	omar.until(`location.pathname === '` + address + `' && document.querySelector('.plain-line')`)
	eva.open(s.url() + "/watch?kind=nim")
	eva.until(`document.querySelector('a[href="` + address + `"] .gen')?.innerText === '7 L'`)
	eva.open(s.url() + "/learn")
	eva.until(`document.querySelector('.kind[href="/learn/nim"]')`)
	eva.open(s.url() + "/learn/nim")
	eva.until(`document.querySelector('main .kind')`)
	eva.open(s.url() + address)

	// Three, one, and again: who takes with the keyboard goes on where they were.
	for i, take := range []string{"3", "1", "2", "1"} {
		board := []string{"7 L", "4 R", "3 L", "1 R"}[i]
		for _, p := range []*tab{mary, omar, eva} {
			p.until(`document.querySelector('.plain-line').innerText === '` + board + `'`)
		}
		if i%2 == 0 {
			mary.click(`.plain-moves .btn:nth-of-type(` + take + `)`)
			continue
		}
		move := `.plain-moves .btn:nth-of-type(` + take + `)`
		omar.until(`document.querySelector('` + move + `')`)
		if i == 1 {
			omar.tabTo(move)
		} else {
			omar.until(`document.activeElement.matches('` + move + `')`)
		}
		omar.keys(kb.Enter)
	}
	for p, title := range map[*tab]string{mary: "You lost", omar: "You won", eva: ""} {
		p.until(`document.querySelector('.plain-line').innerText.startsWith('0 ') && document.querySelector('.g-note .note')`)
		if said := p.text(".g-note b"); title != "" && said != title || said == "" {
			t.Errorf("%s reads %q", p.name, said)
		}
	}
	mary.click("#tab-rules")
	mary.until(`document.querySelector('.rules p')`)
	if said := mary.text(".rules"); said != "That game brings no rules in writing." {
		t.Errorf("the rules read %q", said)
	}
	// Its rules are none that the verifier of this page has: nothing is wrong, and nothing proven.
	mary.click("#tab-audit")
	mary.until(`document.querySelector('.verdict h2') && !document.querySelector('.verdict progress')`)
	if said := mary.text(".verdict h2"); said != "This could not be verified" {
		t.Errorf("the audit reads %q", said)
	}
}

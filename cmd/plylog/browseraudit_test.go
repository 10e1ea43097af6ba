package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"plylog/api/client"
	"plylog/events/audit"
	"plylog/events/audit/audittest"
	"plylog/events/merkle"
)

// question is what a verifier is asked, as the page asks it.
type question struct {
	name       string
	log        []byte
	checkpoint []byte
	receipt    []byte
	head       string
}

// TestVerifierInTheBrowser asks the page's verifier and this program's own about the
// same logs, honest and forged in every way: the reports must be the same to the last
// word.
func TestVerifierInTheBrowser(t *testing.T) {
	s := startServer(t)
	p := newTab(t, startBrowser(t), "Mary", desk)
	p.open(s.url())
	p.until(`document.querySelector('main h1')`)
	eval[bool](p, `import('/assets/js/verify/verifier.js').then(({ Verifier }) => { globalThis.verifier = new Verifier(); return true; })`)

	c := audittest.New(t, 110, 20)
	kept := c.Checkpoints(t, 40, len(c.Log))
	game, last := c.Game(t, 50)
	receipt := c.Receipt(t, last)
	head := audit.HeadOf(audittest.Decode(t, game[3])).String()
	asked := []question{
		{name: "the log itself", log: audittest.Export(c.Log), checkpoint: kept},
		{name: "nothing"},
		{name: "a game alone", log: audittest.Export(game)},
		{name: "a game with its receipt", log: audittest.Export(game), receipt: receipt},
		{name: "a game with a head", log: audittest.Export(game), head: head},
		{name: "another game's head", log: audittest.Export(c.Log[:1]), head: head},
		{name: "no text", log: []byte{0xff, '\n'}},
	}
	r := mrand.New(mrand.NewPCG(3, 5))
	for range 2 {
		for _, m := range audittest.Mutations() {
			forged := m.Forge(t, c.Log, r)
			asked = append(asked, question{name: m.Name, log: forged, checkpoint: kept}, question{name: m.Name + ", a game", log: m.Forge(t, game, r), receipt: receipt})
		}
	}
	verdicts := make(map[string]int)
	for _, q := range asked {
		want := q.natively(t, c)
		got := q.inBrowser(p, c.Key.Public().String())
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\nthe page says\n%v\nand this program\n%v", q.name, got, want)
		}
		verdicts[want["verdict"].(string)]++
	}
	if len(verdicts) != 3 {
		t.Errorf("the logs have these verdicts: %v", verdicts)
	}
}

// natively is the report of this program.
func (q question) natively(t *testing.T, c *audittest.Corpus) map[string]any {
	t.Helper()
	a := &audit.Anchors{Trust: merkle.Trust{c.Key.Public()}}
	if q.checkpoint != nil {
		if err := a.AddCheckpoints("checkpoint", bytes.NewReader(q.checkpoint)); err != nil {
			t.Fatal(err)
		}
	}
	if q.receipt != nil {
		a.AddReceipt("receipt", q.receipt)
	}
	if q.head != "" {
		if err := a.AddHead(q.head); err != nil {
			t.Fatal(err)
		}
	}
	r, err := audit.Verify(t.Context(), audit.Lines("standard input", bytes.NewReader(q.log)), audit.Options{Games: c.Games, Anchors: a})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, b)
}

// inBrowser is the report of the page. Bytes travel as numbers: forged ones need be no
// text.
func (q question) inBrowser(p *tab, key string) map[string]any {
	p.t.Helper()
	texts := func(b []byte) string {
		list := []string{}
		if len(b) > 0 {
			list = append(list, string(b))
		}
		text, err := json.Marshal(list)
		p.must(err)
		return string(text)
	}
	numbers := make([]int, len(q.log))
	for i, b := range q.log {
		numbers[i] = int(b)
	}
	log, err := json.Marshal(numbers)
	p.must(err)
	return decoded(p.t, []byte(eval[string](p, fmt.Sprintf(`verifier.verify(new Uint8Array(%s), { key: [%q], checkpoint: %s, receipt: %s, head: %s }).then((a) => JSON.stringify(a.report))`,
		log, key, texts(q.checkpoint), texts(q.receipt), texts([]byte(q.head))))))
}

// decoded reads a report. The last digits of what chance makes likely depend on the
// processor.
func decoded(t *testing.T, b []byte) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return rounded(v).(map[string]any)
}

func rounded(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case float64:
		return strconv.FormatFloat(v, 'g', 9, 64)
	}
	return v
}

// TestAuditOnThePage looks at the audit of a game that goes on, and at servers that
// tell another history.
func TestAuditOnThePage(t *testing.T) {
	s := startServer(t)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), client.NewGame{Kind: "backgammon", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	id := made.Game.ID
	move := func() (n int) {
		t.Helper()
		state, err := c.State(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		mine := c.WithToken(made.Tokens.Of(state.Turn))
		cmd := client.Command{Type: "roll"}
		if state.Turn.Plays() {
			list, err := mine.Choices(t.Context(), id, state.Turn, 0)
			if err != nil {
				t.Fatal(err)
			}
			if m := list.Choices[len(list.Choices)-1].Move; m != "roll" && m != "double" {
				cmd = client.Command{Type: "move", Move: string(m)}
			}
		}
		done, err := mine.Submit(t.Context(), id, cmd)
		if err != nil {
			t.Fatal(err)
		}
		return done.Event.N
	}
	n := move()
	for n < 8 {
		n = move()
	}
	address := s.url() + "/games/" + id.String() + "?tab=audit"
	browser := startBrowser(t)
	p := newTab(t, browser, "Mary", desk)
	p.open(strings.TrimSuffix(address, "?tab=audit"))
	p.until(`document.querySelectorAll('.tape .tp').length > 3`)
	// While it is checked, the tape fills from the left.
	eval[bool](p, `(() => {
		window.least = Infinity;
		const tape = document.querySelector('.tape');
		new MutationObserver(() => { window.least = Math.min(window.least, tape.querySelectorAll('.tp').length); }).observe(tape, { childList: true });
		return true;
	})()`)
	p.click(`[role=tab]:nth-child(2)`)
	p.verdict("Verified in your browser", n)
	p.until(`window.least === 0 && document.querySelectorAll('.tape .tp').length > 3`)
	n = move()
	p.until(fmt.Sprintf(`document.querySelector('.head-hash code').title.split(' ')[1] === '%d'`, n))
	p.verdict("Verified in your browser", n)
	if got := p.text(".proof .share code"); len(got) != 64+15 {
		t.Errorf("the server's share reads %q", got)
	}
	p.click(".stored summary")
	p.until(fmt.Sprintf(`document.querySelectorAll('.stored code').length === %d`, n))
	head := eval[string](p, `document.querySelector('.head-hash code').title`)
	if h, err := audit.ParseHead(head); err != nil || h.Game != id || h.N != n {
		t.Errorf("the head reads %q: %v", head, err)
	}

	// A browser that saw another history of this game knows it again.
	eval[bool](p, fmt.Sprintf(`(() => { localStorage.setItem('plylog.heads', JSON.stringify({ %q: { line: %q, at: 1 } })); return true; })()`, id, audit.Head{Game: id, N: 3}.String()))
	p.open(address)
	p.verdict("Broken at event 3", n)

	// A key that is not the one that was seen first vouches for nothing.
	other, err := merkle.NewKey(audittest.Store, bytes.NewReader(bytes.Repeat([]byte("k"), 32)))
	if err != nil {
		t.Fatal(err)
	}
	eval[bool](p, fmt.Sprintf(`(() => { localStorage.removeItem('plylog.heads'); const keys = JSON.parse(localStorage.getItem('plylog.keys')); for (const k in keys) keys[k] = %q;
		localStorage.setItem('plylog.keys', JSON.stringify(keys)); return true; })()`, other.Public()))
	p.open(address)
	p.verdict("Not what was signed", n)

	// Where nothing is signed there is nothing to anchor a game to.
	u := newTab(t, browser, "Eva", desk)
	u.intercept("/v1/checkpoints", `new Response('{"type":"/problems/not-found","status":404}', { status: 404 })`)
	u.open(address)
	u.verdict("Not anchored", n)

	// A server that tells this one something else than it told the players.
	q := newTab(t, browser, "Omar", desk)
	q.intercept(fmt.Sprintf("/v1/games/%s/events", id), `new Response((await res.text()).replace(/("n":4,.*?"command":")(.)/, (_, a, c) => a + (c === '0' ? '1' : '0')), res)`)
	q.open(address)
	q.verdict("Broken at event 5", n)
	if got := eval[int](q, `document.querySelectorAll('.checks .i.bad').length`); got != 1 {
		t.Errorf("%d checks failed, want one", got)
	}
	if got := q.text(".verdict p + p"); !strings.HasPrefix(got, "prev: ") {
		t.Errorf("the verifier's own words are %q", got)
	}
	// Another language says what was found in its own words, and the number.
	eval[bool](q, `(() => { localStorage.setItem('plylog.language', 'ne'); return true; })()`)
	q.open(address)
	q.until(`document.querySelector('.verdict.bad h2')`)
	if got := q.text(".verdict.bad p"); !strings.Contains(got, "5") || !strings.Contains(got, "ह्यास") || eval[bool](q, `Boolean(document.querySelector('.verdict [lang=en]'))`) {
		t.Errorf("in Nepali the audit says %q", got)
	}
}

// verdict waits for what the audit says about so many events.
func (p *tab) verdict(title string, n int) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector('.verdict h2').textContent === %q && document.querySelector('.tape-range').max === '%d' && !document.querySelector('.verdict progress')`, title, n))
}

// intercept puts another answer in the place of the server's, which is res.
func (p *tab) intercept(address, answer string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(`{
		const honest = globalThis.fetch;
		globalThis.fetch = async (what, how) => {
			const res = await honest(what, how);
			return String(what).includes(%q) ? %s : res;
		};
	}`, address, answer)})
	p.must(err)
}

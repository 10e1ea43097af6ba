package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browsers are the names under which Chromium goes.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// startBrowser starts a Chromium for as long as a test. Where CI is set there must be
// one; elsewhere the test says that it did not run.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	switch {
	case program != "":
	case os.Getenv("CI") != "":
		t.Fatal("NOT TESTED: CI is set and there is no Chromium")
	default:
		t.Skip("NOT TESTED: there is no Chromium")
	}
	// Its folder is chromedp's to make and to remove: its helpers write there for a moment
	// after it has ended, and a folder of the test would have to be empty at once.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.Flag("disable-quic", true))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// look is how a tab shows the page.
type look struct {
	width, height int
	theme         string // "light" or "dark"
	language      string
}

var desk = look{width: 1440, height: 900, theme: "light"}

// tab is one person's browser: storage of its own, one page.
type tab struct {
	t    *testing.T
	name string
	ctx  context.Context

	expected string // complaints that hold this are none

	mu     sync.Mutex
	faults []string
}

// newTab opens a browser for a person. At the end of the test its console must be
// empty but for what the network said: requests are refused, servers are killed.
func newTab(t *testing.T, browser context.Context, name string, l look) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	p := &tab{t: t, name: name, ctx: ctx}
	p.must(chromedp.Listen(ctx, p.hear))
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective, e.blockedURI, e.sourceFile));` +
			`if (` + strconv.Quote(l.language) + `) localStorage.setItem('plylog.language', ` + strconv.Quote(l.language) + `);`,
	})
	p.must(err)
	_, err = chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(l.width), Height: int64(l.height), DeviceScaleFactor: 1,
	})
	p.must(err)
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.theme}},
	})
	p.must(err)
	_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	p.must(err)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, f := range p.faults {
			t.Errorf("the console of %s: %s", name, f)
		}
	})
	return p
}

// hear notes what the page complains about.
func (p *tab) hear(event any) {
	var fault string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != "error" && e.Type != "warning" && e.Type != "assert" {
			return
		}
		for _, a := range e.Args {
			fault += string(a.Value) + a.Description + " "
		}
	case *runtime.EventExceptionThrown:
		fault = e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			fault += " " + x.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Source == "network" {
			return
		}
		fault = fmt.Sprint(e.Entry.Source, " ", e.Entry.Text)
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.expected != "" && strings.Contains(fault, p.expected) {
		return
	}
	p.faults = append(p.faults, fault)
}

func (p *tab) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// eval evaluates an expression in the page.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

// until waits in the page until an expression is true, and fails with what the page
// shows if it does not become so. The page may be left meanwhile.
func (p *tab) until(condition string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	script := `new Promise((done) => { const look = () => { let is = false; try { is = Boolean(` + condition + `); } catch {} is ? done(true) : setTimeout(look, 15); }; look(); })`
	for {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise))
		if err == nil {
			return
		}
		if ctx.Err() != nil || p.ctx.Err() != nil {
			p.t.Fatalf("%s: %s did not come; the page shows\n%s", p.name, condition, eval[string](p, `document.querySelector('main')?.innerText ?? ''`))
		}
	}
}

// open goes to an address of the page.
func (p *tab) open(url string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(chromedp.Do(ctx, chromedp.Navigate(url)))
}

// click clicks with the mouse in the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.until(`document.querySelector(` + strconv.Quote(selector) + `)`)
	// Lists and forms that fill up push the rest about: where it lies has to stand still.
	at := eval[[]float64](p, `(async () => {
		const e = () => document.querySelector(`+strconv.Quote(selector)+`);
		const frames = async (n) => { while (n-- > 0) await new Promise(requestAnimationFrame); };
		for (let was = ''; ;) {
			e()?.scrollIntoView({ block: 'nearest' });
			await frames(4);
			const r = e()?.getBoundingClientRect(), now = JSON.stringify(r);
			if (r && now === was) return [r.x + r.width / 2, r.y + r.height / 2];
			was = now;
		}
	})()`)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(chromedp.Do(ctx, chromedp.MouseClickXY(at[0], at[1])))
}

// keys presses keys, one after another.
func (p *tab) keys(keys string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(chromedp.Do(ctx, chromedp.KeyEvent(keys)))
}

// text is what an element says.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return strings.TrimSpace(eval[string](p, `document.querySelector(`+strconv.Quote(selector)+`)?.innerText ?? ''`))
}

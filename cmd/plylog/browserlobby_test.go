package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLobbyInBrowsers lets one person open a game, another join it and a third watch
// it, plays the computer after three clicks, and gets a form refused.
func TestLobbyInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	host, guest, watcher := newTab(t, browser, "host", desk), newTab(t, browser, "guest", look{width: 390, height: 844, theme: "dark"}),
		newTab(t, browser, "watcher", look{width: 820, height: 1180, theme: "light", language: "ps"})

	host.lobby(s.url())
	host.click(`.kind:nth-child(2)`)
	host.until(`document.querySelector('form label:has([value=first])').innerText.includes('Black')`) // the form has followed the tile
	host.click(`form label:has([value=first])`)
	host.until(`document.querySelector('form [value=first]').checked`)
	host.click(`form .btn.pri`)
	host.until(`document.querySelector('main.game') && location.pathname.startsWith('/games/')`)
	address := eval[string](host, `location.pathname`)
	host.open(s.url() + "/")
	host.until(`document.querySelector('aside a[href="` + address + `"]')`)

	guest.lobby(s.url())
	guest.click(`.tbl td .btn`)
	guest.until(`location.pathname === '` + address + `' && document.querySelector('main.game')`)
	// The host's list hears of it, and says whose turn it is.
	host.until(`document.querySelector('a.turn[href="` + address + `"]')`)

	watcher.open(s.url() + "/watch")
	watcher.until(`document.querySelectorAll('a[href="` + address + `"] .disc').length === 4`)
	if dir := eval[string](watcher, `document.dir`); dir != "rtl" {
		t.Errorf("Pashto is written from %s", dir)
	}
	host.click(`a[href="` + address + `"]`)
	host.click(`[role=gridcell][data-cell=d3]`)
	watcher.until(`document.querySelectorAll('a[href="` + address + `"] .disc').length === 5`)
	host.click(`[data-act=abort]`)
	watcher.until(`document.querySelector('section:last-of-type a[href="` + address + `"]')`)

	// Three clicks, and the computer sits there.
	host.lobby(s.url())
	host.click(`.kind:nth-child(4)`)
	host.click(`form label:has([value=bot])`)
	host.until(`document.querySelector('form [value=bot]').checked`)
	host.click(`form .btn.pri`)
	host.until(`document.querySelector('main.game') && location.pathname !== '` + address + `'`)

	// What the server refuses is said where it was asked.
	host.lobby(s.url())
	host.click(`.kind:nth-child(1)`)
	host.click(`details summary`)
	host.until(`document.querySelector('details input[type=number]')`)
	eval[bool](host, `(() => { const i = document.querySelector('details input[type=number]'); i.value = '4'; return i.dispatchEvent(new Event('input', { bubbles: true })); })()`)
	host.click(`form .btn.pri`)
	host.until(`document.querySelector('input[aria-invalid=true]') === document.activeElement`)
	if got := host.text(`.wrong:not(:empty)`); !strings.Contains(got, "odd number") {
		t.Errorf("the form says %q", got)
	}
}

// lobby opens the first page and waits until the lists are there.
func (p *tab) lobby(url string) {
	p.t.Helper()
	p.open(url + "/")
	p.until(`document.querySelector('.kind') && /\d/.test(document.querySelector('.kind').innerText) && document.querySelector('form .side, form [value=first]')`)
}

// lessons are what is to be done in each lesson: cells to click; "done" presses Done.
// Beside the last one of each game, which is a game.
var lessons = map[string][]string{
	"baghchal":   {"c3", "a3 b3 c2", "a1 a2", "c3 c1", "c3", "a5 b5 b5 a5 a5 b5"},
	"reversi":    {"d3", "d4", "a4", "f4", "a1", "h8"},
	"checkers":   {"11 15", "14 23", "15 22 31", "27 31", "27 18", "14 23"},
	"backgammon": {"13 8 13 11 done", "8 5 6 5 done", "bar 20 13 10 done", "24 21 24 21 13 10 13 10 done", "20 14 done", "6 off 6 3 done"},
}

// TestLessonsInBrowsers does every lesson with the mouse.
func TestLessonsInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	p := newTab(t, browser, "learner", desk)
	for kind, steps := range lessons {
		for i, cells := range steps {
			p.open(fmt.Sprintf("%s/learn/%s?lesson=%d", s.url(), kind, i+1))
			for cell := range strings.FieldsSeq(cells) {
				if cell == "done" {
					p.click(`.lb .btn.pri:not([disabled])`)
					continue
				}
				at := `[role=gridcell][data-cell="` + cell + `"]`
				p.until(`document.querySelector('` + at + `')?.classList.contains('can') || document.querySelector('.free')`)
				p.click(at)
			}
			p.until(`document.querySelector('.note.ok')`)
		}
		p.open(s.url() + "/learn")
		p.until(`document.querySelector('.kind[href="/learn/` + kind + `"]')?.innerText.includes('6')`)
	}
	// Why not is said with its rule, and the rule's name tells the rule.
	p.open(s.url() + "/learn/checkers?lesson=2")
	p.until(`document.querySelector('.cell.can')`)
	p.click(`[role=gridcell][data-cell="3"]`)
	p.click(`[role=gridcell][data-cell="7"]`)
	p.until(`document.querySelector('.note.bad .rule')?.innerText === 'CK-10'`)
	p.click(`.note .rule`)
	p.until(`/capture|jump/i.test(document.querySelector('.note:not(.bad) [lang=en]')?.innerText)`)
	// Another language says it in its own words.
	eval[bool](p, `(() => { localStorage.setItem('plylog.language', 'ne'); return true; })()`)
	p.open(s.url() + "/learn/checkers?lesson=2")
	p.until(`document.querySelector('.cell.can')`)
	p.click(`[role=gridcell][data-cell="3"]`)
	p.click(`[role=gridcell][data-cell="7"]`)
	p.until(`document.querySelector('.note.bad .rule')?.innerText === 'CK-10'`)
	if said := p.text(`.note.bad p`); !strings.Contains(said, "फड्को") || strings.Contains(said, "capture") {
		t.Errorf("in Nepali it is refused with %q", said)
	}
}

// TestCatalogs holds every translation to the sentences of English, with their places.
func TestCatalogs(t *testing.T) {
	const root = "../../api/web/page/static/js/text"
	var parts []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			parts = append(parts, strconv.Quote(strings.TrimPrefix(path[len(root):]+"/", "/")))
		}
		return err
	})
	if err != nil || len(parts) < 7 {
		t.Fatalf("the catalogs are %q, %v", parts, err)
	}
	s := startServer(t)
	browser := startBrowser(t)
	p := newTab(t, browser, "reader", desk)
	p.open(s.url() + "/")
	for _, wrong := range eval[[]string](p, `(async () => {
		const wrong = [], places = (x) => (x.match(/\{\w+\}/g) ?? []).sort().join();
		for (const part of [`+strings.Join(parts, `, `)+`]) {
			const en = (await import('/assets/js/text/' + part + 'en.js')).default;
			for (const code of ['ne', 'ps', 'sd', 'ti']) {
				const own = (await import('/assets/js/text/' + part + code + '.js')).default;
				for (const k of Object.keys(en)) if (!(k in own)) wrong.push(code + ' lacks ' + k); else if (places(own[k]) !== places(en[k])) wrong.push(code + ' has other places in ' + k);
				for (const k of Object.keys(own)) if (!(k in en) && k !== 'digits') wrong.push(code + ' has too much: ' + k);
			}
		}
		return wrong;
	})()`) {
		t.Error(wrong)
	}
	// What a browser does not know of these languages, the catalogs do.
	for language, want := range map[string][]string{
		"en": {"12,345.6", "0 events", "1 event", "2 events", "3 moves are open."},
		"ne": {"१२,३४५.६", "० घटना", "१ घटना", "२ घटना", "३ चाल खुला छन्।"},
		"ps": {"۱۲٬۳۴۵٫۶", "۰ پېښې", "۱ پېښه", "۲ پېښې", "۳ خوځښتونه خلاص دي."},
		"sd": {"١٢٬٣٤٥٫٦", "٠ واقعا", "١ واقعو", "٢ واقعا", "٣ چالون کليل آهن."},
		"ti": {"12,345.6", "0 ፍጻመ", "1 ፍጻመ", "2 ፍጻመታት", "3 ምንቅስቓሳት ክፉታት እዮም።"},
	} {
		got := eval[[]string](p, `import('/assets/js/i18n.js').then(async ({ bring, count, number, speak }) => {
			await bring('lobby');
			await speak('`+language+`');
			return [number(12345.64), ...[0, 1, 2].map((n) => count('watch.moves', n)), count('game.openMoves', 3)];
		})`)
		if !slices.Equal(got, want) {
			t.Errorf("%s counts %q, want %q", language, got, want)
		}
	}
}

// TestListsAndLessonsInBrowsers holds the pages beside the game to no scrolling sideways,
// and to the rules of axe.
func TestListsAndLessonsInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	axe := ""
	if os.Getenv("PLYLOG_AXE") != "" || os.Getenv("CI") != "" {
		axe = axeSource(t)
	}
	for _, l := range []look{desk, {width: 820, height: 1180, theme: "dark", language: "ne"}, {width: 390, height: 844, theme: "light", language: "ps"}, {width: 390, height: 844, theme: "dark", language: "ti"}} {
		for path, shown := range map[string]string{"/": "form [value=first]", "/watch": ".empty b", "/learn": ".kind .art svg", "/learn/backgammon?lesson=1": ".cell.can"} {
			p := newTab(t, browser, fmt.Sprint(l.width, l.language, " ", path), l)
			p.open(s.url() + path)
			p.until(`document.querySelector('` + shown + `')`)
			if shown := eval[bool](p, `document.querySelector('.lang').getBoundingClientRect().width > 50`); !shown {
				t.Errorf("%s does not name its language", p.name)
			}
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > l.width {
				t.Errorf("%s is %d wide", p.name, wide)
			}
			if axe != "" {
				p.axe(axe, path)
			}
		}
	}
}

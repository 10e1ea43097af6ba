package main

import (
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"testing"

	"plylog/api/client"
	"plylog/engines/all"
)

const (
	cutTabs   = 8 // each with connections of its own: a browser opens six to one address
	cutRounds = 7
	mostCut   = 6000 // bytes of an answer, after which a connection is cut at the latest
	leastCuts = 200  // of each way to watch
)

// watchers are three ways to watch a game in a page: the EventSource that every
// browser has, a WebSocket, and the page's own client. Each notes how often it was cut
// and whether an event came that was not the next one.
const watchers = `(async (game) => {
	const base = ` + "`/v1/games/${game}/events`" + `;
	const list = [];
	const watcher = (kind) => { const r = { kind, seen: 0, cuts: 0, wrong: '', over: false }; list.push(r); return r; };
	const take = (r, e, id) => {
		if (e.n !== r.seen + 1 || (id !== undefined && Number(id) !== e.n)) r.wrong ||= ` + "`event ${e.n}, id ${id}, came behind ${r.seen}`" + `;
		r.seen = e.n;
		r.over = Boolean(e.after.result);
	};
	const source = (r) => {
		const s = new EventSource(base + '?after=' + r.seen);
		s.onmessage = (e) => take(r, JSON.parse(e.data), e.lastEventId);
		s.onerror = () => {
			if (s.readyState === EventSource.CLOSED && !r.over) setTimeout(() => source(r), 50); // it was told that the server stops
			if (!r.over) r.cuts++;
		};
	};
	const socket = (r) => {
		const s = new WebSocket('ws://' + location.host + '/v1/ws', 'plylog.v1');
		s.onopen = () => s.send(JSON.stringify({ id: 1, do: 'follow', game, after: r.seen }));
		s.onmessage = (e) => {
			const said = JSON.parse(e.data);
			if (said.v) take(r, said);
			else if (said.status && said.status !== 200) s.close();
			if (r.over) s.close();
		};
		s.onclose = () => { if (!r.over) { r.cuts++; setTimeout(() => socket(r), 20); } };
	};
	const { Plylog } = await import('/assets/js/plylog.js');
	const own = async (r) => {
		const p = new Plylog('', { pause: () => new Promise((done) => setTimeout(done, 20)) });
		for await (const record of p.follow(new Map([[game, 0]]))) {
			if (record.event) take(r, record.event);
			else if (record.lost) r.cuts++;
			if (r.over) return;
		}
	};
	for (let i = 0; i < 4; i++) source(watcher('source'));
	for (let i = 0; i < 2; i++) socket(watcher('socket'));
	const r = watcher('own');
	own(r).catch((err) => { r.wrong ||= String(err); });
	window.watchers = list;
	return true;
})`

// wholePage waits until a page asks for nothing more.
const wholePage = `(async () => {
	for (let was = 0; ;) {
		const n = performance.getEntriesByType('resource').length;
		if (n > 0 && n === was && document.readyState === 'complete') return true;
		was = n;
		await new Promise((done) => setTimeout(done, 300));
	}
})()`

// witness is what a watcher notes.
type witness struct {
	Kind  string
	Seen  int
	Cuts  int
	Wrong string
	Over  bool
}

// TestCutsInBrowsers cuts the connections of browsers that watch a game hundreds of
// times, in the middle of whatever they carry, and ends the server between: every
// watcher sees every event once and in order.
func TestCutsInBrowsers(t *testing.T) {
	srv := startServer(t)
	browser := startBrowser(t)
	net := newCutter(t, srv, 0)
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, srv)
	made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	tabs := make([]*tab, cutTabs)
	for i := range tabs {
		tabs[i] = newTab(t, browser, "tab "+strconv.Itoa(i), desk)
		tabs[i].open(net.url() + "/learn") // which follows nothing by itself
		eval[bool](tabs[i], wholePage)
		tabs[i].mu.Lock()
		tabs[i].expected = "EventSource's response has a MIME type" // it was cut in the middle of the header
		tabs[i].mu.Unlock()
		eval[bool](tabs[i], watchers+`(`+strconv.Quote(made.Game.ID.String())+`)`)
	}
	// everybody waits until all have seen so many events.
	everybody := func(n int) {
		var waits sync.WaitGroup
		for _, p := range tabs {
			waits.Go(func() { p.until(`watchers.every((r) => r.seen >= ` + strconv.Itoa(n) + ` || r.wrong)`) })
		}
		waits.Wait()
	}
	moves, at, turn := randomReversi(t, reg, 7), 1, made.Game.Turn
	everybody(at)
	for i, move := range moves {
		round := i * cutRounds / len(moves)
		if i > 0 && (i-1)*cutRounds/len(moves) != round {
			net.cutWithin(0) // so that whoever waits for a connection gets there
			everybody(at)
			if round < cutRounds-1 {
				end := []func() error{srv.kill, srv.stop}[round%2]
				if err := errors.Join(end(), srv.start()); err != nil {
					t.Fatal(err)
				}
			}
		}
		net.cutWithin(mostCut)
		done, err := c.WithToken(made.Tokens.Of(turn)).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: move})
		if err != nil {
			t.Fatal(err)
		}
		at, turn = done.Event.N, done.Event.After.Turn
		net.cutAll()
		// Those who come back at once see every move before they are cut again.
		for _, p := range tabs {
			p.until(`watchers.every((r) => r.kind === 'source' || r.seen >= ` + strconv.Itoa(at) + ` || r.wrong)`)
		}
	}
	net.cutWithin(0)
	everybody(at)
	cuts := make(map[string]int)
	for i, p := range tabs {
		var list []witness
		if err := json.Unmarshal([]byte(eval[string](p, `JSON.stringify(watchers)`)), &list); err != nil {
			t.Fatal(err)
		}
		for _, w := range list {
			cuts[w.Kind] += w.Cuts
			if w.Wrong != "" || w.Seen != at || !w.Over {
				t.Errorf("tab %d: %+v, want event %d as the last", i, w, at)
			}
		}
	}
	for _, kind := range []string{"source", "socket", "own"} {
		if cuts[kind] < leastCuts {
			t.Errorf("%s: cut %d times, want %d at least", kind, cuts[kind], leastCuts)
		}
	}
	t.Logf("%d events, cut so often: %v", at, cuts)
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime/quotedprintable"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"plylog/events"
)

// guest is one browser of somebody who signs in.
type guest struct {
	t      *testing.T
	server *server
	http   *http.Client
}

func newGuest(t *testing.T, s *server) *guest {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &guest{t, s, &http.Client{Jar: jar, Timeout: patience}}
}

// do asks and decodes the answer.
func (v *guest) do(method, path, body string, want int, header ...string) map[string]any {
	v.t.Helper()
	req, err := http.NewRequest(method, v.server.url()+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := v.http.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	if res.StatusCode != want {
		v.t.Fatalf("%s %s: %d %s, want %d", method, path, res.StatusCode, text, want)
	}
	var answer map[string]any
	if len(text) > 0 {
		if err := json.Unmarshal(text, &answer); err != nil {
			v.t.Fatalf("%s %s: %v: %s", method, path, err, text)
		}
	}
	return answer
}

var lies = regexp.MustCompile(`a letter lies in (\S+)`)

// letter waits for the server to say where the n-th letter lies, and returns the token
// of its link.
func (v *guest) letter(n int) string {
	v.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	end := time.After(patience)
	for {
		if m := lies.FindAllStringSubmatch(v.server.talk.String(), -1); len(m) >= n {
			text, err := os.ReadFile(m[n-1][1])
			if err != nil {
				v.t.Fatal(err)
			}
			plain, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(text)))
			if err != nil {
				v.t.Fatal(err)
			}
			_, link, ok := strings.Cut(string(plain), v.server.url()+"/signin#")
			if !ok {
				v.t.Fatalf("no link to the server in %s", plain)
			}
			return strings.Fields(link)[0]
		}
		select {
		case <-tick.C:
		case <-end:
			v.t.Fatalf("no letter came\n%s", v.server.talk)
		}
	}
}

// grep returns the files below a folder that hold a text in whatever case.
func grep(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && !d.Type().IsRegular() {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(bytes.ToLower(b), []byte(strings.ToLower(text))) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// People sign in, and stay so when the server is killed; a used link stays used. Who
// has their account erased leaves nothing in any file, export or log (trust.md E 83
// and 86, games.md J). Letters are not the store's: they lie where a mail server would
// have them.
func TestPeopleAcrossKills(t *testing.T) {
	letters := t.TempDir()
	s := startServer(t, "--mail", "dir:"+letters)
	v := newGuest(t, s)
	const address, name = "annabel.example@example.org", "Annabel Exemplar"
	v.do("POST", "/v1/signin", `{"address":"`+address+`"}`, 202)
	link := v.letter(1)
	v.do("POST", "/v1/signin/confirm", `{"token":"`+link+`"}`, 201)
	v.do("PATCH", "/v1/me", `{"name":"`+name+`"}`, 200)
	me := v.do("GET", "/v1/me", "", 200)["id"].(string)
	token := v.do("POST", "/v1/me/tokens", `{"name":"Annabel's bot","scopes":["games:create","games:play","games:read"]}`, 201)["token"].(string)
	game := v.do("POST", "/v1/games", `{"kind":"reversi","opponent":"self"}`, 201)["game"].(map[string]any)["id"].(string)
	v.do("POST", "/v1/games/"+game+"/events", `{"type":"move","move":"d3"}`, 201)

	if err := s.kill(); err != nil {
		t.Fatal(err)
	}
	if err := s.start("--mail", "dir:"+letters); err != nil {
		t.Fatal(err)
	}
	if got := v.do("GET", "/v1/me", "", 200); got["id"] != me || got["name"] != name {
		t.Errorf("after the kill: %v", got)
	}
	other := newGuest(t, s)
	other.do("POST", "/v1/signin/confirm", `{"token":"`+link+`"}`, 410)
	other.do("POST", "/v1/games/"+game+"/events", `{"type":"move","move":"c3"}`, 201, "Authorization", "Bearer "+token)

	v.do("DELETE", "/v1/me", "", 204)
	v.do("GET", "/v1/me/sessions", "", 401)
	other.do("GET", "/v1/me", "", 401, "Authorization", "Bearer "+token)
	u, err := url.Parse(s.url())
	if err != nil {
		t.Fatal(err)
	}
	if cookies := v.http.Jar.Cookies(u); len(cookies) > 1 { // the one of browsers that sign in ends by itself
		t.Errorf("cookies are left: %v", cookies)
	}
	look := func(when string) {
		t.Helper()
		for _, text := range []string{"annabel", link, token} {
			if files := grep(t, s.data, text); len(files) > 0 {
				t.Errorf("%s: %q is in %v", when, text, files)
			}
			if strings.Contains(strings.ToLower(s.talk.String()), strings.ToLower(text)) {
				t.Errorf("%s: %q is in the log:\n%s", when, text, s.talk)
			}
		}
	}
	look("running")
	for _, view := range []string{"", "/history", "/audit"} {
		if answer := v.do("GET", "/v1/games/"+game+view, "", 200); view == "/audit" && answer["verdict"] != "verified" {
			t.Errorf("the audit says %v", answer)
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	look("stopped")
	if len(grep(t, s.data, me)) == 0 {
		t.Error("the player's id is gone from the log: this test sees nothing")
	}
}

// Who puts a damaged store right has nobody sign in anew.
func TestRestoreKeepsPeople(t *testing.T) {
	letters := t.TempDir()
	s := startServer(t, "--mail", "dir:"+letters)
	v := newGuest(t, s)
	v.do("POST", "/v1/signin", `{"address":"ann@example.org"}`, 202)
	v.do("POST", "/v1/signin/confirm", `{"token":"`+v.letter(1)+`"}`, 201)
	me := v.do("GET", "/v1/me", "", 200)["id"]
	game := v.do("POST", "/v1/games", `{"kind":"reversi"}`, 201)["game"].(map[string]any)["id"].(string)
	export := filepath.Join(t.TempDir(), "game.jsonl")
	id, err := events.ParseGameID(game)
	if err != nil {
		t.Fatal(err)
	}
	f, err := connect(t, s).Export(t.Context(), id, "jsonl")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, export, f.Data)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	block := filepath.Join(s.data, "log", "nats", "jetstream", "$G", "streams", "PLYLOG_00", "msgs", "1.blk")
	b := readFile(t, block)
	clear(b[len(b)/2:])
	writeFile(t, block, b)
	if out, err := exec.CommandContext(t.Context(), "plylog", "restore", "--data", s.data, "--from", export).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := s.start("--mail", "dir:"+letters); err != nil {
		t.Fatal(err)
	}
	if got := v.do("GET", "/v1/me", "", 200)["id"]; got != me || me == nil {
		t.Errorf("%v is %v now", me, got)
	}
	if got := v.do("GET", "/v1/games/"+game, "", 200)["seats"].(map[string]any)["first"]; got != me {
		t.Errorf("first sits %v", got)
	}
}

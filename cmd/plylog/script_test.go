package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// raceOptions is the variable that the race detector reads.
const raceOptions = "GORACE"

// TestMain makes the test binary answer to the names plylog, plylog-nim, plylog-brittle and nats-server, so that scripts and
// tests run the program itself in processes of their own.
func TestMain(m *testing.M) {
	// A raced program sleeps a second before it ends unless it is told otherwise.
	if os.Getenv(raceOptions) == "" {
		if err := os.Setenv(raceOptions, "atexit_sleep_ms=10"); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){"plylog": main, "plylog-nim": serveNim, "plylog-brittle": brittle, "nats-server": natsServer})
}

// TestScripts runs testdata/*.txt. Besides testscript's own commands they have
//
//	serve [flags]          start a server (again) and wait until it is ready; its folder is $DATA
//	shutdown               end it with SIGTERM; it must end with code 0
//	crash                  end it with kill -9
//	http METHOD PATH [BODY [NAME:VALUE…]]  send a request; the answer goes to stdout
//	code N COMMAND…        run a program that must end with code N
//	wthor FILE GAME…       write a WTHOR base of games given as squares (d3c5d6)
//	grab NAME PATTERN      keep the group of a pattern in stdout as a variable
//	subst FROM TO          copy a file and put in the values of its variables
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("NO_COLOR", "1")
			env.Setenv(raceOptions, os.Getenv(raceOptions))
			env.Setenv("TESTDATA", sharedData())
			s := newServer(filepath.Join(env.WorkDir, "data"), append(os.Environ(), "HOME="+env.WorkDir))
			env.Values["server"] = s
			env.Defer(s.clean)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "testdata" {
				return false, fmt.Errorf("there is no condition %q", cond)
			}
			if sharedData() == "" && os.Getenv("CI") != "" {
				return false, errors.New("CI is set and the recorded games are not there")
			}
			return sharedData() != "", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve":    scriptServe,
			"shutdown": scriptShutdown,
			"crash":    scriptCrash,
			"http":     scriptHTTP,
			"code":     scriptCode,
			"grab":     scriptGrab,
			"subst":    scriptSubst,
			"wthor":    scriptWTHOR,
		},
	})
}

// sharedData is the folder of recorded games, empty where it is not there. Where
// CI is set it must be.
func sharedData() string {
	dir := os.Getenv("PLYLOG_TESTDATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "testdata")
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		_, err = os.Stat(dir)
	}
	if err != nil {
		return ""
	}
	return dir
}

func serverOf(ts *testscript.TestScript) *server {
	return ts.Value("server").(*server)
}

func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	s := serverOf(ts)
	ts.Check(s.start(args...))
	ts.Setenv("PLYLOG_SERVER", s.url())
	ts.Setenv("PLYLOG_ADMIN", s.adminURL())
	ts.Setenv("LISTEN", s.listen)
	ts.Setenv("ADMIN_LISTEN", s.admin)
	ts.Setenv("DATA", s.data)
}

func scriptShutdown(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(serverOf(ts).stop())
}

func scriptCrash(ts *testscript.TestScript, neg bool, args []string) { ts.Check(serverOf(ts).kill()) }

func scriptHTTP(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: http METHOD PATH [BODY [NAME:VALUE…]]")
	}
	var body io.Reader
	if len(args) > 2 {
		body = strings.NewReader(args[2])
	}
	req, err := http.NewRequest(args[0], serverOf(ts).url()+args[1], body)
	ts.Check(err)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range args[min(3, len(args)):] {
		name, value, _ := strings.Cut(h, ":")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	var out bytes.Buffer
	fmt.Fprintln(&out, res.Status)
	ts.Check(res.Header.Write(&out))
	fmt.Fprintln(&out)
	_, err = io.Copy(&out, res.Body)
	ts.Check(err)
	_, err = out.WriteTo(ts.Stdout())
	ts.Check(err)
}

// scriptCode runs a program that must end with a code. testscript's own exec
// tells success from failure only.
func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND…")
	}
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

func scriptGrab(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: grab NAME PATTERN")
	}
	m := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(m) < 2 {
		ts.Fatalf("no match for %s", args[1])
	}
	ts.Setenv(args[0], m[1])
}

// scriptWTHOR writes a base of games.
func scriptWTHOR(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: wthor FILE GAME…")
	}
	games := make([][]string, len(args)-1)
	for i, moves := range args[1:] {
		for ; len(moves) > 1; moves = moves[2:] {
			games[i] = append(games[i], moves[:2])
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), wthorBase(games), 0o600))
}

// wthorBase writes a WTHOR base whose scores say that black won every game.
func wthorBase(games [][]string) []byte {
	data := make([]byte, 16)
	binary.LittleEndian.PutUint32(data[4:], uint32(len(games)))
	data[12] = 8 // squares a side
	for _, squares := range games {
		game := make([]byte, 68)
		game[6] = 40 // black's score
		for i, s := range squares {
			game[8+i] = 10*(s[1]-'0') + s[0] - 'a' + 1
		}
		data = append(data, game...)
	}
	return data
}

func scriptSubst(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: subst FROM TO")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(os.Expand(ts.ReadFile(args[0]), ts.Getenv)), 0o600))
}

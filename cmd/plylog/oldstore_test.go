package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plylog/events"
)

// TestOldStores serves data folders that earlier versions have left, one for each
// version of the stored envelope: every game is there, folds to what it was, goes on,
// and all that was signed then still fits. A new version of the envelope adds a folder
// to testdata/stores; none is ever made again.
func TestOldStores(t *testing.T) {
	stores, err := filepath.Glob(filepath.Join("testdata", "stores", "*.tar.gz"))
	if err != nil || len(stores) == 0 {
		t.Fatal("there are no stores", err)
	}
	for v := range events.Version {
		if name := filepath.Join("testdata", "stores", fmt.Sprintf("v%d.tar.gz", v+1)); !slices.Contains(stores, name) {
			t.Errorf("there is no %s: a store of that version of the envelope", name)
		}
	}
	for _, archive := range stores {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".tar.gz"), func(t *testing.T) {
			dir := t.TempDir()
			if out, err := exec.Command("tar", "xzf", archive, "-C", dir).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			srv := newServer(filepath.Join(dir, "store"), os.Environ())
			t.Cleanup(srv.clean)
			if err := srv.start("--mail", "off"); err != nil {
				t.Fatal(err)
			}
			plylog := func(args ...string) string {
				t.Helper()
				cmd := exec.Command("plylog", args...)
				cmd.Env = append(os.Environ(), "PLYLOG_SERVER="+srv.url(), "PLYLOG_ADMIN="+srv.adminURL(), "PLYLOG_TOKENS="+filepath.Join(dir, "tok"))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("plylog %s: %v\n%s", strings.Join(args, " "), err, out)
				}
				return string(out)
			}
			for kind, want := range map[string]string{
				"backgammon": "  first wins 2 points (borne-off)", "reversi": "  playing ", "checkers": "  playing ", "baghchal": "  first wins (resigned)",
			} {
				if list := plylog("list", "--kind", kind); !strings.Contains(list, want) {
					t.Errorf("%s: %s", kind, list)
				}
			}
			if said := plylog("rebuild"); !strings.Contains(said, "7 games, 284 events") || !strings.Contains(said, ": 7 equal, 0 wrong, 0 damaged") {
				t.Errorf("rebuild says %s", said)
			}
			game := strings.Fields(plylog("list", "--kind", "reversi"))[0]
			if said := plylog("replay", game); !strings.Contains(said, "11 events: rules, ") {
				t.Errorf("replay says %s", said)
			}
			move := regexp.MustCompile(`(?m)^[a-h][1-8]$`).FindString(plylog("choices", game))
			if said := plylog("move", game, move); !strings.Contains(said, "12 ") {
				t.Errorf("the old token plays %s: %s", move, said)
			}
			if said := plylog("audit", game); !strings.Contains(said, "verified: 12 of 12 events") {
				t.Errorf("audit says %s", said)
			}
			if err := srv.stop(); err != nil {
				t.Fatal(err)
			}
			if said := plylog("verify", srv.data); !strings.Contains(said, "verified: 285 events of 7 games") {
				t.Errorf("verify says %s", said)
			}
		})
	}
}

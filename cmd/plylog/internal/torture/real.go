package torture

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/child"
	"plylog/cmd/plylog/internal/volume"
	"plylog/engines"
)

// Trouble counts what was done to a real server.
type Trouble struct {
	Killed     int `json:"killed"`
	Halted     int `json:"halted"`
	Stopped    int `json:"stopped"` // in order
	Cut        int `json:"connectionsCut"`
	Dropped    int `json:"answersDropped"`
	PowerCuts  int `json:"powerCuts"`
	ReadOnly   int `json:"diskReadOnly"`
	DiskFull   int `json:"diskFull"`
	Acked      int `json:"acknowledged"` // and found again
	Sent       int `json:"sent"`
	Unsure     int `json:"unsure"` // answers that never came, or said that nobody knows
	SlowestSay int `json:"slowestRefusalMs,omitempty"`

	Notes []string `json:"notes,omitempty"` // what could not be done here, and why
	Wrong []string `json:"wrong,omitempty"`
}

// playerCount is how many play at a time.
const playerCount = 6

// patience bounds every wait for an answer: far beyond what it takes.
const patience = 60 * time.Second

// directly is a client of a server without the bad network between, which sends so many
// times at most.
func directly(c *child.Server, tries int) (*client.Client, error) {
	return client.New(client.Config{Server: "http://" + c.Listen, Tries: tries, Patience: patience})
}

// real runs a real server in a folder for a while, and troubles it. disk, where not
// nil, is what the folder is on, and is troubled as well.
func real(ctx context.Context, games *engines.Registry, data string, seed uint64, long time.Duration, disk *volume.Volume) (*Trouble, error) {
	out := new(Trouble)
	if disk != nil {
		if err := out.unwritten(ctx, games, disk); err != nil {
			return nil, err
		}
	}
	c := &child.Server{Data: data}
	if err := c.Start(ctx); err != nil {
		return nil, err
	}
	defer c.Kill() //nolint:errcheck // at the latest here
	listen := c.Listen
	net, err := newNetwork(seed, func() string { return listen })
	if err != nil {
		return nil, err
	}
	p, err := newPlayers(games, net.url(), seed)
	if err != nil {
		return nil, err
	}
	playing, stopPlaying := context.WithTimeout(ctx, long)
	reading, stopReading := context.WithCancel(ctx)
	defer stopReading()
	defer stopPlaying()
	p.begin(playing, reading, playerCount)

	rng := rand.New(rand.NewPCG(seed, 11))
	for i := 0; playing.Err() == nil; i++ {
		select {
		case <-time.After(time.Duration(300+rng.IntN(900)) * time.Millisecond):
		case <-playing.Done():
			continue
		}
		if err := out.trouble(ctx, i, rng, c, net, disk, p); err != nil {
			stopPlaying()
			stopReading()
			net.close()
			return nil, err
		}
	}
	net.spoil(false)
	p.playing.Wait() // what is under way may yet be acknowledged
	for until := time.Now().Add(patience); !p.caughtUp() && time.Now().Before(until); {
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	stopReading()
	p.reading.Wait()
	out.Acked = p.check(ctx)
	out.Sent, out.Unsure = p.sent, p.unsure
	if err := rebuilt(ctx, c.Admin); err != nil {
		p.wrongf("%v", err)
	}
	out.Dropped, out.Cut = net.close()
	if err := c.Stop(); err != nil {
		p.wrongf("%v", err)
	}
	out.Wrong = append(out.Wrong, p.wrong...)
	return out, nil
}

// trouble does one thing to the server. Every kind comes in turn, so that short runs
// have all of them.
func (out *Trouble) trouble(ctx context.Context, i int, rng *rand.Rand, c *child.Server, net *network, disk *volume.Volume, p *players) error {
	kinds := []string{"kill", "network", "halt", "cut", "stop", "network"}
	if disk != nil {
		kinds = []string{"power", "network", "full", "read-only", "kill"}
	}
	net.spoil(false)
	switch kinds[i%len(kinds)] {
	case "kill":
		out.Killed++
		if err := c.Kill(); err != nil {
			return err
		}
		return c.Start(ctx)
	case "stop":
		out.Stopped++
		if err := c.Stop(); err != nil {
			out.Wrong = append(out.Wrong, err.Error())
		}
		return c.Start(ctx)
	case "halt":
		if !child.CanHalt {
			out.Notes = append(out.Notes, "processes cannot be halted on this system")
			return nil
		}
		out.Halted++
		if err := c.Halt(); err != nil {
			return err
		}
		select {
		case <-time.After(time.Duration(100+rng.IntN(1500)) * time.Millisecond):
		case <-ctx.Done():
		}
		return c.Resume()
	case "cut":
		net.cut()
	case "network":
		net.spoil(true)
	case "power":
		out.PowerCuts++
		return out.failing(ctx, c, disk, disk.ShutDown)
	case "read-only":
		out.ReadOnly++
		return out.failing(ctx, c, disk, disk.Freeze)
	case "full":
		out.DiskFull++
		return out.full(ctx, c, disk, p)
	}
	return nil
}

// rebuilt has the server compare everything that it serves with a fold of its log, by
// the rules.
func rebuilt(ctx context.Context, admin string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+admin+"/admin/rebuild", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("rebuilding: %w", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("rebuilding: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := lines[len(lines)-1]
	var answer struct {
		Report *struct{ Games, Equal, Wrong int }
	}
	if err := json.Unmarshal([]byte(last), &answer); err != nil || answer.Report == nil {
		return fmt.Errorf("the rebuild ended with %s", last)
	}
	if r := answer.Report; r.Wrong > 0 || r.Equal != r.Games {
		return fmt.Errorf("rebuilt, %d of %d games are equal: %s", r.Equal, r.Games, last)
	}
	return nil
}

// note adds a note once.
func (out *Trouble) note(text string) {
	if !slices.Contains(out.Notes, text) {
		out.Notes = append(out.Notes, text)
	}
}

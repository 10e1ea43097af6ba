package baghchal

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
)

// known is one line of testdata/positions.jsonl.
type known struct {
	Name  string
	Setup struct {
		Rows     []string `json:"rows_top_to_bottom"`
		ToMove   string   `json:"to_move"`
		Hand     int      `json:"goats_in_hand"`
		Captured int
		Moves    []string `json:"moves_from_start"` // nil: set up, not played
	}
	Count   int
	Legal   []string
	Barred  []string `json:"illegal_by_repetition"`
	Result  []string
	Illegal []string `json:"illegal_examples"`
}

func TestKnownPositions(t *testing.T) {
	text, err := os.ReadFile("testdata/positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		var k known
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(k.Name, func(t *testing.T) { k.check(t) })
	}
	if n != 25 {
		t.Errorf("%d positions, want 25", n)
	}
}

func (k known) check(t *testing.T) {
	line := fmt.Sprintf("%s %s %d %d", strings.Join(k.Setup.Rows, "/"), k.Setup.ToMove, k.Setup.Hand, k.Setup.Captured)
	p, err := New().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	if k.Setup.Moves != nil {
		board := p.Board()
		p, err = New().New(nil, "")
		for _, m := range k.Setup.Moves {
			if err == nil {
				p, err = p.Play(p.Turn(), engines.Move(m))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Board() != board {
			t.Fatalf("the moves lead to %s, want %s", p.Board(), board)
		}
	}
	by := map[string]engines.Seat{"G": engines.First, "T": engines.Second}[k.Setup.ToMove]
	var got, barred []string
	for _, c := range p.Choices(by) {
		got = append(got, string(c.Move))
	}
	for _, ill := range p.(engines.Barrer).Barred(by) {
		barred = append(barred, string(ill.Move))
	}
	same(t, "choices", got, named(k.Legal))
	same(t, "barred", barred, named(k.Barred))
	if len(got) != k.Count {
		t.Errorf("%d choices, want %d", len(got), k.Count)
	}
	for _, m := range k.Legal {
		if canon, err := p.Canonical(by, engines.Move(m)); err != nil || string(canon) != named([]string{m})[0] {
			t.Errorf("%s is read as %q, %v", m, canon, err)
		}
	}
	for _, m := range slices.Concat(k.Illegal, k.Barred) {
		if _, err := p.Play(by, engines.Move(m)); err == nil {
			t.Errorf("%s is accepted", m)
		}
	}
	k.checkResult(t, p)
}

func (k known) checkResult(t *testing.T, p engines.Position) {
	r, over := p.Result()
	if over != (k.Result != nil) {
		t.Fatalf("over is %t, want %v", over, k.Result)
	}
	if !over {
		return
	}
	winner := map[string]engines.Seat{"G": engines.First, "T": engines.Second}[k.Result[0]]
	reason := map[string]string{
		"tigers stuck: no move":              "tigers-stuck",
		"tigers stuck: only repeating moves": "tigers-stuck",
		"goats stuck: no move":               "goats-stuck",
		"goats stuck: only repeating moves":  "goats-stuck",
		"five goats captured":                "five-captured",
	}[k.Result[1]]
	if want := (engines.Result{Winner: winner, Points: 1, Reason: reason}); r != want {
		t.Errorf("result %+v, want %+v", r, want)
	}
}

// named rewrites moves by digits ("G33", "1122", "x1133") as canonical ones.
func named(list []string) []string {
	point := func(s string) string { return fmt.Sprintf("%c%c", 'a'+s[1]-'1', '6'-s[0]+'0') }
	var out []string
	for _, m := range list {
		switch {
		case m[0] == 'G':
			out = append(out, point(m[1:]))
		case m[0] == 'x':
			out = append(out, point(m[1:])+"x"+point(m[3:]))
		default:
			out = append(out, point(m)+"-"+point(m[2:]))
		}
	}
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s %v, want %v", what, got, want)
	}
}

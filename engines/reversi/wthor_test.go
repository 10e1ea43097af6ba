package reversi_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// tournament counts what happened in recorded games.
type tournament struct {
	games, passing, borrowing, ended, scoresAsWritten int
}

// TestRecordedGames replays whole bases of tournament games.
func TestRecordedGames(t *testing.T) {
	var all tournament
	for _, file := range foreign(t, "reversi/wthor/*.wtb") {
		data := read(t, file)
		records, err := reversi.ReadWTHOR(data)
		if err != nil {
			t.Fatalf("%s: %v", filepath.Base(file), err)
		}
		if want := int(binary.LittleEndian.Uint32(data[4:])); len(records) != want || want == 0 {
			t.Errorf("%s: %d games, want %d", filepath.Base(file), len(records), want)
		}
		for i, r := range records {
			score := int(data[16+68*i+6])
			if err := all.replay(r, score); err != nil {
				t.Fatalf("%s, %s: %v", filepath.Base(file), r.Name, err)
			}
		}
	}
	t.Logf("%+v", all)
	if 2*all.passing <= all.games {
		t.Errorf("%d of %d games hold a pass; want more than half", all.passing, all.games)
	}
	if share := float64(all.borrowing) / float64(all.games); share < 0.4 || share > 0.6 {
		t.Errorf("in %.3f of the games a side needs more than its own discs; want about half", share)
	}
	// The few others were given up or lost on time.
	if all.scoresAsWritten != all.ended || 100*all.ended < 99*all.games {
		t.Errorf("of %d games %d end on the board, %d of them with the score that is written down",
			all.games, all.ended, all.scoresAsWritten)
	}
}

// replay plays a record through the engine's public side, with the passes that
// the record leaves out.
func (c *tournament) replay(r engines.Record, score int) error {
	p, err := reversi.New().New([]byte(`{"score":"empties-to-winner"}`), r.Board)
	if err != nil {
		return err
	}
	passes, borrows := 0, 0
	for _, turn := range r.Turns {
		if passer, ok := p.(engines.Passer); ok && passer.MustPass() {
			passes++
			if p, err = p.Play(p.Turn(), engines.Pass); err != nil {
				return err
			}
		}
		if ref := readReference(p.Board()); ref.inHand[ref.side] == 0 {
			borrows++
		}
		if p, err = p.Play(turn.By, turn.Move); err != nil {
			return err
		}
	}
	c.games++
	if passes > 0 {
		c.passing++
	}
	if borrows > 0 {
		c.borrowing++
	}
	if result, over := p.Result(); over {
		c.ended++
		if result.Score[0] == score && result.Winner == r.End.Winner {
			c.scoresAsWritten++
		}
	}
	return nil
}

// wthor makes a base of one game.
func wthor(score byte, moves ...byte) []byte {
	data := make([]byte, 16+68)
	data[4], data[12] = 1, 8
	data[16+6] = score
	copy(data[16+8:], moves)
	return data
}

func TestReadWTHOR(t *testing.T) {
	records, err := reversi.ReadWTHOR(wthor(40, 56, 46, 35)) // f5 f4 e3
	if err != nil {
		t.Fatal(err)
	}
	want := []engines.Turn{{By: engines.First, Move: "f5"}, {By: engines.Second, Move: "f4"}, {By: engines.First, Move: "e3"}}
	if got := records[0]; len(records) != 1 || !equalTurns(got.Turns, want) || got.Name != "game 1" ||
		got.End != (engines.Ending{Known: true, Winner: engines.First}) {
		t.Errorf("got %+v", records)
	}
	for score, winner := range map[byte]engines.Seat{0: engines.Second, 31: engines.Second, 32: engines.Nobody, 33: engines.First, 64: engines.First} {
		records, err := reversi.ReadWTHOR(wthor(score))
		if err != nil {
			t.Fatal(err)
		}
		if end := records[0].End; !end.Known || end.Winner != winner {
			t.Errorf("score %d: ending %+v, want a win of %s", score, end, winner)
		}
	}
	if records, err := reversi.ReadWTHOR(make([]byte, 16)); err != nil || len(records) != 0 {
		t.Errorf("an empty base: %v, %v", records, err)
	}
}

func equalTurns(a, b []engines.Turn) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestReadWTHORTags: what a base says besides the moves.
func TestReadWTHORTags(t *testing.T) {
	data := wthor(40, 56, 46, 35)
	data[10], data[11], data[14] = 0xb9, 0x07, 24
	copy(data[16:], []byte{7, 0, 1, 1, 0, 0, 40, 36})
	records, err := reversi.ReadWTHOR(data)
	if err != nil {
		t.Fatal(err)
	}
	want := []engines.Tag{
		{Name: "Event", Value: "#7"}, {Name: "Date", Value: "1977.??.??"}, {Name: "Score", Value: "40-24"},
		{Name: "Theoretical", Value: "36 at 24"},
	}
	if g := records[0]; !slices.Equal(g.Tags, want) || g.Players != [2]string{"#257", ""} {
		t.Errorf("players %q, tags %v", g.Players, g.Tags)
	}
	records, err = reversi.ReadWTHOR(wthor(64, 56, 64, 53, 66, 75, 46, 57, 65, 35)) // ends with the moves
	if err != nil || len(records[0].Tags) > 0 {
		t.Errorf("the score that the moves lead to is among the tags %v (%v)", records[0].Tags, err)
	}
}

func TestReadWTHORRefuses(t *testing.T) {
	change := func(data []byte, at int, to byte) []byte { data[at] = to; return data }
	for name, tc := range map[string]struct {
		data []byte
		game int
		move int
		text string
		rule string
	}{
		"nothing":           {nil, 0, 0, "header", ""},
		"half a header":     {make([]byte, 15), 0, 0, "header", ""},
		"another board":     {change(wthor(32), 12, 10), 0, 0, "10x10", ""},
		"cut off":           {wthor(32)[:83], 0, 0, "83 bytes", ""},
		"something behind":  {append(wthor(32), 0), 0, 0, "85 bytes", ""},
		"more games said":   {change(wthor(32), 4, 2), 0, 0, "2 games", ""},
		"far too many":      {change(wthor(32), 7, 0xff), 0, 0, "at most", ""},
		"no square":         {wthor(32, 56, 49), 1, 2, "no square", ""},
		"row zero":          {wthor(32, 6), 1, 1, "no square", ""},
		"column zero":       {wthor(32, 50), 1, 1, "no square", ""},
		"outflanks nothing": {wthor(32, 56, 11), 1, 2, "outflanks no", "RV-4"},
		"occupied":          {wthor(32, 44), 1, 1, "stays there", "RV-9"},
		"a gap":             {wthor(32, 56, 0, 46), 1, 2, "missing", ""},
		"score":             {wthor(65, 56), 1, 0, "65", ""},
		"after the end":     {wthor(64, 56, 64, 53, 66, 75, 46, 57, 65, 35, 11), 1, 10, "over", "RV-11"},
	} {
		t.Run(name, func(t *testing.T) {
			records, err := reversi.ReadWTHOR(tc.data)
			checkFormatError(t, err, "WTHOR", tc.game, tc.move, tc.text, tc.rule)
			if records != nil {
				t.Errorf("there are records beside the error: %v", records)
			}
		})
	}
}

// checkFormatError compares an error with what it should tell.
func checkFormatError(t *testing.T, err error, format string, game, move int, text, rule string) {
	t.Helper()
	var bad *reversi.FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("error %v; want a *FormatError", err)
	}
	if bad.Format != format || bad.Game != game || bad.Move != move || !strings.Contains(bad.Error(), text) {
		t.Errorf("%q: game %d move %d; want %s game %d move %d with %q", bad, bad.Game, bad.Move, format, game, move, text)
	}
	var ill *engines.IllegalError
	switch {
	case rule == "" && errors.As(err, &ill):
		t.Errorf("%v wraps a refusal", err)
	case rule != "" && (!errors.As(err, &ill) || ill.Rule != rule):
		t.Errorf("%v does not wrap a refusal by %s", err, rule)
	}
}

// wantSameBase writes what was read from a base and wants its bytes, but for what
// a header holds besides the count, the year, the size and the depth.
func wantSameBase(t *testing.T, data []byte, records []engines.Record) {
	t.Helper()
	again, err := reversi.WriteWTHOR(records)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(data)
	for i := range 16 {
		switch i {
		case 4, 5, 6, 7:
		case 10, 11, 14:
			if len(records) == 0 {
				want[i] = 0
			}
		case 12:
			want[i] = 8
		default:
			want[i] = 0
		}
	}
	if !bytes.Equal(again, want) {
		t.Fatalf("written again, %d bytes are\n%x\nwant\n%x", len(data), again, want)
	}
}

// TestWriteRecordedGames: whole bases come out as they went in.
func TestWriteRecordedGames(t *testing.T) {
	for _, file := range foreign(t, "reversi/wthor/*.wtb") {
		data := read(t, file)
		records, err := reversi.ReadWTHOR(data)
		if err != nil {
			t.Fatal(err)
		}
		wantSameBase(t, data, records)
	}
}

// FuzzReadWTHOR: nothing panics, and what is read can be played.
func FuzzReadWTHOR(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(wthor(40, 56, 46, 35))
	f.Add(wthor(64, 56, 64, 53, 66, 75, 46, 57, 65, 35))
	f.Add(wthor(65, 11))
	f.Add(make([]byte, 16))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := reversi.ReadWTHOR(data)
		if err != nil {
			var bad *reversi.FormatError
			if !errors.As(err, &bad) || records != nil {
				t.Fatalf("error %v with %d records", err, len(records))
			}
			return
		}
		var all tournament
		for _, r := range records {
			if err := all.replay(r, 0); err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
		}
		wantSameBase(t, data, records)
	})
}

package backgammon

import (
	"errors"
	"testing"

	"plylog/engines"
)

// FuzzID: no id breaks its reader, and what is read is written as the same
// position, in every notation that can hold it.
func FuzzID(f *testing.F) {
	for _, id := range []string{
		"4HPwATDgc/ABMA", "v3sAAAhmdzMAAQ", "4HPwATDgc/ABMA:QYkqASAAIAAA", "GNUID=4HPwATDgc/ABMA:8AmgAEAAEAAA",
		"XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "XGID=" + startLetters + ":1:1:1:D:0:0:3:0:10",
		"xgid=" + startLetters + ":0:0:-1:00:4:2:1:5:0",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if m, err := ParsePositionID(id); err == nil {
			if back, err := ParsePositionID(m.PositionID()); err != nil || back != m {
				t.Errorf("%v is read back as %v (%v)", m, back, err)
			}
		}
		p, err := New().Parse(id)
		if err != nil {
			if !errors.As(err, new(*engines.BadBoardError)) {
				t.Errorf("error %T: %v", err, err)
			}
			return
		}
		x, err := XGID(p)
		if err != nil {
			t.Fatal(err)
		}
		back, err := New().Parse(x)
		if err != nil {
			// An XGID has no word for a drop, nor for a cube above 2 to the 20th.
			if p.Turn() != engines.Nobody {
				t.Errorf("%s is written as %s, which is refused: %v", p.Board(), x, err)
			}
			return
		}
		again, err := XGID(back)
		if err != nil || again != x {
			t.Errorf("%s is written again as %s (%v)", x, again, err)
		}
	})
}

package dice

import (
	"math"
	"testing"
)

// The values are those of the usual tables of the chi-square distribution.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		chi     float64
		freedom int
		want    float64
	}{
		{0, 5, 1}, {11.070, 5, 0.05}, {15.086, 5, 0.01}, {20.515, 5, 0.001}, {4.351, 5, 0.5},
		{49.802, 35, 0.05}, {57.342, 35, 0.01}, {66.619, 35, 0.001}, {34.336, 35, 0.5}, {3.841, 1, 0.05}, {1e6, 35, 0},
	} {
		if got := beyond(c.chi, c.freedom); math.Abs(got-c.want) > 2e-4 {
			t.Errorf("beyond(%g, %d) = %g, want %g", c.chi, c.freedom, got, c.want)
		}
	}
}

func TestTally(t *testing.T) {
	var a, b Tally
	a.Add(ByAll, [2]int{4, 4}, false) // ties an opening
	a.Add(ByAll, [2]int{6, 1}, true)
	a.Add(ByServer, [2]int{2, 2}, false)
	b.Add(ByNobody, [2]int{3, 3}, false)
	b.Add(ByServerFirst, [2]int{1, 6}, false)
	b.Add(ByServerSecond, [2]int{5, 3}, false)
	for _, bad := range [][2]int{{0, 1}, {1, 7}, {-1, 3}} {
		b.Add(ByAll, bad, false)
	}
	a.Merge(&b)
	r := a.Report()
	if r.Rolls != 5 || r.Recorded != 1 || r.Ties != 1 || r.Doubles != 1 || r.Assured != (Assured{All: 1, ServerFirst: 1, ServerSecond: 1, Server: 1}) {
		t.Errorf("%+v", r)
	}
	if r.Faces != [6]int{2, 2, 1, 2, 1, 2} || r.FaceTest.Counted != 10 || r.PairTest.Counted != 5 || r.PairTest.Freedom != 35 || r.FaceTest.Enough {
		t.Errorf("%+v", r)
	}
	if empty := new(Tally).Report(); empty.FaceTest.P != 1 || empty.Rolls != 0 {
		t.Errorf("nothing counted: %+v", empty)
	}
}

// Dice of the construction pass the test; loaded ones do not.
func TestEvenness(t *testing.T) {
	id := [16]byte{9}
	chains := [3]*Chain{}
	for i, p := range []Party{Server, First, Second} {
		chains[i] = NewChain(id, p, Seed([]byte("even"), id, p))
	}
	var fair, loaded Tally
	for i := 1; i <= Rolls; i++ {
		var l [3]Link
		for k := range l {
			l[k], _ = chains[k].Share(i)
		}
		st := Throw(id, i, Shares{l[0], l[1], l[2]})
		for range 10 {
			p := st.Pair()
			fair.Add(ByAll, p, false)
			if p[0] == 1 && i%4 == 0 {
				p[0] = 6
			}
			loaded.Add(ByAll, p, false)
		}
	}
	if r := fair.Report(); !r.PairTest.Enough || r.FaceTest.P < 0.001 || r.PairTest.P < 0.001 {
		t.Errorf("fair dice: %+v, %+v", r.FaceTest, r.PairTest)
	}
	if r := loaded.Report(); r.FaceTest.P > 1e-6 || r.PairTest.P > 1e-6 {
		t.Errorf("loaded dice: %+v, %+v", r.FaceTest, r.PairTest)
	}
}

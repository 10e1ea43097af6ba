package dice

import "math"

// Assurance says whose chains a roll rests on, each held by its owner: one such
// owner who keeps the share until it is due is enough that nobody else chose or
// foresaw the dice.
type Assurance uint8

// The assurances.
const (
	ByNobody       Assurance = iota // the dice were recorded: whoever rolled said what fell
	ByServer                        // the server held all chains: its commitment only
	ByServerFirst                   // the second seat had given its chain up
	ByServerSecond                  // the first seat had
	ByAll                           // the server and both seats
)

// Tally counts rolls. Its zero value has counted none. Not for concurrent use.
type Tally struct {
	rolls [ByAll + 1]int
	pairs [6][6]int // of rolls that somebody assures, first and second die
	ties  int
}

// Add counts a pair of dice that fell, each 1 to 6; others are passed over. tied
// says that it is a further pair of its roll, the pair before having tied the
// opening.
func (t *Tally) Add(by Assurance, pair [2]int, tied bool) {
	a, b := pair[0]-1, pair[1]-1
	if by > ByAll || a < 0 || a > 5 || b < 0 || b > 5 {
		return
	}
	if tied {
		t.ties++
	} else {
		t.rolls[by]++
	}
	if by != ByNobody {
		t.pairs[a][b]++
	}
}

// Merge adds what another tally counted.
func (t *Tally) Merge(o *Tally) {
	for i := range t.rolls {
		t.rolls[i] += o.rolls[i]
	}
	for a := range t.pairs {
		for b := range t.pairs[a] {
			t.pairs[a][b] += o.pairs[a][b]
		}
	}
	t.ties += o.ties
}

// Report is what a tally says. Rolls that nobody assures are counted and left out
// of everything else.
type Report struct {
	Rolls    int       `json:"rolls"` // of all kinds
	Assured  Assured   `json:"assured"`
	Recorded int       `json:"recorded"` // assured by nobody
	Pairs    [6][6]int `json:"pairs"`    // how often which pair fell, by first and second die; opening ties are among them
	Ties     int       `json:"ties"`     // pairs that tied an opening
	Doubles  int       `json:"doubles"`  // rolls of two equal dice, ties left out
	Faces    [6]int    `json:"faces"`    // how often each face fell
	FaceTest Evenness  `json:"faceTest"`
	PairTest Evenness  `json:"pairTest"`
}

// Assured is how many rolls rest on whose own chains.
type Assured struct {
	All          int `json:"all"` // server and both seats
	ServerFirst  int `json:"serverFirst"`
	ServerSecond int `json:"serverSecond"`
	Server       int `json:"server"` // the server's commitment only
}

// Evenness is Pearson's chi-square test of counts that should be alike.
type Evenness struct {
	Counted   int     `json:"counted"`
	ChiSquare float64 `json:"chiSquare"`
	Freedom   int     `json:"freedom"` // degrees of freedom
	// P is how likely even dice are to look at least as uneven; about one
	// verification in a thousand comes below 0.001 by chance. It means something
	// only where Enough says so: at least five were to be expected of each.
	P      float64 `json:"p"`
	Enough bool    `json:"enough"`
}

// Report returns what was counted.
func (t *Tally) Report() Report {
	r := Report{
		Pairs: t.pairs, Ties: t.ties, Recorded: t.rolls[ByNobody],
		Assured: Assured{All: t.rolls[ByAll], ServerFirst: t.rolls[ByServerFirst], ServerSecond: t.rolls[ByServerSecond], Server: t.rolls[ByServer]},
	}
	for _, n := range t.rolls {
		r.Rolls += n
	}
	var flat []int
	for a := range t.pairs {
		r.Doubles += t.pairs[a][a]
		for b, n := range t.pairs[a] {
			r.Faces[a] += n
			r.Faces[b] += n
			flat = append(flat, n)
		}
	}
	r.Doubles -= t.ties
	r.FaceTest, r.PairTest = even(r.Faces[:]), even(flat)
	return r
}

// even tests an even number of counts.
func even(counts []int) Evenness {
	e := Evenness{Freedom: len(counts) - 1, P: 1}
	for _, n := range counts {
		e.Counted += n
	}
	if e.Counted == 0 {
		return e
	}
	want := float64(e.Counted) / float64(len(counts))
	e.Enough = want >= 5
	for _, n := range counts {
		d := float64(n) - want
		e.ChiSquare += d * d / want
	}
	e.P = beyond(e.ChiSquare, e.Freedom)
	return e
}

// beyond is the chance that a chi-square variable of an odd number of degrees of
// freedom is at least so large: the upper regularised gamma function of
// freedom/2, by its recurrence from the complementary error function.
func beyond(chi float64, freedom int) float64 {
	x := chi / 2
	if x <= 0 {
		return 1
	}
	q := math.Erfc(math.Sqrt(x))
	for a := 0.5; a < float64(freedom)/2; a++ {
		gamma, _ := math.Lgamma(a + 1)
		q += math.Exp(a*math.Log(x) - x - gamma)
	}
	return min(q, 1)
}

package bench

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
)

// writeTable writes lines for people.
func writeTable(w io.Writer, lines []Line) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "BENCH\tWHAT\tOURS\tRAW\tUNIT\tRATIO\tTARGET\tREACHED")
	for _, l := range lines {
		if l.Unmeasured != "" {
			fmt.Fprintf(t, "%s\t%s\tNOT MEASURED: %s\t\t\t\t%s\t\n", l.Bench, l.What, l.Unmeasured, l.Target)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			l.Bench, l.What, number(l.Ours.Median), raw(l), l.Unit, ratio(l.Ratio), l.Target, reached(l.Reached))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

func raw(l Line) string {
	if l.Raw == nil {
		return "-"
	}
	return number(l.Raw.Median) + " (" + l.RawIs + ")"
}

// ratio writes the median and between what the rounds lay.
func ratio(f *Figure) string {
	if f == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f (%.2f-%.2f)", f.Median, f.Least, f.Most)
}

func reached(r *bool) string {
	switch {
	case r == nil:
		return "-"
	case *r:
		return "yes"
	default:
		return "MISSED"
	}
}

// String writes a target as a condition; "-" where there is none.
func (t *Target) String() string {
	if t == nil {
		return "-"
	}
	of, sign, x := "", ">= ", t.AtLeast
	if t.AtMost > 0 {
		sign, x = "<= ", t.AtMost
	}
	if t.Ratio {
		of = "ratio "
	}
	return of + sign + number(x)
}

// number writes three significant digits, large numbers in full and grouped.
func number(x float64) string {
	if math.Abs(x) < 1000 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	s := strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if x < 0 {
		return "-" + s
	}
	return s
}

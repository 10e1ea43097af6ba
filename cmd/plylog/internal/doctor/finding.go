package doctor

import "fmt"

// Grade says how a finding is to be taken.
type Grade string

// The grades.
const (
	Good Grade = "ok"      // as it should be
	Note Grade = "note"    // as somebody has chosen, or could not be looked at
	Warn Grade = "warning" // works, and will not for long, or not well
	Bad  Grade = "bad"     // does not work, or events are at stake
)

// Finding is one thing that was looked at.
type Finding struct {
	Check string `json:"check"` // which: a word that stays the same
	Grade Grade  `json:"grade"`
	Says  string `json:"says"`          // what was found
	Fix   string `json:"fix,omitempty"` // what to do; not empty for Warn and Bad
}

func good(check, format string, args ...any) Finding {
	return Finding{Check: check, Grade: Good, Says: fmt.Sprintf(format, args...)}
}

func note(check, format string, args ...any) Finding {
	return Finding{Check: check, Grade: Note, Says: fmt.Sprintf(format, args...)}
}

func warn(check, says, fix string) Finding {
	return Finding{Check: check, Grade: Warn, Says: says, Fix: fix}
}

func bad(check, says, fix string) Finding {
	return Finding{Check: check, Grade: Bad, Says: says, Fix: fix}
}

// Worst returns the worst grade of findings: Good where there are none.
func Worst(findings []Finding) Grade {
	worst := Good
	for _, f := range findings {
		if rank(f.Grade) > rank(worst) {
			worst = f.Grade
		}
	}
	return worst
}

func rank(g Grade) int {
	switch g {
	case Bad:
		return 3
	case Warn:
		return 2
	case Note:
		return 1
	default:
		return 0
	}
}

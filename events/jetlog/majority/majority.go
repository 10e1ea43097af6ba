package majority

import "time"

// Lately is what a leader may last have heard of a follower without any other being
// chosen meanwhile: a follower that hears nothing waits four seconds at least before it
// stands for election. A leader speaks to idle followers every second.
const Lately = 3 * time.Second

// Led reports whether whoever answered leads a majority of so many copies. heard is how
// long ago, as the answer has it, it heard of each other copy; 0: never. before is how
// long before the question was sent it was thought of; of a question that may be answered
// as things stood a moment ago, that moment.
//
// Either every other was heard of lately, or enough of them since the question was
// thought of. Where that is not so yet it may be in a second: the question is sent again.
func Led(of int, heard []time.Duration, before time.Duration) bool {
	others := max(of-1, len(heard))
	lately, since := 0, 0
	for _, ago := range heard {
		if ago > 0 && ago < Lately {
			lately++
		}
		if ago > 0 && ago < before {
			since++
		}
	}
	return lately == others || since >= (others+1)/2
}

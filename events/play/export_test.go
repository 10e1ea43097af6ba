package play

// What the tests outside need of the inside.
var (
	DecideFlag   = decideFlag
	DecideResume = decideResume
)

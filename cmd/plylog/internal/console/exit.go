package console

import "fmt"

// Exit is what the process answers with when it ends.
type Exit int

// The exit codes of every command.
const (
	OK          Exit = 0
	Failed      Exit = 1 // anything not named below: no connection's fault, no rule's
	Usage       Exit = 2 // the command line, an option or a board cannot be read
	NotAnchored Exit = 2 // of verify: nothing is wrong, and nothing vouches for it
	Illegal     Exit = 3 // the rules, or the state of the game, forbid the move
	Conflict    Exit = 4 // the game went on since
	NotFound    Exit = 5 // no such game, event or kind; or it is not shown to you
	AuditFailed Exit = 6 // what is served differs from what the log says
	NotReady    Exit = 7 // nobody answers, or the server is starting or stopping
	Damaged     Exit = 8 // the store or the game's log cannot be trusted
)

// ExitError is an error that knows the exit code it leads to.
type ExitError struct {
	Code Exit
	Err  error
}

// Error implements error.
func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e *ExitError) Unwrap() error { return e.Err }

// Verdict is an exit code that answers a question, so that no help is due.
type Verdict struct{ ExitError }

// Conclude makes a Verdict.
func Conclude(code Exit, format string, args ...any) error {
	return &Verdict{ExitError{Code: code, Err: fmt.Errorf(format, args...)}}
}

// Unwrap returns the error inside.
func (v *Verdict) Unwrap() error { return &v.ExitError }

// Fail makes an error that ends the process with a code.
func Fail(code Exit, format string, args ...any) error {
	return &ExitError{Code: code, Err: fmt.Errorf(format, args...)}
}

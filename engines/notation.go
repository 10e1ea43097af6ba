package engines

// Notation is a way of the field to write a position, beside the engine's own
// line.
type Notation struct {
	Name string // in URLs and on the command line: "xgid"
	// Write writes a position of the engine. What the notation has no words for
	// it leaves out, as its own documentation says.
	Write func(p Position) (string, error)
}

// Notator is an engine whose positions the field writes in other ways too.
type Notator interface {
	Engine
	// Notations lists them, the usual one first.
	Notations() []Notation
}

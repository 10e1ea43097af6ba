package blocks

import (
	"fmt"
	"strings"

	"plylog/events"
)

// Damage is something in the files of a stream that cannot be what the server
// wrote. It is an events.ErrDamaged.
type Damage struct {
	File    string // path
	Offset  int64  // where in the file; -1: the file as a whole
	From    uint64 // the first message that is affected; 0: none
	To      uint64 // the last one; 0: everything to the end
	Subject string // of the first one, as far as it can be read; not to be trusted
	Torn    bool   // a last write that was cut off; nothing comes after it
	Err     error  // what is wrong
}

// Error implements error.
func (d *Damage) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", events.ErrDamaged, d.File)
	if d.Offset >= 0 {
		fmt.Fprintf(&b, " at byte %d", d.Offset)
	}
	fmt.Fprintf(&b, ": %v", d.Err)
	if d.From > 0 {
		b.WriteString(" (" + d.Messages())
		if d.Subject != "" {
			fmt.Fprintf(&b, ", subject %q", d.Subject)
		}
		b.WriteString(")")
	}
	return b.String()
}

// Messages says which messages are affected.
func (d *Damage) Messages() string {
	switch {
	case d.From == 0:
		return "no message"
	case d.To == 0:
		return fmt.Sprintf("messages from %d on", d.From)
	case d.To == d.From:
		return fmt.Sprintf("message %d", d.From)
	default:
		return fmt.Sprintf("messages %d to %d", d.From, d.To)
	}
}

// Unwrap makes it an events.ErrDamaged that keeps its cause.
func (d *Damage) Unwrap() []error { return []error{events.ErrDamaged, d.Err} }

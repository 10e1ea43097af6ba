package events

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"
)

// scanner reads the pieces of an event's text from left to right. The first
// mistake is kept and moves it to the end, where nothing matches any more, so
// that only loops need to look at err.
type scanner struct {
	b   []byte
	i   int
	err error
}

// newScanner refuses what no event can hold anywhere: control characters (JSON
// has them escaped inside strings, and there is no white space outside) and
// invalid UTF-8. Eight bytes at a time; nearly all events are plain ASCII.
func newScanner(raw []byte) scanner {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	d := scanner{b: raw}
	var high, low uint64
	rest := raw
	for ; len(rest) >= 8; rest = rest[8:] {
		x := binary.LittleEndian.Uint64(rest)
		high |= x
		low |= (x - ' '*ones) &^ x // the top bit of a byte is set where it is below ' '
	}
	for _, c := range rest {
		high |= uint64(c)
		low |= uint64(c-' ') &^ uint64(c)
	}
	switch {
	case low&tops != 0:
		d.err = malformed("a control character or white space")
	case high&tops != 0 && !utf8.Valid(raw):
		d.err = malformed("not valid UTF-8")
	}
	return d
}

func (d *scanner) fail(format string, args ...any) {
	if d.err == nil {
		d.err = malformed("byte %d: %s", d.i, fmt.Sprintf(format, args...))
		d.i = len(d.b)
	}
}

// next reports whether lit comes next.
func (d *scanner) next(lit string) bool {
	return len(d.b)-d.i >= len(lit) && string(d.b[d.i:d.i+len(lit)]) == lit
}

// want steps over what must come next.
func (d *scanner) want(lit string) {
	if !d.next(lit) {
		d.fail("want %s", lit)
		return
	}
	d.i += len(lit)
}

// has steps over the start of an optional field and reports whether it was
// there. The comma belongs to it unless the field is its object's first.
func (d *scanner) has(key string) bool {
	comma := 0
	if d.i > 0 && d.b[d.i-1] != '{' {
		if d.i >= len(d.b) || d.b[d.i] != ',' {
			return false
		}
		comma = 1
	}
	d.i += comma
	if !d.next(key) {
		d.i -= comma
		return false
	}
	d.i += len(key)
	return true
}

// list reads an array of at least one item.
func (d *scanner) list(item func()) {
	d.want(`[`)
	for d.err == nil {
		item()
		if !d.next(`,`) {
			d.want(`]`)
			return
		}
		d.i++
	}
}

// plain reads a string as it is written, as a part of the input: one of which
// the caller knows that nothing in it needs an escape.
func (d *scanner) plain() []byte {
	if !d.next(`"`) {
		d.fail("want a string")
		return nil
	}
	b := d.b[d.i+1:]
	n := bytes.IndexByte(b, '"')
	if n < 0 {
		d.fail("cut off")
		return nil
	}
	d.i += n + 2
	return b[:n]
}

// text reads a string.
func (d *scanner) text() string {
	from := d.i
	b := d.plain()
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b)
	}
	d.i = from
	return d.escaped()
}

// escaped reads a string with escapes. It leaves them to the standard library
// and asks afterwards whether they are the ones that Encode writes.
func (d *scanner) escaped() string {
	from := d.i
	for d.i++; d.i < len(d.b) && d.b[d.i] != '"'; d.i++ {
		if d.b[d.i] == '\\' {
			d.i++
		}
	}
	if d.i >= len(d.b) {
		d.fail("cut off")
		return ""
	}
	d.i++
	written := d.b[from:d.i]
	var s string
	if err := json.Unmarshal(written, &s); err != nil {
		d.fail("not a JSON string")
		return ""
	}
	if !bytes.Equal(appendString(nil, s), written) {
		d.fail("a string with needless escapes")
		return ""
	}
	return s
}

// filled reads a string that would have been left out if it were empty.
func (d *scanner) filled() string {
	s := d.text()
	if s == "" {
		d.fail("an empty field that is not left out")
	}
	return s
}

// number reads an integer in its shortest spelling.
func (d *scanner) number() int64 {
	negative := d.next(`-`)
	if negative {
		d.i++
	}
	from := d.i
	var n int64
	for ; d.i < len(d.b) && d.b[d.i] >= '0' && d.b[d.i] <= '9'; d.i++ {
		if n = 10*n + int64(d.b[d.i]-'0'); n > mostNumber {
			d.fail("a number beyond 2^53")
			return 0
		}
	}
	switch digits := d.i - from; {
	case digits == 0:
		d.fail("want an integer")
	case d.b[from] == '0' && (digits > 1 || negative):
		d.fail("an integer that is not in its shortest form")
	case negative:
		return -n
	}
	return n
}

func (d *scanner) int() int { return int(d.number()) }

// positive reads an integer that would have been left out if it were zero.
func (d *scanner) positive() int {
	n := d.int()
	if n < 1 {
		d.fail("want a positive integer")
	}
	return n
}

func (d *scanner) seat() Seat {
	switch string(d.plain()) {
	case "first":
		return First
	case "second":
		return Second
	case "chance":
		return Chance
	case "nobody":
		return Nobody
	default:
		d.fail("unknown seat")
		return Nobody
	}
}

// someone reads a seat that would have been left out if it were Nobody.
func (d *scanner) someone() Seat {
	s := d.seat()
	if s == Nobody {
		d.fail("an empty field that is not left out")
	}
	return s
}

// uuid reads an id in its canonical form.
func (d *scanner) uuid() (id [16]byte) {
	const size = 36
	b := d.quoted(size)
	if b == nil {
		return id
	}
	if !grouped(b) || !unhexGroups(&id, b) {
		d.fail("want an id before here")
	}
	return id
}

func (d *scanner) hash() (h Hash) {
	if b := d.quoted(2 * len(h)); b != nil && !unhex(h[:], b) {
		d.fail("want 64 hexadecimal digits before here")
	}
	return h
}

// hashed is hash for a field that may be left out.
func (d *scanner) hashed() *Hash {
	h := d.hash()
	return &h
}

// quoted reads a string of n bytes; the caller looks at what they are.
func (d *scanner) quoted(n int) []byte {
	if len(d.b)-d.i < n+2 || d.b[d.i] != '"' || d.b[d.i+n+1] != '"' {
		d.fail("want a string of %d characters", n)
		return nil
	}
	b := d.b[d.i+1 : d.i+n+1]
	d.i += n + 2
	return b
}

// time reads a time as timeLayout writes it. time.Parse would take spellings
// that are not canonical, and six times as long.
func (d *scanner) time() time.Time {
	b := d.quoted(len(timeLayout))
	if b == nil {
		return time.Time{}
	}
	year, month, day := digits(b[0:4]), digits(b[5:7]), digits(b[8:10])
	hour, minute, second, ms := digits(b[11:13]), digits(b[14:16]), digits(b[17:19]), digits(b[20:23])
	if b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[23] != 'Z' ||
		year < 1 || month < 1 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || ms < 0 {
		d.fail("want a time like %s before here", timeLayout)
		return time.Time{}
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, ms*int(time.Millisecond), time.UTC)
	if m := t.Month(); int(m) != month || t.Day() != day {
		d.fail("a day that is not in the calendar before here")
		return time.Time{}
	}
	return t
}

// object reads a JSON object whose content is not the codec's matter, as a part
// of the input. That it is JSON is left to check.
func (d *scanner) object() json.RawMessage {
	from := d.i
	if !d.next(`{`) {
		d.fail("want an object")
		return nil
	}
	depth, inside := 0, false
	for ; d.i < len(d.b); d.i++ {
		c := d.b[d.i]
		switch {
		case inside && c == '\\':
			d.i++
		case c == '"':
			inside = !inside
		case inside:
		case c == ' ':
			d.fail("white space")
			return nil
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				d.i++
				return json.RawMessage(d.b[from:d.i:d.i])
			}
		}
	}
	d.fail("cut off")
	return nil
}

// digits reads unsigned digits; anything else is negative.
func digits(b []byte) int {
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// unhex fills dst from lower-case hexadecimal digits.
func unhex(dst, src []byte) bool {
	src = src[:2*len(dst)]
	var bad byte
	for i := range dst {
		hi, lo := nibbles[src[2*i]], nibbles[src[2*i+1]]
		bad |= hi | lo
		dst[i] = hi<<4 | lo&15
	}
	return bad < 16
}

// nibbles holds the value of every lower-case hexadecimal digit, 0xf0 for the rest.
var nibbles = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xf0
		if v := hexDigit(byte(i)); v < 16 {
			t[i] = v
		}
	}
	return t
}()

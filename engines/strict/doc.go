// Package strict reads JSON that comes from outside: one value, no duplicate or
// unknown names, nothing behind it, text that is Unicode, within a size and a
// depth. Every reader of JSON in plylog goes through it, so that what is
// accepted is decided in one place.
//
// Names are matched as encoding/json does, without regard to case; two names
// that differ only in that are therefore the same name twice. A null inside an
// object leaves the field at what it was, as if it were not there; a null in
// place of an object is refused.
//
// May import: the standard library only.
package strict

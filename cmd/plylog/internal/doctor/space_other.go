//go:build !linux

package doctor

import "errors"

// space is what is known of a disk.
type space struct {
	free, files     uint64 // bytes and file entries that an ordinary user may still take
	kind            string
	memory, network bool
}

func spaceOf(string) (space, error) { return space{}, errors.New("not on this system") }

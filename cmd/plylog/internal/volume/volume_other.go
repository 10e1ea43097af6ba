//go:build !linux

package volume

import (
	"context"
	"errors"
)

// Volume is a file system of its own; this system has none.
type Volume struct{}

var errNoVolume = errors.New("only Linux has what it takes")

// New says that this system has none.
func New(context.Context, string) (*Volume, error) { return nil, errNoVolume }

// Attach says that this system has none.
func (*Volume) Attach(context.Context) error { return errNoVolume }

// Detach does nothing.
func (*Volume) Detach(context.Context) error { return nil }

// Path is nowhere.
func (*Volume) Path(string) string { return "" }

// ShutDown says that this system has none.
func (*Volume) ShutDown(context.Context) error { return errNoVolume }

// Freeze says that this system has none.
func (*Volume) Freeze(context.Context) error { return errNoVolume }

// Fill says that this system has none.
func (*Volume) Fill() (empty func() error, err error) { return nil, errNoVolume }

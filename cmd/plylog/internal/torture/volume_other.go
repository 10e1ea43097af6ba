//go:build !linux

package torture

import (
	"context"
	"errors"
)

type volume struct{}

var errNoVolume = errors.New("only Linux has what it takes")

func newVolume(context.Context, string) (*volume, error) { return nil, errNoVolume }
func (*volume) attach(context.Context) error             { return errNoVolume }
func (*volume) detach(context.Context) error             { return nil }
func (*volume) data() string                             { return "" }
func (*volume) shutDown(context.Context) error           { return errNoVolume }
func (*volume) freeze(context.Context) error             { return errNoVolume }
func (*volume) fill() (empty func() error, err error)    { return nil, errNoVolume }

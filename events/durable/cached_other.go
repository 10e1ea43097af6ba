//go:build !linux

package durable

import "os"

// dropCached does nothing where the system has no way for it.
func dropCached(*os.File) error { return nil }

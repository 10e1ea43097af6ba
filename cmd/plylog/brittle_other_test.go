//go:build !linux

package main

import "os"

// brittle is plylog on a disk that can be told to fail, which needs Linux.
func brittle() { os.Exit(99) }

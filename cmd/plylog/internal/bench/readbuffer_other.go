//go:build !unix

package bench

// setReadBuffer leaves a socket as it is: its reader stalls later.
func setReadBuffer(uintptr, int) error { return nil }

//go:build unix

package bench

import "syscall"

// setReadBuffer sets how much the system keeps for the reader of a socket.
func setReadBuffer(fd uintptr, bytes int) error {
	return syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, bytes)
}

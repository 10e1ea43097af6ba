// Package filelock has one process at a time hold a file, and by it a folder.
//
// Promises. Two processes never hold the same file, nor does one hold it twice; one that
// dies in any way lets go of it. What is in the file can be read and written whoever
// holds it. That is so on Linux, macOS, FreeBSD and Windows; elsewhere it is not built.
//
// May import: the standard library and golang.org/x/sys.
package filelock

// Package config finds the settings of the server: from flags, from PLYLOG_*
// environment variables, from a file, in that order, and remembers for each
// where it came from.
//
// The file is lines of "name = value"; blank lines and lines that begin with #
// mean nothing. Names are those of the flags without the dashes; in the
// environment, --admin-listen is PLYLOG_ADMIN_LISTEN.
//
// Promises. An unknown or repeated name in the file, or a value that does not
// fit, is an error that says where it stands. Nothing is read but the named file
// and the environment function that is handed in.
//
// May import: the standard library, pflag, console.
package config

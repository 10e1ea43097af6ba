// Package portstest keeps ports for the servers of a test.
//
// Promises. They are the test's until it has ended.
//
// May import: events/ports.
package portstest

// Package wire is an HTTP/1.1 client that does next to nothing: requests are
// bytes that stand already, an answer is a status and a body. A load generator
// shares the machine's processors with the server that it measures: whatever it
// does is measured with the server.
//
// Promises. One request at a time on a connection that is kept (RFC 9112,
// section 9.3). An answer that is not framed by Content-Length is refused, not
// guessed at. Nothing is retried.
//
// May import: the standard library.
package wire

// Package wire is a client of HTTP/1.1 and WebSocket that does next to nothing:
// requests and messages are bytes that stand already, an answer is a status and a
// body, or a text. A load generator
// shares the machine's processors with the server that it measures: whatever it
// does is measured with the server.
//
// Promises. One request at a time on a connection that is kept (RFC 9112,
// section 9.3). An answer that is not framed by Content-Length is refused, not
// guessed at. Nothing is retried.
//
// May import: the standard library.
package wire

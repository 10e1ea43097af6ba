// Package otlp sends traces to a collector: one span for each request, over HTTP, in
// the JSON form of the OpenTelemetry Protocol (OTLP 1.x, "OTLP/HTTP", "JSON Protobuf
// Encoding").
//
// Promises. Observing never waits and never fails: spans are gathered in a queue of a
// fixed size, and those that find it full are dropped and counted. A collector that is
// away costs the traces of that time and one line in the log.
//
// Only requests are spans, and OTLP's own library would bring gRPC and its gateway
// with it, 14 MB for one list of numbers; that is why this is not it.
//
// May import: api and the standard library.
package otlp

// Plylog-verify is the verifier alone: the same code as in plylog verify, without
// the server, small enough to be loaded by a page. It reads events from standard
// input, one a line, and writes the report as JSON to standard output; how many
// events were read goes to standard error from time to time, one number a line.
//
//	plylog-verify [--key KEY] [--receipt @FILE] [--head "GAME N HASH"] … < game.jsonl
//
// Whatever is given besides is given as text; @ and a name stand for the text of
// that file, where there are files. The exit code is 0 where all is verified, 6
// where something is violated, 2 where nothing vouches for the events or the
// command line cannot be read, 1 where the input cannot.
//
// The page runs it as WebAssembly (GOOS=wasip1); .ci/wasm builds that.
//
// May import: engines, events, merkle, audit; no module but those that these need.
package main

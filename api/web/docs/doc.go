// Package docs holds the documents that describe plylog to those who write
// clients: the interface over HTTP (OpenAPI 3.1) and what is made from it.
//
// Promises. openapi.yaml is written by hand and is the one source: its JSON and
// the JSON Schemas are made from it. Every exchange of the tests of package api is
// held to it, and its paths are compared with the routes that are served.
//
// May import: nothing of this module; a YAML parser.
package docs

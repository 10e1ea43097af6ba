// Package docs holds the documents that describe plylog to those who write
// clients: the interface over HTTP (OpenAPI 3.1) and what is made from it.
//
// Promises. openapi.yaml is written by hand and is the one source: its JSON and
// the JSON Schemas are made from it. Every exchange of the tests of package api is
// held to it, and its paths are compared with the routes that are served.
//
// The pages for people are made from the same documents and from the texts beside
// them. They run no script and ask nobody but this server for anything.
//
// May import: nothing of this module; parsers of YAML and Markdown.
package docs

// Package contracttest holds what a server answers in tests to the OpenAPI document.
//
// Promises. What passes Held is what the document says, or the test fails: every
// request that was taken is valid, and every answer is described, with its status,
// headers, media type, body, records and type of problem; and no problem says anything
// twice. Nothing is changed on the way.
//
// May import: api/web/docs, kin-openapi, a JSON Schema validator.
package contracttest

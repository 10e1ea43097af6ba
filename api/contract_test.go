package api_test

import (
	"context"
	"net/http"
	"testing"

	"plylog/api"
	"plylog/api/contracttest"
)

// held holds what a handler takes and answers to the OpenAPI document.
func held(t testing.TB, h http.Handler) http.Handler {
	return contracttest.Held(t, h, api.PagePaths()...)
}

func TestDocumentIsValid(t *testing.T) {
	c := contracttest.Open(t)
	if err := c.Doc.Validate(context.Background()); err != nil {
		t.Error(err)
	}
}

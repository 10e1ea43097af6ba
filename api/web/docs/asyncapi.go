package docs

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v4"
)

//go:embed asyncapi.yaml
var asyncAPI []byte

// AsyncAPI is the description of the interfaces by messages, NATS and WebSocket, in
// the forms in which it is given. It refers to the schemas of OpenAPI by their
// addresses. Nobody may change the bytes.
type AsyncAPI struct{ YAML, JSON []byte }

// ReadAsyncAPI reads the embedded document.
func ReadAsyncAPI() (*AsyncAPI, error) {
	var doc map[string]any
	if err := yaml.Unmarshal(asyncAPI, &doc); err != nil {
		return nil, fmt.Errorf("asyncapi.yaml: %w", err)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("asyncapi.yaml: %w", err)
	}
	return &AsyncAPI{asyncAPI, text}, nil
}

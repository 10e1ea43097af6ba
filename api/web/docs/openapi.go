package docs

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI is the description of the interface over HTTP in the forms in which it
// is given. Nobody may change the bytes.
type OpenAPI struct {
	YAML    []byte            // as written
	JSON    []byte            // the same
	Schemas map[string][]byte // each of components.schemas by itself, as JSON Schema 2020-12
}

// ReadOpenAPI reads the embedded document.
func ReadOpenAPI() (*OpenAPI, error) {
	var doc map[string]any
	if err := yaml.Unmarshal(openAPI, &doc); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	out := &OpenAPI{YAML: openAPI, Schemas: make(map[string][]byte)}
	var err error
	if out.JSON, err = json.Marshal(doc); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for name := range schemas {
		if out.Schemas[name], err = alone(name, schemas); err != nil {
			return nil, fmt.Errorf("openapi.yaml: schema %s: %w", name, err)
		}
	}
	return out, nil
}

// In an OpenAPI document schemas refer to each other in one place, in a schema
// that stands alone in another.
const (
	inDocument = "#/components/schemas/"
	inSchema   = "#/$defs/"
)

// alone writes a schema with everything that it refers to.
func alone(name string, schemas map[string]any) ([]byte, error) {
	defs := make(map[string]any)
	var missing string
	var move func(v any) any
	move = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			out := make(map[string]any, len(v))
			for key, value := range v {
				ref, isText := value.(string)
				switch to, ok := strings.CutPrefix(ref, inDocument); {
				case key == "discriminator": // OpenAPI's own
				case key == "$ref" && isText && ok:
					out[key] = inSchema + to
					if _, seen := defs[to]; seen {
						continue
					}
					if schemas[to] == nil {
						missing = to
						continue
					}
					defs[to] = true // it may refer to itself
					defs[to] = move(schemas[to])
				default:
					out[key] = move(value)
				}
			}
			return out
		case []any:
			out := make([]any, len(v))
			for i := range v {
				out[i] = move(v[i])
			}
			return out
		default:
			return v
		}
	}
	root, ok := move(schemas[name]).(map[string]any)
	if !ok {
		return nil, fmt.Errorf("is no object")
	}
	if missing != "" {
		return nil, fmt.Errorf("there is no schema %s", missing)
	}
	out := map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/schemas/" + name, "title": name}
	maps.Copy(out, root)
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return json.Marshal(out)
}

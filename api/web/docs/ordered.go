package docs

import (
	"fmt"

	"go.yaml.in/yaml/v4"
)

// ordered is a YAML mapping in the order in which it is written.
type ordered[T any] []pair[T]

type pair[T any] struct {
	Key   string
	Value T
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (o *ordered[T]) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: want a mapping", n.Line)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		p := pair[T]{Key: n.Content[i].Value}
		if err := n.Content[i+1].Decode(&p.Value); err != nil {
			return err
		}
		*o = append(*o, p)
	}
	return nil
}

// get returns the value of a key, the zero value where it is not there.
func (o ordered[T]) get(key string) (v T) {
	for _, p := range o {
		if p.Key == key {
			return p.Value
		}
	}
	return v
}

// schema is what of a JSON Schema a reader is shown.
type schema struct {
	Ref         string `yaml:"$ref"`
	Type        any
	Description string
	Enum        []any
	Const       any
	Properties  ordered[schema]
	Required    []string
	Items       *schema
	PrefixItems []schema `yaml:"prefixItems"`
	OneOf       []schema `yaml:"oneOf"`
	AnyOf       []schema `yaml:"anyOf"`
	AllOf       []schema `yaml:"allOf"`
	Examples    []any
}

// UnmarshalYAML implements yaml.Unmarshaler: true and false are schemas as well.
func (s *schema) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return nil
	}
	type plain schema
	return n.Decode((*plain)(s))
}

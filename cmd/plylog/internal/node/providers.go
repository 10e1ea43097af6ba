package node

import (
	"errors"
	"fmt"
	"io"
	"os"

	"plylog/api/people/provider"
)

// errNoWayBack: providers have to know where to lead people back to.
var errNoWayBack = errors.New("oidc needs base-url: where do providers lead back to?")

// providersIn reads a file of providers, and the secrets that it points to.
func providersIn(file string) ([]provider.Setting, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(f, provider.MostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	all, err := provider.Parse(text, provider.Source{Env: os.Getenv, File: func(path string) ([]byte, error) {
		secret, err := readGuarded(path)
		return []byte(secret), err
	}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

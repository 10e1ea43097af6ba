package cli

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"runtime/debug"
	"strings"
)

// errNoBuildInfo: the program was built without its list of modules.
var errNoBuildInfo = errors.New("this program was built without a list of its modules")

// bill is what a program is made of: a CycloneDX document
// (https://cyclonedx.org/docs/1.6/json/). It has no time and no serial number, so that
// the same program always writes the same.
type bill struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     billMetadata `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type billMetadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string          `json:"type"`
	Ref     string          `json:"bom-ref"`
	Name    string          `json:"name"`
	Version string          `json:"version,omitempty"`
	PURL    string          `json:"purl"`
	Hashes  []componentHash `json:"hashes,omitempty"`
}

type componentHash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// billOf lists the modules that the linker put into a program, and Go's own library.
// What go.sum calls h1 is a SHA-256 over the files of a module.
func billOf(info *debug.BuildInfo) bill {
	main := moduleComponent("application", info.Main.Path, info.Main.Version, "")
	b := bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: billMetadata{main},
	}
	add := func(c component) {
		b.Components = append(b.Components, c)
		b.Dependencies[0].DependsOn = append(b.Dependencies[0].DependsOn, c.Ref)
	}
	b.Dependencies = []dependency{{Ref: main.Ref}}
	add(moduleComponent("library", "std", strings.TrimPrefix(info.GoVersion, "go"), ""))
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		add(moduleComponent("library", m.Path, m.Version, m.Sum))
	}
	return b
}

func moduleComponent(kind, path, version, sum string) component {
	purl := "pkg:golang/" + path
	if version != "" {
		purl += "@" + url.QueryEscape(version)
	}
	c := component{Type: kind, Ref: purl, Name: path, Version: version, PURL: purl}
	if text, ok := strings.CutPrefix(sum, "h1:"); ok {
		if hash, err := base64.StdEncoding.DecodeString(text); err == nil {
			c.Hashes = []componentHash{{"SHA-256", hex.EncodeToString(hash)}}
		}
	}
	return c
}

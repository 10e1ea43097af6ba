package page

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed static
var static embed.FS

// The verifier of the page comes packed; .ci/wasm tells whether it is the one that
// the source makes.
//
//go:generate bash ../../../.ci/wasm

// Policy is the Content-Security-Policy of the document. The one policy of trusted
// types is for the address of the worker that verifies.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types plylog-verify"

// WorkerPolicy is the Content-Security-Policy of what the page loads. It matters to a
// worker, which has a policy of its own: there alone WebAssembly may be compiled.
const WorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

// File is a file of the page.
type File struct {
	Type   string // its media type
	Body   []byte // nobody may change it
	Packed bool   // Body is compressed by gzip
}

// Files returns the files of the page by their path under /assets/, scripts and
// sheets of style without what is only for those who read their source; the document
// itself is "index.html".
func Files() (map[string]File, error) {
	files := make(map[string]File)
	err := fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := static.ReadFile(name)
		if err != nil {
			return err
		}
		name, packed := strings.CutSuffix(name[len("static/"):], ".gz")
		if ext := path.Ext(name); ext == ".js" || ext == ".css" {
			body = lean(body, ext == ".js")
		}
		files[name] = File{Type: typeOf(name), Body: body, Packed: packed}
		return nil
	})
	return files, err
}

// typeOf is the media type of a file by its name. The system's own table is not
// asked: a page must not depend on it.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	case ".wasm":
		return "application/wasm"
	default:
		return "application/octet-stream"
	}
}

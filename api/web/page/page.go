package page

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed static
var static embed.FS

// Policy is the Content-Security-Policy of the document.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// File is a file of the page.
type File struct {
	Type string // its media type
	Body []byte // nobody may change it
}

// Files returns the files of the page by their path under /assets/; the document
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
		files[name[len("static/"):]] = File{Type: typeOf(name), Body: body}
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
	default:
		return "application/octet-stream"
	}
}

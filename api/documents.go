package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"plylog/api/web/docs"
	"plylog/events/dice"
)

// documents is what describes the interface, read when somebody asks for it.
type documents struct {
	openAPI  func() (*docs.OpenAPI, error)
	asyncAPI func() (*docs.AsyncAPI, error)
	site     func() (*docs.Site, error)
}

func newDocuments() documents {
	return documents{sync.OnceValues(docs.ReadOpenAPI), sync.OnceValues(docs.ReadAsyncAPI), sync.OnceValues(newSite)}
}

// newSite makes the pages that explain the interface to people.
func newSite() (*docs.Site, error) {
	var types []docs.Problem
	for _, k := range problems {
		types = append(types, docs.Problem{Slug: k.slug, Status: k.status, Title: k.title, Text: k.text})
	}
	return docs.NewSite(types, dice.Spec())
}

// docsPage serves GET /docs and GET /docs/{page}.
func (s *Server) docsPage(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.site()
	if err != nil {
		return err
	}
	body, ok := d.Page(r.PathValue("page"))
	if !ok {
		return refuse(notFound, "there is no such page; /docs lists them")
	}
	return sendDocsPage(w, r, body)
}

// docsRules serves GET /docs/rules/{kind}: the rules as a page.
func (s *Server) docsRules(w http.ResponseWriter, r *http.Request, _ query) error {
	text, err := s.rulesOf(r.PathValue("kind"))
	if err != nil {
		return err
	}
	d, err := s.docs.site()
	if err != nil {
		return err
	}
	body, err := d.Written(text)
	if err != nil {
		return err
	}
	return sendDocsPage(w, r, body)
}

func sendDocsPage(w http.ResponseWriter, r *http.Request, body []byte) error {
	w.Header()["Content-Security-Policy"] = []string{docs.Policy}
	return sendDocument(w, r, "text/html; charset=utf-8", body)
}

// docsStyle serves GET /docs/assets/style.css.
func (s *Server) docsStyle(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.site()
	if err != nil {
		return err
	}
	return sendDocument(w, r, "text/css; charset=utf-8", d.Style)
}

// openAPI serves GET /openapi.yaml.
func (s *Server) openAPI(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.openAPI()
	if err != nil {
		return err
	}
	return sendDocument(w, r, "application/yaml", d.YAML)
}

// openAPIJSON serves GET /openapi.json.
func (s *Server) openAPIJSON(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.openAPI()
	if err != nil {
		return err
	}
	return sendDocument(w, r, formJSON, d.JSON)
}

// asyncAPI serves GET /asyncapi.yaml.
func (s *Server) asyncAPI(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.asyncAPI()
	if err != nil {
		return err
	}
	return sendDocument(w, r, "application/yaml", d.YAML)
}

// asyncAPIJSON serves GET /asyncapi.json.
func (s *Server) asyncAPIJSON(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.asyncAPI()
	if err != nil {
		return err
	}
	return sendDocument(w, r, formJSON, d.JSON)
}

// schema serves GET /schemas/{name}.
func (s *Server) schema(w http.ResponseWriter, r *http.Request, _ query) error {
	d, err := s.docs.openAPI()
	if err != nil {
		return err
	}
	body, ok := d.Schemas[r.PathValue("name")]
	if !ok {
		return refuse(notFound, "there is no schema of that name")
	}
	return sendDocument(w, r, "application/schema+json", body)
}

// sendDocument answers with something that changes with the program alone. Its
// tag follows from its bytes.
func sendDocument(w http.ResponseWriter, r *http.Request, media string, body []byte) error {
	if notModified(w, r, documentTag(body)) {
		return nil
	}
	return sendMedia(w, r, []string{media}, body)
}

// sendPacked is sendDocument for what is kept compressed.
func sendPacked(w http.ResponseWriter, r *http.Request, media string, packed []byte) error {
	if notModified(w, r, documentTag(packed)) {
		return nil
	}
	body, err := unpacked(w, r, packed)
	if err != nil {
		return err
	}
	return sendBytes(w, []string{media}, noCache, body)
}

func documentTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

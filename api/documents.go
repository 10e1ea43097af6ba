package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"plylog/api/web/docs"
)

// documents is what describes the interface, read when somebody asks for it.
type documents struct {
	openAPI  func() (*docs.OpenAPI, error)
	asyncAPI func() (*docs.AsyncAPI, error)
}

func newDocuments() documents {
	return documents{sync.OnceValues(docs.ReadOpenAPI), sync.OnceValues(docs.ReadAsyncAPI)}
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

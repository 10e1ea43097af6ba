package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plylog/api/people"
)

// myToken is an API token as its holder sees it.
type myToken struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Scopes  people.Scopes `json:"scopes"`
	Created time.Time     `json:"created"`
	Expires time.Time     `json:"expires"`
	Used    time.Time     `json:"used,omitzero"`
	Token   string        `json:"token,omitempty"` // once, when it is made
}

func tokenSeen(t people.Token) *myToken {
	return &myToken{ID: t.ID, Name: t.Name, Scopes: t.Scopes, Created: t.Created, Expires: t.Expires, Used: t.Used}
}

// myTokens serves GET /v1/me/tokens.
func (s *Server) myTokens(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	all, err := s.cfg.People.Tokens(r.Context(), g.Player())
	if err != nil {
		return err
	}
	list := make([]*myToken, len(all))
	for i, one := range all {
		list[i] = tokenSeen(one)
	}
	return sendMine(w, http.StatusOK, map[string]any{"tokens": list})
}

// newToken serves POST /v1/me/tokens.
func (s *Server) newToken(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	f, err := readBody(r, s.cfg.Limits.Body)
	if err != nil {
		return err
	}
	name, scopes, life, err := readNewToken(f, g.Scopes)
	if err != nil {
		return err
	}
	t, secret, err := s.cfg.People.NewToken(r.Context(), g.Player(), name, scopes, life)
	if err != nil {
		return ofAccount(err)
	}
	seen := tokenSeen(t)
	seen.Token = secret.Reveal()
	return sendMine(w, http.StatusCreated, seen)
}

// readNewToken reads what a token is to be. It allows nothing that its maker may not.
func readNewToken(f fields, may people.Scopes) (name string, scopes people.Scopes, life time.Duration, err error) {
	if err := f.only("a token", "name", "scopes", "days"); err != nil {
		return "", nil, 0, err
	}
	if name, err = f.text("name"); err != nil {
		return "", nil, 0, err
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > 60 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", nil, 0, refuseField(badField, "name", "want 1 to 60 characters that say what the token is for")
	}
	raw, _ := f.get("scopes")
	if err := json.Unmarshal(raw, &scopes); err != nil || len(scopes) == 0 || len(scopes) > len(people.AllScopes()) {
		return "", nil, 0, refuseField(badField, "scopes", "want a list of scopes: "+scopeList())
	}
	for i, one := range scopes {
		switch {
		case !slices.Contains(people.AllScopes(), one) || slices.Contains(scopes[:i], one):
			return "", nil, 0, refuseField(badField, "scopes", "want each scope once: "+scopeList())
		case !may.Has(one):
			return "", nil, 0, lacksYourself(one)
		}
	}
	if _, ok := f.get("days"); !ok {
		return name, scopes, 0, nil
	}
	days, err := f.whole("days", 1, int64(people.MostTokenLife/(24*time.Hour)))
	return name, scopes, time.Duration(days) * 24 * time.Hour, err
}

func lacksYourself(scope people.Scope) error {
	return refuse(scopeMissing, "you may not do yourself what "+string(scope)+" allows")
}

// scopeList lists the scopes for a refusal.
func scopeList() string {
	var words []string
	for _, s := range people.AllScopes() {
		words = append(words, string(s))
	}
	return strings.Join(words, ", ")
}

// revokeToken serves DELETE /v1/me/tokens/{token}.
func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	switch err := s.cfg.People.RevokeToken(r.Context(), g.Player(), r.PathValue("token")); {
	case errors.Is(err, people.ErrSignedOut):
		return refuse(notFound, "you have no token of that id")
	case err != nil:
		return err
	}
	return nothing(w)
}

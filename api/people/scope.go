package people

import "slices"

// Scope is something that a grant allows.
type Scope string

// The scopes.
const (
	GamesRead   Scope = "games:read"   // to see the private games of its holder
	GamesPlay   Scope = "games:play"   // to act on their seats
	GamesCreate Scope = "games:create" // to make games and sit down in them
	AuditRead   Scope = "audit:read"   // to have their private games audited
	AdminScope  Scope = "admin"        // to do what admins do, if they are one
)

// AllScopes lists them.
func AllScopes() []Scope { return []Scope{GamesRead, GamesPlay, GamesCreate, AuditRead, AdminScope} }

// Scopes are what a grant allows.
type Scopes []Scope

// Has reports whether something is allowed. Who may read a game may have it audited.
func (s Scopes) Has(one Scope) bool {
	return slices.Contains(s, one) || one == AuditRead && slices.Contains(s, GamesRead)
}

// allScopes is what a session allows.
func allScopes(admin bool) Scopes {
	all := AllScopes()
	if !admin {
		all = all[:len(all)-1]
	}
	return all
}

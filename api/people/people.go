package people

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// Errors of this package. Any other error means that the vault did not answer.
var (
	// ErrSignedOut: a session or token is none, or none any more.
	ErrSignedOut = errors.New("people: not signed in")
	// ErrLink: a link was used, burnt, has expired or was never sent.
	ErrLink = errors.New("people: the link is not good any more")
	// ErrNoAccount: there is no such account, or it was erased.
	ErrNoAccount = errors.New("people: there is no such account")
	// ErrJoin: an account has that address, and only its holder may add to it: they
	// sign in by mail, and add to it then.
	ErrJoin = errors.New("people: an account has that address; its holder adds to it when signed in")
	// ErrTaken: another account has it.
	ErrTaken = errors.New("people: that belongs to another account")
	// ErrName: a text is not taken as somebody's name.
	ErrName = errors.New("people: not a name")
	// ErrTooMany: an account has as many of them as it may have.
	ErrTooMany = errors.New("people: too many of them")
)

// Config is what People are made of. Vault and Secret are needed.
type Config struct {
	Vault  vault.Vault
	Secret []byte           // at least 16 bytes, the same for every node of a store
	Admins []post.Address   // whose accounts may do what admins do
	Now    func() time.Time // nil: time.Now
	Logger *slog.Logger     // nil: slog.Default
}

// People is who has an account. It is safe for concurrent use. Run watches for what
// happens on other nodes.
type People struct {
	cfg      Config
	keys     keys
	sessions cache[sessionRecord]
	tokens   cache[tokenRecord]
	accounts cache[Account]

	mu    sync.Mutex
	whose map[string]map[*watched]struct{} // by key: who is to hear that it ended
}

// New makes People of a vault.
func New(cfg Config) (*People, error) {
	if cfg.Vault == nil {
		return nil, errors.New("people: a vault is needed")
	}
	if len(cfg.Secret) < 16 {
		return nil, errors.New("people: the secret is shorter than 16 bytes")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.Secret = slices.Clone(cfg.Secret)
	return &People{cfg: cfg, keys: newKeys(cfg.Secret), whose: make(map[string]map[*watched]struct{})}, nil
}

// Grant is what a session or a token proves.
type Grant struct {
	Account Account
	Session Session // its ID is empty where a token was sent
	Scopes  Scopes

	key   string // in the vault
	until time.Time
}

// Player returns whose grant it is, empty of the zero Grant.
func (g *Grant) Player() events.PlayerID { return g.Account.ID }

// Fresh reports whether its holder has proved lately who they are.
func (g *Grant) Fresh(now time.Time) bool {
	return g.Session.ID != "" && now.Sub(g.Session.Created) < Freshness
}

// Freshness is for how long a sign-in allows what cannot be undone.
const Freshness = 15 * time.Minute

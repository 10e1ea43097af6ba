package passkey

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Errors of passkeys.
var (
	// ErrPlace: at an address like this browsers make no passkeys.
	ErrPlace = errors.New("passkey: they need a host with a name, and https but on localhost")
	// ErrForm: what a browser sent cannot be read.
	ErrForm = errors.New("passkey: not what a browser makes of a passkey")
	// ErrRefused: it can be read, and proves nothing.
	ErrRefused = errors.New("passkey: the proof is not taken")
	// ErrCounter: the passkey has been used elsewhere with the same key.
	ErrCounter = errors.New("passkey: its counter went back; there may be a copy")
)

const (
	// Patience is for how long somebody may look for their passkey.
	Patience = 5 * time.Minute
	// MostBytes is how long what a browser sends is at most.
	MostBytes = 16 << 10
	// mostID is the longest id of a credential (WebAuthn, section 4).
	mostID = 1023
	// mostKey is enough for the keys of all algorithms that are asked for, RSA with
	// 4,096 bits included.
	mostKey = 1 << 10
)

// Party is the one that relies on passkeys. It is safe for concurrent use.
type Party struct {
	lib    *webauthn.WebAuthn
	origin string
}

// New makes a Party of the server that people find at a base address: its host is what
// passkeys are bound to. Errors: ErrPlace.
func New(base *url.URL) (*Party, error) {
	if base == nil {
		return nil, ErrPlace
	}
	host := strings.ToLower(base.Hostname())
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if _, err := netip.ParseAddr(host); err == nil || host == "" || base.Scheme != "https" && !(base.Scheme == "http" && local) {
		return nil, ErrPlace
	}
	origin := base.Scheme + "://" + host
	if port := base.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[base.Scheme] {
		origin += ":" + port
	}
	lib, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: host, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{
			Registration: webauthn.TimeoutConfig{Timeout: Patience, TimeoutUVD: Patience},
			Login:        webauthn.TimeoutConfig{Timeout: Patience, TimeoutUVD: Patience},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPlace, err)
	}
	return &Party{lib: lib, origin: origin}, nil
}

// Credential is what is kept of a passkey.
type Credential struct {
	ID        []byte   `json:"id"`
	Key       []byte   `json:"key"` // public, as COSE writes it
	Count     uint32   `json:"count,omitempty"`
	MaySync   bool     `json:"maySync,omitempty"` // it may be on several devices
	Synced    bool     `json:"synced,omitempty"`  // and is kept elsewhere too
	Transport []string `json:"transport,omitempty"`
}

// full is the credential as the library knows it.
func (c *Credential) full() webauthn.Credential {
	all := webauthn.Credential{
		ID: c.ID, PublicKey: c.Key, Authenticator: webauthn.Authenticator{SignCount: c.Count},
		Flags: webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: c.MaySync, BackupState: c.Synced},
	}
	for _, t := range c.Transport {
		all.Transport = append(all.Transport, protocol.AuthenticatorTransport(t))
	}
	return all
}

// Holder is whose passkeys they are.
type Holder struct {
	ID   string // goes into the passkey and comes back when it signs in; at most 64 bytes
	Name string // what the browser shows when somebody chooses among several
	Has  []Credential
}

// holder is a Holder as the library wants it.
type holder struct{ h Holder }

func (u holder) WebAuthnID() []byte          { return []byte(u.h.ID) }
func (u holder) WebAuthnName() string        { return u.h.Name }
func (u holder) WebAuthnDisplayName() string { return u.h.Name }
func (u holder) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(u.h.Has))
	for i := range u.h.Has {
		all[i] = u.h.Has[i].full()
	}
	return all
}

// readChallenge turns a challenge into its bytes. It is base64url, so that a browser
// writes the same text into what is signed.
func readChallenge(text string) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) < protocol.MinimumChallengeLength {
		return nil, errors.New("passkey: a challenge is base64url of at least 16 bytes")
	}
	return b, nil
}

// ToCreate returns what a browser is asked for a new passkey: what
// PublicKeyCredential.parseCreationOptionsFromJSON reads. The challenge is base64url of
// at least 16 bytes, for one use.
func (p *Party) ToCreate(challenge string, h Holder) (json.RawMessage, error) {
	bytes, err := readChallenge(challenge)
	if err != nil {
		return nil, err
	}
	has := make([]protocol.CredentialDescriptor, len(h.Has))
	for i := range h.Has {
		c := h.Has[i].full()
		has[i] = c.Descriptor()
	}
	asked, _, err := p.lib.BeginRegistration(holder{h}, webauthn.WithExclusions(has), func(o *protocol.PublicKeyCredentialCreationOptions) error {
		o.Challenge = bytes
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	return json.Marshal(asked.Response)
}

// ToGet returns what a browser is asked for a proof by a passkey: what
// PublicKeyCredential.parseRequestOptionsFromJSON reads.
func (p *Party) ToGet(challenge string) (json.RawMessage, error) {
	bytes, err := readChallenge(challenge)
	if err != nil {
		return nil, err
	}
	asked, _, err := p.lib.BeginDiscoverableLogin(webauthn.WithChallenge(bytes))
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	return json.Marshal(asked.Response)
}

package passkey

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Created is a new passkey as a browser sent it. Nothing of it has been checked.
type Created struct {
	from *protocol.ParsedCredentialCreationData
}

// ReadCreated reads what PublicKeyCredential.toJSON wrote of a new passkey. Errors:
// ErrForm.
func ReadCreated(text []byte) (*Created, error) {
	if len(text) > MostBytes {
		return nil, ErrForm
	}
	c, err := protocol.ParseCredentialCreationResponseBytes(text)
	if err != nil {
		return nil, ErrForm // what the library says repeats it
	}
	return &Created{c}, nil
}

// Challenge returns the challenge that it answers.
func (c *Created) Challenge() string { return c.from.Response.CollectedClientData.Challenge }

// Create checks a new passkey of a holder, and returns what is to be kept of it. That
// its challenge was ours, and for this holder, its caller knows. Errors: ErrRefused.
func (p *Party) Create(h Holder, c *Created) (Credential, error) {
	if err := p.here(c.from.Response.CollectedClientData); err != nil {
		return Credential{}, err
	}
	got, err := p.lib.CreateCredential(holder{h}, webauthn.SessionData{
		Challenge: c.Challenge(), RelyingPartyID: p.lib.Config.RPID, UserID: []byte(h.ID),
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault(),
	}, c.from)
	if err != nil {
		return Credential{}, refusal(err)
	}
	if len(got.ID) > mostID || len(got.PublicKey) > mostKey {
		return Credential{}, fmt.Errorf("%w: its id or its key is too long", ErrRefused)
	}
	if slices.ContainsFunc(h.Has, func(c Credential) bool { return bytes.Equal(c.ID, got.ID) }) {
		return Credential{}, fmt.Errorf("%w: it is there already", ErrRefused)
	}
	kept := Credential{
		ID: got.ID, Key: got.PublicKey, Count: got.Authenticator.SignCount, MaySync: got.Flags.BackupEligible, Synced: got.Flags.BackupState,
	}
	for _, t := range got.Transport {
		if slices.Contains(transports, t) {
			kept.Transport = append(kept.Transport, string(t))
		}
	}
	return kept, nil
}

// transports are those that are kept: a browser that is asked not to make a second
// passkey on a device finds it by them.
var transports = []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal}

// Got is a proof by a passkey as a browser sent it. Nothing of it has been checked.
type Got struct {
	from *protocol.ParsedCredentialAssertionData
}

// ReadGot reads what PublicKeyCredential.toJSON wrote of a proof. Errors: ErrForm.
func ReadGot(text []byte) (*Got, error) {
	if len(text) > MostBytes {
		return nil, ErrForm
	}
	g, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil || len(g.RawID) > mostID || len(g.Response.UserHandle) == 0 || len(g.Response.UserHandle) > 64 {
		return nil, ErrForm
	}
	return &Got{g}, nil
}

// Challenge returns the challenge that it answers.
func (g *Got) Challenge() string { return g.from.Response.CollectedClientData.Challenge }

// Holder returns the id of whose passkey it says to be.
func (g *Got) Holder() string { return string(g.from.Response.UserHandle) }

// ID returns the id of the passkey.
func (g *Got) ID() []byte { return g.from.RawID }

// Prove checks a proof by the passkey that is kept, and returns what is to be kept of
// it now. That its challenge was ours its caller knows. Errors: ErrRefused, ErrCounter.
func (p *Party) Prove(kept Credential, g *Got) (Credential, error) {
	if err := p.here(g.from.Response.CollectedClientData); err != nil {
		return kept, err
	}
	find := func(_, id []byte) (webauthn.User, error) {
		return holder{Holder{ID: string(id), Has: []Credential{kept}}}, nil
	}
	_, got, err := p.lib.ValidatePasskeyLogin(find, webauthn.SessionData{
		Challenge: g.Challenge(), RelyingPartyID: p.lib.Config.RPID, UserVerification: protocol.VerificationRequired,
	}, g.from)
	if err != nil {
		return kept, refusal(err)
	}
	if got.Authenticator.CloneWarning {
		return kept, ErrCounter
	}
	kept.Count, kept.Synced = got.Authenticator.SignCount, got.Flags.BackupState
	return kept, nil
}

// here makes sure that it was made at our origin and in no frame of others. The library
// compares origins by their parts and without regard to case; ours is written in one
// way only.
func (p *Party) here(data protocol.CollectedClientData) error {
	if data.Origin != p.origin || data.CrossOrigin || data.TopOrigin != "" {
		return fmt.Errorf("%w: it was made at another origin", ErrRefused)
	}
	return nil
}

// refusal says why the library refuses, without what the browser wrote.
func refusal(err error) error {
	var known *protocol.Error
	if errors.As(err, &known) {
		return fmt.Errorf("%w: %s", ErrRefused, known.Type)
	}
	return ErrRefused
}

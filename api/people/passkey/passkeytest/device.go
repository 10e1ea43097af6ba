package passkeytest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// Device is a device that holds one passkey, with the browser before it.
type Device struct {
	Origin string // that the browser is at
	Site   string // that the passkey is for
	Holder string // that it was made for

	ID    []byte
	Count uint32 // goes forward with every use
	Flags byte   // UserPresent and the like

	Cross bool   // the page is in a frame of another
	Top   string // whose origin is this
	key   *ecdsa.PrivateKey
}

// The flags of a device (WebAuthn, section 6.1).
const (
	UserPresent  = 1 << 0
	UserVerified = 1 << 2
	MaySync      = 1 << 3
	Synced       = 1 << 4
	attested     = 1 << 6
)

// New makes a device at a page, with a passkey for a site.
func New(origin, site, holder string) (*Device, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("passkeytest: %w", err)
	}
	d := &Device{Origin: origin, Site: site, Holder: holder, ID: make([]byte, 32), Flags: UserPresent | UserVerified, key: key}
	rand.Read(d.ID)
	return d, nil
}

// Create returns what a browser sends of the new passkey.
func (d *Device) Create(challenge string) ([]byte, error) {
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		return nil, fmt.Errorf("passkeytest: %w", err)
	}
	// The key as COSE writes it: EC2, ES256, P-256, x and y.
	cose := joined([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}, point[1:33], []byte{0x22, 0x58, 0x20}, point[33:])
	data := d.data(attested)
	data = joined(data, make([]byte, 16), binary.BigEndian.AppendUint16(nil, uint16(len(d.ID))), d.ID, cose)
	// {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
	object := joined([]byte{0xa3, 0x63}, []byte("fmt"), []byte{0x64}, []byte("none"), []byte{0x67}, []byte("attStmt"), []byte{0xa0, 0x68}, []byte("authData"),
		[]byte{0x59}, binary.BigEndian.AppendUint16(nil, uint16(len(data))), data)
	client, err := d.client("webauthn.create", challenge)
	if err != nil {
		return nil, err
	}
	return d.send(map[string]any{"clientDataJSON": text64(client), "attestationObject": text64(object), "transports": []string{"internal"}})
}

// Get returns what a browser sends as a proof.
func (d *Device) Get(challenge string) ([]byte, error) {
	d.Count++
	client, err := d.client("webauthn.get", challenge)
	if err != nil {
		return nil, err
	}
	data, hash := d.data(0), sha256.Sum256(client)
	sum := sha256.Sum256(joined(data, hash[:]))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	if err != nil {
		return nil, fmt.Errorf("passkeytest: %w", err)
	}
	return d.send(map[string]any{
		"clientDataJSON": text64(client), "authenticatorData": text64(data), "signature": text64(signature), "userHandle": text64([]byte(d.Holder)),
	})
}

// data is what the device says: for which site, how, how often.
func (d *Device) data(more byte) []byte {
	site := sha256.Sum256([]byte(d.Site))
	return binary.BigEndian.AppendUint32(append(site[:], d.Flags|more), d.Count)
}

// client is what the browser says: where, and what for.
func (d *Device) client(what, challenge string) ([]byte, error) {
	said := map[string]any{"type": what, "challenge": challenge, "origin": d.Origin, "crossOrigin": d.Cross}
	if d.Top != "" {
		said["topOrigin"] = d.Top
	}
	return json.Marshal(said)
}

// send is a credential as PublicKeyCredential.toJSON writes it.
func (d *Device) send(response map[string]any) ([]byte, error) {
	return json.Marshal(map[string]any{
		"id": text64(d.ID), "rawId": text64(d.ID), "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{}, "response": response,
	})
}

func text64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

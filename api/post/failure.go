package post

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/textproto"

	"github.com/wneessen/go-mail"
)

// Stage is how far a letter came on its way.
type Stage string

// The stages, in order.
const (
	Connecting Stage = "connecting" // to the mail server, its greeting
	Securing   Stage = "securing"   // the turn to TLS, the certificate
	SigningIn  Stage = "signing in" // with the user and the password
	Envelope   Stage = "envelope"   // the sender or the recipient
	Content    Stage = "content"    // the letter itself
	Filing     Stage = "filing"     // into a folder, where that is the way
)

// Failure is why a letter could not be handed over. It holds nothing that the mail
// server said, which may repeat the address.
type Failure struct {
	Stage Stage
	Code  int    // what the mail server answered (RFC 5321, section 4.2.3); 0: nothing
	Final bool   // trying again would not cure it
	Why   string // what this side found out; may be empty
}

// Error says where it failed, and how.
func (f *Failure) Error() string {
	text := "mail failed while " + string(f.Stage)
	if f.Stage == Envelope || f.Stage == Content {
		text = "mail failed at its " + string(f.Stage)
	}
	if f.Code != 0 {
		text += fmt.Sprintf(": the mail server answered %03d", f.Code)
	}
	if f.Why != "" {
		text += ": " + f.Why
	}
	return text
}

// failed says what an error of a stage means.
func failed(stage Stage, err error) *Failure {
	var answer *textproto.Error
	var certificate *tls.CertificateVerificationError
	var noTLS tls.RecordHeaderError
	switch {
	case errors.As(err, &answer):
		return &Failure{Stage: stage, Code: answer.Code, Final: answer.Code >= 500}
	case errors.As(err, &certificate):
		// It names the host, the issuer and the time: all of them the operator's.
		return &Failure{Stage: Securing, Final: true, Why: certificate.Err.Error()}
	case errors.As(err, &noTLS):
		return &Failure{Stage: Securing, Final: true, Why: "the server speaks no TLS at this port"}
	default:
		return &Failure{Stage: stage, Why: "no answer"}
	}
}

// refusedLetter says what an error of go-mail's means, once a session is there.
func refusedLetter(err error) *Failure {
	var s *mail.SendError
	if !errors.As(err, &s) {
		return failed(Content, err)
	}
	f := &Failure{Stage: Content, Code: s.ErrorCode(), Final: s.ErrorCode() >= 500}
	if s.Reason == mail.ErrSMTPMailFrom || s.Reason == mail.ErrSMTPRcptTo {
		f.Stage = Envelope
	}
	if f.Code == 0 {
		f.Why = "no answer"
	}
	return f
}

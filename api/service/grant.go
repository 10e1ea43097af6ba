package service

// Grant is what a connection may publish and subscribe to. What it does not list
// is denied: there are no lists of what is forbidden, which have holes.
type Grant struct {
	Publish, Subscribe []string
}

// The subjects of the interface.
const (
	requests = "plylog.v1"    // plylog.v1.<operation>.<game>
	feed     = "plylog.feed." // plylog.feed.<game>
	inboxes  = "_INBOX."      // where NATS clients take their answers
	control  = "$SRV.>"       // how services are found and asked about themselves
)

// Client is what somebody may do who takes answers below _INBOX.<word> and nowhere
// else.
func Client(word string) Grant {
	return Grant{Publish: []string{requests + ".>", control}, Subscribe: []string{inboxes + word + ".>", feed + "*"}}
}

// Answering is what the connection of the service may do.
func Answering() Grant {
	return Grant{Publish: []string{inboxes + ">"}, Subscribe: []string{requests + ".>", control}}
}

// Feeding is what the connection of the live feed may do.
func Feeding() Grant { return Grant{Publish: []string{feed + "*"}} }

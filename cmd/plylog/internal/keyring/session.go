package keyring

import "fmt"

// sessionsBehind ends the name of the file with the sessions: a server's URL and the
// cookie of a session there, with a space between; the last line of a server counts.
const sessionsBehind = ".sessions"

// ended stands in the place of a session where there is none any more.
const ended = "-"

// AddSession keeps a session with a server in the place of the one before; empty: there
// is none any more.
func (r *Ring) AddSession(server, session string) error {
	if session == "" {
		session = ended
	}
	if err := appendTo(r.path+sessionsBehind, fmt.Sprintf("%s %s\n", server, session)); err != nil {
		return fmt.Errorf("keeping the session: %w", err)
	}
	return nil
}

// Session returns the session with a server, empty where there is none.
func (r *Ring) Session(server string) (session string, err error) {
	err = eachLine(r.path+sessionsBehind, "sessions", func(word []string) {
		if len(word) == 2 && word[0] == server {
			session = word[1]
		}
	})
	if session == ended {
		session = ""
	}
	return session, err
}

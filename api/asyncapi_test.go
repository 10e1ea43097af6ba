package api_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"plylog/api"
	"plylog/api/contracttest"
	"plylog/api/service"
	"plylog/api/web/docs"
	"plylog/events"
)

// theMessages is the AsyncAPI document as tests hold messages to it.
var theMessages = sync.OnceValues(func() (*contracttest.Contract, error) {
	d, err := docs.ReadAsyncAPI()
	if err != nil {
		return nil, err
	}
	over, err := docs.ReadOpenAPI()
	if err != nil {
		return nil, err
	}
	beside := make(map[string][]byte, len(over.Schemas))
	for name, text := range over.Schemas {
		beside["plylog:///schemas/"+name] = text
	}
	return contracttest.New(d.JSON, beside)
})

func mustMessages(t testing.TB) *contracttest.Contract {
	t.Helper()
	c, err := theMessages()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// heldMessage holds what a socket says to the document: it is one of the messages
// that the server is said to send.
func heldMessage(t testing.TB, raw []byte) {
	t.Helper()
	c := mustMessages(t)
	var tried []error
	for _, name := range []string{"reply", "event", "presence", "bye"} {
		_, at := c.Find("/channels/socket/messages", name, "payload")
		if at == "" {
			t.Fatalf("the document knows no message %s", name)
		}
		err := c.Check(at, raw)
		if err == nil {
			return
		}
		tried = append(tried, fmt.Errorf("no %s: %w", name, err))
	}
	t.Errorf("the socket says\n%s\n%v", raw, errors.Join(tried...))
}

// The subjects, operations and questions are those of the program.
func TestMessagesKnowEveryName(t *testing.T) {
	c := mustMessages(t)
	sameWords(t, "questions over WebSocket", c.Words("/components/schemas/Ask/properties/do", "enum"), api.Askable())
	channels, _ := c.Find("/channels")
	var answered []string
	for name, v := range channels.(map[string]any) {
		address, _ := v.(map[string]any)["address"].(string)
		if rest, ok := strings.CutPrefix(address, "plylog.v1."); ok {
			op, game, _ := strings.Cut(rest, ".")
			answered = append(answered, op)
			if op != name || (game == "{game}") != (op != string(api.OpCreate)) {
				t.Errorf("channel %s is at %s", name, address)
			}
			if v, _ := c.Find("/operations", op, "action"); v != "receive" {
				t.Errorf("%s is no operation that is answered", op)
			}
		}
	}
	sameWords(t, "operations over NATS", answered, api.Operations())
	game := events.GameID(events.DeriveID("x"))
	if at, _ := c.Find("/channels/feed/address"); strings.Replace(at.(string), "{game}", game.String(), 1) != service.FeedSubject(game) {
		t.Errorf("the feed is at %v", at)
	}
	sameWords(t, "headers of the feed", c.Words("/components/schemas/FeedHeaders", "required"), []string{service.HeaderN, service.HeaderKind, service.HeaderType})
}

// Whatever the document refers to is there, and every payload is a schema.
func TestMessagesAreWhole(t *testing.T) {
	c := mustMessages(t)
	refs := 0
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok && strings.HasPrefix(ref, "#") {
				refs++
				if got, _ := c.Find(ref[1:]); got == nil {
					t.Errorf("%s is nowhere", ref)
				}
			}
			for _, v := range v {
				walk(v)
			}
		case []any:
			for _, v := range v {
				walk(v)
			}
		}
	}
	walk(c.Tree)
	if refs < 50 {
		t.Errorf("%d references", refs)
	}
	messages, _ := c.Find("/components/messages")
	for name := range messages.(map[string]any) {
		if err := c.Check("/components/messages/"+name+"/payload", []byte(`[]`)); err == nil || strings.Contains(err.Error(), "not found") {
			t.Errorf("%s takes anything: %v", name, err)
		}
	}
}

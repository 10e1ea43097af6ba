package people

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"plylog/events"
)

// The bounds of a name, in characters.
const (
	leastName = 2
	mostName  = 30
)

// ReadName reads a name as somebody wants it shown: 2 to 30 letters, marks, digits,
// spaces and the signs ' ’ . - _ in normal form C, beginning and ending with none of
// the spaces and no two of them in a row. Characters that cannot be seen, or that turn
// the direction of the line, are no part of a name, but for the two joiners that some
// scripts cannot do without. Errors: ErrName.
func ReadName(text string) (string, error) {
	if len(text) > mostName*utf8.UTFMax*3 || !utf8.ValidString(text) {
		return "", ErrName
	}
	name := norm.NFC.String(text)
	letters := 0
	before := rune(' ')
	for _, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			letters++
		case unicode.IsMark(r) && before != ' ':
		case r == ' ' && before != ' ':
		case r == '\u200c' || r == '\u200d': // between letters only
			if !unicode.IsLetter(before) && !unicode.IsMark(before) {
				return "", ErrName
			}
		case strings.ContainsRune("'’.-_", r):
		default:
			return "", ErrName
		}
		before = r
	}
	n := utf8.RuneCountInString(name)
	if n < leastName || n > mostName || letters == 0 || before == ' ' || before == '\u200c' || before == '\u200d' {
		return "", ErrName
	}
	return name, nil
}

// MadeUp is what somebody is called who has chosen no name: an adjective, an animal
// and two digits that follow from their player id.
func MadeUp(id events.PlayerID) string {
	sum := sha256.Sum256([]byte("plylog-name/1 " + string(id)))
	n := binary.BigEndian.Uint64(sum[:])
	pick := func(from uint64) uint64 {
		i := n % from
		n /= from
		return i
	}
	adjective := adjectives[pick(uint64(len(adjectives)))]
	animal := animals[pick(uint64(len(animals)))]
	return adjective + " " + animal + " " + strconv.FormatUint(10+pick(90), 10)
}

// Name is what others are told of a player, and whether that is an account's.
func (p *People) Name(ctx context.Context, id events.PlayerID) (name string, account bool, err error) {
	a, err := p.Account(ctx, id)
	if errors.Is(err, ErrNoAccount) {
		return MadeUp(id), false, nil
	}
	return a.DisplayName(), err == nil, err
}

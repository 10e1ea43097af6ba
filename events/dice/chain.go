package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Rolls is how many rolls a chain is good for.
const Rolls = 1024

// Party is an owner of a chain.
type Party byte

// The three parties, by the byte that stands for each in the hashes.
const (
	First  Party = 0x00
	Second Party = 0x01
	Server Party = 0xff
)

// Link is one value of a chain: a share, a seed or an anchor.
type Link = [sha256.Size]byte

// What the checks of this package refuse.
var (
	// ErrShare: a share does not lead to the share before it.
	ErrShare = errors.New("dice share invalid")
	// ErrDice: dice do not follow from their shares.
	ErrDice = errors.New("dice invalid")
	// ErrSpent: the chain has no share for that roll.
	ErrSpent = errors.New("dice chain spent")
)

const (
	chainTag = "plylog-dice/1 chain\x00"
	seedTag  = "plylog-dice/1 seed\x00"
	rollTag  = "plylog-dice/1 roll\x00"
	bytesTag = "plylog-dice/1 bytes\x00"
)

// Step returns the link after c in a party's chain: one step nearer the anchor.
func Step(game [16]byte, party Party, c Link) Link {
	var b [len(chainTag) + 16 + 1 + sha256.Size]byte
	n := copy(b[:], chainTag)
	n += copy(b[n:], game[:])
	b[n] = byte(party)
	copy(b[n+1:], c[:])
	return sha256.Sum256(b[:])
}

// Seed derives a party's seed from a secret of the server, where the server
// holds that party's chain. Without the secret a seed cannot be foreseen; with
// it, nothing needs to be stored.
func Seed(secret []byte, game [16]byte, party Party) Link {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(seedTag))
	m.Write(game[:])
	m.Write([]byte{byte(party)})
	var out Link
	m.Sum(out[:0])
	return out
}

// every is the distance of the links that a Chain keeps for good; those between
// two of them are made together when a share among them is asked for. Rolls go
// one after another, so a share costs about one step, and a chain 2 KiB.
const every = 32

// Chain gives the shares of one party. Not for concurrent use.
type Chain struct {
	game  [16]byte
	party Party
	kept  [Rolls / every]Link // links 0, 32, 64 …
	run   [every]Link         // the links from kept[at] on
	at    int                 // -1: none yet
	end   Link
}

// NewChain steps a seed through its whole chain, about 0.1 ms.
func NewChain(game [16]byte, party Party, seed Link) *Chain {
	c := &Chain{game: game, party: party, at: -1}
	at := seed
	for k := range Rolls {
		if k%every == 0 {
			c.kept[k/every] = at
		}
		at = Step(game, party, at)
	}
	c.end = at
	return c
}

// Anchor returns the last link, which goes on record first.
func (c *Chain) Anchor() Link { return c.end }

// Share returns the party's share of a roll, 1 to Rolls. Errors wrap ErrSpent.
func (c *Chain) Share(roll int) (Link, error) {
	if roll < 1 || roll > Rolls {
		return Link{}, fmt.Errorf("roll %d of at most %d: %w", roll, Rolls, ErrSpent)
	}
	k := Rolls - roll
	if k/every != c.at {
		c.at = k / every
		c.run[0] = c.kept[c.at]
		for i := 1; i < every; i++ {
			c.run[i] = Step(c.game, c.party, c.run[i-1])
		}
	}
	return c.run[k%every], nil
}

// Shown is the newest link of a chain that is on record, and the roll that it is
// the share of: 0 for the anchor.
type Shown struct {
	Link Link
	Roll int
}

// Check reports whether share is a party's share of a roll: whether it leads to
// what the party has shown before, in as many steps as rolls lie between, which
// is one unless rolls were passed over. Errors wrap ErrShare.
func Check(game [16]byte, party Party, roll int, share Link, last Shown) error {
	if roll <= last.Roll || roll > Rolls {
		return fmt.Errorf("party %#02x, roll %d after %d: %w", byte(party), roll, last.Roll, ErrShare)
	}
	at := share
	for range roll - last.Roll {
		at = Step(game, party, at)
	}
	if at != last.Link {
		return fmt.Errorf("party %#02x: %w", byte(party), ErrShare)
	}
	return nil
}

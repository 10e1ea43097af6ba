package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"plylog/api/people/vault"
	"plylog/events"
)

// Kept yields what a backup keeps of people, as the vault has it: accounts, names and
// addresses (sealed), what leads to an account, and erasings that have begun. Sessions,
// tokens and links are left out, so that none that was ended comes back to life: who
// comes to a copy signs in anew. Of accounts that were erased it yields that they were,
// also where they are erased meanwhile.
func Kept(ctx context.Context, v vault.Vault) iter.Seq2[vault.Entry, error] {
	return func(yield func(vault.Entry, error) bool) {
		erased := make(map[events.PlayerID]bool)
		each := func(words string, take func(e vault.Entry) bool) bool {
			keys, err := v.Keys(ctx, words)
			if err != nil {
				yield(vault.Entry{}, err)
				return false
			}
			for _, key := range keys {
				e, err := v.Get(ctx, key)
				if errors.Is(err, vault.ErrNotFound) {
					continue // it was erased this moment
				}
				if err != nil {
					yield(vault.Entry{}, err)
					return false
				}
				if !take(e) {
					return false
				}
			}
			return true
		}
		// An account says that it is erased before anything of it is: so it is read
		// after the person.
		account := func(person vault.Entry) bool {
			id := events.PlayerID(strings.TrimPrefix(person.Key, keyPerson+"."))
			gone, err := isErased(ctx, v, id)
			switch {
			case err != nil:
				yield(vault.Entry{}, err)
				return false
			case gone:
				erased[id] = true
				return true
			}
			return yield(person, nil)
		}
		index := func(e vault.Entry) bool { return erased[events.PlayerID(e.Value)] || yield(e, nil) }
		all := func(e vault.Entry) bool { return yield(e, nil) }
		if !each(keyPerson, account) || !each(keyAddress, index) || !each(keySubject, index) {
			return
		}
		if each(keyAccount, all) {
			each(keyErasing, all)
		}
	}
}

// isErased reads whether an account was erased.
func isErased(ctx context.Context, v vault.Vault, id events.PlayerID) (bool, error) {
	e, err := v.Get(ctx, accountKey(id))
	if errors.Is(err, vault.ErrNotFound) {
		return false, nil // it is being made
	}
	if err != nil {
		return false, err
	}
	var rec accountRecord
	if err := json.Unmarshal(e.Value, &rec); err != nil {
		return false, fmt.Errorf("people: a record cannot be read: %w", err)
	}
	return rec.Erased, nil
}

// Kept is Kept of what the People have.
func (p *People) Kept(ctx context.Context) iter.Seq2[vault.Entry, error] {
	return Kept(ctx, p.cfg.Vault)
}

// Accounts are the first words of the keys of accounts in a vault.
const Accounts = keyAccount

package audittest

import (
	"bytes"
	"fmt"
	mrand "math/rand/v2"
	"slices"
	"testing"

	"plylog/events"
)

// Mutation is a way to forge a log.
type Mutation struct {
	Name string
	Key  bool // checkpoints are signed anew with the real key
	do   func(t testing.TB, log [][]byte, r *mrand.Rand) []byte
}

// Forge returns the forged file, which may by chance be what it was.
func (m Mutation) Forge(t testing.TB, log [][]byte, r *mrand.Rand) []byte {
	t.Helper()
	return m.do(t, slices.Clone(log), r)
}

// Mutations are ways to forge a log.
func Mutations() []Mutation {
	return []Mutation{
		{"bit", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			file := Export(log)
			file[r.IntN(len(file))] ^= 1 << r.IntN(8)
			return file
		}},
		{"byte removed", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			file := Export(log)
			i := r.IntN(len(file))
			return slices.Delete(file, i, i+1)
		}},
		{"event removed", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			i := r.IntN(len(log))
			return Export(slices.Delete(log, i, i+1))
		}},
		{"event twice", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			return Export(slices.Insert(log, r.IntN(len(log)), log[r.IntN(len(log))]))
		}},
		{"events swapped", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			i, j := r.IntN(len(log)), r.IntN(len(log))
			log[i], log[j] = log[j], log[i]
			return Export(log)
		}},
		{"neighbours swapped", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			i := r.IntN(len(log) - 1)
			log[i], log[i+1] = log[i+1], log[i]
			return Export(log)
		}},
		{"event in another game", false, func(t testing.TB, log [][]byte, r *mrand.Rand) []byte {
			i, j := r.IntN(len(log)), r.IntN(len(log))
			one, other := Decode(t, log[i]).Game.String(), Decode(t, log[j]).Game.String()
			log[i] = bytes.ReplaceAll(log[i], []byte(one), []byte(other))
			return Export(log)
		}},
		{"tail cut off", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			return Export(log[:len(log)-1-r.IntN(len(log)/2)])
		}},
		{"file cut off", false, func(_ testing.TB, log [][]byte, r *mrand.Rand) []byte {
			file := Export(log)
			return file[:len(file)-1-r.IntN(len(file)/2)]
		}},
		{"game removed", false, func(t testing.TB, log [][]byte, r *mrand.Rand) []byte {
			game := Decode(t, log[r.IntN(len(log))]).Game
			return Export(slices.DeleteFunc(log, func(raw []byte) bool { return Decode(t, raw).Game == game }))
		}},
		{"re-chained", false, rechained},
		{"re-chained and signed", true, rechained},
		{"signed without its end", true, func(t testing.TB, log [][]byte, r *mrand.Rand) []byte {
			i := r.IntN(len(log))
			game := Decode(t, log[i]).Game
			for at := len(log) - 1; at >= i; at-- {
				if Decode(t, log[at]).Game == game {
					log = slices.Delete(log, at, at+1)
				}
			}
			return Export(log)
		}},
	}
}

// rechained changes who did something and makes all that follows in the game fit
// again: by itself that game is as good as any.
func rechained(t testing.TB, log [][]byte, r *mrand.Rand) []byte {
	i := r.IntN(len(log))
	first := Decode(t, log[i])
	edited := bytes.Replace(log[i], []byte(first.Command.String()), []byte(events.CommandID(events.DeriveID("forged", fmt.Sprint(i))).String()), 1)
	head := first.Hash()
	for at := i; at < len(log); at++ {
		e := Decode(t, log[at])
		if e.Game != first.Game {
			continue
		}
		if at > i {
			edited = bytes.Replace(log[at], []byte(e.Prev.String()), []byte(head.String()), 1)
		}
		log[at] = edited
		head = Decode(t, edited).Hash()
	}
	return Export(log)
}

package show

import (
	crand "crypto/rand"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Environment provides time, randomness and people's notes. It is safe for concurrent use.
type Environment struct {
	Now     func() time.Time
	Records Records

	mu   sync.Mutex
	Rand *rand.Rand
}

// Of returns the environment that the engine is given for the caller.
func (e *Environment) Of(c *Call) engine.Env { return e.Drawn(c)(nil) }

// Drawn draws time and randomness once. The function that it returns makes the same environment for
// each run of a transaction.
func (e *Environment) Drawn(c *Call) func(tx *store.Tx) engine.Env {
	e.mu.Lock()
	defer e.mu.Unlock()
	now, seed, other := e.Now(), e.Rand.Uint64(), e.Rand.Uint64()
	return func(tx *store.Tx) engine.Env {
		env := engine.Env{Now: now, Rand: rand.New(rand.NewPCG(seed, other))}
		if c.User.ID != "" && c.Entry != nil {
			env.Notes = notesOf(e.Records, tx, c)
		}
		return env
	}
}

// Seed returns a seed from the system's source, so that nobody can foresee randomly chosen sides.
func Seed() [32]byte {
	var s [32]byte
	_, _ = crand.Read(s[:]) // never fails: see crypto/rand
	return s
}

package show

import (
	crand "crypto/rand"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Environment is the world outside: time, chance, and what is kept of persons. It is safe
// for concurrent use.
type Environment struct {
	Now     func() time.Time
	Records Records

	mu   sync.Mutex
	Rand *rand.Rand
}

// Of is the environment for the engine, as the caller has it.
func (e *Environment) Of(c *Call) engine.Env { return e.Drawn(c)(nil) }

// Drawn draws time and chance once, and returns what makes the environment of each run of a
// transaction, the same for all.
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

// Seed comes from the system: which side chance picks must not be foreseen.
func Seed() [32]byte {
	var s [32]byte
	_, _ = crand.Read(s[:]) // never fails: see crypto/rand
	return s
}

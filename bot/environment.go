package bot

import (
	crand "crypto/rand"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// environment is the world outside: time, chance, and what is kept of persons. It is safe
// for concurrent use.
type environment struct {
	now     func() time.Time
	records records

	mu   sync.Mutex
	rand *rand.Rand
}

// of is the environment for the engine, as the caller has it.
func (e *environment) of(c *call) engine.Env { return e.drawn(c)(nil) }

// drawn draws time and chance once, and returns what makes the environment of each run of a
// transaction, the same for all.
func (e *environment) drawn(c *call) func(tx *store.Tx) engine.Env {
	e.mu.Lock()
	defer e.mu.Unlock()
	now, seed, other := e.now(), e.rand.Uint64(), e.rand.Uint64()
	return func(tx *store.Tx) engine.Env {
		env := engine.Env{Now: now, Rand: rand.New(rand.NewPCG(seed, other))}
		if c.User.ID != "" && c.entry != nil {
			env.Notes = notesOf(e.records, tx, c)
		}
		return env
	}
}

// seed comes from the system: which side chance picks must not be foreseen.
func seed() [32]byte {
	var s [32]byte
	_, _ = crand.Read(s[:]) // never fails: see crypto/rand
	return s
}

package show

import (
	"cmp"
	crand "crypto/rand"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/guild"
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
	ways, _ := guild.Of(e.Records, c.Request.Guild) // if they cannot be read, the day is that of UTC
	e.mu.Lock()
	defer e.mu.Unlock()
	now, seed, other := e.Now(), e.Rand.Uint64(), e.Rand.Uint64()
	return func(tx *store.Tx) engine.Env {
		env := engine.Env{Now: now, Rand: rand.New(rand.NewPCG(seed, other)), Zone: ways.Zone()}
		if c.User.ID != "" && c.Entry != nil {
			whose := cmp.Or(c.Entry.Game.Notes, c.Entry.Game.ID)
			env.Notes = &notes{records: e.Records, tx: tx, prefix: c.User.ID + "/" + whose + "/", wrote: map[string][]byte{}}
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

// Records are what handlers need of [store.Store] besides tables.
type Records interface {
	store.DB
	Past(user, game string, after store.PastCursor, limit int) ([]store.Past, error)
}

// NotesKind is the kind of the records that games keep for people, by user, game and name:
// "11/iching/today".
const NotesKind = "notes"

// notes are the notes that a game keeps for one person. Without a transaction they are read-only.
type notes struct {
	records Records
	tx      *store.Tx
	prefix  string            // of their IDs
	wrote   map[string][]byte // by the transaction, nil for what was removed
}

// errReadOnly is returned if a game changes notes outside of a tool.
var errReadOnly = errors.New("bot: notes are changed by tools alone")

func (n *notes) Get(name string) (data []byte, ok bool, err error) {
	var from store.Reader = n.records
	if n.tx != nil {
		from = n.tx
	}
	data, err = from.Get(NotesKind, n.prefix+name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// Put may store one note too many if a person uses two channels at once.
func (n *notes) Put(name string, data []byte) error {
	if n.tx == nil {
		return errReadOnly
	}
	kept, err := n.sizes()
	if err == nil {
		err = engine.CheckNote(name, data, kept)
	}
	if err != nil {
		return err
	}
	n.wrote[name] = data
	n.tx.Put(NotesKind, n.prefix+name, data)
	return nil
}

func (n *notes) Remove(name string) error {
	if n.tx == nil {
		return errReadOnly
	}
	n.wrote[name] = nil
	n.tx.Delete(store.RecordKey{Kind: NotesKind, ID: n.prefix + name})
	return nil
}

func (n *notes) Names() ([]string, error) {
	kept, err := n.sizes()
	return slices.Sorted(maps.Keys(kept)), err
}

// sizes returns the lengths of the notes in bytes, by name.
func (n *notes) sizes() (map[string]int, error) {
	kept := map[string]int{}
	err := n.records.Each(NotesKind, n.prefix, func(id string, value []byte) bool {
		kept[strings.TrimPrefix(id, n.prefix)] = len(value)
		return true
	})
	for name, data := range n.wrote {
		if kept[name] = len(data); data == nil {
			delete(kept, name)
		}
	}
	return kept, err
}

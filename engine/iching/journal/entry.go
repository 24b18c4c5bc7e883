package journal

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/cast"
)

// Entry is what is kept of a reading: enough to show it again.
type Entry struct {
	// ID is the entry's name, lower-case letters and digits; "" for one that is not kept yet.
	ID       string `json:"-"`
	Format   int    `json:"format"`
	Question string `json:"question,omitempty"`
	// Move is the throw; see [cast.Throw.String].
	Move   string      `json:"move"`
	Method cast.Method `json:"method,omitempty"`
	Rule   book.Rule   `json:"rule,omitempty"`
	// Seed and Search are of its Connexion. Search is "" in entries that were kept before
	// there was a choice.
	Seed   uint64 `json:"seed"`
	Search string `json:"search,omitempty"`
	// Saved: the person asked to keep it. Other entries make room for later ones.
	Saved bool `json:"saved,omitempty"`
	// Chart is set instead of Move where a natal hexagram was saved; see [natal.Chart.Code].
	Chart string `json:"chart,omitempty"`
	Kept  int64  `json:"kept"` // when, in Unix seconds
}

// entryFormat is the format of the entries that this version writes.
const entryFormat = 1

// decodeEntry reads a stored entry. One of a later version is a [*engine.Refusal].
func decodeEntry(id string, data []byte) (e Entry, err error) {
	if err := json.Unmarshal(data, &e); err != nil || e.Format > entryFormat {
		return e, engine.Refuse("this reading was kept by another version of the bot and cannot be shown")
	}
	e.ID = id
	return e, nil
}

// newID draws an ID. It is long enough that a button of one person's reading does not
// find another's.
func newID(r *rand.Rand) string {
	const letters, length = "abcdefghjkmnpqrstuvwxyz23456789", 8
	id := make([]byte, length)
	for i := range id {
		id[i] = letters[r.IntN(len(letters))]
	}
	return string(id)
}

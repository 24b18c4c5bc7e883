package table

import (
	"bytes"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Like reports whether a table is open on the same terms as another that is not stored yet, by the
// options asked for, and no person has moved there. The sides may be exchanged.
func (t *Table) Like(other *Table) bool {
	moved := func(m store.Move) bool { return IsUser(m.By) }
	r, o := t.Record, other.Record
	return bytes.Equal(asked(r), asked(o)) && slices.Equal(slices.Sorted(slices.Values(r.Seats)), slices.Sorted(slices.Values(o.Seats))) &&
		t.offers() == other.offers() && r.Rated == o.Rated && r.Help == o.Help && t.Control() == other.Control() &&
		!slices.ContainsFunc(r.Moves, moved)
}

// asked returns the options of a table as they were asked for.
func asked(r *store.Table) []byte {
	if len(r.Asked) > 0 {
		return r.Asked
	}
	return r.Options
}

// offers returns whom a table waits for before the game begins. Its time is zero.
func (t *Table) offers() (p store.Pending) {
	if t.Waiting() {
		p = *t.Record.Pending
		p.At = time.Time{}
	}
	return p
}

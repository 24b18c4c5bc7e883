//go:build unix

package load

import (
	"encoding/json"
	"sync"

	"github.com/sixfold-bot/sixfold/store"
)

// hasty is the control of the crash test: it reports tables as saved before they are. Reads within
// the process see what was reported.
type hasty struct {
	*store.Store
	mu    sync.Mutex
	said  map[store.Key][]byte // the newest unsaved record of a table
	queue []func() error
}

// behind is the number of saves that are committed together.
const behind = 50

func newHasty(s *store.Store) *hasty { return &hasty{Store: s, said: map[store.Key][]byte{}} }

// Commit keeps the saved tables, and commits the transaction later.
func (h *hasty) Commit(tx *store.Tx, op store.Op) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys, _, _ := tx.Tables()
	saved := map[store.Key]store.Table{}
	for _, key := range keys {
		t, err := tx.Load(key)
		if err != nil {
			return err
		}
		if t.Revision == 0 {
			return h.Store.Commit(tx, op) // a new table
		}
		saved[key] = *t
	}
	if len(h.queue) == behind {
		queue := h.queue
		h.queue = nil // whatever fails now is lost, and does not stop what follows
		clear(h.said)
		for _, commit := range queue {
			if err := commit(); err != nil {
				return err
			}
		}
	}
	for key, next := range saved {
		next.Revision++
		raw, err := json.Marshal(&next)
		if err != nil {
			return err
		}
		h.said[key] = raw
	}
	h.queue = append(h.queue, func() error {
		for key, t := range saved { // as they were, since the caller's have their next revision by then
			tx.Save(key, &t)
		}
		return h.Store.Commit(tx, op)
	})
	return nil
}

// newest replaces a stored record by the newest reported one.
func (h *hasty) newest(k store.Key, t *store.Table) (*store.Table, error) {
	raw := h.said[k]
	if raw == nil {
		return t, nil
	}
	said := &store.Table{}
	return said, json.Unmarshal(raw, said)
}

// Load implements [bot.Store].
func (h *hasty) Load(k store.Key) (*store.Table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, err := h.Store.Load(k)
	if err != nil {
		return nil, err
	}
	return h.newest(k, t)
}

// Channel implements [bot.Store].
func (h *hasty) Channel(channel string) ([]store.Brief, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	entries, err := h.Store.Channel(channel)
	var open []store.Brief
	for _, e := range entries {
		t, err := h.newest(e.Key, &store.Table{Head: *e.Head})
		if err != nil {
			return nil, err
		}
		if t.Open() {
			open = append(open, store.Brief{Key: e.Key, Head: &t.Head})
		}
	}
	return open, err
}

//go:build unix

package load

import (
	"encoding/json"
	"slices"
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

// Apply records the saved tables, and commits the change later.
func (h *hasty) Apply(c store.Change) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if slices.ContainsFunc(c.Save, func(e store.Entry) bool { return e.Revision == 0 }) {
		return h.Store.Apply(c) // a new table
	}
	c.Save = slices.Clone(c.Save)
	for i, e := range c.Save {
		later, next := *e.Table, *e.Table
		next.Revision++
		raw, err := json.Marshal(&next)
		if err != nil {
			return err
		}
		h.said[e.Key], c.Save[i].Table = raw, &later
	}
	h.queue = append(h.queue, func() error { return h.Store.Apply(c) })
	if len(h.queue) < behind {
		return nil
	}
	queue := h.queue
	h.queue = nil // whatever fails now is lost, and does not stop what follows
	clear(h.said)
	for _, save := range queue {
		if err := save(); err != nil {
			return err
		}
	}
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

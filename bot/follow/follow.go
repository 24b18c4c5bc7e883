// Package follow shows live boards: messages that follow a table in another channel, with a poll on
// who will win.
//
// Small records store which message follows which table, and the votes, until the table is over.
// Boards are edited in the background, so that moves never wait for them. Of several changes in
// quick succession only the last is shown.
package follow

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of the records: live boards, by table and number, such as "1001/hex/3/k2j", and votes,
// by table and person, such as "1001/hex/3/11".
const (
	Kind     store.Kind[*board] = "live"
	VoteKind store.Kind[vote]   = "vote"
)

// The limits of live boards.
const (
	maxPerTable  = 5
	maxPerServer = 20
)

// Follower manages live boards. It is safe for concurrent use.
type Follower struct {
	*show.Services
	shared bool
	wake   chan struct{} // holds a value if a followed table has changed

	writes sync.Mutex // held while records change; mu may be locked under it
	loaded bool       // the records have been read; guarded by writes

	mu     sync.Mutex // held only briefly, because moves wait for it
	boards map[store.Key][]*board
	stale  map[store.Key]bool
	shown  map[store.Key]time.Time // when a table was last shown
	state  map[store.Key]string    // state in which a table was last seen, if boards are shared
}

// New returns a follower. If shared is set, other copies of the bot store boards and change tables
// too, and only one copy runs [Follower.Run].
func New(s *show.Services, shared bool) *Follower {
	f := &Follower{
		Services: s, shared: shared, wake: make(chan struct{}, 1),
		boards: map[store.Key][]*board{}, stale: map[store.Key]bool{}, shown: map[store.Key]time.Time{},
		state: map[store.Key]string{},
	}
	s.Tables.Subscribe(func(key store.Key, _ uint64, _ bool) { f.changed(key) })
	return f
}

// board is a live board. Its ID and table are in the record's ID. Fields that change are guarded by
// mu.
type board struct {
	id      string
	key     store.Key
	Channel string    `json:"channel"`
	Message string    `json:"message,omitempty"` // "" until the message is known to be sent
	Guild   string    `json:"guild"`
	By      string    `json:"by"` // who asked for it
	Locale  string    `json:"locale,omitempty"`
	At      time.Time `json:"at"`

	sending bool // being sent
	missed  bool // the table has changed meanwhile
	tries   int  // consecutive failures
}

func (b *board) record() store.Record { return Kind.Record(b.id) }

// load reads the stored boards: once, or in each call if boards are shared. The caller must hold
// writes.
func (f *Follower) load() error {
	if f.loaded && !f.shared {
		return nil
	}
	known := map[string]*board{}
	for _, b := range f.all() {
		known[b.id] = b
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	found := map[store.Key][]*board{}
	err := f.Records.Each(string(Kind), "", func(id string, data []byte) bool {
		b, err := read(id, data)
		switch before := known[id]; {
		case err != nil:
			f.Log.Error("read a live board", "id", id, "err", err)
			return true
		case before == nil:
			f.stale[b.key] = true
		default:
			if before.Message == "" && b.Message != "" {
				before.Message, f.stale[b.key] = b.Message, true
			}
			b = before
		}
		found[b.key] = append(found[b.key], b)
		return true
	})
	if err == nil {
		f.boards, f.loaded = found, true
	}
	return err
}

func read(id string, data []byte) (*board, error) {
	key, err := store.ParseKey(id[:max(0, strings.LastIndexByte(id, '/'))])
	if err != nil {
		return nil, err
	}
	b := &board{id: id, key: key}
	return b, json.Unmarshal(data, b)
}

// of returns the boards of a table.
func (f *Follower) of(key store.Key) []*board {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.boards[key])
}

func (f *Follower) all() []*board {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Concat(slices.Collect(maps.Values(f.boards))...)
}

// get returns a board by its ID, nil if there is none.
func (f *Follower) get(id string) (*board, error) {
	f.writes.Lock()
	defer f.writes.Unlock()
	if err := f.load(); err != nil {
		return nil, err
	}
	for _, b := range f.all() {
		if b.id == id {
			return b, nil
		}
	}
	return nil, nil
}

// add stores a new board before it is sent, and refuses it beyond the limits.
func (f *Follower) add(b *board, op store.Op) error {
	f.writes.Lock()
	defer f.writes.Unlock()
	if err := f.load(); err != nil {
		return err
	}
	server, taken := 0, map[string]bool{}
	for _, other := range f.all() {
		taken[other.id] = true
		if other.Guild == b.Guild {
			server++
		}
	}
	switch {
	case len(f.of(b.key)) >= maxPerTable:
		return engine.Refuse("this table is shown live in %s places already; go to one of these, or stop it there", strconv.Itoa(maxPerTable))
	case server >= maxPerServer:
		return engine.Refuse("%s live boards are shown on this server, as many as can be; stop one of them first", strconv.Itoa(maxPerServer))
	}
	for n := b.At.UnixMilli(); b.id == "" || taken[b.id]; n++ {
		b.id = b.key.String() + "/" + strconv.FormatInt(n, 36)
	}
	if err := f.put(b, op); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.boards[b.key] = append(f.boards[b.key], b)
	return nil
}

// sent records the message of a board, "" if unknown.
func (f *Follower) sent(b *board, message string) error {
	f.writes.Lock()
	defer f.writes.Unlock()
	f.mu.Lock()
	b.Message, b.sending = message, false
	dropped := !slices.Contains(f.boards[b.key], b)
	f.mu.Unlock()
	if b.missed {
		f.changed(b.key)
	}
	if message == "" || dropped {
		return nil
	}
	return f.put(b, store.Op{})
}

// put stores a board. The caller must hold writes.
func (f *Follower) put(b *board, op store.Op) error {
	return f.update(op, func(tx *store.Tx) error { return Kind.Put(tx, b.id, b) })
}

func (f *Follower) update(op store.Op, change func(*store.Tx) error) error {
	return store.Update(context.Background(), f.Records, op, change)
}

// drop removes a board, and with the last board of a table its votes.
func (f *Follower) drop(b *board, op store.Op) error {
	f.writes.Lock()
	defer f.writes.Unlock()
	left := slices.DeleteFunc(f.of(b.key), func(other *board) bool { return other == b })
	err := f.update(op, func(tx *store.Tx) error {
		tx.Delete(b.record())
		if len(left) > 0 {
			return nil
		}
		return f.unvote(tx, b.key)
	})
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.boards[b.key] = left
	if len(left) == 0 {
		delete(f.boards, b.key)
		delete(f.shown, b.key)
		delete(f.stale, b.key)
	}
	return nil
}

// unvote removes all votes on a table.
func (f *Follower) unvote(tx *store.Tx, key store.Key) error {
	return f.Records.Each(string(VoteKind), key.String()+"/", func(id string, _ []byte) bool {
		tx.Delete(VoteKind.Record(id))
		return true
	})
}

// changed marks a table that has changed or was deleted.
func (f *Follower) changed(key store.Key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.boards[key]) == 0 {
		return
	}
	f.stale[key] = true
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Kept returns the records about a person: boards asked for, and votes.
func (f *Follower) Kept(person string) (records []store.Record, err error) {
	f.writes.Lock()
	defer f.writes.Unlock()
	return f.kept(person)
}

// kept is Kept; the caller must hold writes.
func (f *Follower) kept(person string) (records []store.Record, err error) {
	if err := f.load(); err != nil {
		return nil, err
	}
	for _, b := range f.all() {
		if b.By == person {
			records = append(records, b.record())
		}
	}
	votes, err := store.Find(f.Records, string(VoteKind), "", func(id string) bool { return strings.HasSuffix(id, "/"+person) })
	records = append(records, votes...)
	slices.SortFunc(records, func(a, b store.Record) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID))
	})
	return records, err
}

// Forget removes a person's votes and the boards that the person asked for. Their messages stay.
func (f *Follower) Forget(tx *store.Tx, person string) error {
	f.writes.Lock()
	defer f.writes.Unlock()
	found, err := f.kept(person)
	if err != nil {
		return err
	}
	for _, r := range found {
		tx.Delete(r)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	asked := func(b *board) bool { return b.By == person }
	for key, boards := range f.boards {
		if !slices.ContainsFunc(boards, func(b *board) bool { return !asked(b) }) {
			if err := f.unvote(tx, key); err != nil {
				return err
			}
		}
	}
	tx.After(func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for key, boards := range f.boards {
			if f.boards[key] = slices.DeleteFunc(boards, asked); len(f.boards[key]) == 0 {
				delete(f.boards, key)
			}
		}
	})
	return nil
}

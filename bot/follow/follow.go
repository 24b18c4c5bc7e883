// Package follow shows live boards: messages that follow a table which is played elsewhere,
// with a poll of who will win. Nothing is played there.
//
// Which message follows which table, and who has voted, is kept in small records until the
// table is over. Boards are edited beside all else: a move waits for none of them, and of what
// happens at a table in quick succession the last alone is shown.
package follow

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of the small records: of the live boards, by table and number as
// "1001/hex/3/k2j", and of votes, by table and person as "1001/hex/3/11".
const (
	Kind     store.Kind[*board] = "live"
	VoteKind store.Kind[vote]   = "vote"
)

// How many live boards there are at most.
const (
	mostOfTable  = 5
	mostOfServer = 20
)

// Store keeps small records; see [store.Store] for what each method promises.
type Store interface {
	store.DB
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Boards show tables.
type Boards interface {
	// Picture draws a table as all may see it, with the colour that frames it.
	Picture(ctx context.Context, t *table.Table, locale string) (file chat.Attachment, accent int, err error)
	// Link leads to the board of a table.
	Link(t *table.Brief) string
}

// Follower keeps live boards. It is safe for concurrent use.
type Follower struct {
	store  Store
	tables *table.Tables
	shows  Boards
	post   chat.Poster
	words  func(locale string) chat.Words
	now    func() time.Time
	shared bool
	log    *slog.Logger
	wake   chan struct{} // holds one when a table has changed that is followed

	writes sync.Mutex // held while records change; mu may be taken under it
	loaded bool       // the records have been read; under writes

	mu     sync.Mutex // is held for moments alone: moves wait for it
	boards map[store.Key][]*board
	stale  map[store.Key]bool
	shown  map[store.Key]time.Time // when a table was last shown
	state  map[store.Key]string    // in which state a table was seen last; where boards are shared
}

// New makes a follower of tables. Where live boards are shared, other copies of the bot keep some
// too, and change tables; one copy alone runs [Follower.Run].
func New(
	s Store, tables *table.Tables, shows Boards, post chat.Poster, words func(locale string) chat.Words,
	shared bool, log *slog.Logger, now func() time.Time,
) *Follower {
	f := &Follower{
		store: s, tables: tables, shows: shows, post: post, words: words, shared: shared, log: log, now: now, wake: make(chan struct{}, 1),
		boards: map[store.Key][]*board{}, stale: map[store.Key]bool{}, shown: map[store.Key]time.Time{},
		state: map[store.Key]string{},
	}
	tables.Subscribe(f.changed)
	return f
}

// board is a live board. Its ID and table are those of the record's ID. What changes is under
// mu.
type board struct {
	id      string
	key     store.Key
	Channel string    `json:"channel"`
	Message string    `json:"message,omitempty"` // "" until it is known that it was sent
	Guild   string    `json:"guild"`
	By      string    `json:"by"` // who asked for it
	Locale  string    `json:"locale,omitempty"`
	At      time.Time `json:"at"`

	sending bool // it is on its way
	missed  bool // the table has changed meanwhile
	tries   int  // that have failed in a row
}

// record names what is stored of a board.
func (b *board) record() store.Record { return Kind.Record(b.id) }

// load reads the boards that are kept: once, or whenever it is called where other copies of the bot
// keep boards, too. The caller holds writes.
func (f *Follower) load() error {
	if f.loaded && !f.shared {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	known := map[string]*board{}
	for _, boards := range f.boards {
		for _, b := range boards {
			known[b.id] = b
		}
	}
	found := map[store.Key][]*board{}
	err := f.store.Each(string(Kind), "", func(id string, data []byte) bool {
		b, err := read(id, data)
		switch before := known[id]; {
		case err != nil:
			f.log.Error("read a live board", "id", id, "err", err)
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

// read reads a board from its record.
func read(id string, data []byte) (*board, error) {
	key, err := store.ParseKey(id[:max(0, strings.LastIndexByte(id, '/'))])
	if err != nil {
		return nil, err
	}
	b := &board{id: id, key: key}
	return b, json.Unmarshal(data, b)
}

// of are the boards of a table.
func (f *Follower) of(key store.Key) []*board {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.boards[key])
}

// all are all boards.
func (f *Follower) all() (list []*board) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, boards := range f.boards {
		list = append(list, boards...)
	}
	return list
}

// get is a board by its ID, nil where there is none any more.
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

// add keeps a new board, before it is sent, and refuses one too many.
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
	case len(f.of(b.key)) >= mostOfTable:
		return errTable()
	case server >= mostOfServer:
		return errServer()
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

// sent notes which message carries a board, "" if that is not known.
func (f *Follower) sent(b *board, message string) error {
	f.writes.Lock()
	defer f.writes.Unlock()
	f.mu.Lock()
	b.Message, b.sending = message, false
	dropped := !slices.Contains(f.boards[b.key], b)
	f.mu.Unlock()
	if b.missed {
		f.changed(b.key, 0, false)
	}
	if message == "" || dropped {
		return nil
	}
	return f.put(b, store.Op{})
}

// put stores a board. The caller holds writes.
func (f *Follower) put(b *board, op store.Op) error {
	return f.update(op, func(tx *store.Tx) error { return Kind.Put(tx, b.id, b) })
}

// update makes a transaction.
func (f *Follower) update(op store.Op, change func(*store.Tx) error) error {
	return store.Update(context.Background(), f.store, op, change)
}

// drop forgets a board, and the votes with the last one of a table. op says on whose behalf.
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

// unvote removes all votes about a table.
func (f *Follower) unvote(tx *store.Tx, key store.Key) error {
	return f.store.Each(string(VoteKind), key.String()+"/", func(id string, _ []byte) bool {
		tx.Delete(VoteKind.Record(id))
		return true
	})
}

// changed notes that a table has changed, or been deleted.
func (f *Follower) changed(key store.Key, _ uint64, _ bool) {
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

// Kept are the records about a person: the boards that they have asked for, and their votes.
func (f *Follower) Kept(person string) (records []store.Record, err error) {
	f.writes.Lock()
	defer f.writes.Unlock()
	return f.kept(person)
}

// kept is Kept; the caller holds writes.
func (f *Follower) kept(person string) (records []store.Record, err error) {
	if err := f.load(); err != nil {
		return nil, err
	}
	for _, b := range f.all() {
		if b.By == person {
			records = append(records, b.record())
		}
	}
	err = f.store.Each(string(VoteKind), "", func(id string, _ []byte) bool {
		if strings.HasSuffix(id, "/"+person) {
			records = append(records, VoteKind.Record(id))
		}
		return true
	})
	slices.SortFunc(records, func(a, b store.Record) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID))
	})
	return records, err
}

// Forget removes a person's votes and the boards that they have asked for: their messages stay as
// they are.
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

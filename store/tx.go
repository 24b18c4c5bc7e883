package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// DB is what [Transact] needs of a store. [Store] is one.
type DB interface {
	Reader
	Load(Key) (*Table, error)
	LastNumber(channel, game string) (int, error)
	Apply(Change) error
}

// Reader reads small records. A [Store] is one, and so is a [Tx].
type Reader interface {
	Get(kind, id string) ([]byte, error)
}

// Op says on whose behalf a transaction is made.
type Op struct {
	// Request is the ID of the request that asks for it, a snowflake, or "" for what the clock
	// does. It is stored in the same commit: see [Store.Handled].
	Request string
	// Step numbers the transactions of a request, from 0. Each is committed once, and not after a
	// later one: else the error is ErrHandled. A request is carried out by the process that has
	// committed its first step, and by no other; after a restart by none.
	Step uint8
	// Since, if not 0, is the mark since which the request has read the store. Its first
	// transaction is refused with ErrOutdated if others have changed anything since: see [Serve].
	Since Mark
}

// ErrBusy is returned by [Transact] when others have changed what a transaction reads each time
// that it ran. Nothing is stored.
var ErrBusy = errors.New("too many people are changing this at once; nothing was stored, try again")

// mostTries is how often Transact runs a function. Of those who change one record at the same
// time one succeeds each time, so that it takes as many people to exhaust it.
const mostTries = 1000

// Transact runs f and stores all that it has written in one commit, provided that what it has
// read is still as it was: else f runs again, on what is there now. When it returns nil all of it
// is on disk, and otherwise nothing. A transaction that writes nothing stores nothing.
//
// f may run any number of times, so it must do nothing that lasts but by its [Tx], and must not
// call Transact. Its error is returned as it is. A table that f saves without having loaded it
// by the transaction cannot be worked out anew: where that has changed, the error is ErrStale.
// Others are ErrBusy and those of [Store.Apply], as ErrHandled.
func Transact[R any](ctx context.Context, db DB, op Op, f func(*Tx) (R, error)) (R, error) {
	if t, ok := db.(interface{ rehearses() bool }); ok && t.rehearses() {
		if r, err := f(newTx(ctx, db)); err != nil {
			return r, err
		}
	}
	for range mostTries {
		tx := newTx(ctx, db)
		r, err := f(tx)
		if err != nil || tx.wroteNothing() {
			return r, err
		}
		err = db.Apply(tx.change(op))
		if err == nil {
			tx.finish()
		}
		if !tx.repeats(err) {
			return r, err
		}
	}
	var none R
	return none, ErrBusy
}

// Update is [Transact] for a function that returns nothing else.
func Update(ctx context.Context, db DB, op Op, f func(*Tx) error) error {
	_, err := Transact(ctx, db, op, func(tx *Tx) (struct{}, error) { return struct{}{}, f(tx) })
	return err
}

// Shared is what [Serve] needs of a store. [Store] is one.
type Shared interface {
	CarriedOut(request string) bool
	Mark() Mark
	Sync(context.Context) error
}

// Serve runs f, which answers a request by what it reads of the store, and by transactions for
// operations of that request since the given mark. All that f has read, within transactions or not,
// is as new as what anybody had been told to be stored before Serve was called. That is asked of a
// log only after f, and only where the request has committed nothing: a commit shows that nothing
// was missed. Where something was, f runs once more, on what there is then, and must have done
// nothing that lasts but by a transaction. Without the ID of a request the log is asked before.
func Serve[R any](ctx context.Context, db Shared, request string, f func(since Mark) (R, error)) (R, error) {
	since := db.Mark()
	if since == 0 || request == "" {
		if err := db.Sync(ctx); err != nil {
			var none R
			return none, err
		}
		return f(0)
	}
	r, err := f(since)
	if db.CarriedOut(request) || errors.Is(err, ErrUnclear) || errors.Is(err, ErrUnreachable) {
		return r, err
	}
	if failed := db.Sync(ctx); failed != nil || db.Mark() == since {
		return r, cmp.Or(failed, err)
	}
	return f(0)
}

// Tx is a transaction: what it reads is compared when it is committed, and what it writes is
// kept until then. It belongs to one run of a function given to [Transact], and is not safe for
// concurrent use.
type Tx struct {
	ctx    context.Context //nolint:containedctx // a transaction lives as long as the call that makes it
	db     DB
	read   map[Record][]byte // as they were read, nil for none
	wrote  map[Record][]byte // as they shall be, nil for none
	tables map[Key]*txTable
	ranks  []Ranked
	after  []func()
}

// txTable is what a transaction knows of a table.
type txTable struct {
	revision uint64 // that must be stored
	loaded   bool   // by the transaction
	now      *Table // as it shall be, nil where it stays or goes
	gone     bool
}

func newTx(ctx context.Context, db DB) *Tx {
	return &Tx{ctx: ctx, db: db, read: map[Record][]byte{}, wrote: map[Record][]byte{}, tables: map[Key]*txTable{}}
}

// Context is that of the call of [Transact].
func (tx *Tx) Context() context.Context { return tx.ctx }

// Get returns a small record, as the transaction has written it or as it is stored. The errors
// are those of [Store.Get]. A record that cannot be read is not compared.
func (tx *Tx) Get(kind, id string) ([]byte, error) {
	r := Record{kind, id}
	if data, ok := tx.wrote[r]; ok {
		if data == nil {
			return nil, ErrNotFound
		}
		return data, nil
	}
	data, err := tx.db.Get(kind, id)
	if _, known := tx.read[r]; !known && (err == nil || errors.Is(err, ErrNotFound)) {
		tx.read[r] = data
	}
	return data, err
}

// Put stores a small record, in place of whatever is there.
func (tx *Tx) Put(kind, id string, data []byte) {
	if data == nil {
		data = []byte{}
	}
	tx.wrote[Record{kind, id}] = data
}

// Delete removes a small record. It is no error if there is none.
func (tx *Tx) Delete(r Record) { tx.wrote[r] = nil }

// Load returns a table, as the transaction has saved it or as it is stored. The errors are those
// of [Store.Load], with ErrNotFound for one that the transaction removes.
func (tx *Tx) Load(key Key) (*Table, error) {
	known := tx.tables[key]
	switch {
	case known != nil && known.gone:
		return nil, fmt.Errorf("load table %s: %w", key, ErrNotFound)
	case known != nil && known.now != nil:
		return known.now, nil
	}
	t, err := tx.db.Load(key)
	if err == nil && known == nil {
		tx.tables[key] = &txTable{revision: t.Revision, loaded: true}
	}
	return t, err
}

// Found notes that a table was found by other means within this run, as [Store.Sat] does: it is
// compared as though the transaction had loaded it.
func (tx *Tx) Found(key Key, t *Table) {
	if tx.tables[key] == nil {
		tx.tables[key] = &txTable{revision: t.Revision, loaded: true}
	}
}

// Create stores a new table, whose Revision must be 0, under the next number of that channel and
// game, and sets t.Game; a transaction creates one of them. No number is given twice, not even after
// the table is deleted: an old message may still carry its key.
func (tx *Tx) Create(channel, game string, t *Table) (Key, error) {
	last, err := tx.db.LastNumber(channel, game)
	switch {
	case err != nil:
		return Key{}, err
	case last == math.MaxUint32:
		return Key{}, fmt.Errorf("%w: no number is left", ErrKey)
	case t.Revision != 0:
		return Key{}, fmt.Errorf("%w: the table is stored already, with revision %d", ErrStale, t.Revision)
	}
	key := Key{Channel: channel, Game: game, Number: last + 1}
	t.Game = game
	tx.tables[key] = &txTable{loaded: true, now: t}
	return key, nil
}

// Save stores a table in place of the one of its revision. The transaction keeps t, which gets
// the next revision when it is committed.
func (tx *Tx) Save(key Key, t *Table) {
	tx.table(key, t).now = t
}

// DeleteTable removes a table of its revision.
func (tx *Tx) DeleteTable(key Key, t *Table) {
	known := tx.table(key, t)
	known.now, known.gone = nil, true
}

// table is what the transaction knows of a table that it writes.
func (tx *Tx) table(key Key, t *Table) *txTable {
	if tx.tables[key] == nil {
		tx.tables[key] = &txTable{revision: t.Revision}
	}
	return tx.tables[key]
}

// Rank gives a member of a ranking its place: see [Store.Top].
func (tx *Tx) Rank(r Ranked) { tx.ranks = append(tx.ranks, r) }

// After has f run once the transaction is on disk.
func (tx *Tx) After(f func()) { tx.after = append(tx.after, f) }

// Tables are the tables that the transaction saves and those that it removes, in the order of
// their keys.
func (tx *Tx) Tables() (saved, removed []Key) {
	for _, key := range slices.SortedFunc(maps.Keys(tx.tables), Key.compare) {
		switch t := tx.tables[key]; {
		case t.gone:
			removed = append(removed, key)
		case t.now != nil:
			saved = append(saved, key)
		}
	}
	return saved, removed
}

func (tx *Tx) wroteNothing() bool {
	if len(tx.wrote) > 0 || len(tx.ranks) > 0 {
		return false
	}
	saved, removed := tx.Tables()
	return len(saved)+len(removed) == 0
}

// change is all that the transaction has read and written.
func (tx *Tx) change(op Op) Change {
	c := Change{Rank: tx.ranks, Op: op}
	for _, r := range slices.SortedFunc(maps.Keys(tx.read), Record.compare) {
		c.Expect = append(c.Expect, Value{r, tx.read[r]})
	}
	for _, r := range slices.SortedFunc(maps.Keys(tx.wrote), Record.compare) {
		if data := tx.wrote[r]; data != nil {
			c.Put = append(c.Put, Value{r, data})
		} else {
			c.Remove = append(c.Remove, r)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(tx.tables), Key.compare) {
		switch t := tx.tables[key]; {
		case t.gone:
			c.Delete = append(c.Delete, Entry{key, &Table{Head: Head{Revision: t.revision}}})
		case t.now != nil:
			c.Save = append(c.Save, Entry{key, t.now})
		default:
			c.Stand = append(c.Stand, Entry{key, &Table{Head: Head{Revision: t.revision}}})
		}
	}
	return c
}

// repeats reports whether a transaction that could not be committed for err is to run again.
func (tx *Tx) repeats(err error) bool {
	if !errors.Is(err, ErrStale) || tx.ctx.Err() != nil {
		return false
	}
	for _, t := range tx.tables {
		if !t.loaded && !errors.Is(err, ErrStaleRecord) {
			return false
		}
	}
	return true
}

// finish tells of a commit: saved tables have their next revision.
func (tx *Tx) finish() {
	for _, t := range tx.tables {
		if t.now != nil {
			t.now.Format, t.now.Revision = Format, t.revision+1
		}
	}
	for _, f := range tx.after {
		f()
	}
}

func (r Record) compare(o Record) int {
	return cmp.Or(cmp.Compare(r.Kind, o.Kind), cmp.Compare(r.ID, o.ID))
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Channel, o.Channel), cmp.Compare(k.Game, o.Game), cmp.Compare(k.Number, o.Number))
}

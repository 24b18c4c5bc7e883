package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// DB is what [Transact] and those who keep small records need of a store. [Store] implements it.
type DB interface {
	Reader
	Each(kind, prefix string, f func(id string, value []byte) bool) error
	Load(Key) (*Table, error)
	LastNumber(channel, game string) (int, error)
	Commit(*Tx, Op) error
}

// Reader reads small records. [Store] and [Tx] implement it.
type Reader interface {
	Get(kind, id string) ([]byte, error)
}

// Op says on whose behalf a transaction runs.
type Op struct {
	// Request is the ID of the request, a snowflake, or "" for work that no request asked for. It
	// is stored in the same commit: see [Store.Handled].
	Request string
	// Step numbers the transactions of a request, from 0. Each is committed once and not after a
	// later one: otherwise the error is ErrHandled. Only the process that committed a request's
	// first step can commit the others, and none can after a restart.
	Step uint8
	// Since, if not 0, is the mark from which the request has read the store. Its first transaction
	// fails with ErrOutdated if others have changed anything since: see [Serve].
	Since Mark
}

// ErrBusy is returned by [Transact] when each attempt has met a conflicting change. Nothing is
// stored.
var ErrBusy = errors.New("too many people are changing this at once; nothing was stored, try again")

// maxAttempts bounds how often Transact runs a function. Of several writers of one record one
// succeeds in each round, so as many writers are needed to exhaust it.
const maxAttempts = 1000

// Transact runs f and stores everything that it has written in one commit, provided that what it
// has read is unchanged: otherwise f runs again on the new state. If the error is nil everything is
// on disk, otherwise nothing is, except that ErrUncertain and ErrUnclear leave it open. A transaction
// that writes nothing stores nothing.
//
// f may run any number of times. It must have no effects except through its [Tx] and must not call
// Transact. Its error is returned unchanged. A table that f saves without having loaded it in the
// transaction cannot be recomputed: if that table has changed, the error is ErrStale. Other errors
// are ErrBusy and those of [Store.Commit], such as ErrHandled.
func Transact[R any](ctx context.Context, db DB, op Op, f func(*Tx) (R, error)) (R, error) {
	if t, ok := db.(interface{ rehearses() bool }); ok && t.rehearses() { // in tests: see [Unsynced]
		if r, err := f(newTx(ctx, db)); err != nil {
			return r, err
		}
	}
	for range maxAttempts {
		tx := newTx(ctx, db)
		r, err := f(tx)
		if err != nil || tx.wroteNothing() {
			return r, err
		}
		err = db.Commit(tx, op)
		if err == nil {
			tx.committed()
		}
		if !tx.repeats(err) {
			return r, err
		}
	}
	var none R
	return none, ErrBusy
}

// Update is [Transact] for a function that returns only an error.
func Update(ctx context.Context, db DB, op Op, f func(*Tx) error) error {
	_, err := Transact(ctx, db, op, func(tx *Tx) (struct{}, error) { return struct{}{}, f(tx) })
	return err
}

// Syncer is what [Serve] needs of a store. [Store] implements it.
type Syncer interface {
	CarriedOut(request string) bool
	Mark() Mark
	Sync(context.Context) error
}

// Serve runs f, which answers a request by reading the store and by transactions whose Op has the
// given mark as Since. Everything that f has read, in transactions or not, is at least as new as
// what had been acknowledged to anybody before Serve was called. The log is asked about that after
// f, and only if the request has committed nothing, because a commit proves that nothing was
// missed. If something was missed, f runs once more on the new state, so it must have no effects
// except through transactions. Without a request ID the log is asked before f.
func Serve[R any](ctx context.Context, db Syncer, request string, f func(since Mark) (R, error)) (R, error) {
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

// Tx is a transaction. Its reads are validated at the commit, and its writes are buffered until
// then. It belongs to one run of a function passed to [Transact] and is not safe for concurrent
// use. The commit of the zero value notes the request alone.
type Tx struct {
	ctx    context.Context //nolint:containedctx // a transaction lives as long as the call that makes it
	db     DB
	read   map[RecordKey][]byte // as read, nil for none
	wrote  map[RecordKey][]byte // to be written, nil to delete
	tables map[Key]*txTable
	counts map[OpenTables]int // as counted
	ranks  []Ranked
	after  []func()
}

// txTable is the state of a table in a transaction.
type txTable struct {
	revision uint64 // that must be stored at the commit, 0 for a new table with the next number
	loaded   bool   // by the transaction
	now      *Table // to be saved, or nil
	gone     bool
}

func newTx(ctx context.Context, db DB) *Tx {
	return &Tx{ctx: ctx, db: db, read: map[RecordKey][]byte{}, wrote: map[RecordKey][]byte{}, tables: map[Key]*txTable{}, counts: map[OpenTables]int{}}
}

// Context returns the context of the call of [Transact].
func (tx *Tx) Context() context.Context { return tx.ctx }

// Get returns a small record, as written by the transaction or as stored. The errors are those of
// [Store.Get]. A record that cannot be read is not validated.
func (tx *Tx) Get(kind, id string) ([]byte, error) {
	r := RecordKey{kind, id}
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

// Put stores a small record in place of the present one, if any.
func (tx *Tx) Put(kind, id string, data []byte) {
	if data == nil {
		data = []byte{}
	}
	tx.wrote[RecordKey{kind, id}] = data
}

// Delete removes a small record, if there is one.
func (tx *Tx) Delete(r RecordKey) { tx.wrote[r] = nil }

// Load returns a table, as saved by the transaction or as stored. The errors are those of
// [Store.Load], with ErrNotFound for a table that the transaction deletes.
func (tx *Tx) Load(key Key) (*Table, error) {
	known := tx.tables[key]
	switch {
	case known != nil && known.gone:
		return nil, fmt.Errorf("load table %s: %w", key, ErrNotFound)
	case known != nil && known.now != nil:
		return known.now, nil
	}
	t, err := tx.db.Load(key)
	if err == nil {
		tx.Found(key, t)
	}
	return t, err
}

// Found registers a table that this run has read by other means, such as [Store.Sat]. It is
// validated as if the transaction had loaded it.
func (tx *Tx) Found(key Key, t *Table) {
	if tx.tables[key] == nil {
		tx.tables[key] = &txTable{revision: t.Revision, loaded: true}
	}
}

// Counted registers a number of open tables that this run has read by [Store.CountOpen]. There must be
// as many at the commit.
func (tx *Tx) Counted(of OpenTables, n int) { tx.counts[of] = n }

// Create stores a new table, whose Revision must be 0, under the next number of that channel and
// game, and sets t.Game. A transaction can create one table in a series. No number is given twice,
// even after the table is deleted, because an old message may still carry its key.
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

// Save stores t in place of the table with its revision. The transaction keeps t and sets its next
// revision at the commit.
func (tx *Tx) Save(key Key, t *Table) {
	tx.table(key, t).now = t
}

// DeleteTable removes a table, which must still have the revision of t.
func (tx *Tx) DeleteTable(key Key, t *Table) {
	known := tx.table(key, t)
	known.now, known.gone = nil, true
}

func (tx *Tx) table(key Key, t *Table) *txTable {
	if tx.tables[key] == nil {
		tx.tables[key] = &txTable{}
	}
	tx.tables[key].revision = t.Revision
	return tx.tables[key]
}

// Rank sets or removes a member of a ranking: see [Store.Top].
func (tx *Tx) Rank(r Ranked) { tx.ranks = append(tx.ranks, r) }

// After registers f to run once the transaction is on disk.
func (tx *Tx) After(f func()) { tx.after = append(tx.after, f) }

// Tables returns the keys of the tables that the transaction saves, of those that it deletes, and of
// those that it has only read, each in order.
func (tx *Tx) Tables() (saved, deleted, read []Key) {
	for _, key := range slices.SortedFunc(maps.Keys(tx.tables), Key.compare) {
		switch t := tx.tables[key]; {
		case t.gone:
			deleted = append(deleted, key)
		case t.now != nil:
			saved = append(saved, key)
		default:
			read = append(read, key)
		}
	}
	return saved, deleted, read
}

// Records returns the small records that the transaction writes, and those that it has read as they
// were, each in order. Data is nil for one that is deleted or that there was not.
func (tx *Tx) Records() (written, read []Value) { return inOrder(tx.wrote), inOrder(tx.read) }

func inOrder(records map[RecordKey][]byte) (list []Value) {
	for _, r := range slices.SortedFunc(maps.Keys(records), RecordKey.compare) {
		list = append(list, Value{r, records[r]})
	}
	return list
}

func (tx *Tx) wroteNothing() bool {
	saved, deleted, _ := tx.Tables()
	return len(tx.wrote)+len(tx.ranks)+len(saved)+len(deleted) == 0
}

// repeats reports whether the transaction can run again after err. ErrStaleRecord is an ErrStale too: a
// record that f reads anew. A table that f did not load it would save as it was.
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

// committed sets the next revision of saved tables and runs the functions of After.
func (tx *Tx) committed() {
	for _, t := range tx.tables {
		if t.now != nil {
			t.now.Format, t.now.Revision = Format, t.revision+1
		}
	}
	for _, f := range tx.after {
		f()
	}
}

// Commit stores what a transaction has written, with the step of its request, in one commit: when it
// returns nil all of it is on disk, otherwise nothing is, except that ErrUncertain and ErrUnclear leave
// it open. The error is ErrStale if one of the tables has changed since it was loaded, ErrStaleRecord if
// a record or number has changed since it was read, ErrHandled if the step has been carried out,
// ErrOutdated as in [Op], and ErrFormat if a record cannot be read. Callers should use [Transact], except
// to note a request alone.
func (s *Store) Commit(tx *Tx, op Op) error {
	saved, deleted, _ := tx.Tables()
	changed := slices.Concat(saved, deleted)
	parts, err := tx.encode()
	if err == nil {
		err = s.writeFor(op, parts...)
	}
	if err != nil {
		return fmt.Errorf("change %d tables and %d records: %w", len(changed), len(tx.wrote), err)
	}
	s.announce(changed)
	return nil
}

// encode returns the parts of the commit: the checks of what was read, and then the writes, since all
// checks must precede the first write, as [Store.write] demands.
func (tx *Tx) encode() (parts []func(*writing) error, err error) {
	var writes, removals []func(*writing) error
	check := func(f func(*bolt.Tx) error) { parts = append(parts, func(w *writing) error { return f(w.Tx) }) }
	write := func(f func(*writing) error) { writes = append(writes, f) }
	valid := func(failed error) { err = errors.Join(err, failed) }
	for _, k := range slices.Concat(tx.Tables()) {
		t := tx.tables[k]
		key, failed := k.encode()
		valid(failed)
		var was *Head
		check(func(tx *bolt.Tx) (err error) {
			was, err = checkTable(tx, key, t.revision)
			return err
		})
		switch {
		case t.gone:
			write(func(w *writing) error { return w.replaceTable(key, was, nil, nil) })
		case t.now != nil:
			now, content, failed := nextRevision(t.now)
			valid(failed)
			write(func(w *writing) error { return w.replaceTable(key, was, now, content) })
		}
	}
	written, read := tx.Records()
	for _, v := range read {
		key, failed := encodeRecord(v.Kind, v.ID)
		valid(failed)
		check(func(tx *bolt.Tx) error { return checkRecord(tx, key, v) })
	}
	for of, n := range tx.counts {
		check(func(tx *bolt.Tx) error {
			now, err := of.count(tx)
			if err == nil && now != n {
				err = fmt.Errorf("%w: there are %d open tables, not %d", ErrStaleRecord, now, n)
			}
			return err
		})
	}
	for _, v := range written {
		key, failed := encodeRecord(v.Kind, v.ID)
		valid(failed)
		if v.Data == nil {
			removals = append(removals, func(w *writing) error { return w.remove(recordsBucket, key) })
			continue
		}
		value := checksummed(key, v.Data)
		write(func(w *writing) error { return w.put(recordsBucket, key, value) })
	}
	writes = append(writes, removals...)
	for _, r := range tx.ranks {
		valid(checkRanked(r.Board, r.Member))
		write(func(w *writing) error { return w.rank(r) })
	}
	return append(parts, writes...), err
}

// checkTable returns the stored head of a table, nil for a new one. The error is ErrStale if another
// revision is stored, and for a new table whose number is not the next one.
func checkTable(tx *bolt.Tx, key []byte, revision uint64) (*Head, error) {
	h, err := stored(tx, key, decodeHead)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	if now := cmp.Or(h, &Head{}).Revision; now != revision {
		return nil, fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, now, revision)
	}
	series, number := key[:len(key)-4], binary.BigEndian.Uint32(key[len(key)-4:])
	if last := lastNumber(tx, series); h == nil && int64(number) != int64(last)+1 {
		return nil, fmt.Errorf("%w: table %d follows, not %d", ErrStale, int64(last)+1, number)
	}
	return h, nil
}

// checkRecord returns ErrStaleRecord for a small record that has changed since it was read.
func checkRecord(tx *bolt.Tx, key []byte, v Value) error {
	content, err := contentOf(key, tx.Bucket(recordsBucket).Get(key))
	if err == nil && ((content == nil) != (v.Data == nil) || !bytes.Equal(content, v.Data)) {
		err = fmt.Errorf("%w: %s %q", ErrStaleRecord, v.Kind, v.ID)
	}
	return err
}

func (r RecordKey) compare(o RecordKey) int {
	return cmp.Or(cmp.Compare(r.Kind, o.Kind), cmp.Compare(r.ID, o.ID))
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Channel, o.Channel), cmp.Compare(k.Game, o.Game), cmp.Compare(k.Number, o.Number))
}

package table

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// BoardKind is the kind of the records of where boards are, by [store.Key.String].
const BoardKind store.Kind[Place] = "board"

// Place is where the board of a table is. The zero value is nowhere, or unknown.
type Place struct {
	Message string `json:"message"`         // ID
	Moves   int    `json:"moves"`           // how many had been played on the board shown
	Offer   bool   `json:"offer,omitempty"` // the game has not begun
	// Asks is 1 more than the seat that asks on it to take a move back, 0 for none.
	Asks int `json:"asks,omitempty"`
	// Buried is set if something else about the table was posted below the board.
	Buried bool `json:"buried,omitempty"`
	// Revision is that of the table on the board, and Answers the ID of the interaction that it answers. By
	// them copies of the bot know each other's boards; versions before them stored neither.
	Revision uint64 `json:"revision,omitempty"`
	Answers  string `json:"answers,omitempty"`
}

// Places knows which message carries the board of each table. It is safe for concurrent use.
//
// The messages of one table are sent one after another, in the order of the table's revisions, so
// that a late board does not replace a newer one. Places are stored, so that they are known after a
// restart. Nobody waits for that, and many tables share a write.
type Places struct {
	store store.DB
	after time.Duration // how long a place waits to be stored together with others
	log   *slog.Logger
	now   func() time.Time

	mu       sync.Mutex
	boards   map[store.Key]*board // of tables where something was shown lately
	unstored map[store.Key]*board // whose places differ from what is stored
	due      bool                 // a write is scheduled
	storing  bool                 // a write is in progress
	stored   *sync.Cond           // signalled when a write has ended
}

// board is the board of one table.
type board struct {
	turn chan struct{} // holds an element while no message is being sent
	// The other fields are guarded by the lock of Places.
	users int // those who have the turn or wait for it
	used  time.Time
	place Place
	gone  bool // its table was deleted
}

// StoreAfter is how long a place waits to be stored together with others, unless any copy of the bot may
// show the board next.
const StoreAfter = time.Second

// NewPlaces returns the places of boards in a store. after is how long a place waits to be stored.
func NewPlaces(s store.DB, after time.Duration, log *slog.Logger, now func() time.Time) *Places {
	ps := &Places{store: s, after: after, log: log, now: now, boards: map[store.Key]*board{}, unstored: map[store.Key]*board{}}
	ps.stored = sync.NewCond(&ps.mu)
	return ps
}

// Begin waits until a revision of a table may be shown. It returns the place of the board, and
// whether that shows a later revision. Unless the context has ended, which is the error,
// [Places.End] must be called.
func (ps *Places) Begin(ctx context.Context, key store.Key, revision uint64) (p Place, newer bool, err error) {
	b := ps.use(key)
	select {
	case <-b.turn: // even if the context has ended
	default:
		select {
		case <-b.turn:
		case <-ctx.Done():
			ps.release(b)
			return Place{}, false, context.Cause(ctx)
		}
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.recall(key, b)
	return b.place, b.place.Revision > revision, nil
}

// End ends what Begin has begun. If now names a message, the board is there from now on.
func (ps *Places) End(key store.Key, now Place) {
	ps.mu.Lock()
	b := ps.boards[key]
	if now.Message != "" && b.place != now {
		b.place = now
		ps.scheduleWrite(key, b)
	}
	ps.mu.Unlock()
	b.turn <- struct{}{}
	ps.release(b)
}

// scheduleWrite schedules a write of a place. The lock is held.
func (ps *Places) scheduleWrite(key store.Key, b *board) {
	if b.gone {
		return
	}
	ps.unstored[key] = b
	if !ps.due {
		ps.due = true
		time.AfterFunc(ps.after, ps.Flush)
	}
}

// Bury records that something else about a table is posted below its board.
func (ps *Places) Bury(key store.Key) {
	b := ps.use(key)
	defer ps.release(b)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.recall(key, b)
	if b.place.Message == "" || b.place.Buried {
		return
	}
	b.place.Buried = true
	ps.scheduleWrite(key, b)
}

// Drop forgets the board of a table that was deleted together with its stored place. If a place was just
// being written, it is removed again.
func (ps *Places) Drop(key store.Key) {
	b := ps.use(key)
	defer ps.release(b)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	b.gone = true
	delete(ps.unstored, key)
	for ps.storing {
		ps.stored.Wait()
	}
	if ps.read(key) == (Place{}) {
		return
	}
	ps.mu.Unlock()
	err := store.Update(context.Background(), ps.store, store.Op{}, func(tx *store.Tx) error {
		tx.Delete(BoardKind.Record(key.String()))
		return nil
	})
	ps.mu.Lock()
	if err != nil {
		ps.log.Warn("remove the place of a deleted table", "table", key.String(), "err", err)
	}
}

// At returns the place of a table's board.
func (ps *Places) At(key store.Key) Place {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if b := ps.unstored[key]; b != nil {
		return b.place
	}
	return ps.read(key)
}

// recall reads the place of a board unless a newer one is to be stored. The lock is held.
func (ps *Places) recall(key store.Key, b *board) {
	if ps.unstored[key] == nil {
		b.place = ps.read(key)
	}
}

// read reads a place from the store. It is unknown if it cannot be read.
func (ps *Places) read(key store.Key) (p Place) {
	p, _, err := BoardKind.Get(ps.store, key.String())
	if err != nil {
		ps.log.Warn("it could not be told where a board stands", "table", key.String(), "err", err)
	}
	return p
}

// Flush stores all places, and returns when they are stored or that has failed.
func (ps *Places) Flush() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for ps.storing {
		ps.stored.Wait()
	}
	ps.storing, ps.due = true, false
	for stored := true; stored && len(ps.unstored) > 0; {
		stored = ps.write()
	}
	ps.storing = false
	ps.stored.Broadcast()
}

// write stores places in one transaction, and reports whether that succeeded. The lock is held, except
// during the write.
func (ps *Places) write() bool {
	places := make(map[store.Key]Place, len(ps.unstored))
	for key, b := range ps.unstored {
		places[key] = b.place
	}
	ps.mu.Unlock()
	err := store.Update(context.Background(), ps.store, store.Op{}, func(tx *store.Tx) error {
		for key, p := range places {
			if err := BoardKind.Put(tx, key.String(), p); err != nil {
				return err
			}
		}
		return nil
	})
	ps.mu.Lock()
	if err != nil {
		if !errors.Is(err, store.ErrClosed) {
			ps.log.Warn("it could not be stored where boards stand", "boards", len(places), "err", err)
		}
		return false
	}
	maps.DeleteFunc(ps.unstored, func(key store.Key, b *board) bool { return b.place == places[key] })
	if len(ps.unstored) == 0 {
		ps.unstored = map[store.Key]*board{} // an emptied map would not shrink
	}
	return true
}

func (ps *Places) use(key store.Key) *board {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	b := ps.boards[key]
	if b == nil {
		b = &board{turn: make(chan struct{}, 1)}
		b.turn <- struct{}{}
		ps.boards[key] = b
	}
	b.users++
	return b
}

func (ps *Places) release(b *board) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	b.users--
	b.used = ps.now()
}

// keepFor is how long a revision is remembered that is not being shown: longer than any reply takes.
const keepFor = 15 * time.Minute

// DropIdle frees the memory of tables at which nothing was shown for long.
func (ps *Places) DropIdle() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if len(ps.unstored) > 0 || ps.storing {
		return // in a later pass
	}
	for key, b := range ps.boards {
		if idle := ps.now().Sub(b.used); b.users == 0 && (idle < 0 || idle > keepFor) {
			delete(ps.boards, key)
		}
	}
	if len(ps.boards) == 0 {
		ps.boards = map[store.Key]*board{} // see write
	}
}

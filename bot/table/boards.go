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

func boardRecord(key store.Key) store.Record { return BoardKind.Record(key.String()) }

// Place is where the board of a table is. The zero value is nowhere, or unknown.
type Place struct {
	Message string `json:"message"`         // ID
	Moves   int    `json:"moves"`           // how many had been played on the board shown
	Offer   bool   `json:"offer,omitempty"` // the game has not begun
	// Asker is the person who asks on it to take a move back, or "".
	Asker string `json:"asker,omitempty"`
	// Buried is set if something else about the table was posted below the board.
	Buried bool `json:"buried,omitempty"`
}

// Boards knows which message carries the board of each table. It is safe for concurrent use.
//
// The messages of one table are sent one after another, in the order of the table's revisions, so
// that a late board does not replace a newer one. Places are stored, so that they are known after a
// restart. Nobody waits for that, and many tables share a write.
type Boards struct {
	store store.DB
	log   *slog.Logger
	now   func() time.Time

	mu       sync.Mutex
	boards   map[store.Key]*board // of tables where something was shown lately
	unstored map[store.Key]*board // with places to be stored
	due      bool                 // a write is scheduled
	shared   bool                 // other programs show boards too
	storing  bool                 // a write is in progress
	stored   *sync.Cond           // signalled when a write has ended
}

// board is the board of one table.
type board struct {
	turn chan struct{} // holds an element while no message is being sent
	// The other fields are guarded by the lock of Boards.
	users    int // those who have the turn or wait for it
	used     time.Time
	place    Place
	known    bool // place has been read
	revision uint64
}

// NewBoards returns the boards whose places are in a store. If shared, other copies of the bot show
// them too: a place is then read each time, and stored at once.
func NewBoards(s store.DB, shared bool, log *slog.Logger, now func() time.Time) *Boards {
	bs := &Boards{store: s, shared: shared, log: log, now: now, boards: map[store.Key]*board{}, unstored: map[store.Key]*board{}}
	bs.stored = sync.NewCond(&bs.mu)
	return bs
}

// knows reports whether the place of a board is known in memory. The lock is held.
func (bs *Boards) knows(key store.Key, b *board) bool {
	return b != nil && b.known && (!bs.shared || bs.unstored[key] == b)
}

// Begin waits until a revision of a table may be shown. It returns the place of the board, and
// whether that shows a later revision. Unless the context has ended, which is the error,
// [Boards.End] must be called.
func (bs *Boards) Begin(ctx context.Context, key store.Key, revision uint64) (p Place, newer bool, err error) {
	b := bs.use(key)
	select {
	case <-b.turn: // even if the context has ended
	default:
		select {
		case <-b.turn:
		case <-ctx.Done():
			bs.release(b)
			return Place{}, false, context.Cause(ctx)
		}
	}
	p = bs.At(key)
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if !bs.knows(key, b) {
		b.place, b.known = p, true
	}
	return b.place, b.revision > revision, nil
}

// End ends what Begin has begun. If now names a message, the board is there from now on, and shows
// the revision.
func (bs *Boards) End(key store.Key, revision uint64, now Place) {
	bs.mu.Lock()
	b := bs.boards[key]
	if now.Message != "" {
		b.revision = max(b.revision, revision)
		if b.place != now {
			b.place = now
			bs.keep(key, b)
		}
	}
	bs.mu.Unlock()
	b.turn <- struct{}{}
	bs.release(b)
}

// storeAfter is how long a place waits to be stored together with others.
const storeAfter = time.Second

// keep schedules a write of a place. The lock is held.
func (bs *Boards) keep(key store.Key, b *board) {
	bs.unstored[key] = b
	if !bs.due {
		bs.due = true
		after := storeAfter
		if bs.shared {
			after = 0
		}
		time.AfterFunc(after, bs.Wait)
	}
}

// Bury records that something else about a table is posted below its board.
func (bs *Boards) Bury(key store.Key) {
	b := bs.use(key)
	defer bs.release(b)
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if !bs.knows(key, b) {
		b.place, b.known = bs.read(key), true
	}
	if b.place.Message == "" || b.place.Buried {
		return
	}
	b.place.Buried = true
	bs.keep(key, b)
}

// Drop forgets the board of a table that was deleted together with its stored place.
func (bs *Boards) Drop(key store.Key) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	delete(bs.unstored, key)
	if b := bs.boards[key]; b != nil {
		b.place = Place{}
	}
}

// At returns the place of a table's board.
func (bs *Boards) At(key store.Key) Place {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if b := bs.boards[key]; bs.knows(key, b) {
		return b.place
	}
	return bs.read(key)
}

// read reads a place from the store. It is unknown if it cannot be read.
func (bs *Boards) read(key store.Key) (p Place) {
	p, _, err := BoardKind.Get(bs.store, key.String())
	if err != nil {
		bs.log.Warn("it could not be told where a board stands", "table", key.String(), "err", err)
	}
	return p
}

// Wait stores all places, and returns when they are stored.
func (bs *Boards) Wait() {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	for bs.storing {
		bs.stored.Wait()
	}
	bs.storing, bs.due = true, false
	failed := map[store.Key]*board{}
	for len(bs.unstored) > 0 {
		maps.Copy(failed, bs.flush())
	}
	maps.Copy(bs.unstored, failed) // for the next write
	bs.storing = false
	bs.stored.Broadcast()
}

// flush stores places in one write, and returns the boards for which that failed. The lock is held,
// except during the write.
func (bs *Boards) flush() (failed map[store.Key]*board) {
	places, boards := make(map[store.Key]Place, len(bs.unstored)), bs.unstored
	for key, b := range boards {
		places[key] = b.place
	}
	bs.unstored = map[store.Key]*board{} // an emptied map would not shrink
	bs.mu.Unlock()
	err := store.Update(context.Background(), bs.store, store.Op{}, func(tx *store.Tx) error {
		for key, p := range places {
			if err := BoardKind.Put(tx, key.String(), p); err != nil {
				return err
			}
		}
		return nil
	})
	bs.mu.Lock()
	if err != nil && !errors.Is(err, store.ErrClosed) {
		bs.log.Warn("it could not be stored where boards stand", "boards", len(places), "err", err)
		return boards
	}
	return nil
}

func (bs *Boards) use(key store.Key) *board {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.boards[key]
	if b == nil {
		b = &board{turn: make(chan struct{}, 1)}
		b.turn <- struct{}{}
		bs.boards[key] = b
	}
	b.users++
	return b
}

func (bs *Boards) release(b *board) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b.users--
	b.used = bs.now()
}

// keepFor is how long a revision is remembered that is not being shown: longer than any reply takes.
const keepFor = 15 * time.Minute

// DropIdle frees the memory of tables at which nothing was shown for long.
func (bs *Boards) DropIdle() {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if len(bs.unstored) > 0 || bs.storing {
		return // in a later round
	}
	for key, b := range bs.boards {
		if idle := bs.now().Sub(b.used); b.users == 0 && (idle < 0 || idle > keepFor) {
			delete(bs.boards, key)
		}
	}
	if len(bs.boards) == 0 {
		bs.boards = map[store.Key]*board{} // see flush
	}
}

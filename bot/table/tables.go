package table

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Store keeps tables; see [store.Store] for what each method promises.
type Store interface {
	store.DB
	Channel(channel string) ([]store.Brief, error)
	Server(guild string, limit int) ([]store.Brief, error)
	Finished(after store.Key, before time.Time, look int) (found []store.Key, last store.Key, err error)
	User(id string) ([]store.Brief, error)
	Recent(channel, game string, limit int) ([]store.Brief, error)
	Sat(id string) ([]store.Entry, error)
	Past(user, game string, after store.PastCursor, limit int) ([]store.Past, error)
	CountOpen(store.OpenTables) (int, error)
	Due(before time.Time) ([]store.Key, error)
	Thinking() ([]store.Key, error)
	OnTables(func([]store.Key))
}

// Config is how long tables wait for people, and how much there may be of them.
type Config struct {
	ChallengeExpires time.Duration // after it was made
	IdleWarn         time.Duration // after the last move
	IdleEnd          time.Duration // after the last move, more than IdleWarn
	KeepFinished     time.Duration // how long finished games are kept; 0: for good
	Limits           Limits
}

// Tables are the tables of a store. It is safe for concurrent use.
type Tables struct {
	store    Store
	games    map[string]*engine.Game // by ID
	config   Config
	log      *slog.Logger
	now      func() time.Time
	with     Surroundings
	cache    *positionCache
	uses     *uses
	thoughts sync.Map // of [store.Key] to *thought
	// reported is what [Tables.Report] logged last, by problem and table.
	reported sync.Map
	pruned   store.Key               // see [Tables.Prune]
	left     map[store.Key]time.Time // see [Tables.Expire]
}

// Companion takes part in the commit of a table. There are companions for ratings, notifications,
// puzzles of the day, and waking tournaments; newBot in package bot lists them in order.
type Companion interface {
	// Save stores what goes with a table in the transaction that stores the table. It may change the
	// end and the rating of the table's record. Like all of a transaction, it may be called several
	// times.
	Save(tx *store.Tx, t *Table) error
}

// Surroundings are what tables need from other packages. The zero value is usable.
type Surroundings struct {
	Companions []Companion // take part in every commit in which a game begins, goes on or ends
	AtEnd      []Companion // take part before these in the commits of tables that are over
	// Away returns how much of the time between two moments the bot could not be reached, which
	// clocks give back; nil for none.
	Away Away
	// Work runs work on games whose moves may take long, in its turn; nil runs it at once.
	Work func(ctx context.Context, work func() error) error
}

// NewTables returns the tables of a store for the given games.
func NewTables(s Store, games []*engine.Game, config Config, with Surroundings, log *slog.Logger, now func() time.Time) *Tables {
	ts := &Tables{
		store: s, games: map[string]*engine.Game{}, config: config, with: with, log: log, now: now, uses: newUses(),
		left: map[store.Key]time.Time{},
	}
	ts.cache = &positionCache{Cache: NewCache[moment, replayed](maxPositions, now), work: ts.Work}
	for _, g := range games {
		ts.games[g.ID] = g
	}
	if s != nil { // which the list of commands does without
		s.OnTables(ts.checkThoughts)
	}
	return ts
}

// Work runs work on a position: at once or, if its moves may take long, in its turn.
func (ts *Tables) Work(ctx context.Context, p engine.Position, work func() error) error {
	if _, ok := p.(engine.Laborious); !ok || ts.with.Work == nil {
		return work()
	}
	return ts.with.Work(ctx, work)
}

// Load reads and replays a table. It refuses a table that does not exist or cannot be played here, and
// stops with the context's cause when that ends.
func (ts *Tables) Load(ctx context.Context, key store.Key) (*Table, error) {
	record, err := ts.store.Load(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, engine.Refuse("there is no table %s of %s in this channel; %s lists the tables", strconv.Itoa(key.Number), engine.Command(key.Game), engine.Command("games"))
	}
	if err != nil {
		return nil, err
	}
	return ts.replay(ctx, key, record)
}

// Try loads a table. If it cannot be loaded, that is logged, so that others stay in reach.
func (ts *Tables) Try(ctx context.Context, key store.Key) (*Table, bool) {
	t, err := ts.Load(ctx, key)
	if ctx.Err() == nil {
		ts.Report("leave out a table", key, err)
	}
	return t, err == nil
}

// replay makes a table from its record.
func (ts *Tables) replay(ctx context.Context, key store.Key, record *store.Table) (*Table, error) {
	if err := ts.playable(&record.Head); err != nil {
		return nil, err
	}
	g := ts.games[record.Game]
	t := of(key, g, record)
	t.cache, t.away, t.expires = ts.cache, ts.with.Away, ts.config.ChallengeExpires
	var err error
	if t.Options, err = engine.DecodeOptions(g.Options, record.Options); err != nil {
		return nil, fmt.Errorf("%w: table %s: %s", store.ErrFormat, key, unquoted(err))
	}
	p, err := ts.cache.replay(ctx, key, g, t.Options, t.Moves())
	switch {
	case err == nil:
		t.at(p)
		return t, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, engine.ErrWork):
		return nil, engine.Refuse("the moves of %s take more work than those of a table may; %s opens another", t.Title(), g.Command("new"))
	default:
		return nil, fmt.Errorf("%w: table %s: %s", store.ErrFormat, key, unquoted(err))
	}
}

// unquoted returns an error of a stored table for the log, without what people wrote. It is no refusal
// any more, because the person who asks for the table has not caused it.
func unquoted(err error) string {
	if move, ok := errors.AsType[*engine.MoveError](err); ok {
		return strings.Replace(err.Error(), move.Error(), move.Err.Error(), 1)
	}
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return strings.Replace(err.Error(), refusal.Error(), "its options are refused", 1)
	}
	return err.Error()
}

// saved caches the position of a table that is on disk, if it took much work, and logs its opening and its end
// as information, and each step between for debugging.
func (ts *Tables) saved(t *Table) {
	ts.Keep(t)
	level, what := slog.LevelDebug, "table saved"
	switch {
	case t.Record.Revision == 1:
		level, what = slog.LevelInfo, "table opened"
	case t.Record.Over:
		level, what = slog.LevelInfo, "table over"
	}
	if ctx := context.Background(); ts.log.Enabled(ctx, level) {
		ts.log.Log(ctx, level, what, t.Attr(), "moves", len(t.Record.Moves))
	}
}

// Attr returns the log attributes that name a table.
func Attr(key store.Key) slog.Attr {
	return slog.Group("", "channel", key.Channel, "game", key.Game, "table", key.Number)
}

// Attr returns the log attributes that name a table and its revision.
func (t *Table) Attr() slog.Attr {
	return slog.Group("", Attr(t.Key), "revision", t.Record.Revision)
}

type report struct {
	what string
	key  store.Key
}

// Report logs a recurring problem with a table once, until the error changes. A nil error ends it.
func (ts *Tables) Report(what string, key store.Key, err error) {
	if err == nil {
		ts.reported.Delete(report{what, key})
		return
	}
	if before, _ := ts.reported.Swap(report{what, key}, err.Error()); before != err.Error() {
		ts.log.Error(what, Attr(key), "err", err)
	}
}

// Use records that a person uses a table, so that their next command means it, and makes them its Actor.
// The record keeps the use from its next save on. Until then, and for people without a seat, it is
// forgotten when the program stops.
func (ts *Tables) Use(t *Table, user string) {
	now := ts.now().UTC()
	t.Actor = user
	if seat := t.SeatOf(user); seat >= 0 {
		if t.Record.Used == nil {
			t.Record.Used = make([]int64, len(t.Record.Seats))
		}
		t.Record.Used[seat] = now.UnixMilli()
	}
	if t.Key.Number > 0 {
		ts.uses.remember(useKey{user, t.Key.Channel, t.Key.Game, owns(t.Head, user)}, t.Key.Number, now)
	}
}

// lastUse returns when a person last used a table by its record, zero for never. An older record does not
// tell: if nobody else plays, that is when it was last touched.
func lastUse(h *store.Head, user string) time.Time {
	b := Brief{Head: h}
	seat := b.SeatOf(user)
	switch {
	case owns(h, user) && (seat < 0 || len(h.Used) == 0) && opponent(h, user) == "":
		return h.Touched
	case seat < 0 || int(seat) >= len(h.Used) || h.Used[seat] == 0:
		return time.Time{}
	default:
		return time.UnixMilli(h.Used[seat])
	}
}

// maxUses limits the remembered uses, which are in two halves: when the newer one is full, the older one
// is dropped.
const maxUses = 8192

// uses remembers which table of a game in a channel a person used last, and when. It is safe for
// concurrent use.
type uses struct {
	seed         maphash.Seed
	mu           sync.Mutex
	newer, older map[uint64]use // by the hash of a useKey, to save memory
}

// useKey is who uses tables, and where: their own or others'.
type useKey struct {
	user, channel, game string
	own                 bool
}

// use is a use of a table. number is 0 for none.
type use struct {
	number int32
	milli  int64 // since 1970
}

func newUses() *uses { return &uses{seed: maphash.MakeSeed()} }

func (u *uses) remember(p useKey, number int, at time.Time) {
	key := maphash.Comparable(u.seed, p)
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.newer) >= maxUses/2 {
		u.older, u.newer = u.newer, nil
	}
	if u.newer == nil {
		u.newer = map[uint64]use{}
	}
	u.newer[key] = use{int32(number), at.UnixMilli()}
}

// last returns the remembered use, or the zero value.
func (u *uses) last(p useKey) use {
	key := maphash.Comparable(u.seed, p)
	u.mu.Lock()
	defer u.mu.Unlock()
	if last, ok := u.newer[key]; ok {
		return last
	}
	return u.older[key]
}

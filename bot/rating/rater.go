package rating

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Store is what ratings need of [store.Store].
type Store interface {
	store.DB
	Each(kind, prefix string, f func(id string, value []byte) bool) error
	First(kind, before string, limit int) ([]store.Value, error)
	Past(user, game string, after store.PastCursor, limit int) ([]store.Past, error)
	Unrated(limit int) ([]store.Key, error)
	RatedAfter(pool string, after store.RatedCursor, limit int) ([]store.RatedCursor, error)
	Top(board string, offset, limit int) ([]store.Place, error)
	PlaceOf(board, member string) (store.Place, bool, error)
}

// Rater rates tables that are over. It is safe for concurrent use, and the only one of its
// store: what it works out rests on what it has stored before.
type Rater struct {
	store  Store
	tables *table.Tables
	games  map[string]*engine.Game
	log    *slog.Logger
	now    func() time.Time

	mu      sync.Mutex
	broken  map[store.Key]bool // cannot be rated until the next start
	replays map[string]*replay // those that were begun, by pool
}

// New returns the rater of some tables, which are of the given games. It rates each as soon as
// it is stored over; [Rater.Round] does what is left.
func New(s Store, tables *table.Tables, games []*engine.Game, log *slog.Logger, now func() time.Time) *Rater {
	r := &Rater{store: s, tables: tables, games: map[string]*engine.Game{}, log: log, now: now, broken: map[store.Key]bool{}, replays: map[string]*replay{}}
	for _, g := range games {
		r.games[g.ID] = g
	}
	tables.OnEnd(r.ended)
	return r
}

// atOnce is how many tables are taken from the queue at a time.
const atOnce = 64

// ended rates a table that was stored over just now, after those that ended before it, and
// has it tell the ratings. One that was taken back is noted. What fails is done in a later
// round.
func (r *Rater) ended(t *table.Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.retract()
	if err == nil && t.Record.Over {
		if _, err = r.queue(); err == nil {
			err = r.tell(t)
		}
	}
	r.tables.Report("rate a game", t.Key, err)
}

// tell has a table know what the game has done to ratings.
func (r *Rater) tell(t *table.Table) error {
	stored, err := r.store.Load(t.Key)
	if err != nil {
		return err
	}
	if stored.Revision == t.Record.Revision+1 { // nobody else has changed it
		t.Record.Revision = stored.Revision
	}
	t.Record.Rated, t.Record.End = stored.Rated, stored.End
	return nil
}

// Round rates what a stop or a fault has left unrated, goes on with rating again what follows
// from a game that was taken back, and takes their places from people who have not played for
// long. It returns early when the context ends.
func (r *Rater) Round(ctx context.Context) {
	for _, step := range []func() (more bool, err error){
		func() (bool, error) { return false, r.retract() }, r.queue, r.again, r.fade,
	} {
		for more := true; more && ctx.Err() == nil; {
			r.mu.Lock()
			var err error
			more, err = step()
			r.mu.Unlock()
			if err != nil {
				r.log.Error("keep ratings", "err", err)
				return
			}
		}
	}
}

// queue rates the tables that are waiting, in the order of their ends: some of them, and
// reports whether there are more.
func (r *Rater) queue() (more bool, err error) {
	limit := atOnce + len(r.broken)
	keys, err := r.store.Unrated(limit)
	if err != nil {
		return false, err
	}
	for _, key := range keys {
		if r.broken[key] {
			continue
		}
		err := r.rate(key)
		if errors.Is(err, store.ErrFormat) {
			r.broken[key] = true
			r.tables.Report("rate a game", key, err)
			continue
		}
		if err != nil {
			return false, err
		}
	}
	return len(keys) == limit, nil
}

// rate rates one table, unless it is no longer to be.
func (r *Rater) rate(key store.Key) error {
	return r.update(func(tx *store.Tx) error {
		record, err := tx.Load(key)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if record.Rated == "" || record.End == nil || len(record.End.Ratings) > 0 {
			return nil
		}
		return r.result(tx, key, record)
	})
}

func (r *Rater) update(f func(*store.Tx) error) error {
	return store.Update(context.Background(), r.store, store.Op{}, f)
}

// result stores what the end of a table changes: its own record, the standings, and what is to be
// rated again where somebody's game of a later time was rated before.
func (r *Rater) result(tx *store.Tx, key store.Key, record *store.Table) error {
	at := store.RatedCursor{At: record.End.At, Key: key}
	sides, err := r.sides(tx, record, at, nil)
	if err != nil {
		return err
	}
	if sides == nil { // a level that plays no more
		record.Rated = ""
	} else {
		record.End.Ratings = ratings(record.End, sides)
	}
	r.tables.Put(tx, key, record)
	late := map[string]int64{}
	for s, side := range sides {
		if side.user == "" {
			continue
		}
		st := side.standing
		if st == nil {
			st = &Standing{}
		}
		st.Games++
		st.meet(record, s)
		if side.late {
			late[side.user] = at.At.UnixMilli()
		} else {
			st.set(after(record.End.Ratings[s]), at)
		}
		if err := put(tx, side.user, record.Rated, st); err != nil {
			return err
		}
	}
	if err := r.schedule(tx, record.Rated, at.At, late); err != nil {
		return err
	}
	return r.flag(tx, key, record)
}

// mostGuilds bounds in how many servers somebody has a place.
const mostGuilds = 64

// meet takes over the name of who holds a seat, and where they have played.
func (s *Standing) meet(record *store.Table, seat int) {
	s.Name = record.Names[seat]
	if g := record.Guild; g != "" && !slices.Contains(s.Guilds, g) && len(s.Guilds) < mostGuilds {
		s.Guilds = append(s.Guilds, g)
	}
}

// fade takes the places of people whose deviation has grown too large: of some of them, and
// reports whether there are more.
func (r *Rater) fade() (more bool, err error) {
	due, err := r.store.First(FadingKind, fadingID(r.now().UnixMilli(), "", ""), atOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	return len(due) == atOnce, r.update(func(tx *store.Tx) error {
		for _, v := range due {
			tx.Delete(v.Record)
			user, pool, ok := splitFading(v.ID)
			if !ok {
				continue
			}
			s, err := get(tx, user, pool)
			if err != nil {
				return err
			}
			if s == nil || fadingID(s.Fades, user, pool) != v.ID {
				continue
			}
			s.Fades = 0
			rank(tx, user, pool, s, true)
			if err := Kind.Put(tx, standingID(user, pool), s); err != nil {
				return err
			}
		}
		return nil
	})
}

// side is who holds a seat of a rated table, as they came to the game.
type side struct {
	user     string        // "" for who has no standing: a level, or somebody whose name was removed
	standing *Standing     // as stored, nil for none
	before   glicko.Player // after the game before
	since    time.Time     // when that ended, zero for none
	late     bool          // a game of a later time was rated before
	fixed    *store.Rating // of who has no standing: what the game knew of them
}

// sides are who plays at a rated table, each as they came to the game at a place in the order
// of games. Where known has somebody, they are as it says. It returns nil where one of them
// is a level that was not measured.
func (r *Rater) sides(from store.Reader, record *store.Table, at store.RatedCursor, known map[string]state) ([]side, error) {
	list := make([]side, len(record.Seats))
	b := table.Brief{Game: r.games[record.Game], Head: &record.Head}
	for s := range record.Seats {
		level, user := b.LevelAt(engine.Seat(s)), b.UserAt(engine.Seat(s))
		switch {
		case b.Game == nil:
			return nil, nil
		case level != "":
			p, ok := levelPlayer(b.Game, level, record.Rated)
			if !ok {
				return nil, nil
			}
			list[s] = side{before: p, fixed: &store.Rating{Before: p.Rating, After: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility, Doubt: p.Deviation}}
		case user == "" || record.Names[s] == "":
			list[s] = nameless(record.End, s)
		default:
			var err error
			if list[s], err = r.person(from, user, record.Rated, at, known); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// nameless is somebody whose name was removed: they stay in the game as they were rated, or
// as one of whom nothing is known.
func nameless(end *store.End, seat int) side {
	if seat < len(end.Ratings) {
		fixed := end.Ratings[seat]
		return side{fixed: &fixed}
	}
	p := glicko.New()
	return side{before: p, fixed: &store.Rating{Before: p.Rating, After: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility, Doubt: p.Deviation}}
}

// ratings are what an end does to the ratings of both sides.
func ratings(end *store.End, sides []side) []store.Rating {
	list := make([]store.Rating, len(sides))
	grown := make([]glicko.Player, len(sides)) // as the other meets them
	for s, side := range sides {
		if side.fixed != nil {
			grown[s] = glicko.Player{Rating: side.fixed.Before, Deviation: side.fixed.Doubt, Volatility: side.fixed.Volatility}
			continue
		}
		grown[s] = compact(side.before.Idle(side.elapsed(end.At)))
	}
	for s, side := range sides {
		if side.fixed != nil {
			list[s] = *side.fixed
			continue
		}
		p := compact(side.before.After([]glicko.Game{{Opponent: grown[1-s], Score: score(end, s)}}, side.elapsed(end.At)))
		list[s] = store.Rating{Before: side.before.Rating, After: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility, Doubt: grown[s].Deviation}
	}
	return list
}

// elapsed are the rating periods since the game before.
func (s side) elapsed(at time.Time) float64 {
	if s.since.IsZero() {
		return 0
	}
	return periods(s.since, at)
}

// score is what a seat has of a game that has ended.
func score(end *store.End, seat int) float64 {
	switch end.Winner {
	case seat:
		return 1
	case int(engine.NoSeat):
		return 0.5
	}
	return 0
}

// after is a player after a game.
func after(r store.Rating) glicko.Player {
	return glicko.Player{Rating: r.After, Deviation: r.Deviation, Volatility: r.Volatility}
}

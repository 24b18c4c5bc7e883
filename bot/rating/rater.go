package rating

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
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
	Top(board string, offset, limit int) ([]store.Place, error)
	PlaceOf(board, member string) (store.Place, bool, error)
}

// Rater rates games. It is safe for concurrent use.
type Rater struct {
	store Store
	games map[string]*engine.Game
	log   *slog.Logger
	now   func() time.Time

	mu     sync.Mutex
	broken map[store.Key]bool // cannot be rated until the next start
}

// New returns the rater of the tables of a store, which are of the given games. Tables have it
// rate each with the end that it is stored with: it is a [table.Companion].
func New(s Store, games []*engine.Game, log *slog.Logger, now func() time.Time) *Rater {
	r := &Rater{store: s, games: map[string]*engine.Game{}, log: log, now: now, broken: map[store.Key]bool{}}
	for _, g := range games {
		r.games[g.ID] = g
	}
	return r
}

// Save implements [table.Companion]: it rates a game that has ended. One that cannot be rated,
// since a record is damaged, is left for a later round.
func (r *Rater) Save(tx *store.Tx, t *table.Table) error {
	if !unrated(t.Record) {
		return nil
	}
	err := r.settle(tx, t.Key, t.Record)
	if errors.Is(err, store.ErrFormat) {
		tx.After(func() { r.log.Error("rate a game", t.Attr(), "err", err) })
		return nil
	}
	return err
}

// unrated reports whether a table is over, and still to be rated.
func unrated(record *store.Table) bool {
	return record.Rated != "" && record.End != nil && len(record.End.Ratings) == 0
}

// Round rates what older versions or damaged records have left unrated, and takes their places
// from people who have not played for long. It returns early when the context ends.
func (r *Rater) Round(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, step := range []func(context.Context) (more bool, err error){r.sweep, r.queue, r.fade} {
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = step(ctx); err != nil {
				r.log.Error("keep ratings", "err", err)
				return
			}
		}
	}
}

// atOnce is how many records a step of a round takes at a time.
const atOnce = 64

// sweep removes what versions that rated games again have left to be done: ratings are final.
func (r *Rater) sweep(ctx context.Context) (more bool, err error) {
	for _, kind := range []string{"rating-again", "rating-retracted"} {
		left, err := r.store.First(kind, "~", atOnce)
		if err != nil {
			return false, err
		}
		more = more || len(left) == atOnce
		err = store.Update(ctx, r.store, store.Op{}, func(tx *store.Tx) error {
			for _, v := range left {
				tx.Delete(v.Record)
			}
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	return more, nil
}

// queue rates the tables that are waiting, in the order of their ends: some of them, and
// reports whether there are more.
func (r *Rater) queue(ctx context.Context) (more bool, err error) {
	limit := atOnce + len(r.broken)
	keys, err := r.store.Unrated(limit)
	if err != nil {
		return false, err
	}
	for _, key := range keys {
		if r.broken[key] {
			continue
		}
		err := store.Update(ctx, r.store, store.Op{}, func(tx *store.Tx) error {
			record, err := tx.Load(key)
			if err != nil || !unrated(record) {
				return err
			}
			tx.Save(key, record)
			return r.settle(tx, key, record)
		})
		switch {
		case errors.Is(err, store.ErrFormat):
			r.broken[key] = true
			r.log.Error("rate a game", table.Attr(key), "err", err)
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return false, err
		}
	}
	return len(keys) == limit, nil
}

// settle has the record of a table that is over tell what that does to ratings, and stores the
// standings of who has played.
func (r *Rater) settle(tx *store.Tx, key store.Key, record *store.Table) error {
	sides, err := r.sides(tx, record)
	if err != nil {
		return err
	}
	if sides == nil { // a level that plays no more
		record.Rated = ""
		return nil
	}
	record.End.Ratings = ratings(record.End, sides)
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
		st.set(after(record.End.Ratings[s]), record.End.At, key)
		if err := put(tx, side.user, record.Rated, st); err != nil {
			return err
		}
	}
	if err := r.flag(tx, key, record); err != nil { // it is rated all the same
		tx.After(func() { r.log.Error("look for games that look made up", table.Attr(key), "err", err) })
	}
	return nil
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
func (r *Rater) fade(ctx context.Context) (more bool, err error) {
	due, err := r.store.First(FadingKind, fadingID(r.now().UnixMilli(), "", ""), atOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	err = store.Update(ctx, r.store, store.Op{}, func(tx *store.Tx) error {
		for _, v := range due {
			switch err := fadeOne(tx, v); {
			case errors.Is(err, store.ErrFormat): // it keeps no other from it
				tx.After(func() { r.log.Error("take a place", "of", v.ID, "err", err) })
			case err != nil:
				return err
			}
		}
		return nil
	})
	return len(due) == atOnce, err
}

// fadeOne takes the place of which a record says that it is lost, unless the person has played
// since.
func fadeOne(tx *store.Tx, due store.Value) error {
	tx.Delete(due.Record)
	_, rest, _ := strings.Cut(due.ID, "/")
	user, pool, ok := strings.Cut(rest, "/")
	if !ok {
		return nil
	}
	s, err := get(tx, user, pool)
	if err != nil || s == nil || fadingID(s.Fades, user, pool) != due.ID {
		return err
	}
	s.Fades = 0
	rank(tx, user, pool, s, true)
	return Kind.Put(tx, standingID(user, pool), s)
}

// side is who holds a seat of a rated table, as they came to the game.
type side struct {
	user     string        // "" for who has no standing: a level, or somebody whose name was removed
	standing *Standing     // as stored, nil for none
	before   glicko.Player // after the game before
	since    time.Time     // when that ended, zero for none
	fixed    *store.Rating // of who has no standing: what the game knew of them
}

// sides are who plays at a rated table, each as they came to the game. It returns nil where one
// of them is a level that was not measured.
func (r *Rater) sides(from store.Reader, record *store.Table) ([]side, error) {
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
			list[s] = nameless()
		default:
			var err error
			if list[s], err = person(from, user, record.Rated); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// person is somebody as they came to a game.
func person(from store.Reader, user, pool string) (side, error) {
	st, err := get(from, user, pool)
	if st == nil || err != nil {
		return side{user: user, before: glicko.New()}, err
	}
	return side{user: user, standing: st, before: st.player(), since: time.UnixMilli(st.Last.At)}, nil
}

// nameless is somebody whose name was removed: one of whom nothing is known.
func nameless() side {
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

package rating

import (
	"cmp"
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

// Store is what a Rater needs of [store.Store].
type Store interface {
	store.DB
	First(kind, before string, limit int) ([]store.Value, error)
	Past(user, game string, after store.PastCursor, limit int) ([]store.Past, error)
	Unrated(limit int) ([]store.Key, error)
	Top(board string, offset, limit int) ([]store.Place, error)
	PlaceOf(board, member string) (store.Place, bool, error)
}

// Rater rates games, and answers the commands about ratings. It is safe for concurrent use.
type Rater struct {
	store Store
	games []*engine.Game // in the order of lists
	log   *slog.Logger
	now   func() time.Time

	mu     sync.Mutex
	broken map[store.Key]bool // that could not be rated; true if that was tried in this pass
}

// New returns a rater for tables of the given games. It is a [table.Companion], which rates each
// game in the transaction that stores its end.
func New(s Store, games []*engine.Game, log *slog.Logger, now func() time.Time) *Rater {
	return &Rater{store: s, games: games, log: log, now: now, broken: map[store.Key]bool{}}
}

// Save implements [table.Companion]: it rates a game that has ended, or counts it among those of the day. A game
// that cannot be rated because of a damaged record is left for a later pass.
func (r *Rater) Save(tx *store.Tx, t *table.Table) error {
	var err error
	switch {
	case unrated(t.Record):
		err = r.rate(tx, t.Key, t.Record)
	case t.Unrated != "" && !t.Between() && len(t.People()) == 1:
		err = spend(tx, t)
	}
	if errors.Is(err, store.ErrFormat) {
		tx.After(func() { r.log.Error("rate a game", t.Attr(), "err", err) })
		return nil
	}
	return err
}

// spend counts a game against a level that has ended without a result among those of its day, so that nobody gets
// rid of lost ones. Who has no standing yet begins with a trace that has the count alone.
func spend(tx *store.Tx, t *table.Table) error {
	user, at, pool := t.People()[0], t.Record.End.At, t.Unrated
	t.Unrated = "" // what is saved later does not count again
	st, trace, err := begun(tx, user, pool)
	if err != nil {
		return err
	}
	if st == nil {
		st = &Standing{}
		st.set(glicko.New(), at)
	}
	st.face(t.LevelAt(t.SeatOf(user).Other()), at)
	if trace != "" {
		return leaveTrace(tx, trace, pool, st, at)
	}
	return Kind.Put(tx, standingID(user, pool), st)
}

// unrated reports whether a table is over but still to be rated.
func unrated(record *store.Table) bool {
	return record.Rated != "" && record.End != nil && len(record.End.Ratings) == 0
}

// Pass rates games left unrated by older versions or because of damaged records, and removes
// places of users who have not played for long. It returns early when the context ends, and how many games
// cannot be rated.
func (r *Rater) Pass(ctx context.Context) (unrated int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.broken {
		r.broken[key] = false
	}
	for _, step := range []func(context.Context) (more bool, err error){r.queue, r.fade} {
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = step(ctx); err != nil {
				r.log.Error("keep ratings", "err", err)
				break
			}
		}
	}
	return len(r.broken)
}

// atOnce is the number of records per transaction of a pass.
const atOnce = 64

// queue rates some waiting tables in the order of their ends, and reports whether there are more.
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
			return r.rate(tx, key, record)
		})
		_, known := r.broken[key]
		switch {
		case errors.Is(err, store.ErrFormat):
			if r.broken[key] = true; !known {
				r.log.Error("rate a game", table.Attr(key), "err", err)
			}
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return false, err
		default:
			delete(r.broken, key)
		}
	}
	return len(keys) == limit, nil
}

// rate rates a finished table: it sets the ratings in its record and stores the players'
// standings.
func (r *Rater) rate(tx *store.Tx, key store.Key, record *store.Table) error {
	sides, err := r.sides(tx, record)
	if err != nil {
		return err
	}
	if sides == nil { // a level that no longer exists or was not measured
		record.Rated = ""
		return nil
	}
	record.End.Ratings = ratings(record.End, sides)
	for s, side := range sides {
		if side.user == "" {
			continue
		}
		st := side.standing
		st.Games++
		st.meet(record, s)
		if level := sides[1-s].level; level != "" {
			st.face(level, record.End.At)
		}
		after := record.End.Ratings[s]
		st.set(glicko.Player{Rating: after.After, Deviation: after.Deviation, Volatility: after.Volatility}, record.End.At)
		if err := put(tx, side.user, record.Rated, st); err != nil {
			return err
		}
	}
	if err := r.flag(tx, key, record); err != nil { // the game is rated all the same
		tx.After(func() { r.log.Error("look for games that look made up", table.Attr(key), "err", err) })
	}
	return nil
}

// fade removes some places of users whose deviation has grown too large, and old traces, and reports whether
// there are more.
func (r *Rater) fade(ctx context.Context) (more bool, err error) {
	due, err := r.store.First(FadingKind, fadingID(r.now().UnixMilli(), "", ""), atOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	err = store.Update(ctx, r.store, store.Op{}, func(tx *store.Tx) error {
		for _, v := range due {
			switch err := fadeOne(tx, v); {
			case errors.Is(err, store.ErrFormat): // it must not block the others
				tx.After(func() { r.log.Error("take a place", "of", v.ID, "err", err) })
			case err != nil:
				return err
			}
		}
		return nil
	})
	return len(due) == atOnce, err
}

// fadeOne removes the places or the trace named by a record, unless the user has played since.
func fadeOne(tx *store.Tx, due store.Value) error {
	tx.Delete(due.RecordKey)
	_, rest, _ := strings.Cut(due.ID, "/")
	user, pool, _ := strings.Cut(rest, "/")
	s, err := get(tx, user, pool)
	if err != nil || s == nil || fadingID(s.Fades, user, pool) != due.ID {
		return err
	}
	if s.Fades = 0; isTrace(user) {
		tx.Delete(Kind.Record(standingID(user, pool)))
		return nil
	}
	rank(tx, user, pool, s, true)
	return Kind.Put(tx, standingID(user, pool), s)
}

// side is one side of a rated game before the game.
type side struct {
	user     string        // or what names the traces of one; "" if the rating stays as it is
	level    string        // "" for a user
	standing *Standing     // of the user
	before   glicko.Player // after the previous game
	elapsed  float64       // rating periods since then, 0 before the first game
}

// sides returns the sides of a rated table before the game. It returns nil if one is an unknown or
// unmeasured level. The error is [store.ErrNewerRecord] if only a newer version knows the game or its rules.
func (r *Rater) sides(tx *store.Tx, record *store.Table) ([]side, error) {
	list := make([]side, len(record.Seats))
	at := slices.IndexFunc(r.games, func(g *engine.Game) bool { return g.ID == record.Game })
	if at < 0 || record.Rules > r.games[at].Rules {
		return nil, store.ErrNewerRecord
	}
	b := table.Brief{Game: r.games[at], Head: &record.Head}
	for s := range record.Seats {
		level, user := b.LevelAt(engine.Seat(s)), b.UserAt(engine.Seat(s))
		switch {
		case level != "":
			rating, ok := levelRating(b.Game, level, record.Rated)
			if !ok {
				return nil, nil
			}
			list[s] = side{level: level, before: glicko.Player{Rating: rating, Volatility: glicko.FirstVolatility}}
		case user == "" || strings.HasPrefix(user, store.Forgotten):
			list[s].before = glicko.New()
		default:
			var err error
			if list[s], err = personSide(tx, user, record, s); err != nil {
				return nil, err
			}
		}
	}
	for s := range list {
		if level := list[s].level; level != "" {
			list[s].before.Deviation = repeated(len(list[1-s].standing.against(level, record.End.At)))
		}
	}
	return list, nil
}

// personSide returns the side of a user. Without a standing they begin with what their trace tells, which the
// standing replaces. Whose name was removed has the trace alone.
func personSide(tx *store.Tx, user string, record *store.Table, seat int) (side, error) {
	pool := record.Rated
	st, trace, err := begun(tx, user, pool)
	switch {
	case trace == "":
	case record.Names[seat] == "":
		user = trace
	case st != nil:
		tx.Delete(Kind.Record(standingID(trace, pool)))
		st.fadeAt(tx, trace, pool, 0)
	}
	p := side{user: user, standing: cmp.Or(st, &Standing{}), before: glicko.New()}
	if st != nil {
		p.before, p.elapsed = st.Player, periods(time.UnixMilli(st.Last.At), record.End.At)
	}
	return p, err
}

// ratings returns the effect of a result on the ratings of both sides.
func ratings(end *store.End, sides []side) []store.Rating {
	list := make([]store.Rating, len(sides))
	grown := make([]glicko.Player, len(sides)) // with the deviation grown since the previous game
	for s, side := range sides {
		if grown[s] = side.before; side.user != "" {
			grown[s] = compact(side.before.Idle(side.elapsed))
		}
	}
	for s, side := range sides {
		p := side.before
		if side.user != "" {
			p = compact(p.After([]glicko.Game{{Opponent: grown[1-s], Score: score(end, s)}}, side.elapsed))
		}
		list[s] = store.Rating{Before: side.before.Rating, After: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility, Doubt: grown[s].Deviation}
	}
	return list
}

func score(end *store.End, seat int) float64 {
	switch end.Winner {
	case seat:
		return 1
	case int(engine.NoSeat):
		return 0.5
	}
	return 0
}

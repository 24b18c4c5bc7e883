package rating

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// AgainKind is the kind of the small records that say from where the games of a pool are to
// be rated again, and for whom.
const AgainKind store.Kind[*task] = "rating-again"

// task is such a record. The JSON names are the stored form. After it was written the games
// before its place are as they should be.
type task struct {
	Done place `json:"done"`
	// People are whose ratings may differ from what is stored, and from when on.
	People map[string]int64 `json:"people"`
}

// replay is a task with what is known of people at its place. What is not known is read.
type replay struct {
	place place
	known map[string]state
}

// state is somebody after a game.
type state struct {
	player glicko.Player
	since  time.Time // zero where there was none
}

// lastPool comes after the names of all pools.
const lastPool = "~"

// atATime is how many games are rated again in one transaction.
const atATime = 64

// schedule notes that games of a pool are rated again from a time on, for people and the times
// from which theirs may differ.
func (r *Rater) schedule(tx *store.Tx, pool string, at time.Time, people map[string]int64) error {
	if len(people) == 0 {
		return nil
	}
	t, err := taskOf(tx, pool)
	if err != nil {
		return err
	}
	if t == nil || at.UnixMilli() <= t.Done.At {
		before := t
		t = &task{Done: place{At: at.UnixMilli()}, People: map[string]int64{}}
		if before != nil {
			t.People = before.People
		}
	}
	for user, since := range people {
		if old, ok := t.People[user]; !ok || since > old {
			t.People[user] = since
		}
	}
	delete(r.replays, pool)
	return AgainKind.Put(tx, pool, t)
}

// taskOf reads the task of a pool, nil for none.
func taskOf(r store.Reader, pool string) (*task, error) {
	t, _, err := AgainKind.Get(r, pool)
	if t != nil && t.People == nil {
		t.People = map[string]int64{}
	}
	return t, err
}

// again rates some of the games again that follow from one that was taken back or came late,
// and reports whether there are more.
func (r *Rater) again() (more bool, err error) {
	first, err := r.store.First(string(AgainKind), lastPool, 1)
	if err != nil || len(first) == 0 {
		return false, err
	}
	pool := first[0].ID
	err = r.piece(pool)
	if errors.Is(err, store.ErrStale) {
		delete(r.replays, pool) // a table was changed: it is read anew
		err = nil
	}
	return err == nil, err
}

// piece rates the next games of a pool again, in one transaction.
func (r *Rater) piece(pool string) error {
	work, err := store.Transact(context.Background(), r.store, store.Op{}, func(tx *store.Tx) (*replay, error) {
		return r.pieceIn(tx, pool)
	})
	if err == nil && work != nil {
		r.replays[pool] = work
	}
	return err
}

// pieceIn returns what is known where the next piece begins, nil where there is none.
func (r *Rater) pieceIn(tx *store.Tx, pool string) (*replay, error) {
	t, err := taskOf(tx, pool)
	if t == nil || err != nil {
		return nil, err
	}
	games, err := r.store.RatedAfter(pool, t.Done.in(pool), atATime)
	if err != nil {
		return nil, err
	}
	work := r.replays[pool]
	if work == nil || work.place != t.Done {
		work = &replay{known: map[string]state{}}
	}
	delete(r.replays, pool) // until it is stored
	for _, at := range games {
		if err := r.repeat(tx, pool, at, t, work); err != nil {
			return nil, err
		}
		t.Done = placeOf(at)
	}
	if len(games) < atATime || len(t.People) == 0 {
		tx.Delete(AgainKind.Record(pool))
		return nil, nil
	}
	work.place = t.Done
	return work, AgainKind.Put(tx, pool, t)
}

// repeat rates one game again, if it is one of somebody whose rating may differ.
func (r *Rater) repeat(tx *store.Tx, pool string, at store.RatedCursor, t *task, work *replay) error {
	record, err := tx.Load(at.Key)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrFormat) {
		r.tables.Report("rate a game again", at.Key, err)
		return nil
	}
	if err != nil {
		return err
	}
	if record.Rated != pool || record.End == nil || len(record.End.Ratings) == 0 {
		return nil
	}
	if !t.concerns(record) {
		work.pass(record)
		return nil
	}
	sides, err := r.sides(tx, record, at, work.known)
	if sides == nil || err != nil {
		return err
	}
	before := record.End.Ratings
	record.End.Ratings = ratings(record.End, sides)
	if !slices.Equal(before, record.End.Ratings) {
		r.tables.Put(tx, at.Key, record)
	}
	for s, side := range sides {
		if side.user == "" {
			continue
		}
		result := record.End.Ratings[s]
		work.known[side.user] = state{after(result), at.At}
		since, concerned := t.People[side.user]
		switch {
		case after(result) != after(before[s]):
			t.People[side.user] = max(since, at.At.UnixMilli())
		case concerned && at.At.UnixMilli() > since:
			delete(t.People, side.user) // from here on all is as it was
		}
		if err := r.follow(tx, pool, side, at, after(result), t); err != nil {
			return err
		}
	}
	return nil
}

// pass notes what people are after a game that stays as it is.
func (w *replay) pass(record *store.Table) {
	for s, seat := range record.Seats {
		user := strings.TrimPrefix(seat, store.UserSeat)
		if _, ok := w.known[user]; ok && table.IsUser(seat) && record.Names[s] != "" {
			w.known[user] = state{after(record.End.Ratings[s]), record.End.At}
		}
	}
}

// follow has the standing of somebody follow from their last game.
func (r *Rater) follow(tx *store.Tx, pool string, side side, at store.RatedCursor, p glicko.Player, t *task) error {
	st := side.standing
	if st == nil || st.Last != placeOf(at) {
		return nil
	}
	delete(t.People, side.user)
	if st.player() == p {
		return nil
	}
	st.set(p, at)
	return put(tx, side.user, pool, st)
}

// concerns reports whether anybody who plays at a table is among the people of a task.
func (t *task) concerns(record *store.Table) bool {
	return slices.ContainsFunc(record.Seats, func(seat string) bool {
		_, ok := t.People[strings.TrimPrefix(seat, store.UserSeat)]
		return ok && table.IsUser(seat)
	})
}

// person is somebody as they came to a game at a place.
func (r *Rater) person(from store.Reader, user, pool string, at store.RatedCursor, known map[string]state) (side, error) {
	st, err := get(from, user, pool)
	if err != nil {
		return side{}, err
	}
	p := side{user: user, standing: st, before: glicko.New()}
	if s, ok := known[user]; ok {
		p.before, p.since = s.player, s.since
		return p, nil
	}
	if st == nil {
		return p, nil
	}
	if last := st.Last.in(pool); compare(last, at) < 0 {
		p.before, p.since = st.player(), last.At
		return p, nil
	}
	p.late = true
	s, _, err := r.before(user, pool, at)
	p.before, p.since = s.player, s.since
	return p, err
}

// compare orders games by their ends, as the store does: to the millisecond, and then by key.
func compare(a, b store.RatedCursor) int {
	if order := a.At.Truncate(time.Millisecond).Compare(b.At.Truncate(time.Millisecond)); order != 0 {
		return order
	}
	x, y := a.Key, b.Key
	return cmp.Or(cmp.Compare(len(x.Channel), len(y.Channel)), cmp.Compare(x.Channel, y.Channel), cmp.Compare(x.Game, y.Game), cmp.Compare(x.Number, y.Number))
}

// pageOfPast is how many games of a history are read at a time.
const pageOfPast = 32

// before is somebody after their last rated game of a pool before a place, and where that is:
// one of whom nothing is known, and the zero place, if there is none. Games from which their
// name was removed are no longer theirs.
func (r *Rater) before(user, pool string, at store.RatedCursor) (state, store.RatedCursor, error) {
	var games []store.RatedCursor // that may be it, all of some times
	cursor := store.PastCursor{At: at.At.Truncate(time.Millisecond)}
	for {
		page, err := r.store.Past(user, gameIn(pool), cursor, pageOfPast)
		if err != nil {
			return state{}, store.RatedCursor{}, err
		}
		for _, p := range page {
			place := store.RatedCursor{At: p.At, Key: p.Key}
			if n := len(games); n > 0 && p.At.Before(games[n-1].At) {
				if s, found, err := r.latest(user, games); err != nil || found.Number > 0 {
					return s, found, err
				}
				games = nil
			}
			if p.Rated == pool && p.Rating != 0 && compare(place, at) < 0 {
				games = append(games, place)
			}
		}
		if len(page) < pageOfPast {
			return r.latest(user, games)
		}
		cursor = page[len(page)-1].Cursor()
	}
}

// latest is somebody after the last of some games that are theirs, and where that is.
func (r *Rater) latest(user string, games []store.RatedCursor) (state, store.RatedCursor, error) {
	slices.SortFunc(games, func(a, b store.RatedCursor) int { return compare(b, a) })
	for _, at := range games {
		record, err := r.store.Load(at.Key)
		if err != nil {
			return state{}, at, err
		}
		b := table.Brief{Head: &record.Head}
		seat := int(b.SeatOf(user))
		if seat >= 0 && record.End != nil && seat < len(record.End.Ratings) && record.Names[seat] != "" {
			return state{after(record.End.Ratings[seat]), record.End.At}, at, nil
		}
	}
	return state{player: glicko.New()}, store.RatedCursor{}, nil
}

// retract has ratings follow from what is left of games that were taken back.
func (r *Rater) retract() error {
	var taken []string
	err := r.store.Each(string(table.RetractedKind), "", func(id string, _ []byte) bool {
		taken = append(taken, id)
		return true
	})
	if err != nil {
		return err
	}
	for _, id := range taken {
		err := r.update(func(tx *store.Tx) error {
			t, ok, err := table.RetractedKind.Get(tx, id)
			if !ok || err != nil {
				return err
			}
			tx.Delete(table.RetractedKind.Record(id))
			return r.without(tx, t)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// without stores what changes where a rated game counts no more: who has played since is rated
// again from there, and others are as they were before it.
func (r *Rater) without(tx *store.Tx, t table.Retracted) error {
	at, since := place{t.At.UnixMilli(), t.Channel, t.Number}.in(t.Pool), map[string]int64{}
	for _, user := range t.People {
		st, err := get(tx, user, t.Pool)
		if err != nil {
			return err
		}
		if st == nil {
			continue
		}
		st.Games--
		if compare(st.Last.in(t.Pool), at) > 0 {
			since[user] = at.At.UnixMilli()
		} else {
			s, last, err := r.before(user, t.Pool, at)
			if err != nil {
				return err
			}
			if last.Number == 0 {
				drop(tx, user, t.Pool, st)
				continue
			}
			st.set(s.player, last)
		}
		if err := put(tx, user, t.Pool, st); err != nil {
			return err
		}
	}
	return r.schedule(tx, t.Pool, at.At, since)
}

// splitFading reads an ID of [FadingKind].
func splitFading(id string) (user, pool string, ok bool) {
	_, rest, ok := strings.Cut(id, "/")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "/")
}

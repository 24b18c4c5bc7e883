package rating

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// AgainKind is the kind of the small records that say from where the games of a pool are to
// be rated again, and for whom.
const AgainKind = "rating-again"

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

// schedule adds to a change that games of a pool are rated again from a time on, for people
// and the times from which theirs may differ.
func (r *Rater) schedule(change *store.Change, pool string, at time.Time, people map[string]int64) error {
	if len(people) == 0 {
		return nil
	}
	t, err := r.task(change.From(r.store), pool)
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
	return t.put(change, pool)
}

func (t *task) put(change *store.Change, pool string) error {
	data, err := json.Marshal(t)
	change.Put = append(change.Put, store.Value{Record: store.Record{Kind: AgainKind, ID: pool}, Data: data})
	return err
}

// task reads the task of a pool, nil for none.
func (r *Rater) task(from store.Reader, pool string) (*task, error) {
	data, err := from.Get(AgainKind, pool)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := task{People: map[string]int64{}}
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("what is to be rated again of %s: %w", pool, err)
	}
	return &t, nil
}

// again rates some of the games again that follow from one that was taken back or came late,
// and reports whether there are more.
func (r *Rater) again() (more bool, err error) {
	first, err := r.store.First(AgainKind, lastPool, 1)
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
	var change store.Change
	t, err := r.task(change.From(r.store), pool)
	if t == nil || err != nil {
		return err
	}
	games, err := r.store.RatedAfter(pool, t.Done.in(pool), atATime)
	if err != nil {
		return err
	}
	work := r.replays[pool]
	if work == nil || work.place != t.Done {
		work = &replay{known: map[string]state{}}
	}
	delete(r.replays, pool) // until it is stored
	for _, at := range games {
		if err := r.repeat(&change, pool, at, t, work); err != nil {
			return err
		}
		t.Done = placeOf(at)
	}
	done := len(games) < atATime || len(t.People) == 0
	if done {
		change.Remove = append(change.Remove, store.Record{Kind: AgainKind, ID: pool})
	} else if err := t.put(&change, pool); err != nil {
		return err
	}
	if err := r.tables.Apply(change); err != nil {
		return err
	}
	if !done {
		work.place = t.Done
		r.replays[pool] = work
	}
	return nil
}

// repeat rates one game again, if it is one of somebody whose rating may differ.
func (r *Rater) repeat(change *store.Change, pool string, at store.RatedCursor, t *task, work *replay) error {
	record, err := r.store.Load(at.Key)
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
	sides, err := r.sides(change.From(r.store), record, at, work.known)
	if sides == nil || err != nil {
		return err
	}
	before := record.End.Ratings
	record.End.Ratings = ratings(record.End, sides)
	if !slices.Equal(before, record.End.Ratings) {
		change.Save = append(change.Save, store.Entry{Key: at.Key, Table: record})
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
		if err := r.follow(change, pool, side, at, after(result), t); err != nil {
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
func (r *Rater) follow(change *store.Change, pool string, side side, at store.RatedCursor, p glicko.Player, t *task) error {
	st := side.standing
	if st == nil || st.Last != placeOf(at) {
		return nil
	}
	delete(t.People, side.user)
	if st.player() == p {
		return nil
	}
	st.set(p, at)
	return put(change, side.user, pool, st)
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
	st, err := getBy(from, user, pool)
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
	taken := map[string]table.Retracted{}
	var failed error
	err := r.store.Each(table.RetractedKind, "", func(id string, data []byte) bool {
		var t table.Retracted
		if failed = json.Unmarshal(data, &t); failed != nil {
			failed = fmt.Errorf("game %s that was taken back: %w", id, failed)
			return false
		}
		taken[id] = t
		return true
	})
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(taken)) {
		change, err := r.without(taken[id])
		if err != nil {
			return err
		}
		change.Remove = append(change.Remove, store.Record{Kind: table.RetractedKind, ID: id})
		if err := r.tables.Apply(change); err != nil {
			return err
		}
	}
	return nil
}

// without is what changes where a rated game counts no more: who has played since is rated
// again from there, and others are as they were before it.
func (r *Rater) without(t table.Retracted) (change store.Change, err error) {
	at, since := place{t.At.UnixMilli(), t.Channel, t.Number}.in(t.Pool), map[string]int64{}
	for _, user := range t.People {
		st, err := getBy(change.From(r.store), user, t.Pool)
		if err != nil {
			return change, err
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
				return change, err
			}
			if last.Number == 0 {
				drop(&change, user, t.Pool, st)
				continue
			}
			st.set(s.player, last)
		}
		if err := put(&change, user, t.Pool, st); err != nil {
			return change, err
		}
	}
	return change, r.schedule(&change, t.Pool, at.At, since)
}

// splitFading reads an ID of [FadingKind].
func splitFading(id string) (user, pool string, ok bool) {
	_, rest, ok := strings.Cut(id, "/")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "/")
}

package table

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Limits are the limits for a person, two persons, a channel and a table. 0 is no limit.
type Limits struct {
	PersonTables     int // open ones
	PersonChallenges int // waiting challenges of a person, to somebody or to anybody
	PairChallenges   int // waiting challenges between two persons, made by either
	ChannelTables    int // open ones
	TableMoves       int
}

// LimitError refuses what would exceed a limit.
type LimitError struct {
	Limit  string // its key in the section limits of the configuration
	Person string // whose open tables are too many, "" for another limit
	Err    error  // what the person is told: a refusal
}

// Error implements error.
func (e *LimitError) Error() string { return e.Limit + ": " + e.Err.Error() }

// Unwrap returns the refusal that the person is told.
func (e *LimitError) Unwrap() error { return e.Err }

// beyond returns a [*LimitError] if one more would exceed the limit, else nil.
func beyond(limit string, has, most int, format string, args ...any) error {
	if most == 0 || has < most {
		return nil
	}
	return &LimitError{Limit: limit, Err: engine.Refuse(format, args...)}
}

// RequireRoom refuses a new table if somebody has no room for it, in any channel. That may have changed by
// the time it is stored.
func (ts *Tables) RequireRoom(t *Table) error {
	for _, user := range needRoom(t) {
		own, err := ts.Of(user)
		if err != nil {
			return err
		}
		if err := cmp.Or(ts.requirePersonTables(own, user), ts.requireChallenges(own, t)); err != nil {
			return err
		}
	}
	return nil
}

// needRoom returns who needs room for a new table: its owner, or both players in a tournament; but nobody for
// one that is over, or that nobody has opened, which waits for nobody.
func needRoom(t *Table) []string {
	switch {
	case t.Record.Over || t.Record.Owner == "":
		return nil
	case t.Record.Event != "":
		return t.People()
	default:
		return []string{t.Record.Owner}
	}
}

// requireRoom refuses a new table if a person or the channel has no room for it at the commit.
func (ts *Tables) requireRoom(tx *store.Tx, channel string, t *Table) error {
	for _, user := range needRoom(t) {
		if _, err := ts.countOpen(tx, store.OpenTables{User: user}); err != nil {
			return err
		}
	}
	if err := ts.RequireRoom(t); err != nil {
		return err
	}
	return ts.requireChannelRoom(tx, channel, t)
}

func (ts *Tables) requireChannelRoom(tx *store.Tx, channel string, t *Table) error {
	if len(needRoom(t)) == 0 {
		return nil
	}
	here, err := ts.countOpen(tx, store.OpenTables{Channel: channel})
	if err != nil {
		return err
	}
	return beyond("channel_tables", here, ts.config.Limits.ChannelTables,
		"this channel has %s, as many as a channel may have; end one of them, or open yours in another channel",
		engine.Count(here, "one open table", "%s open tables"))
}

// countOpen counts open tables. If there are more or fewer at the commit, the transaction runs again.
func (ts *Tables) countOpen(tx *store.Tx, of store.OpenTables) (int, error) {
	n, err := ts.store.CountOpen(of)
	tx.Counted(of, n)
	return n, err
}

// requirePersonTables refuses another table to the owner of the given ones.
func (ts *Tables) requirePersonTables(own []store.Brief, user string) error {
	n := 0
	for _, b := range own {
		if p := b.Pending; p == nil || p.Kind != Challenge || p.To != user { // until they accept, it counts for the challenger alone
			n++
		}
	}
	err := beyond("person_tables", n, ts.config.Limits.PersonTables,
		"you have %s, as many as a person may have; end one of them first: %s lists them",
		engine.Count(n, "one open table", "%s open tables"), engine.Command("games"))
	if full, ok := errors.AsType[*LimitError](err); ok {
		full.Person = user
	}
	return err
}

// requireChallenges refuses a new challenge by the owner of the given tables.
func (ts *Tables) requireChallenges(own []store.Brief, t *Table) error {
	if !t.Waiting() {
		return nil
	}
	by, to := t.Record.Pending.By, t.Record.Pending.To
	made, between := 0, 0
	for _, b := range own {
		if p := b.Pending; p != nil && p.By == by && (p.Kind == Challenge || p.Kind == Open) {
			made++
		}
		if to != "" && isBetween(b, by, to) {
			between++
		}
	}
	if err := beyond("pair_challenges", between, ts.config.Limits.PairChallenges,
		"%s between you and %s already; answer or withdraw one, or wait",
		engine.Count(between, "one challenge waits", "%s challenges wait"), t.Name(t.SeatOf(to))); err != nil {
		return err
	}
	return beyond("person_challenges", made, ts.config.Limits.PersonChallenges,
		"%s for an answer, as many as a person may have; withdraw one or wait: %s lists them",
		engine.Count(made, "one challenge of yours waits", "%s challenges of yours wait"), engine.Command("games"))
}

// isBetween reports whether a table is a challenge between two persons.
func isBetween(b store.Brief, one, other string) bool {
	p := b.Pending
	return p != nil && p.Kind == Challenge && (p.By == one && p.To == other || p.By == other && p.To == one)
}

// Full reports whether a table has as many moves as a table may have.
func (ts *Tables) Full(t *Table) bool {
	return ts.config.Limits.TableMoves > 0 && len(t.Record.Moves) >= ts.config.Limits.TableMoves
}

// RequireNotFull refuses another move at a full table.
func (ts *Tables) RequireNotFull(t *Table) error {
	g, n := t.Game, len(t.Record.Moves)
	can := engine.T("%s opens another", g.Command("new"))
	if slices.ContainsFunc(g.Formats, func(f engine.Format) bool { return f.Encode != nil }) {
		can = engine.T("%s writes the game down, %s", g.Command("export"), can)
	}
	if !t.Record.Over {
		can = engine.T("%s ends it, %s", g.Command("resign"), can)
	}
	return beyond("table_moves", n, ts.config.Limits.TableMoves, "this table has %s, as many as a table may have; %s",
		engine.Count(n, "one move", "%s moves"), can)
}

// RequireLength refuses a written game that has more moves than a table may have.
func (ts *Tables) RequireLength(moves int) error {
	most := ts.config.Limits.TableMoves
	return beyond("table_moves", moves-1, most, "this game has %s, and a table may have %s; cut it before you import it",
		engine.Count(moves, "one move", "%s moves"), engine.Count(most, "one at most", "%s at most"))
}

// Rate limits how often something is done by each person, or to them, within a time. It remembers at most
// the people of twice that time, and Most acts of each. It is safe for concurrent use.
type Rate struct {
	Most   int
	Within time.Duration
	// Strict is set where an act beyond the limit counts as well, so that there is no room as long as they go on.
	Strict bool

	mu     sync.Mutex
	recent map[string][]act
	swept  time.Time
}

// act is something that was done. It is small, for many are remembered.
type act struct {
	milli   int64  // when, since 1970
	request uint64 // its ID, 0 for none
	by      string
	n       int // as of [Rate.Count]
}

// Allows reports whether a person's limit has room for what a user does by a request, as of [Rate.Count].
func (r *Rate) Allows(person, request, by string, now time.Time) bool {
	return r.Count(person, request, by, now) <= r.Most
}

// Count records what a user does by a request, and returns how many such acts there are with it, one more
// than Most at most. A request that comes again counts once.
func (r *Rate) Count(person, request, by string, now time.Time) (n int) {
	id, _ := strconv.ParseUint(request, 10, 64)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.recent == nil {
		r.recent = map[string][]act{}
	}
	if r.stale(r.swept, now) {
		maps.DeleteFunc(r.recent, func(person string, _ []act) bool { return len(r.fresh(person, now)) == 0 })
		r.swept = now
	}
	acts := r.fresh(person, now)
	if i := slices.IndexFunc(acts, func(a act) bool { return id != 0 && a.request == id }); i >= 0 {
		return acts[i].n
	}
	if n = len(acts) + 1; n <= r.Most || r.Strict {
		acts = append(acts[max(0, n-r.Most):], act{now.UnixMilli(), id, by, n})
	}
	r.recent[person] = acts
	return n
}

// Full returns who has done what fills a person's limit, each once, or nil if it has room.
func (r *Rate) Full(person string, now time.Time) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	acts := r.fresh(person, now)
	if len(acts) < r.Most {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(engine.Map(acts, func(a act) string { return a.by }))))
}

// fresh returns the acts of a person within the time. The lock is held.
func (r *Rate) fresh(person string, now time.Time) []act {
	return slices.DeleteFunc(r.recent[person], func(a act) bool { return r.stale(time.UnixMilli(a.milli), now) })
}

// stale reports whether a time has passed since, or is in the future after the clock was set back.
func (r *Rate) stale(since, now time.Time) bool {
	age := now.Sub(since)
	return age < 0 || age >= r.Within
}

package rating

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// world is a store with tables of Hex and their rater, a fixed clock, and a simple model of the
// games played.
type world struct {
	t      *testing.T
	faulty *faulty
	tables *table.Tables
	rater  *Rater
	clock  time.Time
	latest time.Time // that it has shown
	log    strings.Builder
	games  []*played
	model  map[string]*Standing   // by person and pool, those of traces with "#" in front
	ends   map[string][]time.Time // of games against a level in the last day, by person, pool and level
}

// faulty is a store whose changes can be made to fail, as if the process was killed before them.
type faulty struct {
	*store.Store
	dead    bool
	commits int // how many succeed before the death; -1: all
}

var errKilled = errors.New("killed")

func (f *faulty) Commit(tx *store.Tx, op store.Op) error {
	if f.dead || f.commits == 0 {
		f.dead = true
		return errKilled
	}
	if f.commits > 0 {
		f.commits--
	}
	return f.Store.Commit(tx, op)
}

// played is a game as the model knows it.
type played struct {
	key    store.Key
	pool   string
	seats  []string
	guild  string
	open   bool
	end    store.End
	gone   [2]bool // forgotten since
	result [2]store.Rating
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "ratings.db"), store.Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w := &world{t: t, faulty: &faulty{Store: s, commits: -1}, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), model: map[string]*Standing{}, ends: map[string][]time.Time{}}
	w.start()
	return w
}

// start starts the program again, as after a kill.
func (w *world) start() {
	w.faulty.dead, w.faulty.commits = false, -1
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	now := func() time.Time { return w.clock }
	games := []*engine.Game{&hex.Game}
	w.rater = New(w.faulty, games, log, now)
	terms := table.Config{IdleWarn: time.Hour, IdleEnd: 2 * time.Hour, ChallengeExpires: time.Hour}
	w.tables = table.NewTables(w.faulty, games, terms, table.Surroundings{Companions: []table.Companion{w.rater}}, log, now)
}

// open opens a rated table at which both have made two moves.
func (w *world) open(size int, guild string, seats ...string) *table.Table {
	w.t.Helper()
	o, err := engine.ParseOptions(hex.Game.Options, map[string]any{"size": size}, false)
	if err != nil {
		w.t.Fatal(err)
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = strings.TrimPrefix(s, store.UserSeat)
	}
	t, err := table.New(&hex.Game, o, seats, names, w.clock)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := Enter(t); err != nil {
		w.t.Fatal(err)
	}
	t.Record.Guild = guild
	w.play(t, "a1", "a2", "b1", "b2")
	if err := w.tables.Create("1001", t, func(*store.Tx, store.Key) error { return nil }); err != nil {
		w.t.Fatal(err)
	}
	w.games = append(w.games, &played{key: t.Key, pool: t.Record.Rated, seats: seats, guild: guild, open: true})
	return t
}

func (w *world) play(t *table.Table, moves ...string) {
	w.t.Helper()
	for _, m := range moves {
		if _, err := t.Play(m, t.Record.Seats[t.Position.Turn()], w.clock); err != nil {
			w.t.Fatal(err)
		}
	}
}

// end ends a table: the winner is a seat, or -1 for a draw.
func (w *world) end(t *table.Table, winner int) {
	w.t.Helper()
	kind := table.Resigned
	if winner < 0 {
		kind = ""
	}
	g := w.game(t.Key)
	for _, seat := range t.Record.Seats {
		user := strings.TrimPrefix(seat, store.UserSeat)
		t.Rename(user, user) // as whoever moves
	}
	t.End(kind, engine.Seat(winner))
	w.save(t)
	g.open, g.end = false, *t.Record.End
	w.rate(g)
}

// save stores a table or fails the test.
func (w *world) save(t *table.Table) {
	w.t.Helper()
	if err := w.tables.Save(t); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) load(key store.Key) *table.Table {
	w.t.Helper()
	t, err := w.tables.Load(w.t.Context(), key)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

func (w *world) game(key store.Key) *played {
	return w.games[slices.IndexFunc(w.games, func(g *played) bool { return g.key == key })]
}

// forget removes a person.
func (w *world) forget(user string) {
	w.t.Helper()
	var removed []store.Key
	err := store.Update(w.t.Context(), w.rater.store, store.Op{}, func(tx *store.Tx) error {
		keys, err := w.tables.Leaves(user)
		err = errors.Join(err, w.tables.Leave(tx, user, keys), w.rater.Forget(tx, user))
		_, removed, _ = tx.Tables()
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.games = slices.DeleteFunc(w.games, func(g *played) bool { return slices.Contains(removed, g.key) })
	for _, g := range w.games {
		if s := slices.Index(g.seats, table.User(user)); s >= 0 {
			g.gone[s] = true
		}
	}
	maps.DeleteFunc(w.ends, func(id string, _ []time.Time) bool { return strings.HasPrefix(id, user+"/") })
	for id, st := range maps.Clone(w.model) {
		if strings.HasPrefix(id, user+"/") {
			left := trace(st, w.clock)
			w.model["#"+id] = &left
			delete(w.model, id)
		}
	}
}

// rate rates a game that has ended. A level's deviation doubles with each game of the person against it in a
// day, from the third on.
func (w *world) rate(g *played) {
	var came, met [2]glicko.Player
	var away [2]float64
	var now [2]*Standing
	for s, seat := range g.seats {
		if !table.IsUser(seat) {
			continue
		}
		now[s] = w.standing(strings.TrimPrefix(seat, store.UserSeat)+"/"+g.pool, g.gone[s])
		came[s] = glicko.New()
		if now[s].Last.At != 0 {
			came[s] = now[s].Player
			away[s] = max(0, g.end.At.Sub(time.UnixMilli(now[s].Last.At)).Hours()/24)
		}
		met[s] = compact(came[s].Idle(away[s]))
	}
	for s, seat := range g.seats {
		if table.IsUser(seat) {
			continue
		}
		level, _ := hex.Game.Level(strings.TrimPrefix(seat, "level:"))
		met[s] = glicko.Player{Rating: level.Ratings[classIn(g.pool)], Deviation: 50, Volatility: 0.06}
		if now[1-s].Fades > 0 { // a trace
			continue
		}
		id := strings.TrimPrefix(g.seats[1-s], store.UserSeat) + "/" + g.pool + seat
		w.ends[id] = slices.DeleteFunc(w.ends[id], func(at time.Time) bool { return g.end.At.Sub(at) >= 24*time.Hour })
		for range w.ends[id][min(1, len(w.ends[id])):] {
			met[s].Deviation *= 2
		}
		w.ends[id] = append(w.ends[id], g.end.At)
	}
	for s, st := range now {
		if st == nil {
			continue
		}
		points := 0.5
		if g.end.Winner >= 0 {
			points = map[bool]float64{true: 1}[g.end.Winner == s]
		}
		p := compact(came[s].After([]glicko.Game{{Opponent: met[1-s], Score: points}}, away[s]))
		g.result[s] = store.Rating{Before: came[s].Rating, After: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility, Doubt: met[s].Deviation}
		st.set(p, g.end.At)
		if st.Games++; st.Fades > 0 {
			*st = trace(st, time.UnixMilli(st.Last.At))
		}
	}
}

// standing is what a person's game changes: the standing, which begins with a trace, or for who is gone and has none
// the trace alone, which alone has a time of its end.
func (w *world) standing(id string, gone bool) *Standing {
	left := w.model["#"+id]
	switch {
	case w.model[id] != nil:
		return w.model[id]
	case left == nil && gone:
		left = &Standing{Fades: 1}
	case left == nil:
		left = &Standing{}
	}
	if gone {
		w.model["#"+id] = left
		return left
	}
	delete(w.model, "#"+id)
	left.Fades = 0
	w.model[id] = left
	return left
}

// trace is what stays of a standing for 90 days.
func trace(st *Standing, now time.Time) Standing {
	return Standing{
		Player: glicko.Player{Rating: min(1500, st.Rating), Deviation: st.Deviation, Volatility: st.Volatility},
		Last:   st.Last, Fades: now.UnixMilli() + 90*24*60*60*1000,
	}
}

// round runs a round of the rater.
func (w *world) round() {
	if w.clock.After(w.latest) {
		w.latest = w.clock
	}
	w.rater.Pass(w.t.Context())
	maps.DeleteFunc(w.model, func(id string, st *Standing) bool { return isTrace(id) && st.Fades <= w.clock.UnixMilli() })
}

// settle runs everything that the rater has to do.
func (w *world) settle() {
	w.t.Helper()
	w.round()
	if keys, err := w.faulty.Unrated(10); err != nil || len(keys) > 0 {
		w.t.Fatalf("not rated: %v, %v\n%s", keys, err, w.log.String())
	}
}

// check compares everything stored with the model.
func (w *world) check() {
	w.t.Helper()
	w.settle()
	want, got := map[string]*Standing{}, map[string]*Standing{}
	for id, st := range w.model {
		if user, pool, _ := strings.Cut(id, "/"); isTrace(user) {
			trace, err := traceOf(w.faulty, strings.TrimPrefix(user, "#"))
			if err != nil {
				w.t.Fatal(err)
			}
			id = standingID(trace, pool)
		}
		want[id] = st
	}
	err := w.faulty.Each(string(Kind), "", func(id string, _ []byte) bool {
		user, pool, _ := strings.Cut(id, "/")
		st, err := get(w.rater.store, user, pool)
		if err != nil {
			w.t.Fatal(err)
		}
		got[id] = st
		return true
	})
	if err != nil {
		w.t.Fatal(err)
	}
	for id, st := range want {
		g := got[id]
		if g == nil || g.Player != st.Player || g.Last != st.Last || g.Games != st.Games || isTrace(id) && g.Fades != st.Fades {
			w.t.Fatalf("%s stands %+v, by the model %+v", id, g, st)
		}
		if !isTrace(id) {
			w.checkPlaces(id, g)
		}
	}
	if len(got) != len(want) {
		w.t.Errorf("%d people have ratings, by the model %d", len(got), len(want))
	}
	for _, g := range w.games {
		stored, err := w.faulty.Load(g.key)
		if err != nil {
			w.t.Fatal(err)
		}
		if g.open {
			if stored.End != nil {
				w.t.Fatalf("the open game %s has ended: %+v", g.key, stored.End)
			}
			continue
		}
		for s, seat := range g.seats {
			if table.IsUser(seat) && stored.End.Ratings[s] != g.result[s] {
				w.t.Fatalf("the game %s: %+v, by the model %+v", g.key, stored.End.Ratings[s], g.result[s])
			}
		}
	}
	if _, err := w.faulty.Verify(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// checkPlaces: a user without a provisional rating has a place with that rating, globally and in
// the servers of the games.
func (w *world) checkPlaces(id string, st *Standing) {
	w.t.Helper()
	user, pool, _ := strings.Cut(id, "/")
	ranked := st.Fades > 0
	if faded := st.fades() <= w.latest.UnixMilli(); ranked && (st.Deviation >= 110 || st.fades() <= w.clock.UnixMilli()) || !ranked && st.Deviation < 110 && !faded {
		w.t.Fatalf("%s stands %+v at %d, and has a place: %v", id, st, w.clock.UnixMilli(), ranked)
	}
	for _, b := range st.rankings(pool) {
		p, ok, err := w.faulty.PlaceOf(b, user)
		if err != nil || ok != ranked || ok && p.Score != int32(math.Round(st.Rating)) {
			w.t.Fatalf("%s with %+v on %s: %+v, %v, %v", user, st, b, p, ok, err)
		}
	}
}

// TestModel plays, ends and forgets at random, while the clock is set back and the process is
// killed before an end is stored. Everything stored must agree with the model.
func TestModel(t *testing.T) {
	steps := enginetest.Times(120, 600)
	for seed := range uint64(enginetest.Times(4, 60)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			w, r := newWorld(t), rand.New(rand.NewPCG(seed, 18))
			for range steps {
				w.step(r)
			}
			w.check()
		})
	}
}

// step does one random thing.
func (w *world) step(r *rand.Rand) {
	w.t.Helper()
	w.clock = w.clock.Add(time.Duration(r.ExpFloat64() * float64(6*time.Hour)))
	over := slices.DeleteFunc(slices.Clone(w.games), func(g *played) bool { return g.open })
	switch n := r.IntN(100); {
	case n < 5: // the clock is set back
		w.clock = w.clock.Add(-time.Duration(r.ExpFloat64() * float64(24*time.Hour)))
	case n < 10:
		w.clock = w.clock.Add(time.Duration(r.IntN(60*24)) * time.Hour)
	case n < 16 && len(over) > 0: // what is noted at a table that is over rates nothing
		w.save(w.load(over[r.IntN(len(over))].key))
	case n < 22:
		w.killed(r)
	case n < 28:
		if open := slices.IndexFunc(w.games, func(g *played) bool { return g.open }); open >= 0 {
			w.end(w.load(w.games[open].key), r.IntN(3)-1)
		}
	case n < 31:
		w.check()
		w.forget(anybody(r))
	case n < 36:
		w.round()
	default:
		w.anyGame(r)
	}
}

// killed kills the process before the end of a game is stored, so that the game continues.
func (w *world) killed(r *rand.Rand) {
	w.t.Helper()
	game := w.open(9, "", table.User(anybody(r)), table.Level("easy"))
	game.End(table.Resigned, 0)
	w.faulty.commits = 0
	if err := w.tables.Save(game); !errors.Is(err, errKilled) {
		w.t.Fatal(err)
	}
	w.start()
}

func anybody(r *rand.Rand) string { return strconv.Itoa(11 + r.IntN(9)) }

// anyGame plays a game of two people, or of one against a level.
func (w *world) anyGame(r *rand.Rand) {
	w.t.Helper()
	seats := []string{table.User(anybody(r)), table.User(anybody(r))}
	if seats[0] == seats[1] {
		seats[r.IntN(2)] = table.Level([]string{"easy", "normal", "hard"}[r.IntN(3)])
	}
	t := w.open([]int{9, 11}[r.IntN(2)], []string{"", "500", "501"}[r.IntN(3)], seats...)
	w.end(t, r.IntN(5)%3-1)
}

// String describes a game, for failures.
func (g *played) String() string {
	return fmt.Sprintf("%s %v %v", g.key, g.seats, g.end)
}

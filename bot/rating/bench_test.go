package rating

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// errUnwritten ends a transaction that must not be committed.
var errUnwritten = errors.New("nothing is to be written")

// city returns the rater of a store with ratings of many people.
func city(b *testing.B, people int) *Rater {
	b.Helper()
	s, err := store.Open(filepath.Join(b.TempDir(), "city.db"), store.Unsynced())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	random := rand.New(rand.NewPCG(1, 8))
	for first := 0; first < people; first += 1000 {
		err := store.Update(b.Context(), s, store.Op{}, func(tx *store.Tx) (err error) {
			for n := first; n < first+1000; n++ {
				st := &Standing{
					Player: glicko.Player{Rating: 1500 + 300*random.NormFloat64(), Deviation: 60, Volatility: 0.06}, Games: 30, Name: fmt.Sprint("Person ", n),
					Guilds: []string{strconv.Itoa(500 + n%100)},
				}
				st.Last.At = time.Now().UnixMilli()
				err = errors.Join(err, put(tx, strconv.Itoa(1_000_000+n), "hex/12", st))
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	games := []*engine.Game{&hex.Game}
	return New(s, games, slog.New(slog.DiscardHandler), time.Now)
}

// BenchmarkLeaderboard shows a page in the middle of 50,000 people, with the caller's own
// place.
func BenchmarkLeaderboard(b *testing.B) {
	l := city(b, 50_000)
	b.ReportAllocs()
	for b.Loop() {
		_, err := l.Leaderboard(&chat.Call{
			Ctx: b.Context(), User: chat.User{ID: "1000007"}, Words: chat.NewLanguages().In(""),
			Request: chat.Request{Guild: "507"},
		}, engine.Options{"scope": everywhere, "page": 2500})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRate rates a game between two of 50,000 people, without the commit.
func BenchmarkRate(b *testing.B) {
	r := city(b, 50_000)
	o, err := engine.ParseOptions(hex.Game.Options, nil, false)
	if err != nil {
		b.Fatal(err)
	}
	game, err := table.New(&hex.Game, o, []string{table.User("1000007"), table.User("1000008")}, []string{"a", "b"}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	game.Record.Rated, game.Record.Guild = "hex/12", "507"
	key := store.Key{Channel: "1001", Game: "hex", Number: 1}
	b.ReportAllocs()
	for b.Loop() {
		game.Record.End = &store.End{At: time.Now().Add(time.Hour), Winner: 0, Kind: table.Resigned, Counts: true}
		err := store.Update(b.Context(), r.store, store.Op{}, func(tx *store.Tx) error {
			return cmp.Or(r.rate(tx, key, game.Record), errUnwritten)
		})
		if !errors.Is(err, errUnwritten) {
			b.Fatal(err)
		}
	}
}

package profile

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// games is the size of a store, and the number of games of one person in it.
func games() (all, own int) {
	if os.Getenv("SIXFOLD_LONG") == "1" {
		return 1_000_000, 5000
	}
	return 10_000, 5000
}

// crowded returns a store of finished games, own of which are those of the person "1".
func crowded(b *testing.B, all, own int) *store.Store {
	b.Helper()
	s, err := store.Open(filepath.Join(b.TempDir(), "profile.db"), store.Unsynced())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	const writers = 512 // share each commit
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(18, uint64(w)))
			for i := w; i < all; i += writers {
				g := randomGame(r, noon.Add(time.Duration(i)*time.Minute), i)
				for g.Opponent == "" {
					g = randomGame(r, g.At, i)
				}
				g.Channel = strconv.Itoa(1_290_000_000_000_000_000 + i%997)
				person := strconv.Itoa(1_180_000_000_000_000_000 + r.IntN(50_000))
				if i%(all/own) == 0 {
					person = "1"
				}
				if err := bottest.Save(s, g.Key, tableOf(g, person)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	if wait.Wait(); b.Failed() {
		b.FailNow()
	}
	return s
}

// tableOf returns the table of a game in the history of a person.
func tableOf(g store.Past, person string) *store.Table {
	t := &store.Table{Head: store.Head{
		Game: g.Game, Seats: []string{g.Opponent, g.Opponent}, Names: []string{"Ada", "Ben"}, Over: true, Opened: g.At, Touched: g.At, Rated: g.Rated,
		Stand: &store.Stand{Turn: -1, Moves: g.Moves}, End: &store.End{At: g.At, Winner: g.Winner, Kind: g.Kind, Counts: true},
	}}
	t.Seats[g.Seat] = store.UserSeat + person
	if g.Rating > 0 {
		t.End.Ratings = make([]store.Rating, 2)
		t.End.Ratings[g.Seat] = store.Rating{After: float64(g.Rating), Deviation: 80, Volatility: 0.06}
		t.End.Ratings[1-g.Seat] = store.Rating{Before: float64(g.Against), Deviation: 80, Volatility: 0.06}
	}
	return t
}

// BenchmarkProfile computes the profile of a person with 5,000 games, in a store of a million with
// SIXFOLD_LONG=1. read-ms is the processor time of reading, fold-ms that of the rest.
func BenchmarkProfile(b *testing.B) {
	all, own := games()
	s := crowded(b, all, own)
	var read, fold time.Duration
	for b.Loop() {
		began := enginetest.CPU()
		past, err := s.Past("1", "", store.PastCursor{}, Most)
		if err != nil || len(past) != own {
			b.Fatalf("%d games, %v", len(past), err)
		}
		middle := enginetest.CPU()
		if p := Fold(past, Lens{Now: noon}); p.Total() == 0 {
			b.Fatal("no game counts")
		}
		read, fold = read+middle-began, fold+enginetest.CPU()-middle
	}
	b.ReportMetric(read.Seconds()*1000/float64(b.N), "read-ms")
	b.ReportMetric(fold.Seconds()*1000/float64(b.N), "fold-ms")
}

package think

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// learner is a player with a tree of a given size in bytes, which counts its calls and plays the
// first move.
type learner struct {
	bytes, asked int
}

func (l *learner) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	l.asked++
	return bottest.FirstMove{}.Choose(ctx, p)
}

func (l *learner) Kept() int { return l.bytes }

func seatAt(number int, s engine.Seat) seat {
	return seat{store.Key{Channel: "1001", Game: "hex", Number: number}, s, "easy"}
}

// kept returns the numbers of the tables whose players are cached.
func (p players) kept() (numbers []int) {
	p.Drop(func(at seat) bool {
		numbers = append(numbers, at.table.Number)
		return false
	})
	return numbers
}

// take returns the player of a seat, or nil.
func (p players) take(at seat) engine.Player {
	player, _ := p.Take(at)
	return player
}

func TestPlayersAreKept(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	p := newPlayers(func() time.Time { return now })
	red, blue := &learner{bytes: 1}, &learner{bytes: 1}
	p.keep(seatAt(1, 0), red)
	p.keep(seatAt(1, 1), blue)
	if p.take(seatAt(1, 1)) != blue || p.take(seatAt(1, 0)) != red {
		t.Error("a seat has another's player")
	}
	if p.take(seatAt(1, 0)) != nil {
		t.Error("a player is taken twice")
	}
	p.keep(seatAt(1, 0), red)
	p.keep(seatAt(1, 0), blue)
	if p.take(seatAt(1, 0)) != blue || p.take(seatAt(1, 0)) != nil {
		t.Error("two players are kept for one seat")
	}
	p.keep(seatAt(1, 0), &learner{})
	p.keep(seatAt(1, 0), bottest.FirstMove{})
	if got := p.kept(); len(got) > 0 {
		t.Errorf("players without a tree are kept: %v", got)
	}
}

func TestPlayersAreBounded(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	p := newPlayers(func() time.Time { return now })
	for n := range maxPlayers {
		p.keep(seatAt(n, 0), &learner{bytes: 1})
	}
	p.keep(seatAt(0, 0), p.take(seatAt(0, 0))) // used again, so that 1 is now the longest unused
	p.keep(seatAt(100, 0), &learner{bytes: 1})
	if got := p.kept(); len(got) != maxPlayers || slices.Contains(got, 1) || !slices.Contains(got, 0) {
		t.Errorf("kept after one too many: %v", got)
	}
	p.keep(seatAt(101, 0), &learner{bytes: table.MaxCacheBytes - 2})
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept beside one with a large tree: %v", got)
	}
	p.keep(seatAt(102, 0), &learner{bytes: table.MaxCacheBytes + 1})
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept after one with a tree that is too large: %v", got)
	}
}

package think

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
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
func (p *players) kept() []int {
	var numbers []int
	for _, k := range p.list {
		numbers = append(numbers, k.seat.table.Number)
	}
	return numbers
}

func TestPlayersAreKept(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	red, blue := &learner{bytes: 1}, &learner{bytes: 1}
	p.keep(seatAt(1, 0), red, now)
	p.keep(seatAt(1, 1), blue, now)
	if p.take(seatAt(1, 1)) != blue || p.take(seatAt(1, 0)) != red {
		t.Error("a seat has another's player")
	}
	if p.take(seatAt(1, 0)) != nil {
		t.Error("a player is taken twice")
	}
	p.keep(seatAt(1, 0), red, now)
	p.keep(seatAt(1, 0), blue, now)
	if p.take(seatAt(1, 0)) != blue || p.take(seatAt(1, 0)) != nil {
		t.Error("two players are kept for one seat")
	}
	p.keep(seatAt(1, 0), &learner{}, now)
	p.keep(seatAt(1, 0), bottest.FirstMove{}, now)
	if got := p.kept(); len(got) > 0 {
		t.Errorf("players without a tree are kept: %v", got)
	}
	p.keep(seatAt(1, 0), red, now)
	p.keep(seatAt(1, 1), blue, now)
	p.keep(seatAt(2, 0), &learner{bytes: 1}, now)
	p.drop(seatAt(1, 0).table)
	if got := p.kept(); !slices.Equal(got, []int{2}) {
		t.Errorf("kept after the end of the first table: %v", got)
	}
}

func TestPlayersAreBounded(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	for n := range maxPlayers {
		p.keep(seatAt(n, 0), &learner{bytes: 1}, now)
	}
	p.keep(seatAt(0, 0), p.take(seatAt(0, 0)), now) // used again, so that 1 is now the longest unused
	p.keep(seatAt(100, 0), &learner{bytes: 1}, now)
	if got := p.kept(); len(got) != maxPlayers || slices.Contains(got, 1) || !slices.Contains(got, 0) {
		t.Errorf("kept after one too many: %v", got)
	}
	p.keep(seatAt(101, 0), &learner{bytes: maxBytes - 2}, now)
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept beside one with a large tree: %v", got)
	}
	p.keep(seatAt(102, 0), &learner{bytes: maxBytes + 1}, now)
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept after one with a tree that is too large: %v", got)
	}
}

func TestPlayersExpire(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	p.keep(seatAt(1, 0), &learner{bytes: 1}, now)
	p.keep(seatAt(2, 0), &learner{bytes: 1}, now.Add(time.Minute))
	p.expire(now.Add(maxIdle))
	if got := p.kept(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("kept in time: %v", got)
	}
	p.expire(now.Add(maxIdle + time.Second))
	if got := p.kept(); !slices.Equal(got, []int{2}) {
		t.Errorf("kept after the time of the first: %v", got)
	}
	p.expire(now)
	if got := p.kept(); len(got) > 0 {
		t.Errorf("kept although the clock was set back: %v", got)
	}
}

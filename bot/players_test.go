package bot

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	renderhex "github.com/sixfold-bot/sixfold/render/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// learner is a player that knows as much as it is told, and how often it was asked.
type learner struct {
	bytes, asked int
}

func (l *learner) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	l.asked++
	return bottest.FirstMove{}.Choose(ctx, p)
}

func (l *learner) Kept() int { return l.bytes }

func chairAt(number int, seat engine.Seat) chair {
	return chair{store.Key{Channel: sessionChannel, Game: "hex", Number: number}, seat, "easy"}
}

// kept are the numbers of the tables whose players are kept.
func (p *players) kept() []int {
	var numbers []int
	for _, k := range p.list {
		numbers = append(numbers, k.table.Number)
	}
	return numbers
}

func TestPlayersAreKept(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	red, blue := &learner{bytes: 1}, &learner{bytes: 1}
	p.keep(chairAt(1, 0), red, now)
	p.keep(chairAt(1, 1), blue, now)
	if p.take(chairAt(1, 1)) != blue || p.take(chairAt(1, 0)) != red {
		t.Error("a chair has another's player")
	}
	if p.take(chairAt(1, 0)) != nil {
		t.Error("a player is taken twice")
	}
	p.keep(chairAt(1, 0), red, now)
	p.keep(chairAt(1, 0), blue, now)
	if p.take(chairAt(1, 0)) != blue || p.take(chairAt(1, 0)) != nil {
		t.Error("two players are kept for one chair")
	}
	p.keep(chairAt(1, 0), &learner{}, now)
	p.keep(chairAt(1, 0), bottest.FirstMove{}, now)
	if got := p.kept(); len(got) > 0 {
		t.Errorf("players who know nothing are kept: %v", got)
	}
	p.keep(chairAt(1, 0), red, now)
	p.keep(chairAt(1, 1), blue, now)
	p.keep(chairAt(2, 0), &learner{bytes: 1}, now)
	p.drop(chairAt(1, 0).table)
	if got := p.kept(); !slices.Equal(got, []int{2}) {
		t.Errorf("kept after the end of the first table: %v", got)
	}
}

func TestPlayersAreBounded(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	for n := range mostPlayers {
		p.keep(chairAt(n, 0), &learner{bytes: 1}, now)
	}
	p.keep(chairAt(0, 0), p.take(chairAt(0, 0)), now) // used again, so that 1 is now the longest unused
	p.keep(chairAt(100, 0), &learner{bytes: 1}, now)
	if got := p.kept(); len(got) != mostPlayers || slices.Contains(got, 1) || !slices.Contains(got, 0) {
		t.Errorf("kept after one too many: %v", got)
	}
	p.keep(chairAt(101, 0), &learner{bytes: mostKept - 2}, now)
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept beside one that knows much: %v", got)
	}
	p.keep(chairAt(102, 0), &learner{bytes: mostKept + 1}, now)
	if got := p.kept(); !slices.Equal(got, []int{0, 100, 101}) {
		t.Errorf("kept after one that knows too much: %v", got)
	}
}

func TestPlayersExpire(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var p players
	p.keep(chairAt(1, 0), &learner{bytes: 1}, now)
	p.keep(chairAt(2, 0), &learner{bytes: 1}, now.Add(time.Minute))
	p.expire(now.Add(keptFor))
	if got := p.kept(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("kept in time: %v", got)
	}
	p.expire(now.Add(keptFor + time.Second))
	if got := p.kept(); !slices.Equal(got, []int{2}) {
		t.Errorf("kept after the time of the first: %v", got)
	}
	p.expire(now)
	if got := p.kept(); len(got) > 0 {
		t.Errorf("kept although the clock was set back: %v", got)
	}
}

// learning is Hex against players that learn; made are all of them.
func learning(made *[]*learner) Entry {
	game := hex.Game
	game.Opponents.Levels = slices.Clone(hex.Game.Opponents.Levels)
	for i := range game.Opponents.Levels {
		game.Opponents.Levels[i].New = func(uint64) engine.Player {
			l := &learner{bytes: 1}
			*made = append(*made, l)
			return l
		}
	}
	return Entry{Game: &game, Draw: renderhex.Drawers}
}

// TestTableKeepsItsPlayer from move to move, also when moves are taken back, until the
// game is over or the person has been away for long.
func TestTableKeepsItsPlayer(t *testing.T) {
	var made []*learner
	s := newSession(t, learning(&made))
	check := func(when string, asked ...int) {
		t.Helper()
		var got []int
		for _, l := range made {
			got = append(got, l.asked)
		}
		if !slices.Equal(got, asked) {
			t.Errorf("%s: the players were asked %v times, want %v", when, got, asked)
		}
	}
	kept := func(when string, want int) {
		t.Helper()
		if got := s.bot.thinkers.kept.kept(); len(got) != want {
			t.Errorf("%s: players of the tables %v are kept, want %d", when, got, want)
		}
	}
	s.play("you: /hex new level:easy size:5 swap:false", "you: /hex move c3", "you: /hex move d3")
	check("two moves", 2)
	s.play("you: /hex undo", "you: /hex move b4")
	check("a move taken back", 3)
	s.play("you: /hex hint")
	check("a hint is another's", 3, 1)
	kept("between moves", 1)
	s.clock = s.clock.Add(keptFor + time.Second)
	s.bot.thinkers.kept.expire(s.clock)
	kept("after a while", 0)
	s.play("you: /hex move e4")
	check("somebody new", 3, 1, 1)
	s.play("you: /hex resign", "you: [Resign]")
	kept("after resigning", 0)
	s.play("you: /hex new level:easy versus:easy size:3 swap:false")
	if len(made) != 5 || made[3].asked < 2 || made[4].asked < 2 {
		t.Errorf("two of one level: %d players were made", len(made))
	}
	kept("after the game", 0)
}

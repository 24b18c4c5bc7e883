package bot

import (
	"bytes"
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// countedMove is a player that counts its thoughts.
type countedMove struct{ thoughts *atomic.Int32 }

func (p countedMove) Choose(ctx context.Context, at engine.Position) (engine.Choice, error) {
	p.thoughts.Add(1)
	return bottest.FirstMove{}.Choose(ctx, at)
}

// countedHex is Hex against players that count their thoughts.
func countedHex(thoughts *atomic.Int32) show.Entry {
	entry := quickHex()
	for i := range entry.Game.Opponents.Levels {
		entry.Game.Opponents.Levels[i].New = func(uint64) engine.Player { return countedMove{thoughts} }
	}
	return entry
}

// leave makes a move whose answer is lost, at a table of its own.
func (s *session) leave() {
	s.play("you: /hex new size:3 level:easy")
	s.bot.Handle(context.Background(), s.request("you", "/hex move b2"))
}

// round lets the bot take up what waits.
func (s *session) round() {
	s.bot.resume(context.Background(), &posts{}, 0)
	s.bot.Levels.Wait()
}

// TestFullDiskIsNotTriedForEver: a level that cannot save waits longer each time, those
// of other tables wait with it, and all goes on when there is room.
func TestFullDiskIsNotTriedForEver(t *testing.T) {
	var thoughts atomic.Int32
	s := newSession(t, countedHex(&thoughts))
	s.leave()
	s.stores(full{s.store})
	s.round()
	s.stores(s.store)
	s.leave()
	s.stores(full{s.store})
	s.clock = s.clock.Add(passInterval / 2)
	if s.round(); thoughts.Load() != 1 {
		t.Errorf("%d thoughts although nothing can be written, want 1", thoughts.Load())
	}
	for range 240 { // an hour
		s.clock = s.clock.Add(passInterval)
		s.round()
	}
	if n := thoughts.Load(); n < 8 || n > 24 {
		t.Errorf("%d thoughts of two tables in an hour, want some, but few", n)
	}
	s.stores(s.store)
	for range 2 {
		s.clock = s.clock.Add(15 * time.Minute) // the longest pause
		s.round()
	}
	for number := range 2 {
		if n := len(s.table(number + 1).Moves); n != 2 {
			t.Errorf("table %d has %d moves when there is room, want 2", number+1, n)
		}
	}
}

// TestMissingLevelIsNotTriedForEver, nor does it keep others waiting.
func TestMissingLevelIsNotTriedForEver(t *testing.T) {
	s := newSession(t)
	s.leave()
	s.leave()
	s.bot.Games.ByID["hex"].Game.Opponents.Levels = nil
	out := s.logged()
	for range 240 { // an hour
		s.clock = s.clock.Add(passInterval)
		s.round()
	}
	if n := bytes.Count(out.Bytes(), []byte("level could not move")); n < 8 || n > 24 {
		t.Errorf("%d complaints about two tables in an hour, want some, but few", n)
	}
}

package bot

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
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
	s.bot.resume(context.Background(), &posts{}, 0)()
}

// TestLeftMoveIsShownOnce: the move of a level that was left is not posted where somebody has had the table shown since.
func TestLeftMoveIsShownOnce(t *testing.T) {
	for _, shown := range []bool{false, true} {
		s := newSession(t)
		s.leave()
		before := s.table(1).Revision
		key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
		place, _, err := s.bot.Places.Begin(t.Context(), key, before)
		if err != nil {
			t.Fatal(err)
		}
		if place.Message = "9001"; shown {
			place.Revision = before + 1 // that of the move
		}
		s.bot.Places.End(key, place)
		var said posts
		s.bot.resume(t.Context(), &said, 0)()
		if moves := len(s.table(1).Moves); moves != 2 || len(said.ch) > 0 == shown {
			t.Errorf("shown before: %t; %d moves, posted %+v", shown, moves, said.ch)
		}
	}
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

// TestMoveBeforeAStop: where the bot has stopped between a move and its answer, the next start posts the board
// and calls who is to move, once.
func TestMoveBeforeAStop(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:5", "friend: [Accept]", "you: /hex new @you size:4")
	s.bot.Handle(t.Context(), s.request("you", "/hex move b2 table:1")) // stopped before the rest
	s.restart()
	r := &room{now: func() time.Time { return s.clock }}
	for range 2 {
		s.bot.catchUp(t.Context(), r)
		s.bot.Places.Flush()
		s.restart()
	}
	if len(r.messages) != 1 || len(r.messages[0].reply.Files) != 1 || !slices.Equal(r.messages[0].reply.Mentions, []string{ids["friend"]}) {
		t.Fatalf("posted are %d messages, and called %v", len(r.messages), r.calls(""))
	}
	s.bot.Handle(t.Context(), s.request("friend", "/hex move c3 table:1"))
	s.clock = s.clock.Add(time.Hour)
	if s.bot.catchUp(t.Context(), r); len(r.messages) != 1 {
		t.Error("a move of long ago is told")
	}
	s.shown = []utterance{{id: r.messages[0].id, reply: r.messages[0].reply}}
	for user, called := range map[string][]string{"you": nil, "friend": {ids["you"]}} {
		said := s.bot.Handle(t.Context(), s.request(user, "[Move]")).Later(t.Context(), func(chat.Reply) {})
		if said.Private || len(said.Files) != 1 || !strings.Contains(said.Text, "This is the table now") || !slices.Equal(said.Mentions, called) {
			t.Errorf("under the board without that move %s is told %q, and called is %v", user, said.Text, said.Mentions)
		}
	}
}

// TestBoardsShownSinceAStop: a board that somebody has had shown while those of other tables were posted at the start
// is not posted once more.
func TestBoardsShownSinceAStop(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:5", "friend: [Accept]", "you: /hex new @stranger size:5", "stranger: [Accept]")
	for _, line := range []string{"/hex move b2 table:1", "/hex move b2 table:2"} {
		s.clock = s.clock.Add(time.Minute)
		s.bot.Handle(t.Context(), s.request("you", line)) // stopped before the rest
	}
	s.restart()
	r := &room{now: func() time.Time { return s.clock }}
	r.told = func(string) {
		if len(r.messages) == 1 {
			s.play("stranger: /hex show table:2")
		}
	}
	s.bot.catchUp(t.Context(), r)
	if len(r.messages) != 1 || !slices.Equal(r.messages[0].reply.Mentions, []string{ids["friend"]}) {
		t.Errorf("posted are %d messages, and called %v", len(r.messages), r.calls(""))
	}
}

// TestTurnTakenUpWhereTheBotMayNotPost: the level's move is shown to whoever presses a button of the former board or
// gives a command, though the bot cannot post it.
func TestTurnTakenUpWhereTheBotMayNotPost(t *testing.T) {
	for does, says := range map[string]string{
		"[Move]":       "That board was from an earlier move. This is the table now: **Hex, table 1**. Red (You) to move.",
		"[Resign]":     "That board was from an earlier move. This is the table now: **Hex, table 1**. Red (You) to move.",
		"/hex move c3": "**Sixfold Easy**: b1. Red (You) to move.", // its second answer
		"/hex show":    "**Hex, table 1**. Red (You) to move.",
	} {
		t.Run(does, func(t *testing.T) {
			s := newSession(t, countedHex(new(atomic.Int32)))
			group := func(does string) chat.Request {
				r := s.request("you", does)
				r.Guild, r.Channel, r.Posts, r.Threads = "", "2002", false, false
				return r
			}
			s.finish(group("/hex new size:4 level:easy swap:false"))
			s.bot.Handle(t.Context(), group("/hex move b2")) // stopped before the rest
			s.restart()
			p := &posts{}
			s.bot.catchUp(t.Context(), p)
			s.bot.resume(t.Context(), p, 0)()
			record, err := s.store.Load(store.Key{Channel: "2002", Game: "hex", Number: 1})
			if err != nil || len(record.Moves) != 2 || len(p.ch) > 0 {
				t.Fatalf("the table is %+v: %v; posted are %+v", record, err, p.ch)
			}
			s.clock = s.clock.Add(time.Hour)
			if r := s.finish(group(does)); r.Text != says || len(r.Files) != 1 || r.Private {
				t.Errorf("says %q with %d pictures, to the person alone: %v", r.Text, len(r.Files), r.Private)
			}
		})
	}
}

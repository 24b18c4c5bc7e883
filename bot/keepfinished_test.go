package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/store"
)

// TestOldGamesAreRemoved once they are over for longer than the settings say, whatever is at
// the tables after them, and what they did to ratings stays.
func TestOldGamesAreRemoved(t *testing.T) {
	s := newSession(t)
	game := func(end bool) {
		s.play("you: /hex new @friend size:9 rated:true", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex move a2", "friend: /hex move b2")
		if end {
			s.play("friend: /hex resign", "friend: [Resign]")
		}
	}
	game(true)
	game(false)
	s.clock = s.clock.Add(72 * time.Hour)
	game(true)
	s.bot.rater.Pass(context.Background())
	s.bot.Wait()
	rated := s.kept(string(rating.Kind))
	if len(rated) != 2 {
		t.Fatalf("the ratings are %q", rated)
	}
	left := func(want ...bool) {
		t.Helper()
		for i, want := range want {
			_, err := s.store.Load(hexTable(i + 1))
			if (err == nil) != want || err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Errorf("table %d is there: %v, want %v", i+1, err, want)
			}
		}
	}
	s.clock = s.clock.Add(6 * 24 * time.Hour)
	s.bot.Tables.Prune(context.Background(), s.bot.Places.Drop)
	left(true, true, true)
	for range 205 { // more than one round looks at
		if _, err := bottest.Create(s.store, "1000", "hex", &store.Table{Head: store.Head{Game: "hex"}}); err != nil {
			t.Fatal(err)
		}
	}
	s.configure(func(c *config.Config) { c.Tables.KeepFinished = 7 })
	var gone []store.Key
	for range 2 {
		s.bot.Tables.Prune(context.Background(), func(k store.Key) { gone = append(gone, k) })
	}
	left(false, true, true)
	if len(gone) != 1 || gone[0] != hexTable(1) {
		t.Errorf("gone are %v", gone)
	}
	s.clock = s.clock.Add(2 * 24 * time.Hour)
	before := s.does("you", "/rank").Text
	for range 2 {
		s.bot.Tables.Prune(context.Background(), s.bot.Places.Drop)
	}
	left(false, true, false)
	s.bot.rater.Pass(context.Background())
	if now := s.kept(string(rating.Kind)); len(now) != len(rated) {
		t.Errorf("the ratings are %q, and were %q", now, rated)
	}
	if now := s.does("you", "/rank").Text; now != before || !strings.Contains(now, "after 2 games") {
		t.Errorf("told is %q, and before %q", now, before)
	}
	if r := s.does("you", "/privacy show"); !strings.Contains(r.Text, "until 7 days after their end") {
		t.Errorf("it is not told: %s", r.Text)
	}
	if _, err := s.store.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}

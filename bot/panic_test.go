package bot

import (
	"context"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
)

// broken is a player that panics.
type broken struct{}

func (broken) Choose(context.Context, engine.Position) (engine.Choice, error) {
	panic("out of its depth")
}

// brokenPost panics at each post.
type brokenPost struct {
	chat.Poster // the rest is never called

	posts chan struct{}
}

func (brokenPost) Reaches(context.Context, string, string) error { return nil }

func (p brokenPost) Post(context.Context, string, chat.Reply) error {
	select {
	case p.posts <- struct{}{}:
	default:
	}
	panic("no way")
}

// What the bot does without being asked must not end the program either.
func TestPanicsInRunAreCaught(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entry := quickHex()
		for i := range entry.Game.Opponents.Levels {
			entry.Game.Opponents.Levels[i].New = func(uint64) engine.Player { return broken{} }
		}
		s := newSession(t, entry)
		s.now = time.Now
		s.configure(func(c *config.Config) { c.Tables.IdleWarn = "1m" })
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		func() {
			defer func() { _ = recover() }()
			s.does("you", "/hex new level:easy versus:hard")
		}()
		posted := brokenPost{posts: make(chan struct{}, 1)}
		s.does("you", "/hex new @friend")
		s.does("friend", "[Accept]")
		ended := make(chan error, 1)
		go func() { ended <- s.bot.Run(ctx, posted) }()
		time.Sleep(5 * time.Minute) // by the bubble's clock
		select {
		case <-posted.posts:
		default:
			t.Error("nothing was posted")
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A panic while drawing must not take the answer with it: the move stands, and the next player is
// called.
func TestPanicsOfDrawingLeaveTheAnswer(t *testing.T) {
	s := newSession(t, show.Entry{Game: &hex.Game, Draw: []render.Drawer{
		func(any, render.Style) (*image.Paletted, error) { panic("out of ink") },
	}})
	s.play("you: /hex new @friend", "friend: [Accept]")
	r := s.does("you", "/hex move c3")
	if r.Private || !strings.Contains(r.Text, "c3") || !strings.Contains(r.Text, "```") || len(r.Mentions) == 0 {
		t.Errorf("answered by %+v", r)
	}
}

package show

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Answer returns the answer of a view or a tool, which is drawn later; t is nil if it is about no
// table. Films take long and are drawn in the pool.
func (s *Services) Answer(c *Call, t *table.Table, said engine.Answer, private bool) chat.Reply {
	draw := func(context.Context, func(chat.Reply)) (chat.Reply, error) {
		return s.Answered(c, t, said, private), nil
	}
	isFilm := func(scene engine.Scene) bool { _, is := scene.(engine.Film); return is }
	if slices.ContainsFunc(said.Scenes, isFilm) {
		return s.LaterInPool(c, c.NewReply(private), Quick, draw)
	}
	return c.Later(c.NewReply(private), draw)
}

// LaterInPool returns r with work to be done in the pool, within a duration as in [Call.Job].
func (s *Services) LaterInPool(c *Call, r chat.Reply, takes time.Duration, work func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error)) chat.Reply {
	return c.Later(r, func(ctx context.Context, show func(chat.Reply)) (done chat.Reply, err error) {
		err = s.Pool.Do(ctx, c.Job(takes, show), func() error {
			done, err = work(ctx, show)
			return err
		})
		return done, err
	})
}

// Answered returns an answer with its pictures and buttons.
func (s *Services) Answered(c *Call, t *table.Table, said engine.Answer, private bool) chat.Reply {
	to := c.NewReply(private)
	if t != nil && !to.Private && !to.Update {
		s.Places.Bury(t.Key)
	}
	r := chat.Reply{Text: c.Words.Say(said.Text), Private: to.Private, Update: to.Update, Data: said.Data}
	for i, scene := range said.Scenes {
		files, err := s.full(c, t, scene, to.Private)
		if err != nil {
			c.Undrawn(err, "channel", c.Request.Channel, "game", c.Entry.Game.ID)
			continue
		}
		for _, file := range files {
			if _, named := scene.(engine.Drawing); !named {
				file.Name = strconv.Itoa(i+1) + "-" + file.Name
			}
			r.Files = append(r.Files, file)
			if file.Kept {
				r.Text += "\n" + Small(c.Say("All of it is in the file, at full size."))
			}
		}
	}
	for _, f := range said.Files {
		r.Files = append(r.Files, chat.Attachment{Name: f.Name, Data: f.Data})
	}
	r.Rows = chat.Rows(engine.Map(said.Actions, func(act engine.Action) chat.Button { return c.RunButton(t, act) }))
	if t != nil {
		r.Accent = s.Accent(c, t, to.Private)
	}
	return r
}

// Private reports whether only the caller sees an answer: as they chose in the option of that name,
// or else as is usual for the command.
func Private(usual bool, o engine.Options) bool {
	if chosen, ok := o["private"].(bool); ok {
		return chosen
	}
	return usual
}

// Quick is the estimate for work that is not known to be slow.
const Quick = time.Second

package browse

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// tools runs commands that need no table.
type tools struct{ *show.Services }

func (ts *tools) Run(c *show.Call, tool engine.Tool) (chat.Reply, error) {
	o, err := c.Options(tool.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	takes := show.Quick
	if tool.Slow {
		takes = 0 // it limits itself
		if err := play.RequireSearch(c, ts.Servers); err != nil {
			return chat.Reply{}, err
		}
	}
	env, private := ts.Env.Drawn(c), show.Private(tool.Private, o)
	return c.Later(c.Place(private), func(ctx context.Context, update func(chat.Reply)) (r chat.Reply, err error) {
		err = ts.Pool.Do(ctx, c.Job(takes, update), func() error {
			a, err := store.Transact(ctx, ts.Env.Records, c.Op(), func(tx *store.Tx) (engine.Answer, error) {
				return tool.Run(ctx, env(tx), o, func(a engine.Answer) { update(ts.Boards.Answered(c, nil, a, private)) })
			})
			if err == nil {
				r = ts.Boards.Answered(c, nil, a, private)
			}
			return err
		})
		return r, err
	}), nil
}

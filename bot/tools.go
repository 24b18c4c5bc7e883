package bot

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// tools runs commands that need no table.
type tools struct {
	env     *environment
	pool    *think.Pool
	answers *answers
	servers *guild.Servers
}

func (ts *tools) run(c *call, tool engine.Tool) (chat.Reply, error) {
	o, err := c.Options(tool.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	if tool.Slow {
		if err := requireSearch(c, ts.servers); err != nil {
			return chat.Reply{}, err
		}
	}
	env, private := ts.env.drawn(c), private(tool.Private, o)
	return c.Later(c.Place(private), func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		var r chat.Reply
		run := func() error {
			a, err := store.Transact(ctx, ts.env.records, c.Op(), func(tx *store.Tx) (engine.Answer, error) {
				return tool.Run(ctx, env(tx), o, func(a engine.Answer) { update(ts.answers.message(c, nil, a, private)) })
			})
			if err == nil {
				r = ts.answers.message(c, nil, a, private)
			}
			return err
		}
		takes := quick
		if tool.Slow {
			takes = 0 // it limits itself
		}
		if err := ts.pool.Do(ctx, c.Job(takes, update), run); err != nil {
			return chat.Reply{}, err
		}
		return r, nil
	}), nil
}

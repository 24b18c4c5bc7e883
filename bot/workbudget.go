package bot

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/think"
)

// onBehalf is where a context has whom the bot works for.
type onBehalf struct{}

// behalf is a context of who asks.
func behalf(ctx context.Context, r chat.Request) context.Context {
	return context.WithValue(ctx, onBehalf{}, think.Job{Person: r.User.ID, Channel: r.Channel})
}

// inPool does work that may take long, such as a replay, when its turn has come among that of
// others. However much the person has asked for, it is done: it is a part of answering them.
func inPool(pool *think.Pool) func(context.Context, func() error) error {
	return func(ctx context.Context, work func() error) error {
		job, _ := ctx.Value(onBehalf{}).(think.Job)
		job.Takes, job.Owed = show.Quick, true
		return pool.Do(ctx, job, work)
	}
}

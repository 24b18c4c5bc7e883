package bot

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// reach is how people and channels are reached outside of any interaction: through what
// [Bot.Run] was given last. Before that nobody can be. It is safe for concurrent use.
type reach struct{ post atomic.Pointer[chat.Poster] }

var _ chat.Poster = (*reach)(nil)

func (r *reach) through(post chat.Poster) { r.post.Store(&post) }

// poster is what was given, or something that reaches nobody.
func (r *reach) poster() chat.Poster {
	if p := r.post.Load(); p != nil {
		return *p
	}
	return nobody{}
}

// Post implements [chat.Poster], as the other methods do.
func (r *reach) Post(ctx context.Context, channel string, m chat.Reply) error {
	return r.poster().Post(ctx, channel, m)
}

func (r *reach) Send(ctx context.Context, channel string, m chat.Reply) (string, error) {
	return r.poster().Send(ctx, channel, m)
}

func (r *reach) Edit(ctx context.Context, channel, message string, m chat.Reply) error {
	return r.poster().Edit(ctx, channel, message, m)
}

func (r *reach) Find(ctx context.Context, channel string, since time.Time, action string) (string, error) {
	return r.poster().Find(ctx, channel, since, action)
}

func (r *reach) Direct(ctx context.Context, person string, m chat.Reply) error {
	return r.poster().Direct(ctx, person, m)
}

func (r *reach) Thread(ctx context.Context, channel, name string) (string, error) {
	return r.poster().Thread(ctx, channel, name)
}

// nobody is a poster that reaches nobody.
type nobody struct{}

func (nobody) Post(context.Context, string, chat.Reply) error           { return chat.ErrNoPost }
func (nobody) Send(context.Context, string, chat.Reply) (string, error) { return "", chat.ErrNoPost }
func (nobody) Edit(context.Context, string, string, chat.Reply) error   { return chat.ErrNoPost }
func (nobody) Find(context.Context, string, time.Time, string) (string, error) {
	return "", chat.ErrNoPost
}
func (nobody) Direct(context.Context, string, chat.Reply) error       { return chat.ErrNoPost }
func (nobody) Thread(context.Context, string, string) (string, error) { return "", chat.ErrNoPost }

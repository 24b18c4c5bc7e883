package show

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// Outbox reaches people and channels outside of interactions, through the newest connection that is
// open. Without a connection nobody can be reached. It is safe for concurrent use.
type Outbox struct {
	mu    sync.Mutex
	posts []*chat.Poster
}

// Through adds a connection until leave is called.
func (r *Outbox) Through(post chat.Poster) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &post
	r.posts = append(r.posts, p)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.posts = slices.DeleteFunc(r.posts, func(other *chat.Poster) bool { return other == p })
	}
}

// Poster returns the newest connection, or a poster that reaches nobody.
func (r *Outbox) Poster() chat.Poster {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.posts) == 0 {
		return nobody{}
	}
	return *r.posts[len(r.posts)-1]
}

// Heeding is a poster that calls Gone for a channel that is gone, which ends its tables: see
// [table.Tables.Vanish].
type Heeding struct {
	chat.Poster
	Gone func(ctx context.Context, channel string)
}

// Post implements [chat.Poster].
func (h Heeding) Post(ctx context.Context, channel string, m chat.Reply) error {
	err := h.Poster.Post(ctx, channel, m)
	h.checkGone(ctx, channel, err)
	return err
}

// Send implements [chat.Poster].
func (h Heeding) Send(ctx context.Context, channel string, m chat.Reply) (message string, err error) {
	message, err = h.Poster.Send(ctx, channel, m)
	h.checkGone(ctx, channel, err)
	return message, err
}

// checkGone asks a second time: a single wrong answer of Discord must not end games.
func (h Heeding) checkGone(ctx context.Context, channel string, err error) {
	if chat.ChannelGone(err) && chat.ChannelGone(h.Reaches(ctx, "", channel)) {
		h.Gone(ctx, channel)
	}
}

// nobody is a poster without a connection: what it is given can be tried again.
type nobody struct{}

var errNoConnection = errors.New("there is no connection")

func (nobody) Post(context.Context, string, chat.Reply) error           { return errNoConnection }
func (nobody) Send(context.Context, string, chat.Reply) (string, error) { return "", errNoConnection }
func (nobody) Edit(context.Context, string, string, chat.Reply) error   { return errNoConnection }
func (nobody) Find(context.Context, string, time.Time, string) (string, error) {
	return "", errNoConnection
}
func (nobody) Direct(context.Context, string, chat.Reply) error       { return errNoConnection }
func (nobody) Thread(context.Context, string, string) (string, error) { return "", errNoConnection }
func (nobody) Reaches(context.Context, string, string) error          { return errNoConnection }
func (nobody) Unthread(context.Context, string) error                 { return errNoConnection }

package operate

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

// serveDiscord connects the bot to Discord and serves until the context ends or a connection is
// lost for good. Only one copy of the bot does scheduled work: the holder of the lease "clock"
// among those with the first shard or, with an HTTP endpoint, among all. connected is called with
// each connection, and its result when that ends.
func (r *instance) serveDiscord(ctx context.Context, c discord.Config, connected func(*discord.Connection) (left func())) error {
	a := &connector{instance: r, connected: connected, copy: copyName()}
	switch {
	case !r.store.Shared() && c.Shards <= 1:
		return a.connect(ctx, c, a.clock)
	case c.Endpoint != "":
		return a.connect(ctx, c, a.clock)
	}
	return a.shards(ctx, c)
}

// connector connects a copy of the bot to Discord.
type connector struct {
	*instance
	connected func(*discord.Connection) (left func())
	copy      string // unique among all copies
}

func (a *connector) shards(ctx context.Context, c discord.Config) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for shard := range c.Shards {
		all.Go(func() {
			if err := a.shard(ctx, c, shard); err != nil && ctx.Err() == nil {
				stop(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// shard stays connected while this copy leads a shard or is next in line for it. It loses the
// connection only when another copy is seen to have replaced this one, so that people get an answer
// even while the store is unreachable. Without a cluster there are no other copies.
func (a *connector) shard(ctx context.Context, c discord.Config, shard int) error {
	var run func(context.Context, chat.Poster) error
	if shard == 0 {
		run = a.clock
	}
	c.Shard = shard
	if !a.store.Shared() {
		return a.connect(ctx, c, run)
	}
	l := NewPair(a.store, "shard/"+strconv.Itoa(shard), a.copy, a.log)
	c.Turn = l
	return unlessOver(ctx, l.Keep(ctx, func(ctx context.Context) error { return a.connect(ctx, c, run) }))
}

// clock runs scheduled work while this copy holds the lease for it.
func (a *connector) clock(ctx context.Context, d chat.Poster) error {
	if !a.store.Shared() {
		return a.Bot.Run(ctx, d)
	}
	l := NewLease(a.store, "clock", a.copy, a.log)
	return unlessOver(ctx, l.Hold(ctx, func(ctx context.Context) error { return a.Bot.Run(ctx, d) }))
}

// unlessOver returns err, or nil if the context has ended.
func unlessOver(ctx context.Context, err error) error {
	select {
	case <-ctx.Done():
		return nil
	default:
		return err
	}
}

// connect serves a connection until the context or the connection ends. run, if not nil, does
// scheduled work meanwhile.
func (a *connector) connect(ctx context.Context, c discord.Config, run func(context.Context, chat.Poster) error) (err error) {
	d, err := discord.Connect(ctx, a.Bot, c, a.log)
	if err != nil {
		return err
	}
	defer closing(&err, connectionCloser{ctx, d})
	defer a.connected(d)()
	defer a.Bot.Reach(d)()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		if run == nil {
			<-ctx.Done()
			ended <- nil
			return
		}
		ended <- run(ctx, d)
	}()
	select {
	case err := <-ended:
		return err
	case <-d.Done():
		stop()
		return errors.Join(d.Err(), <-ended)
	}
}

// connectionCloser closes a connection, with HandOver if another copy has replaced this one.
type connectionCloser struct {
	ctx        context.Context // of the connection
	connection interface {
		Close() error
		HandOver() error
	}
}

// Close implements [io.Closer].
func (l connectionCloser) Close() error {
	if errors.Is(context.Cause(l.ctx), errLost) {
		return l.connection.HandOver()
	}
	return l.connection.Close()
}

// copyName returns a name unique to this process.
func copyName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "/" + strconv.Itoa(os.Getpid()) + "/" + rand.Text()
}

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

// attend connects the bot to Discord and serves until the context ends or a connection is lost
// for good. What is done by the clock is done by one copy of the bot alone, which holds a lease of
// its own: one of those that have the first shard or, where Discord brings interactions to
// every copy, of all. connected is called with each connection, and what it returns when that ends.
func (r *Running) attend(ctx context.Context, c discord.Config, connected func(*discord.Connection) (left func())) error {
	a := &attendance{Running: r, connected: connected, copy: copyName()}
	switch {
	case !r.store.Shared() && c.Shards <= 1:
		return a.connect(ctx, c, a.clock)
	case c.Endpoint != "":
		return a.connect(ctx, c, a.clock)
	}
	return a.shards(ctx, c)
}

// attendance is a copy of the bot that serves.
type attendance struct {
	*Running
	connected func(*discord.Connection) (left func())
	copy      string // the name of this copy
}

// shards holds as many connections to the gateway as fall to this copy.
func (a *attendance) shards(ctx context.Context, c discord.Config) error {
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

// shard is connected whenever this copy leads a shard or is next in line for it: until another is
// seen to have taken its place, so that people are told something while the store does not answer.
// In a store of its own there are no others.
func (a *attendance) shard(ctx context.Context, c discord.Config, shard int) error {
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

// clock does what is due by the clock while this copy holds the lease for that.
func (a *attendance) clock(ctx context.Context, d chat.Poster) error {
	if !a.store.Shared() {
		return a.Bot.Run(ctx, d)
	}
	l := NewLease(a.store, "clock", a.copy, a.log)
	return unlessOver(ctx, l.Hold(ctx, func(ctx context.Context) error { return a.Bot.Run(ctx, d) }))
}

// unlessOver is the error of work, nil if it has ended with its context.
func unlessOver(ctx context.Context, err error) error {
	select {
	case <-ctx.Done():
		return nil
	default:
		return err
	}
}

// connect connects, and has run, if not nil, do what nobody asks for, until the context or the
// connection ends.
func (a *attendance) connect(ctx context.Context, c discord.Config, run func(context.Context, chat.Poster) error) (err error) {
	d, err := discord.Connect(ctx, a.Bot, c, a.log)
	if err != nil {
		return err
	}
	defer closing(&err, leaving{ctx, d})
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

// leaving closes a connection, and lets it know why: people are told.
type leaving struct {
	ctx        context.Context // what it was opened for
	connection interface {
		Close() error
		HandOver() error
	}
}

// Close implements [io.Closer].
func (l leaving) Close() error {
	if errors.Is(context.Cause(l.ctx), errLost) {
		return l.connection.HandOver()
	}
	return l.connection.Close()
}

// copyName names this process as no other.
func copyName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "/" + strconv.Itoa(os.Getpid()) + "/" + rand.Text()
}

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
	"github.com/sixfold-bot/sixfold/bot/lease"
)

// attend connects the bot to Discord and serves until the context ends or a connection is lost
// for good. What is done by the clock is done by one copy of the bot alone: who holds the
// first shard or, where Discord brings interactions to every copy, a lease of its own. connected is
// called with each connection, and what it returns when that ends.
func (r *Running) attend(ctx context.Context, c discord.Config, connected func(*discord.Connection) (left func())) error {
	a := &attendance{Running: r, connected: connected, copy: copyName()}
	switch {
	case !r.store.Shared() && c.Shards <= 1:
		return a.connect(ctx, c, r.Bot.Run)
	case c.Endpoint != "":
		return a.connect(ctx, c, func(ctx context.Context, d chat.Poster) error {
			return a.hold(ctx, "clock", func(ctx context.Context) error { return r.Bot.Run(ctx, d) })
		})
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
		c := c
		c.Shard = shard
		var run func(context.Context, chat.Poster) error
		if shard == 0 {
			run = a.Bot.Run
		}
		all.Go(func() {
			err := a.hold(ctx, "shard/"+strconv.Itoa(shard), func(ctx context.Context) error { return a.connect(ctx, c, run) })
			if err != nil && ctx.Err() == nil {
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

// hold does work while this copy holds a lease. In a store of its own there are no others.
func (a *attendance) hold(ctx context.Context, name string, work func(context.Context) error) error {
	if !a.store.Shared() {
		return work(ctx)
	}
	err := lease.New(a.store, name, a.copy, a.log).Hold(ctx, work)
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
	if errors.Is(context.Cause(l.ctx), lease.ErrLost) {
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

package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// serve runs the bot in Discord or, without a token, in a playground of its own, whose address it
// writes to out. It logs to log, and serves until the context ends or the connection is lost for
// good.
func serve(ctx context.Context, settings config.Config, out, log io.Writer) (err error) {
	if err := mayServe(settings); err != nil {
		return err
	}
	r, err := start(ctx, settings, log)
	if err != nil {
		return err
	}
	defer closing(&err, r)
	manager := findManager(os.Getenv, r.log)
	defer closing(&err, manager)
	manager.Status("connecting to Discord")
	health := &health{}
	health.require("the store", r.store.Ping)
	health.require("the bot", r.Bot.Alive)
	operator, err := openListeners(settings, r.store, r.watch, health, r.log)
	if err != nil {
		return err
	}
	defer closing(&err, operator)
	copies := copyStore(settings, r.store, r.log)
	defer closing(&err, copies)
	where := discordConfig(settings)
	where.Records, where.Handled = r.store, r.store.Handled
	where.Watch, where.Linked = r.watch, linked(r.Bot, manager)
	if r.store.Shared() {
		where.Copies = settings.Cluster.Copies
	}
	page := ""
	if where.Token == "" {
		p, err := playground.New(playground.Config{Addr: settings.Playground.Address, Records: r.store, Log: r.log})
		if err != nil {
			return err
		}
		defer closing(&err, p)
		where.Token, where.API, page = config.Secret(p.Token()), p.APIBase()+"api/v9/", p.URL()
		where.Endpoint = "" // the playground has only a gateway
	}
	invited := sync.OnceFunc(func() {
		if page != "" {
			invite(out, page, config.IsLocal(settings.Playground.Address))
		}
	})
	if r.store.Shared() {
		health.serving()
		manager.Ready(standsBy)
	}
	defer manager.Stopping()
	defer context.AfterFunc(ctx, manager.Stopping)()
	guarded, relax := context.WithCancel(ctx)
	defer relax()
	manager.Guard(guarded, health.Alive)
	return r.serveDiscord(ctx, where, func(d *discord.Connection) (left func()) {
		health.serving()
		manager.Ready(serves)
		invited()
		return health.connected(d)
	})
}

// discordConfig returns the connection's configuration.
func discordConfig(settings config.Config) discord.Config {
	d := settings.Discord
	return discord.Config{
		Token: d.Token, Guild: d.Guild, API: d.API, Endpoint: d.Endpoint, PublicKey: d.PublicKey, Shards: d.Shards,
		Logins: &discord.Logins{},
	}
}

// invite prints the playground's address.
func invite(out io.Writer, page string, local bool) {
	fmt.Fprintf(out, "Sixfold plays at %s\nA second window for the friend: %s?user=friend\n", page, page)
	if !local {
		fmt.Fprintln(out, "Other machines may reach it, and whoever does may act as anybody.")
	}
}

// Statuses for the service manager.
const (
	serves = "connected to Discord"
	seeks  = "not connected to Discord, and tries to be"
	// standsBy is the status of a copy while others serve.
	standsBy = "ready to take over from another copy"
)

// linked notifies the bot and the service manager of the gateway's state.
func linked(b *bot.Bot, manager *serviceManager) func(up bool, silent time.Duration) {
	return func(up bool, silent time.Duration) {
		b.Linked(up, silent)
		if up {
			manager.Status(serves)
		} else {
			manager.Status(seeks)
		}
	}
}

// mayServe refuses a playground that other machines can reach, unless the operator allows it: the
// page has no authentication.
func mayServe(settings config.Config) error {
	p := settings.Playground
	if settings.Discord.Token != "" || p.Public || config.IsLocal(p.Address) {
		return nil
	}
	return fmt.Errorf("playground.address: %s can be reached from other machines, and whoever reaches the playground "+
		"may act as anybody; if they may, give --public or set playground.public = true", p.Address)
}

// instance is a bot on its store.
type instance struct {
	Bot   *bot.Bot
	watch *watch.Watch
	store *store.Store
	log   *slog.Logger
	open  closers // the store, and before it what thinks for all copies
}

// start creates a bot on the configured store, which logs to w. The context bounds the opening of
// the store and the cluster.
func start(ctx context.Context, settings config.Config, w io.Writer) (*instance, error) {
	log, err := newLog(settings, w)
	if err != nil {
		return nil, err
	}
	watch := newWatch(settings)
	s, err := openState(ctx, settings, store.Options{Committed: watch.Committed}, log)
	if err != nil {
		return nil, err
	}
	r := &instance{watch: watch, store: s.Store, log: log, open: closers{s}}
	process := bot.Process{Watch: watch}
	if !s.Shared() {
		r.Bot = bot.New(settings, s.Store, bot.Games(), log, process)
		return r, nil
	}
	queue, err := openQueue(ctx, settings, log)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	process.Crew = NewCrew(queue, log)
	r.Bot = bot.New(settings, s.Store, bot.Games(), log, process)
	r.open = closers{joinCrew(queue, r.Bot.Thinker(), watch, log), s}
	return r, nil
}

// Close closes the store. No more requests may arrive.
func (r *instance) Close() error {
	r.Bot.Wait()
	return r.open.Close()
}

// newLog returns the configured logger.
func newLog(settings config.Config, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(settings.Log.Level)); err != nil {
		return nil, err
	}
	o := &slog.HandlerOptions{Level: level}
	if settings.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return slog.New(slog.NewTextHandler(w, o)), nil
}

// closing closes c, and keeps the first error.
func closing(err *error, c io.Closer) {
	if e := c.Close(); *err == nil {
		*err = e
	}
}

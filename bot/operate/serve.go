package operate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
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
	agreed := newAccord(r.store.Store, settings, r.log)
	if err := agreed.enter(ctx); err != nil {
		return err
	}
	s := newServer(r, settings)
	defer closing(&err, s.manager)
	s.manager.Status("connecting to Discord")
	s.health.require("the store", r.store.Ping)
	s.health.require("the bot", r.Bot.Alive)
	figures, err := listenAdmin(settings, &s.health, r.watch, r.store.Stats, r.log)
	if err != nil {
		return err
	}
	defer closing(&err, figures)
	if beside, err := openSocket(r.store.Store, settings, &s.health, r.log); err != nil {
		r.log.Warn("no backup can be made while the bot runs", "err", err)
	} else {
		defer closing(&err, beside)
	}
	served, end := context.WithCancel(ctx)
	var copying sync.WaitGroup
	defer copying.Wait()
	defer end()
	copying.Go(func() { copyStore(served, settings, r.store.Store, r.log) })
	where := discordConfig(settings)
	where.Records, where.Handled = r.store, r.store.Handled
	where.Watch, where.Linked = r.watch, s.linked
	if where.Token == "" {
		p, err := playground.New(playground.Config{Addr: settings.Playground.Address, Records: r.store, Log: r.log})
		if err != nil {
			return err
		}
		defer closing(&err, p)
		where.Token, where.API = config.Secret(p.Token()), p.APIBase()+"api/v9/"
		where.Endpoint = "" // the playground has only a gateway
		s.invite = sync.OnceFunc(func() { invite(out, p.URL(), config.IsLocal(settings.Playground.Address)) })
	}
	if r.store.Shared() {
		copying.Go(func() { watchLog(served, r.store.cluster, r.watch) })
		where.Copies = settings.Cluster.Copies
	}
	if len(s.places) > 0 {
		try := func() error { return discord.Try(served, where, r.log) }
		err := try()
		if discord.Final(err) != nil || ctx.Err() != nil {
			return err
		}
		copying.Go(func() { s.health.standBy(served, err, try, r.log) })
		s.health.serving()
		s.manager.Ready(watch.StandingBy)
	}
	defer s.manager.Stopping()
	defer context.AfterFunc(ctx, s.manager.Stopping)()
	s.manager.Guard(served, s.health.Alive)
	return agreed.during(ctx, func(ctx context.Context) error { return s.serveDiscord(ctx, where) })
}

func discordConfig(settings config.Config) discord.Config {
	d := settings.Discord
	return discord.Config{
		Token: d.Token, Guild: d.Guild, API: d.API, Endpoint: d.Endpoint, PublicKey: d.PublicKey, Shards: d.Shards,
		Logins: &discord.Logins{},
	}
}

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
)

// mayServe refuses a playground that other machines can reach, unless the operator allows it: the
// page has no authentication.
func mayServe(settings config.Config) error {
	p := settings.Playground
	if settings.Discord.Token != "" || p.Public || config.IsLocal(p.Address) {
		return nil
	}
	return settings.Refuse("playground.address", fmt.Errorf("%s can be reached from other machines, and whoever reaches "+
		"the playground may act as anybody; if they may, give --public or set playground.public = true", p.Address))
}

// server is a bot that serves Discord or a playground.
type server struct {
	*instance

	manager *serviceManager
	health  health
	invite  func()  // tells where the playground is
	copy    string  // unique among all copies
	places  []*Pair // at the shards of the gateway; none without copies, or with an HTTP endpoint
}

func newServer(r *instance, settings config.Config) *server {
	s := &server{instance: r, manager: findManager(os.Getenv, r.log), invite: func() {}, copy: jobs.Name() + "/" + rand.Text()}
	if r.store.Shared() && settings.Discord.Endpoint == "" {
		for shard := range settings.Discord.Shards {
			s.places = append(s.places, NewPair(r.store, "shard/"+strconv.Itoa(shard), s.copy, r.log))
		}
	}
	s.health.role = s.role
	return s
}

// role returns whether this copy leads or stands by.
func (s *server) role() string {
	if len(s.places) == 0 || slices.ContainsFunc(s.places, (*Pair).Sure) {
		return watch.Leading
	}
	return watch.StandingBy
}

// linked notifies the bot and the service manager of the gateway's state.
func (s *server) linked(up bool, silent time.Duration) {
	s.Bot.Linked(up, silent)
	status := seeks
	if up {
		status = serves
	}
	s.manager.Status(status)
}

// serveDiscord connects the bot to Discord and serves until the context ends or a connection is
// lost for good. Only one copy of the bot does scheduled work: the holder of the lease "clock"
// among those with the first shard or, with an HTTP endpoint, among all.
func (s *server) serveDiscord(ctx context.Context, c discord.Config) error {
	if c.Endpoint != "" || len(s.places) == 0 && c.Shards <= 1 {
		return s.connect(ctx, c)
	}
	shards, ctx := errgroup.WithContext(ctx)
	for shard := range c.Shards {
		shards.Go(func() error { return s.shard(ctx, c, shard) })
	}
	return shards.Wait()
}

// shard stays connected while this copy leads a shard or is next in line for it. It loses the
// connection only when another copy is seen to have replaced this one, so that people get an answer
// even while the store is unreachable. Without a cluster there are no other copies.
func (s *server) shard(ctx context.Context, c discord.Config, shard int) error {
	c.Shard = shard
	if len(s.places) == 0 {
		return s.connect(ctx, c)
	}
	c.Turn = s.places[shard]
	return s.places[shard].Keep(ctx, func(ctx context.Context) error { return s.connect(ctx, c) })
}

// connect serves a connection until the context or the connection ends. That of the first shard
// does scheduled work meanwhile.
func (s *server) connect(ctx context.Context, c discord.Config) (err error) {
	d, err := discord.Connect(ctx, s.Bot, c, s.log)
	if err != nil {
		return err
	}
	defer func(whole context.Context) { err = errors.Join(err, part(whole, d.Close, d.HandOver)) }(ctx)
	s.health.serving()
	s.manager.Ready(serves)
	s.invite()
	defer s.health.connected(d)()
	defer s.Bot.Reach(d)()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { <-d.Done(); stop() }()
	var beside sync.WaitGroup
	if s.store.Shared() {
		beside.Go(func() { s.Bot.Attend(ctx) })
		beside.Go(func() { s.Bot.Assist(ctx, d) })
	}
	if c.Shard == 0 {
		err = s.clock(ctx, d)
		stop()
	}
	<-ctx.Done()
	beside.Wait()
	return errors.Join(d.Err(), err)
}

// clock runs scheduled work while this copy holds the lease for it.
func (s *server) clock(ctx context.Context, d chat.Poster) error {
	if !s.store.Shared() {
		return s.Bot.Run(ctx, d)
	}
	l := NewLease(s.store, "clock", s.copy, s.log)
	return l.Hold(ctx, func(ctx context.Context) error { return s.Bot.Run(ctx, d) })
}

// part leaves a connection, or hands it over if by the cause of its context another copy has replaced
// this one.
func part(ctx context.Context, leave, handOver func() error) error {
	if errors.Is(context.Cause(ctx), errLost) {
		return handOver()
	}
	return leave()
}

// instance is a bot on its store.
type instance struct {
	Bot   *bot.Bot
	watch *watch.Watch
	store state
	crew  *member // nil without a cluster
	log   *slog.Logger
}

// start creates a bot on the configured store, which logs to w. The context bounds the opening of
// the store and the cluster.
func start(ctx context.Context, settings config.Config, w io.Writer) (*instance, error) {
	log, err := newLog(settings, w)
	if err != nil {
		return nil, err
	}
	r := &instance{log: log, watch: watch.New()}
	if r.store, err = openState(ctx, settings, store.Options{Committed: r.watch.Committed}, log); err != nil {
		return nil, err
	}
	process := bot.Process{Watch: r.watch}
	if !r.store.Shared() {
		r.Bot = bot.New(settings, r.store.Store, bot.Games(), log, process)
		return r, nil
	}
	queue, err := openQueue(ctx, settings, log)
	if err != nil {
		return nil, errors.Join(err, r.store.Close())
	}
	process.Crew, process.Shared = NewCrew(queue, log), true
	process.PlacesAtOnce = settings.Discord.Endpoint != "" // the gateway brings a channel's requests to one copy
	r.Bot = bot.New(settings, r.store.Store, bot.Games(), log, process)
	r.crew = joinCrew(queue, r.Bot.Thinker(), r.watch, log)
	return r, nil
}

// Close closes the store, after what thinks for all copies. No more requests may arrive.
func (r *instance) Close() error {
	r.Bot.Wait()
	return errors.Join(r.crew.Close(), r.store.Close())
}

// state is the store of the settings.
type state struct {
	*store.Store
	cluster *jetstream.Log // what it is a copy of; nil for a file
	folder  string         // of a temporary copy, removed by Close
}

func (s state) Close() error {
	err := s.Store.Close()
	if s.cluster != nil {
		s.cluster.Close()
	}
	if s.folder != "" {
		err = errors.Join(err, os.RemoveAll(s.folder))
	}
	return err
}

// openState opens the configured store: a file, or a copy of the cluster's state.
func openState(ctx context.Context, settings config.Config, o store.Options, log *slog.Logger) (s state, err error) {
	if settings.Store.Kind != config.JetStream {
		if s.Store, err = store.OpenContext(ctx, settings.Store.File, o); err == nil && s.Torn != nil {
			log.Warn("the store is damaged, and can be used", "file", settings.Store.File, "err", s.Torn)
		}
		return s, err
	}
	err = onceReady(ctx, log, func() (err error) {
		if s.cluster, err = jetstream.Open(ctx, clusterOptions(settings)); err != nil {
			return err
		}
		if s.Store, err = store.OpenReplica(ctx, settings.Store.File, s.cluster, o); err != nil {
			s.cluster.Close()
		}
		return err
	})
	if err == nil {
		log.Info("this copy has caught up with the cluster", "bucket", settings.Cluster.Bucket)
	}
	return s, err
}

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

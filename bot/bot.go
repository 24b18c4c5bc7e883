// Package bot answers people: a [chat.Request] comes in, [Bot.Handle] answers with a
// [chat.Reply]. It knows neither the transport nor the rules of any game.
//
// What a game can be asked follows from its [engine.Game]: the commands, the buttons and
// the words are derived from it, and games.go alone names games.
//
// The way of a move: route.go finds the command, moving.go loads the caller's table
// ([table.Tables]), has it play, and saves it with the revision compared. What is
// answered is on disk. Drawing and the moves of levels ([think.Levels]) come after, in
// [chat.Reply.Later]. Of all messages of a table one alone is its board, which
// [posted.Boards] keep track of. Each subject that people can ask about has a file and a
// type of its own, which takes what it needs; commands.go and actions.go list which of them
// answers.
package bot

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/streak"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Store keeps tables and small records. [store.Store] is the default; see there
// for what each method promises.
type Store interface {
	table.Store
	think.Store
	tell.Store
	tournament.Store
	records
	rating.Store
	// Sync returns when what other copies of the bot have stored before is shown, and Shared
	// reports whether there are any.
	Sync(context.Context) error
	Shared() bool
	// Handled reports whether a request has changed something.
	Handled(id string) (bool, error)
}

var _ Store = (*store.Store)(nil)

// Bot answers requests. It is safe for concurrent use. Requests of one channel
// should come in the order in which they were made; tables stay sound in any case.
type Bot struct {
	*services
	commands  *commands
	router    *router
	metrics   *metrics
	languages *chat.Languages
	words     func(locale string) chat.Words
	log       *slog.Logger
	liveness  liveness
	sync      func(context.Context) error // see [Store]
	handled   func(id string) (bool, error)
	shared    bool
}

// world is what of the world outside a bot depends on.
type world struct {
	now  func() time.Time
	rand *rand.Rand
	pace time.Duration // least time between two moves that people watch
}

// New makes a bot. Two games of one name, or a catalog that cannot be read, are
// mistakes of the program: it panics.
func New(config config.Config, s Store, games []Entry, log *slog.Logger) *Bot {
	return newBot(config, s, games, log, world{time.Now, rand.New(rand.NewChaCha8(seed())), 1200 * time.Millisecond})
}

func newBot(config config.Config, s Store, games []Entry, log *slog.Logger, w world) *Bot {
	b := &Bot{services: newServices(config, s, games, log, w), commands: &commands{of: map[string][]subcommand{}}, log: log}
	b.liveness.now = w.now
	if s != nil {
		b.sync, b.handled = s.Sync, s.Handled
		if b.shared = s.Shared(); b.shared {
			b.uptime.Share()
			b.live.Share()
		}
	}
	b.telling = tell.New(s, log, b.toldIn(w.now))
	b.boards.telling, b.settings.telling = b.telling, b.telling
	b.follower = follow.New(s, log, b.followed(w.now))
	b.tables.OnChange(b.follower.Changed)
	b.typed = func(game, line string) (map[string]any, error) { return typedValues(b.Commands(), game, line) }
	h := newHandlers(b.services, b.commands)
	h.register(b.commands, b.games)
	b.router = &router{
		games: b.games, tables: b.tables, boards: b.boards, live: b.live,
		commands: b.commands, actions: h.actions(), plain: h.plain(), suggesting: h.suggesting, define: b.Commands,
	}
	b.router.actions[lineAction] = action{current: true, fresh: true, run: b.router.playLine}
	b.metrics = &metrics{router: b.router}
	catalogs := []engine.Catalog{catalogue}
	for _, g := range b.games.games() {
		catalogs = append(catalogs, g.Catalog)
	}
	b.languages = chat.NewLanguages(catalogs...)
	b.words = b.languages.In
	b.host.words, b.host.unasked = b.words, b.unasked
	return b
}

func newServices(config config.Config, st Store, games []Entry, log *slog.Logger, w world) *services {
	s := &services{
		games: newRegistry(games, config.Texts),
		pool:  think.NewPool(config.Think.Workers, config.Think.Limit),
		admission: &admission{
			people: config.Limits.BlockedPeople, servers: config.Limits.BlockedServers, now: w.now,
			commands: rate{most: config.Limits.PersonCommands}, suggestions: rate{most: typing * config.Limits.PersonCommands},
			refused: watch.NewRefusals(log, "requests were refused by the limits"),
		},
		env:       &environment{now: w.now, records: st, rand: w.rand},
		records:   st,
		pasts:     st,
		streaks:   streak.New(st),
		outbox:    &outbox{},
		uptime:    clock.NewUptime(st),
		copies:    copies(config),
		gamesKept: gamesKept(config),
	}
	s.rater = rating.New(st, s.games.games(), log, w.now)
	bell := tournament.NewBell()
	s.tables = table.NewTables(st, s.games.games(), table.Terms{
		ChallengeExpires: config.Tables.ChallengeExpires, IdleWarn: config.Tables.IdleWarn, IdleEnd: config.Tables.IdleEnd,
		KeepFinished: time.Duration(config.Tables.KeepFinished) * 24 * time.Hour,
		Limits: table.Limits{
			PersonTables: config.Limits.PersonTables, PersonChallenges: config.Limits.PersonChallenges, PairChallenges: config.Limits.PairChallenges,
			ChannelTables: config.Limits.ChannelTables, TableMoves: config.Limits.TableMoves,
		},
	}, table.Surroundings{
		Companions: []table.Companion{s.rater, tell.Notes{Log: log, Now: w.now}, bell}, Away: s.uptime.Away, Work: s.inPool,
	}, log, w.now)
	s.blocking = &blocking{records: st, tables: s.tables, admission: s.admission}
	s.servers = guild.New(st)
	s.settings = &settings{records: st, tables: s.tables, blocking: s.blocking, servers: s.servers, standard: config.Tables.Theme}
	s.levels = think.NewLevels(s.tables, s.pool, st, log, w.now, w.pace)
	s.pictures = newPictures(s.games, s.settings)
	s.covers = &covers{games: s.games, pictures: s.pictures, kept: &sync.Map{}}
	s.live = posted.New(st, log, w.now)
	s.boards = &boards{tables: s.tables, levels: s.levels, pictures: s.pictures, live: s.live, outbox: s.outbox}
	s.host = &tournamentHost{services: s, log: log}
	s.tournaments = tournament.New(st, s.host, bell, log, w.now)
	return s
}

// Handle answers a request. It never returns an error: what went wrong is said in
// the reply, to the person who can act on it.
func (b *Bot) Handle(ctx context.Context, r chat.Request) chat.Reply {
	r = r.Plain()
	c := newCall(ask.Call{Ctx: behalf(ctx, r), Request: r, User: r.User, Words: b.words(r.Locale), Log: b.log})
	c.refused = func(err error) { b.admission.count(b.metrics.watch, err) }
	return b.metrics.counted(c, func() chat.Reply { return b.handle(c) })
}

func (b *Bot) handle(c *call) chat.Reply {
	reply, err := b.answer(c)
	if err != nil {
		return b.aside(c, c.named(c.refuse(err))).Paged()
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context, show func(chat.Reply)) chat.Reply {
			c.Ctx = behalf(ctx, c.Request)
			return b.aside(c, c.named(b.metrics.counted(c, func() chat.Reply {
				return later(c.Ctx, func(r chat.Reply) { show(c.named(r)) })
			}))).Paged()
		}
	}
	return b.aside(c, c.named(reply)).Paged()
}

// answer answers whom the bot admits; nothing is fetched for others.
func (b *Bot) answer(c *call) (chat.Reply, error) {
	if err := b.admission.check(c); err != nil {
		return chat.Reply{}, err
	}
	if c.Request.Kind != chat.Suggest {
		if err := b.sync(c.Ctx); err != nil {
			return chat.Reply{}, err
		}
	}
	if b.twice(c) {
		return b.router.twice(c), nil
	}
	if err := c.Fetch(); err != nil {
		return chat.Reply{}, err
	}
	reply, err := b.settled(c)
	if errors.Is(err, store.ErrHandled) {
		return b.router.twice(c), nil
	}
	return b.router.inTime(c, reply, err)
}

// twice reports whether a request has been carried out before: it was delivered twice. Within one
// copy of the bot that cannot be.
func (b *Bot) twice(c *call) bool {
	if !b.shared || c.Request.Kind == chat.Suggest {
		return false
	}
	before, err := b.handled(c.Request.ID)
	return err == nil && before
}

// mostTries is how often a request is run, at most, while plans that it goes by change.
const mostTries = 100

// settled runs a request, and runs it again where it ended in nothing but that a plan had changed
// since it was read.
func (b *Bot) settled(c *call) (chat.Reply, error) {
	asked := *c
	for try := 1; ; try++ {
		*c = asked
		c.Request.Options = maps.Clone(asked.Request.Options)
		reply, err := b.router.route(c)
		if try == mostTries || !errors.Is(err, store.ErrStaleRecord) || c.Request.ID == "" || c.Ctx.Err() != nil {
			return reply, err
		}
		if changed, failed := b.handled(c.Request.ID); changed || failed != nil {
			return reply, err
		}
	}
}

// Watch has the bot report to w what it does. It must be called before the first
// request.
func (b *Bot) Watch(w *watch.Watch) {
	b.metrics.watch, b.pictures.watch = w, w
	b.pool.Watch(w)
}

// Crew has other processes think too, and returns who thinks here about what they ask. It must
// be called before the first request, and after [Bot.Watch].
func (b *Bot) Crew(c think.Crew) *think.Thinker {
	b.pool.Crew(c)
	return think.NewThinker(b.games.games(), b.pool, b.env.now)
}

// Wait waits until all that nobody has waited for is stored. It is for the time when no more
// requests come, before the store is closed.
func (b *Bot) Wait() { b.live.Wait() }

// Watched returns what [Bot.Watch] was given last, nil for nothing.
func (b *Bot) Watched() *watch.Watch { return b.metrics.watch }

// Commands are the slash commands to register: one a game, and the general ones.
func (b *Bot) Commands() []slash.Command {
	return definitions{b.languages, b.words}.of(b.games, b.commands)
}

// Translate says a text in the language of a Discord locale.
func (b *Bot) Translate(locale string, t engine.Text) string { return b.words(locale).Say(t) }

// catalogue holds the bot's own words in languages other than English.
var catalogue = engine.Catalog{}

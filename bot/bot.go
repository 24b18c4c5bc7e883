// Package bot answers requests: [Bot.Handle] turns a [chat.Request] into a [chat.Reply]. It knows
// neither the transport nor the rules of any game.
//
// The commands, buttons and texts of a game are derived from its [engine.Game], and only games.go
// names games.
//
// The way of a move: route.go finds the command. A handler of package [play] loads the caller's
// table from [table.Tables], plays the move and saves the table if its revision has not changed.
// The answer is given once the table is on disk. Drawing and the moves of levels ([think.Levels])
// follow in [chat.Reply.Later]. One message of each table is its board, which [table.Places] tracks.
// commands.go and actions.go list the handlers. [Bot.Run] in run.go does what no request asks for: it
// starts the [tell.Teller], the [tournament.Keeper] and the [show.Follower], and makes a pass every 15 s.
package bot

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Store keeps tables and small records. [store.Store] implements it and documents its methods.
type Store interface {
	table.Store
	tell.Store
	show.Records
	rating.Store
	store.Syncer
	// Handled reports whether the request with this ID has changed something.
	Handled(id string) (bool, error)
}

var _ Store = (*store.Store)(nil)

// Bot answers requests. It is safe for concurrent use. Requests of one channel should arrive in
// the order in which they were made; tables stay consistent in any case.
type Bot struct {
	*show.Services
	handlers
	admission  *admission
	router     *router
	languages  *chat.Languages
	uptime     *table.Uptime
	markFailed atomic.Bool // the last time
	dailies    *guild.Dailies
	liveness   liveness
	store      Store
	shared     bool
}

type world struct {
	now  func() time.Time
	rand *rand.Rand
	pace time.Duration // least time between two moves that people watch
	// words returns the texts for a Discord locale; nil takes them from the catalogues.
	words func(locale string) chat.Words
}

// Process is what the program gives its bot. The zero value records no metrics and is for a process
// that is alone.
type Process struct {
	Watch        *watch.Watch // where metrics are recorded; nil for nowhere
	Crew         think.Crew   // other processes that think; nil for none
	Shared       bool         // other processes serve people on the same store
	PlacesAtOnce bool         // store at once where a board is, as another process may show the next one
}

// New returns a bot. It panics if two games have one name or a catalogue cannot be read.
func New(config config.Config, s Store, games []Entry, log *slog.Logger, p Process) *Bot {
	return newBot(config, s, games, log, p, world{now: time.Now, rand: rand.New(rand.NewChaCha8(show.Seed())), pace: 1200 * time.Millisecond})
}

func newBot(config config.Config, st Store, games []Entry, log *slog.Logger, p Process, w world) *Bot {
	p.Watch = cmp.Or(p.Watch, watch.New())
	b := &Bot{admission: newAdmission(config, log, w.now), liveness: liveness{now: w.now}, store: st, shared: p.Shared}
	storePlaces := table.StoreAfter
	if p.PlacesAtOnce {
		storePlaces = 0
	}
	playable := show.NewGames(games, config.TextData)
	b.languages = chat.NewLanguages(append([]engine.Catalog{catalogue}, playable.Catalogs()...)...)
	if w.words == nil {
		w.words = b.languages.In
	}
	b.uptime, b.rater = table.NewUptime(st, p.Shared), rating.New(st, playable.Rules(), log, w.now)
	bell, pool := tournament.NewBell(), think.NewPool(config.Think.Workers, config.Think.Limit.Duration(), p.Watch, p.Crew)
	tables := table.NewTables(st, playable.Rules(), tableConfig(config), table.Surroundings{
		AtEnd: []table.Companion{ // in the commit that ends a game
			b.rater,                // rates it
			play.Puzzles{Log: log}, // counts the daily puzzle that is solved
			bell,                   // wakes its tournament
		},
		Companions: []table.Companion{tell.Notes{Log: log, Now: w.now}}, // in each commit: who is to be told
		Away:       b.uptime.Away,
		Work:       inPool(pool),
	}, log, w.now)
	b.Services = newServices(config, st, playable, tables, table.NewPlaces(st, storePlaces, log, w.now), pool, p.Watch, log, w)
	b.play = play.New(b.Services, config.Limits.BlockedPeople)
	b.browse = browse.New(b.play)
	b.server = &guild.Settings{Records: st, Games: playable.Rules(), CheckDefaults: play.CheckDefaults}
	heeding := func() chat.Poster { return show.Heeding{Poster: b.Outbox.Poster(), Gone: tables.Vanish} }
	b.telling = tell.New(b.Choices, b.Services, company{b.play, b.admission}, heeding, b.Words)
	b.follower = show.NewFollower(b.Services)
	b.tournaments = tournament.New(st, b.Services, config.Limits.BlockedServers, bell)
	b.dailies = &guild.Dailies{Records: st, Log: log, Puzzle: daily{b.Services}.message, Poster: b.Outbox.Poster, Now: w.now}
	b.privacy = &privacy.Privacy{
		Records: st, Kept: b.inventory(gamesKept(config)), Tables: tables, Copies: copies(config), Places: b.Places, Pool: pool, Now: w.now,
	}
	b.router = newRouter(b.Services, b.languages, &b.handlers)
	return b
}

func tableConfig(config config.Config) table.Config {
	return table.Config{
		ChallengeExpires: config.Tables.ChallengeExpires.Duration(),
		IdleWarn:         config.Tables.IdleWarn.Duration(), IdleEnd: config.Tables.IdleEnd.Duration(),
		KeepFinished: time.Duration(config.Tables.KeepFinished) * 24 * time.Hour,
		Limits: table.Limits{
			PersonTables: config.Limits.PersonTables, PersonChallenges: config.Limits.PersonChallenges, PairChallenges: config.Limits.PairChallenges,
			ChannelTables: config.Limits.ChannelTables, TableMoves: config.Limits.TableMoves,
		},
	}
}

func newServices(
	config config.Config, st Store, games *show.Games, tables *table.Tables, places *table.Places, pool *think.Pool,
	watcher *watch.Watch, log *slog.Logger, w world,
) *show.Services {
	return &show.Services{
		Games: games, Tables: tables, Places: places, Pool: pool, Words: w.words, Log: log, Records: st, Outbox: &show.Outbox{},
		Env: &show.Environment{Now: w.now, Records: st, Rand: w.rand}, Levels: think.NewLevels(tables, pool, log, w.now, w.pace),
		Choices: tell.NewChoices(st, tables, log, w.now),
		Watch:   watcher, Theme: config.Tables.Theme, Slots: make(chan struct{}, runtime.GOMAXPROCS(0)), Covers: &sync.Map{},
	}
}

// Handle answers a request. It returns no error: the reply tells people what went wrong.
func (b *Bot) Handle(ctx context.Context, r chat.Request) chat.Reply {
	r = r.Plain()
	c := show.NewCall(chat.Call{Ctx: behalf(ctx, r), Request: r, User: r.User, Words: b.Words(r.Locale), Log: b.Log})
	c.CountRefusal = func(err error) { b.admission.count(b.Watch, err) }
	return b.counted(c, func() chat.Reply { return b.handle(c) })
}

func (b *Bot) handle(c *show.Call) chat.Reply {
	reply, err := b.answer(c)
	if err != nil {
		reply = c.Refusal(err)
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context, progress func(chat.Reply)) chat.Reply {
			c.Ctx = behalf(ctx, c.Request)
			return b.finished(c, b.counted(c, func() chat.Reply {
				return later(c.Ctx, func(r chat.Reply) { progress(c.Named(r)) })
			}))
		}
	}
	return b.finished(c, reply)
}

// finished adds to a reply what every reply may have: the table's title, messages for the caller alone, and
// pages where it is long.
func (b *Bot) finished(c *show.Call, r chat.Reply) chat.Reply { return b.aside(c, c.Named(r)).Paged() }

// answer answers an admitted request. Nothing is fetched for any other.
func (b *Bot) answer(c *show.Call) (chat.Reply, error) {
	if err := b.admission.check(c); err != nil {
		return chat.Reply{}, err
	}
	if err := c.Fetch(); err != nil {
		return chat.Reply{}, err
	}
	if c.Request.Kind == chat.Suggest {
		return b.router.route(c)
	}
	asked := *c
	defer func() { c.Since = 0 }() // Later is not bound to the mark of this run
	return store.Serve(c.Ctx, b.store, c.Request.ID, func(since store.Mark) (chat.Reply, error) {
		*c = asked
		c.Request.Options = maps.Clone(asked.Request.Options)
		c.Since = since
		reply, err := b.carryOut(c)
		if errors.Is(err, store.ErrHandled) {
			return b.duplicate(c)
		}
		return reply, err
	})
}

// duplicate answers a request that was delivered twice and has been carried out.
func (b *Bot) duplicate(c *show.Call) (chat.Reply, error) {
	if err := b.store.Sync(c.Ctx); err != nil {
		return chat.Reply{}, err
	}
	return b.router.duplicate(c), nil
}

// carryOut runs a request. It returns [store.ErrHandled] if that was carried out before: found here, or at
// the commit. The table is shown again. What a transport knows to be repeated it drops unanswered.
func (b *Bot) carryOut(c *show.Call) (chat.Reply, error) {
	if before, err := b.store.Handled(c.Request.ID); err == nil && before {
		return chat.Reply{}, store.ErrHandled
	}
	reply, err := b.router.route(c)
	if flag, ok := errors.AsType[*table.FlagError](err); ok {
		return b.router.outOfTime(c, flag.Key)
	}
	return reply, err
}

// aside adds messages for the caller alone that are not part of the answer.
func (b *Bot) aside(c *show.Call, r chat.Reply) chat.Reply {
	if c.Request.Kind == chat.Suggest || r.Form != nil || r.Later != nil {
		return r
	}
	for _, said := range []string{b.telling.Aside(&c.Call), b.lostPlan(c)} {
		if said != "" {
			r.After = append(r.After[:len(r.After):len(r.After)], chat.Whisper(said))
		}
	}
	return r
}

// lostPlan tells the caller, once, that their plan at the call's table was removed. It returns ""
// if there is nothing to tell.
func (b *Bot) lostPlan(c *show.Call) string {
	if c.At.Number == 0 {
		return ""
	}
	move, lost := b.Tables.LostPlan(c.At, c.User.ID)
	title := engine.T("%s, table %s", b.Games.ByID[c.At.Game].Game.Title, strconv.Itoa(c.At.Number))
	switch {
	case !lost:
		return ""
	case move == "":
		return c.Say("Your plan at **%s** did not fit any more, and is removed.", title)
	default:
		return c.Say("Your plan at **%s** did not fit any more after `%s`, and is removed.", title, engine.Quotable(move))
	}
}

// Thinker returns a thinker that answers the questions of other processes.
func (b *Bot) Thinker() *think.Thinker {
	return think.NewThinker(b.Games.Rules(), b.Pool, b.Env.Now)
}

// Wait returns once the places of all boards are stored. It is for the time after the last request
// and before the store is closed.
func (b *Bot) Wait() { b.Places.Flush() }

// Commands returns the slash commands to register: one for each game, and the general ones.
func (b *Bot) Commands() []slash.Command { return b.router.definitions() }

// Translate returns a text in the language of a Discord locale.
func (b *Bot) Translate(locale string, t engine.Text) string { return b.Words(locale).Say(t) }

// catalogue holds the bot's own texts in languages other than English.
var catalogue = engine.Catalog{}

// onBehalf is the context key of the person and channel that work is done for.
type onBehalf struct{}

// behalf adds the person and channel of a request to a context.
func behalf(ctx context.Context, r chat.Request) context.Context {
	return context.WithValue(ctx, onBehalf{}, think.Job{Person: r.User.ID, Channel: r.Channel})
}

// inPool returns a function that runs slow work, such as a replay, in the pool. The work belongs to
// an answer, so it is done however much the person has asked for.
func inPool(pool *think.Pool) func(context.Context, func() error) error {
	return func(ctx context.Context, work func() error) error {
		job, _ := ctx.Value(onBehalf{}).(think.Job)
		job.Takes, job.Owed = show.Quick, true
		return pool.Do(ctx, job, work)
	}
}

// kindNames are the metric labels of the kinds of requests.
var kindNames = map[chat.Kind]string{chat.Command: "command", chat.Suggest: "autocomplete", chat.Press: "button", chat.Submit: "form"}

// counted does the work of a call, or the last part of it, and reports how the call ended. A call
// whose reply has a Later is reported when that is done.
func (b *Bot) counted(c *show.Call, work func() chat.Reply) chat.Reply {
	result := watch.Failed // unless work returns
	defer func() {
		if result != "" {
			b.Watch.Handled.WithLabelValues(kindNames[c.Request.Kind], b.router.label(c), result).Inc()
		}
	}()
	reply := work()
	switch {
	case reply.Later != nil:
		result = ""
	case c.Failed:
	case reply.Refused:
		result = watch.Refused
	default:
		result = watch.Done
	}
	return reply
}

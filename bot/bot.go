// Package bot is everything about talking with people, and nothing about rules.
//
// A [Request] comes in, [Bot.Handle] answers with a [Reply]; neither knows the
// transport. What a game can be asked comes from its [engine.Game]: the commands,
// the buttons and the words are derived from it, and games.go alone names games.
//
// The way of a move: [Bot.Handle] finds the entry of the game and the verb, loads
// the caller's table and replays it, checks who may act, plays, and saves with the
// revision compared. What is answered is on disk. Drawing and thinking come after,
// in [Reply.Later].
package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// Entry is one game that the bot plays: its rules and its drawings.
type Entry struct {
	Game *engine.Game
	Draw []render.Drawer
	// Encode holds, by the ending of a file's name, formats that are not made of pixels.
	Encode map[string]render.Encoder
	// Texts, if not nil, returns the game as it speaks with other texts: the content of a
	// file that the operator names. It refuses with a [*engine.Refusal] what it cannot use.
	Texts func(data []byte) (engine.Game, error)

	subs []subcommand // filled in by New
}

// Store keeps tables and small records. [store.Store] is the default; see there
// for what each method promises.
type Store interface {
	table.Store
	think.Store
	records
}

// records are small values by kind and ID.
type records interface {
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
	Remove(kind, id string) error
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Bot answers requests. It is safe for concurrent use. Requests of one channel
// should come in the order in which they were made; tables stay sound in any case.
type Bot struct {
	config    config.Config
	store     Store
	tables    *table.Tables
	games     map[string]*Entry
	order     []*Entry     // as registered
	general   []subcommand // commands that belong to no game
	languages *chat.Languages
	log       *slog.Logger
	now       func() time.Time
	words     func(locale string) chat.Words
	pool      *think.Pool
	levels    *think.Levels
	watch     *watch.Watch  // nil: nobody watches
	drawing   chan struct{} // holds one for each picture that is being made

	randMu sync.Mutex
	rand   *rand.Rand
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
	b := &Bot{
		config: config, store: s, games: map[string]*Entry{}, log: log, now: w.now,
		pool:    think.NewPool(config.Think.Workers, config.Think.Limit),
		drawing: make(chan struct{}, runtime.GOMAXPROCS(0)),
		rand:    w.rand,
	}
	b.general = []subcommand{helpCommand, tablesCommand, settingsCommand, forgetCommand}
	catalogs := []engine.Catalog{catalogue}
	var played []*engine.Game
	for i := range games {
		entry := &games[i]
		entry.Game = entry.Speaking(config.Texts)
		id := entry.Game.ID
		if b.games[id] != nil || slices.ContainsFunc(b.general, func(s subcommand) bool { return s.name == id }) {
			panic("bot: two commands are called " + id)
		}
		entry.subs = subcommands(entry)
		b.games[id] = entry
		b.order = append(b.order, entry)
		catalogs = append(catalogs, entry.Game.Catalog)
		played = append(played, entry.Game)
	}
	b.tables = table.NewTables(s, played, table.Terms{
		ChallengeExpires: config.Tables.ChallengeExpires, IdleWarn: config.Tables.IdleWarn, IdleEnd: config.Tables.IdleEnd,
	}, log, w.now)
	b.levels = think.NewLevels(b.tables, b.pool, s, log, w.now, w.pace)
	b.languages = chat.NewLanguages(catalogs...)
	b.words = b.languages.In
	return b
}

// Handle answers a request. It never returns an error: what went wrong is said in
// the reply, to the person who can act on it.
func (b *Bot) Handle(ctx context.Context, r chat.Request) chat.Reply {
	c := &call{Bot: b, Request: r, ctx: ctx, words: b.words(r.Locale)}
	return c.counted(c.handle)
}

func (c *call) handle() chat.Reply {
	reply, err := c.route()
	if err != nil {
		return c.refuse(err)
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context, show func(chat.Reply)) chat.Reply {
			c.ctx = ctx
			return c.counted(func() chat.Reply { return later(ctx, show) })
		}
	}
	return reply
}

// call is one request on its way.
type call struct {
	*Bot
	chat.Request
	ctx   context.Context
	words chat.Words
	entry *Entry
	// private: the answer is for the caller alone. fresh: it is a new message, even if
	// a button was pressed. replace: it takes the place of the pressed message, even if
	// that is private.
	private, fresh, replace bool
	// failed: something went wrong that is not the caller's doing.
	failed bool
}

// route finds who answers.
func (c *call) route() (chat.Reply, error) {
	switch c.Kind {
	case chat.Command:
		return c.command()
	case chat.Suggest:
		return chat.Reply{Suggestions: c.suggest()}, nil
	case chat.Press, chat.Submit:
		return c.press()
	}
	return chat.Reply{}, engine.Refuse("this kind of request is not known")
}

// command runs a slash command.
func (c *call) command() (chat.Reply, error) {
	for _, s := range c.general {
		if s.name == c.Command {
			return c.obey(s)
		}
	}
	c.entry = c.games[c.Command]
	if c.entry == nil {
		return chat.Reply{}, engine.Refuse("/%s is not a command of this bot; `/help` lists them", chat.Escape(c.Command))
	}
	s, ok := c.subcommand(c.Sub)
	if !ok {
		return chat.Reply{}, engine.Refuse("/%s %s is not a command; `/help` lists them", c.Command, chat.Escape(c.Sub))
	}
	return c.obey(s)
}

func (c *call) obey(s subcommand) (chat.Reply, error) {
	if err := c.demandKnown(s); err != nil {
		return chat.Reply{}, err
	}
	return s.run(c)
}

// say renders a text in the reader's language.
func (c *call) say(format string, args ...any) string {
	return c.words.Say(engine.T(format, args...))
}

// refuse turns an error into a private reply: the person's own mistakes in words
// that say what would be right, anything else as a fault of ours, which is logged.
func (c *call) refuse(err error) chat.Reply {
	text := engine.T("Something went wrong here, and nothing was changed. Please try again.")
	switch why, ok := engine.Why(err); {
	case ok:
		text = engine.T("%s.", why)
	case errors.Is(err, store.ErrStale):
		text = engine.T("Somebody was faster: the table has just changed. Use `/%s show` to see it.", c.gameID())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		text = engine.T("This took too long and was stopped; nothing was changed.")
	default:
		c.failed = true
		c.log.Error("request failed", "channel", c.Channel, "command", c.Command, "sub", c.Sub, "err", err)
		if sentence, ok := storeTrouble(err); ok {
			text = sentence
		}
	}
	return chat.Reply{Text: chat.Capital(c.words.Say(text)), Private: true, Refused: true}
}

func (c *call) gameID() string {
	if c.entry == nil {
		return "games"
	}
	return c.entry.Game.ID
}

// env is the world outside for the engine.
func (b *Bot) env() engine.Env {
	b.randMu.Lock()
	defer b.randMu.Unlock()
	return engine.Env{Now: b.now(), Rand: rand.New(rand.NewPCG(b.rand.Uint64(), b.rand.Uint64()))}
}

// catalogue holds the bot's own words in languages other than English.
var catalogue = engine.Catalog{}

// Translate says a text in the language of a Discord locale.
func (b *Bot) Translate(locale string, t engine.Text) string { return b.words(locale).Say(t) }

// Package bot answers people: a [chat.Request] comes in, [Bot.Handle] answers with a
// [chat.Reply]. It knows neither the transport nor the rules of any game.
//
// What a game can be asked follows from its [engine.Game]: the commands, the buttons and
// the words are derived from it, and games.go alone names games.
//
// The way of a move: route.go finds the command, moving.go loads the caller's table
// ([table.Tables]), has it play, and saves it with the revision compared. What is
// answered is on disk. Drawing and the moves of levels ([think.Levels]) come after, in
// [chat.Reply.Later]. Each subject that people can ask about has a file and a type of its
// own, which takes what it needs; commands.go and press.go list which of them answers.
package bot

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

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

var _ Store = (*store.Store)(nil)

// Bot answers requests. It is safe for concurrent use. Requests of one channel
// should come in the order in which they were made; tables stay sound in any case.
type Bot struct {
	games      *registry
	tables     *table.Tables
	levels     *think.Levels
	pool       *think.Pool
	pictures   *pictures
	boards     *boards
	suggesting *suggesting
	commands   *commands
	actions    map[string]action
	languages  *chat.Languages
	words      func(locale string) chat.Words
	log        *slog.Logger
	watch      *watch.Watch // nil: nobody watches
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
	b := &Bot{games: newRegistry(games, config.Texts), log: log, pool: think.NewPool(config.Think.Workers, config.Think.Limit)}
	b.tables = table.NewTables(s, b.games.games(), table.Terms{
		ChallengeExpires: config.Tables.ChallengeExpires, IdleWarn: config.Tables.IdleWarn, IdleEnd: config.Tables.IdleEnd,
	}, log, w.now)
	b.levels = think.NewLevels(b.tables, b.pool, s, log, w.now, w.pace)
	settings := &settings{records: s, standard: config.Tables.Theme}
	b.pictures = newPictures(b.games, settings)
	b.boards = &boards{levels: b.levels, pictures: b.pictures}
	b.addHandlers(settings, s, &environment{now: w.now, records: s, rand: w.rand})
	catalogs := []engine.Catalog{catalogue}
	for _, g := range b.games.games() {
		catalogs = append(catalogs, g.Catalog)
	}
	b.languages = chat.NewLanguages(catalogs...)
	b.words = b.languages.In
	return b
}

// addHandlers makes the handlers, and notes which of them answers what.
func (b *Bot) addHandlers(settings *settings, s Store, env *environment) {
	b.commands = &commands{of: map[string][]subcommand{}}
	b.suggesting = &suggesting{registry: b.games, store: b.tables}
	answers := &answers{pictures: b.pictures}
	opening := &opening{tables: b.tables, boards: b.boards, env: env}
	joining := &joining{tables: b.tables, boards: b.boards, env: env}
	h := &handlers{
		viewing:    &viewing{tables: b.tables, boards: b.boards, answers: answers, pool: b.pool},
		opening:    opening,
		joining:    joining,
		moving:     &moving{tables: b.tables, boards: b.boards, env: env},
		undoing:    &undoing{tables: b.tables, boards: b.boards, env: env},
		resigning:  &resigning{tables: b.tables, boards: b.boards, joining: joining},
		rematch:    &rematch{tables: b.tables, boards: b.boards, opening: opening, joining: joining, env: env},
		hints:      &hints{tables: b.tables, answers: answers, pool: b.pool},
		films:      &films{games: b.games, tables: b.tables, pictures: b.pictures},
		notation:   &notation{tables: b.tables, answers: answers, opening: opening, env: env},
		tools:      &tools{env: env, pool: b.pool, answers: answers},
		listing:    &listing{tables: b.tables},
		settings:   settings,
		forgetting: &forgetting{tables: b.tables, records: s},
		help:       &help{games: b.games, commands: b.commands},
		suggesting: b.suggesting,
	}
	b.actions = h.actions()
	b.commands.general = h.general()
	for _, entry := range b.games.order {
		id := entry.Game.ID
		if slices.ContainsFunc(b.commands.general, func(s subcommand) bool { return s.name == id }) {
			panic("bot: two commands are called " + id)
		}
		b.commands.of[id] = h.game(entry)
	}
}

// Handle answers a request. It never returns an error: what went wrong is said in
// the reply, to the person who can act on it.
func (b *Bot) Handle(ctx context.Context, r chat.Request) chat.Reply {
	c := &call{ctx: ctx, request: r, user: r.User, words: b.words(r.Locale), log: b.log}
	return b.counted(c, func() chat.Reply { return b.handle(c) })
}

func (b *Bot) handle(c *call) chat.Reply {
	reply, err := b.route(c)
	if err != nil {
		return c.refuse(err)
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context, show func(chat.Reply)) chat.Reply {
			c.ctx = ctx
			return b.counted(c, func() chat.Reply { return later(ctx, show) })
		}
	}
	return reply
}

// Translate says a text in the language of a Discord locale.
func (b *Bot) Translate(locale string, t engine.Text) string { return b.words(locale).Say(t) }

// catalogue holds the bot's own words in languages other than English.
var catalogue = engine.Catalog{}

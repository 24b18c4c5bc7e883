package tell

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// Store is what notifications need of [store.Store].
type Store interface {
	store.DB
	First(kind, before string, limit int) ([]store.Value, error)
}

// Choices are the users' notification settings. They are safe for concurrent use.
type Choices struct {
	store  Store
	tables *table.Tables
	log    *slog.Logger
	now    func() time.Time
}

// NewChoices returns the choices in a store.
func NewChoices(s Store, tables *table.Tables, log *slog.Logger, now func() time.Time) *Choices {
	return &Choices{store: s, tables: tables, log: log, now: now}
}

// Boards shows tables.
type Boards interface {
	// Unasked returns the message of a table's board with a notice, in the table's language.
	Unasked(t *table.Table, n table.Notice) chat.Reply
	// Link returns a link to the board of a table.
	Link(t *table.Brief) string
}

// Company decides who may be told about whom.
type Company interface {
	// Apart reports whether one of two users has blocked the other.
	Apart(person, other string) (bool, error)
	// Answers reports whether the bot answers a user on a server; "" means direct messages.
	Answers(person, server string) bool
}

// Teller sends the notifications. It is safe for concurrent use.
type Teller struct {
	*Choices
	boards  Boards
	company Company
	post    func() chat.Poster
	words   func(locale string) chat.Words
	last    time.Time // time of the last pass

	mu       sync.Mutex
	unmarked map[string]outcome // by user: notifications sent but not recorded yet
	wake     chan struct{}      // holds a value if another round is due at once
}

// New returns a teller.
func New(c *Choices, boards Boards, company Company, post func() chat.Poster, words func(locale string) chat.Words) *Teller {
	return &Teller{Choices: c, boards: boards, company: company, post: post, words: words, wake: make(chan struct{}, 1), unmarked: map[string]outcome{}}
}

// of returns a user's record. An unreadable one is logged and treated as missing, so that it keeps
// nobody from playing.
func (k *Choices) of(user string) (p person, ok bool) {
	p, ok, err := Kind.Get(k.store, user)
	if err != nil {
		k.log.Error("tell people", "err", err)
	}
	return p, ok
}

func (k *Teller) wakeUp() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// answerTakes is within what time of a change the answer that tells of it is made.
const answerTakes = 3 * time.Second

// Mentions returns those of the people called by a notice whom a message sent now in a table's channel should
// mention. Of a change that was stored just before the quiet hours, or since then, people are told here, and of
// one for which [Notes.Save] has noted a notification they are told by that.
func (k *Choices) Mentions(t *table.Brief, n table.Notice) []string {
	calls := k.calls(t.Head.Guild)
	if t.Asks(table.Challenge) && t.Head.Pending.Silent {
		return nil
	}
	now := k.now()
	stored := n.Since
	if stored.IsZero() {
		stored = now.Add(-answerTakes)
	}
	return slices.DeleteFunc(slices.Clone(n.Calls), func(user string) bool {
		p, _ := k.of(user)
		noted := slices.ContainsFunc(p.Notifications, func(w notification) bool { return w.Table == t.Key && !w.Reminder })
		quiet := p.quiet(stored) && (p.quiet(now) || t.Key == store.Key{}) // of no table: as in Tell
		return p.way() != mention || noted || quiet || !allowed(calls, t)
	})
}

// Tell has people told, in a transaction, what a message in a channel of a server says since a time, each in their
// way: directly, or after the quiet hours of that time. Those whom the message mentions are left out.
func (k *Choices) Tell(tx *store.Tx, people []string, server, channel, text string, since time.Time) error {
	now := k.now()
	for _, user := range people {
		p, ok, err := Kind.Get(tx, user)
		if err != nil && !errors.Is(err, store.ErrFormat) {
			return err
		}
		if err != nil || !ok || p.Way == nothing || p.way() == mention && !p.quiet(since) {
			continue
		}
		before := p
		p.Notifications = append(slices.Clone(p.Notifications), notification{
			Table: store.Key{Channel: channel}, What: news, Since: now.UTC().Truncate(time.Second), Text: text, Guild: server,
		})
		p.schedule(now)
		if err := p.put(tx, user, before); err != nil {
			return err
		}
	}
	return nil
}

// calls returns who is mentioned on a server, as in [guild.Ways].
func (k *Choices) calls(server string) string {
	w, err := guild.Of(k.store, server)
	if err != nil {
		k.log.Error("read the ways of a server", "guild", server, "err", err)
	}
	return w.Calls
}

// allowed reports whether the server allows mentions for a table in its present state.
func allowed(calls string, t *table.Brief) bool {
	switch calls {
	case guild.CallsEnds:
		return t.Head.Over || t.Asks(table.Challenge)
	case guild.CallsNone:
		return false
	default:
		return true
	}
}

// Run sends due notifications, except while the connection is down, until the context has ended and
// the last pass is finished.
func (k *Teller) Run(ctx context.Context, down func() bool) {
	tick := time.NewTicker(notifyDelay) // to read the agenda is cheap
	defer tick.Stop()
	k.last = time.Time{} // another copy of the bot may have gone by a wrong clock
	for {
		if !down() {
			k.Pass(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-tick.C:
		}
	}
}

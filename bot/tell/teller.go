package tell

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// Store keeps small records; see [store.Store] for what each method promises.
type Store interface {
	store.DB
	First(kind, before string, limit int) ([]store.Value, error)
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Choices are how people want to hear what concerns them. They are safe for concurrent use.
type Choices struct {
	store   Store
	tables  *table.Tables
	servers *guild.Servers
	log     *slog.Logger
	now     func() time.Time
}

// NewChoices returns the choices that a store holds.
func NewChoices(s Store, tables *table.Tables, servers *guild.Servers, log *slog.Logger, now func() time.Time) *Choices {
	return &Choices{store: s, tables: tables, servers: servers, log: log, now: now}
}

// Boards show tables.
type Boards interface {
	// Unasked is the message that carries a table's board, with a notice, in the table's language.
	Unasked(t *table.Table, n table.Notice) chat.Reply
	// Link leads to the board of a table.
	Link(t *table.Brief) string
}

// Company says who may be told of whom.
type Company interface {
	// Apart reports whether one of two people has blocked the other.
	Apart(person, other string) (bool, error)
	// Answers reports whether the bot answers a person, and on a server, "" for none.
	Answers(person, server string) bool
}

// Teller tells people what concerns them. It is safe for concurrent use.
type Teller struct {
	*Choices
	boards  Boards
	company Company
	post    chat.Poster
	words   func(locale string) chat.Words
	last    time.Time // when the last round was

	mu       sync.Mutex
	unstruck map[string]outcome // by user: what was said and could not be noted
	wake     chan struct{}      // holds one when there is more to do at once
}

// New makes a teller.
func New(c *Choices, boards Boards, company Company, post chat.Poster, words func(locale string) chat.Words) *Teller {
	return &Teller{Choices: c, boards: boards, company: company, post: post, words: words, wake: make(chan struct{}, 1), unstruck: map[string]outcome{}}
}

// of is what is kept of a person. What cannot be read is logged, and counts as nothing: that
// keeps nobody from playing.
func (k *Choices) of(user string) (p person, ok bool) {
	p, ok, err := Kind.Get(k.store, user)
	if err != nil {
		k.log.Error("tell people", "err", err)
	}
	return p, ok
}

// Notes are a [table.Companion] that notes what people are to be told.
type Notes struct {
	Log *slog.Logger
	Now func() time.Time
}

// Save implements [table.Companion]. What cannot be read of a person keeps nobody from playing.
func (n Notes) Save(tx *store.Tx, t *table.Table) error {
	now := n.Now()
	for _, user := range t.People() {
		p, ok, err := Kind.Get(tx, user)
		if err != nil {
			tx.After(func() { n.Log.Error("note what is to be told", t.Attr(), "err", err) })
			continue
		}
		if (!ok || t.Record.Private) && !t.EndedAs(table.Vanished) {
			continue
		}
		before := p
		p.Waits = slices.Clone(p.Waits)
		if !p.note(t, user, now) {
			continue
		}
		p.settle(now)
		if err := p.put(tx, user, before); err != nil {
			return err
		}
	}
	return nil
}

// rouse has what is due be said at once.
func (k *Teller) rouse() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Mentions are those of some people who are to be called to a table by a message that is sent
// now in its channel.
func (k *Choices) Mentions(t *table.Brief, people []string) []string {
	calls := k.calls(t.Head.Guild)
	now := k.now()
	return slices.DeleteFunc(slices.Clone(people), func(user string) bool {
		p, _ := k.of(user)
		return p.way() != mention || p.quiet(now) || !allowed(calls, t)
	})
}

// calls is whom messages on a server mention, as [guild.Ways] say.
func (k *Choices) calls(server string) string {
	w, err := k.servers.Of(server)
	if err != nil {
		k.log.Error("read the ways of a server", "guild", server, "err", err)
	}
	return w.Calls
}

// allowed reports whether a server has people mentioned to a table as it stands.
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

// each is how often the agenda is looked at, which costs next to nothing.
const each = patience

// Run tells people what is due, unless nobody can be reached, until the context has ended and
// the last word is out.
func (k *Teller) Run(ctx context.Context, down func() bool) {
	tick := time.NewTicker(each)
	defer tick.Stop()
	for {
		if !down() {
			k.Round(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-tick.C:
		}
	}
}

package bot

import (
	"context"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/panics"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// rounds is how often [Bot.Run] looks for what is due.
const rounds = 15 * time.Second

// Run does what no request asks for: it takes up the turns of levels that a stop or
// a lost answer has left waiting, warns at tables that lie idle, and ends those that
// nobody comes back to. Both come from indexes, however many tables there are. It
// returns when the context has ended and the last thought has stopped.
func (b *Bot) Run(ctx context.Context, post chat.Poster) error {
	var thinking sync.WaitGroup
	defer thinking.Wait()
	tick := time.NewTicker(rounds)
	defer tick.Stop()
	for age := time.Duration(0); ; age = rounds {
		b.resume(ctx, post, age, &thinking)
		b.tidy(ctx, post)
		b.thinkers.kept.expire(b.now())
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// resume takes up every turn that awaits a level and that nobody thinks about. A
// younger one than age is left to the request that has just made it, and one that has
// failed waits. When nothing can be written the others are left for another round.
func (b *Bot) resume(ctx context.Context, post chat.Poster, age time.Duration, thinking *sync.WaitGroup) {
	keys, err := b.store.Thinking()
	if err != nil {
		b.log.Error("look for waiting turns", "err", err)
		return
	}
	b.pauses.keep(keys)
	if b.pauses.holds(wholeStore, b.now()) {
		return
	}
	round, leave := context.WithCancel(ctx)
	var all sync.WaitGroup
	for _, key := range keys {
		if b.thinkers.busy(key) || b.pauses.holds(key, b.now()) {
			continue
		}
		all.Go(func() {
			if cannotWrite(b.resumeTable(round, post, key, age)) {
				leave()
			}
		})
	}
	thinking.Go(func() {
		all.Wait()
		leave()
	})
}

// resumeTable returns why the level could not move.
func (b *Bot) resumeTable(ctx context.Context, post chat.Poster, key store.Key, age time.Duration) (failed error) {
	defer func() {
		if v := recover(); v != nil {
			panics.Log(b.log, v)
			failed = panics.ErrPanicked
		}
		if failed != nil {
			b.pauses.failed(key, failed, b.now())
		}
	}()
	t, err := b.tables.Load(key)
	if err != nil {
		b.tables.Report("resume table", key, b.tables.SetAside(key, err))
		return nil
	}
	// A clock that was set back makes it look younger than nothing.
	if idle := b.now().Sub(t.Record.Touched); idle >= 0 && idle < age {
		return nil
	}
	before := len(t.Record.Moves)
	c := b.unasked(t)
	t, n := c.awaitLevels(ctx, t, table.Notice{}, func(*table.Table, table.Notice) {})
	if c.trouble == nil && ctx.Err() == nil {
		b.pauses.succeeded(key)
	}
	if len(t.Record.Moves) == before && !t.Record.Over || !t.Record.Posts || ctx.Err() != nil {
		return c.trouble
	}
	if people := t.People(); len(people) == 1 {
		n.Call(t, people[0])
	}
	c.post(ctx, post, t, c.drawn(t, n))
	return c.trouble
}

// unasked is a call that nobody made, in the language and theme of the table.
func (b *Bot) unasked(t *table.Table) *call {
	return &call{
		Bot: b, entry: b.games[t.Game.ID], words: b.words(t.Record.Locale), ctx: context.Background(),
		Request: chat.Request{Channel: t.Key.Channel, Guild: t.Record.Guild, User: chat.User{ID: t.Record.Owner}, Locale: t.Record.Locale},
	}
}

func (c *call) post(ctx context.Context, post chat.Poster, t *table.Table, r chat.Reply) {
	if err := post.Post(ctx, t.Key.Channel, r); err != nil {
		c.log.Warn("post to channel", t.Attr(), "err", err)
	}
}

// tidy warns and ends what is due.
func (b *Bot) tidy(ctx context.Context, post chat.Poster) {
	b.tables.Expire(ctx, func(t *table.Table, n table.Notice) {
		c := b.unasked(t)
		c.post(ctx, post, t, c.notify(n))
	})
}

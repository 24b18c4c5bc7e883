package bot

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
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
			logPanic(b.log, v)
			failed = errPanicked
		}
		if failed != nil {
			b.pauses.failed(key, failed, b.now())
		}
	}()
	t, err := b.loadTable(key)
	if err != nil {
		b.complain("resume table", key, b.setAside(key, err))
		return nil
	}
	// A clock that was set back makes it look younger than nothing.
	if idle := b.now().Sub(t.Touched); idle >= 0 && idle < age {
		return nil
	}
	before := len(t.Moves)
	c := b.unasked(t)
	t, n := c.awaitLevels(ctx, t, notice{}, func(*table, notice) {})
	if c.trouble == nil && ctx.Err() == nil {
		b.pauses.succeeded(key)
	}
	if len(t.Moves) == before && !t.Over || !t.Posts || ctx.Err() != nil {
		return c.trouble
	}
	if people := t.people(); len(people) == 1 {
		n.nudge, n.calls = t.callFor(people[0]), people
	}
	c.post(ctx, post, t, c.drawn(t, n))
	return c.trouble
}

// unasked is a call that nobody made, in the language and theme of the table.
func (b *Bot) unasked(t *table) *call {
	return &call{
		Bot: b, entry: t.entry, words: b.words(t.Locale), ctx: context.Background(),
		Request: chat.Request{Channel: t.key.Channel, Guild: t.Guild, User: chat.User{ID: t.Owner}, Locale: t.Locale},
	}
}

func (c *call) post(ctx context.Context, post chat.Poster, t *table, r chat.Reply) {
	if err := post.Post(ctx, t.key.Channel, r); err != nil {
		c.log.Warn("post to channel", t.at(), "err", err)
	}
}

// tidy warns and ends what is due.
func (b *Bot) tidy(ctx context.Context, post chat.Poster) {
	keys, err := b.store.Due(b.now())
	if err != nil {
		b.log.Error("look for idle tables", "err", err)
		return
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		b.complain("tidy table", key, b.tidyTable(ctx, post, key))
	}
}

func (b *Bot) tidyTable(ctx context.Context, post chat.Poster, key store.Key) (err error) {
	defer func() {
		if v := recover(); v != nil {
			logPanic(b.log, v)
			err = b.setAside(key, errPanicked)
		}
	}()
	t, err := b.loadTable(key)
	if err != nil {
		return b.setAside(key, err)
	}
	var n notice
	switch keys := b.config.Tables; {
	case t.waiting():
		t.end(expired, engine.NoSeat)
		err = b.save(t)
	case !t.Due.After(t.Touched.Add(keys.IdleWarn)):
		// However long the bot was away, or the clock wrong: nothing ends unwarned.
		left, ahead := t.Touched.Add(keys.IdleEnd).Sub(b.now()), keys.IdleEnd-keys.IdleWarn
		if left < ahead/2 {
			left = ahead
		}
		n = t.warning(left)
		t.Due = b.now().Add(left).UTC()
		err = b.store.Save(key, t.Table)
	default:
		t.end(abandoned, t.patient())
		n = notice{text: engine.T("**%s** has ended, for nobody moved any more. %s", t.title(), t.standing())}
		err = b.save(t)
	}
	if err != nil || n.text.Empty() || !t.Posts {
		return err
	}
	c := b.unasked(t)
	c.post(ctx, post, t, c.notify(n))
	return nil
}

// complain logs what went wrong with a table in a round, once until it is something
// else: the next round comes soon.
func (b *Bot) complain(what string, key store.Key, err error) {
	if err == nil {
		b.complaints.Delete(key)
		return
	}
	if before, _ := b.complaints.Swap(key, err.Error()); before != err.Error() {
		b.log.Error(what, at(key), "err", err)
	}
}

// setAside keeps a table that cannot be replayed from coming up in every round.
func (b *Bot) setAside(key store.Key, cause error) error {
	record, err := b.store.Load(key)
	if err != nil {
		return cause
	}
	record.Due, record.Thinks = time.Time{}, false
	if err := b.store.Save(key, record); err != nil {
		return err
	}
	return cause
}

// warning calls whoever is to move at an idle table that ends before long.
func (t *table) warning(left time.Duration) notice {
	calls := t.people()
	if user := t.user(t.turn()); user != "" {
		calls = []string{user}
	}
	if len(calls) == 0 {
		return notice{}
	}
	return notice{
		text:  engine.T("**%s** lies idle. It ends in %s unless somebody moves.", t.title(), span(left)),
		nudge: engine.T("%s, it waits for you.", chat.Mention(calls[0])), calls: calls[:1],
	}
}

// span is a time in words, rounded.
func span(d time.Duration) engine.Text {
	switch {
	case d >= 2*24*time.Hour:
		return engine.T("%s days", strconv.Itoa(int((d+12*time.Hour)/(24*time.Hour))))
	case d >= 2*time.Hour:
		return engine.T("%s hours", strconv.Itoa(int((d+time.Hour/2)/time.Hour)))
	default:
		return engine.T("%s minutes", strconv.Itoa(max(2, int((d+time.Minute/2)/time.Minute))))
	}
}

// patient is who wins a game that was left: the other seat than the one to move, if
// both had moved and they are not the same.
func (t *table) patient() engine.Seat {
	if len(t.Seats) != 2 || t.Seats[0] == t.Seats[1] {
		return engine.NoSeat
	}
	moved := map[string]bool{}
	for _, m := range t.Moves {
		moved[m.By] = true
	}
	if turn := t.turn(); turn != engine.NoSeat && moved[t.Seats[0]] && moved[t.Seats[1]] {
		return turn.Other()
	}
	return engine.NoSeat
}

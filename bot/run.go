package bot

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// passInterval is the interval between the passes of [Bot.Run].
const passInterval = 15 * time.Second

// Reach sends messages through a connection until leave is called.
func (b *Bot) Reach(post chat.Poster) (leave func()) { return b.Outbox.Through(post) }

// Run does the work that no request asks for. It sends notifications that are due, goes on with
// tournaments, posts the puzzles of the day and keeps live boards up to date. In passes it takes up the
// turns of levels that a stop or a lost answer has left waiting, warns at idle tables and ends abandoned
// ones, prunes old games and keeps leaderboards. Indexes tell what is due, so a pass
// does not read all tables. Run returns when the context has ended and the last search has stopped.
func (b *Bot) Run(ctx context.Context, post chat.Poster) error {
	defer b.Outbox.Through(post)()
	post = show.Heeding{Poster: post, Gone: b.Tables.Vanish}
	defer b.admission.refused.Report()
	var turns sync.WaitGroup
	defer turns.Wait()
	b.tournaments.Advance(ctx, nil) // before a table is pruned whose result is still to be taken
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { b.telling.Run(ctx, b.uptime.Down) })
	beside.Go(func() { b.tournaments.Run(ctx, post) })
	beside.Go(func() { b.every(ctx, show.LiveInterval, b.follower.Pass) })
	beside.Go(func() { b.every(ctx, passInterval, b.dailies.Post) })
	beside.Go(func() { b.Attend(ctx) })
	defer b.leave()
	tick, look := time.NewTicker(passInterval), time.NewTicker(flagInterval)
	defer tick.Stop()
	defer look.Stop()
	defer b.liveness.stop()
	catchUp := sync.OnceFunc(func() { b.catchUp(ctx, post) })
	for age := time.Duration(0); ; age = passInterval {
		b.liveness.beat()
		b.mark(ctx)
		if !b.shared || age > 0 { // by then other copies have answered
			catchUp()
		}
		turns.Go(b.resume(ctx, post, age))
		done := b.expire(ctx, post)
		b.Levels.DropIdle()
		b.Places.DropIdle()
		if err := profile.Mark(ctx, b.Records, b.Env.Now()); err != nil {
			b.Log.Error("note that the bot is there", "err", err)
		}
		b.Tables.Prune(ctx, b.Places.Drop)
		b.Watch.Unrated.Set(float64(b.rater.Pass(ctx)))
		if err := b.privacy.Pass(ctx); err != nil {
			b.Log.Error("go on with removing people", "err", err)
		}
		b.Tables.DropIdle()
		for next := false; !next; {
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
				next = true
			case <-look.C:
				b.liveness.beat()
				b.mark(ctx)
				done = done && b.expire(ctx, post)
			}
		}
	}
}

// Attend records that people can reach the bot, until the context ends. [Bot.Run] calls it and, of several
// copies of the bot, each that is connected. It waits for nothing else, so that gaps tell when the process
// stood still.
func (b *Bot) Attend(ctx context.Context) { b.every(ctx, table.MarkEvery, b.mark) }

// Assist takes up turns of levels that are left, until the context has ended and the last search has stopped. Of
// several copies of the bot each that is connected calls it: the one in [Bot.Run] may be of an older version, which
// cannot play them.
func (b *Bot) Assist(ctx context.Context, post chat.Poster) {
	var turns sync.WaitGroup
	defer turns.Wait()
	b.every(ctx, passInterval, func(ctx context.Context) { turns.Go(b.resume(ctx, post, passInterval)) })
}

// every calls do at once and then regularly, until the context ends. do may take long.
func (b *Bot) every(ctx context.Context, interval time.Duration, do func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		func() {
			defer watch.Recover(b.Log, nil)
			do(ctx)
		}()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// mark records that the bot is running. If the system's clock was set back, deadlines are corrected
// first, so that an interrupted correction is repeated.
func (b *Bot) mark(ctx context.Context) {
	if b.uptime.SetBack(b.Env.Now()) && !b.Tables.SetBack(ctx) {
		return
	}
	err := b.uptime.Mark(b.Env.Now())
	if failed := err != nil; b.markFailed.Swap(failed) != failed && failed {
		b.Log.Error("note that the bot is there", "err", err)
	}
}

// leave records that the bot was running until now.
func (b *Bot) leave() {
	if err := b.uptime.Leave(b.Env.Now()); err != nil {
		b.Log.Error("note that the bot leaves", "err", err)
	}
}

// catchUp posts the boards of games that went on just before the bot stopped, and calls who is to move: nobody
// has been told. What has just been made is left to another copy of the bot, if there may be one.
func (b *Bot) catchUp(ctx context.Context, post chat.Poster) {
	keys, err := b.Tables.Unshown(b.Places)
	if err != nil {
		b.Log.Error("look for boards that are out of date", "err", err)
	}
	for _, key := range keys {
		t, err := b.Tables.Load(ctx, key)
		if err != nil || t.Record.Over || b.Places.At(key).Moves == len(t.Record.Moves) || // shown meanwhile
			b.shared && b.Env.Now().Sub(t.Record.Touched) < passInterval {
			continue
		}
		b.liveness.beat() // thousands may be out of date
		b.post(ctx, post, t, b.Unasked(t, calling(t, t.Headline(), "")))
	}
}

// calling returns a notice that calls who is to move, unless that is the reader.
func calling(t *table.Table, text engine.Text, reader string) table.Notice {
	n := table.Notice{Text: text}
	if user := t.UserAt(t.Turn()); user != "" && user != reader {
		n.CallAfterMove(t, user)
	}
	return n
}

// resume takes up turns of levels that are older than age, and posts the boards. The caller must call wait.
func (b *Bot) resume(ctx context.Context, post chat.Poster, age time.Duration) (wait func()) {
	return b.Levels.Resume(ctx, age, func(t *table.Table, n table.Notice) {
		if b.Places.At(t.Key).Revision != t.Record.Revision { // else somebody has looked at the table since
			b.post(ctx, post, t, b.Unasked(t, n))
		}
	})
}

// expire warns at tables and ends games that are due, unless the connection is lost: then nobody
// could come. It reports whether everything was done. The next pass repeats what has failed.
func (b *Bot) expire(ctx context.Context, post chat.Poster) bool {
	if b.uptime.Down() {
		return true
	}
	reaches := func(ctx context.Context, t *table.Brief) error {
		b.liveness.beat()
		return post.Reaches(ctx, t.Head.Guild, t.Key.Channel)
	}
	return b.Tables.Expire(ctx, reaches, func(t *table.Table, n table.Notice) {
		b.liveness.beat()
		b.post(ctx, post, t, b.expired(t, n))
	})
}

// expired returns the message about an idle table. The message about an expired challenge replaces
// the challenge and mentions nobody.
func (b *Bot) expired(t *table.Table, n table.Notice) chat.Reply {
	if t.EndedAs(table.Expired) {
		r := b.Notify(b.UnaskedCall(t), t, n)
		r.Update = true
		return r
	}
	return b.Unasked(t, n)
}

func (b *Bot) post(ctx context.Context, post chat.Poster, t *table.Table, r chat.Reply) {
	if b.admission.blocksServer(t.Record.Guild) {
		return
	}
	if err := post.Post(ctx, t.Key.Channel, r.Paged()); err != nil {
		b.Log.Warn("post to channel", t.Attr(), "err", err)
	}
}

// stallLimit is how long one step of a pass may take: Discord may delay a post by minutes.
const stallLimit = 10 * time.Minute

// liveness records when the passes last made progress; outside Run it is empty. It is safe for
// concurrent use.
type liveness struct {
	now  func() time.Time
	last atomic.Pointer[time.Time]
}

func (p *liveness) beat() {
	now := p.now()
	p.last.Store(&now)
}

func (p *liveness) stop() { p.last.Store(nil) }

func (p *liveness) alive() error {
	last := p.last.Load()
	if last == nil {
		return nil
	}
	if since := p.now().Sub(*last); since > stallLimit {
		return fmt.Errorf("the bot's rounds have stood still for %s", since.Round(time.Second))
	}
	return nil
}

// Alive returns an error if the passes of Run have stalled, and nil before and after Run.
func (b *Bot) Alive() error { return b.liveness.alive() }

// Linked records whether people can reach the bot. Running clocks are given back the time in which
// the connection is lost. silent is how long nothing had come when the loss was noticed.
func (b *Bot) Linked(up bool, silent time.Duration) {
	if err := b.uptime.Link(up, b.Env.Now().Add(-silent)); err != nil {
		b.Log.Error("note that the connection is lost or back", "err", err)
	}
}

// flagInterval is how often [Bot.Run] looks for clocks that have run out. A flag falls at most that
// much too late.
const flagInterval = time.Second

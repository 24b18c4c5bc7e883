package bot

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// rounds is how often [Bot.Run] looks for what is due.
const rounds = 15 * time.Second

// Reach has the bot reach people and channels through a connection, until leave is called.
func (b *Bot) Reach(post chat.Poster) (leave func()) { return b.Outbox.Through(post) }

// Run does what no request asks for: it tells people what is due, goes on with tournaments,
// keeps live boards up to date, and in rounds takes up the turns of levels that a stop or a lost
// answer has left waiting, warns at tables that lie idle and ends those that nobody comes back to,
// posts the puzzles of the day, prunes old games and keeps leaderboards. What is due comes from
// indexes, however many tables there are. It returns when the context has ended and the last
// thought has stopped.
func (b *Bot) Run(ctx context.Context, post chat.Poster) error {
	defer b.Outbox.Through(post)()
	post = show.Heeding{Poster: post, Gone: b.Tables.Vanish}
	defer b.admission.refused.Report()
	defer b.Levels.Wait()
	var posting aside
	defer posting.wait()
	var telling sync.WaitGroup
	defer telling.Wait()
	telling.Go(func() { b.telling.Run(ctx, b.uptime.Down) })
	telling.Go(func() { b.tournaments.Run(ctx, post) })
	var following sync.WaitGroup
	defer following.Wait()
	following.Go(func() { b.follower.Run(ctx) })
	defer b.leave()
	tick, look := time.NewTicker(rounds), time.NewTicker(lookEvery)
	defer tick.Stop()
	defer look.Stop()
	defer b.liveness.stop()
	for age := time.Duration(0); ; age = rounds {
		b.liveness.beat()
		b.mark(ctx)
		b.resume(ctx, post, age)
		done := b.expire(ctx, post)
		posting.begin(b.Log, func() { b.dailies.Post(ctx) })
		b.Levels.DropIdle()
		b.Live.DropIdle()
		if err := b.streaks.Mark(ctx, b.Env.Now()); err != nil {
			b.Log.Error("note that the bot is there", "err", err)
		}
		b.Tables.Prune(ctx, b.Live.Drop)
		b.rater.Round(ctx)
		if err := b.privacy.Round(ctx); err != nil {
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

// aside is work that may take long, as where Discord has to be waited for: it goes on beside
// the rounds, one piece at a time. The zero value is idle.
type aside struct {
	busy atomic.Bool
	all  sync.WaitGroup
}

// begin begins work, unless that of an earlier round goes on.
func (a *aside) begin(log *slog.Logger, work func()) {
	if !a.busy.CompareAndSwap(false, true) {
		return
	}
	a.all.Go(func() {
		defer a.busy.Store(false)
		defer func() {
			if v := recover(); v != nil {
				watch.LogPanic(log, v)
			}
		}()
		work()
	})
}

// wait waits until nothing goes on.
func (a *aside) wait() { a.all.Wait() }

// mark notes that the bot is there. Where the system's clock was set back, that comes after what
// follows from it has been set right, so that it is done though the program ends meanwhile.
func (b *Bot) mark(ctx context.Context) {
	if b.uptime.SetBack(b.Env.Now()) && !b.Tables.SetBack(ctx) {
		return
	}
	if err := b.uptime.Mark(b.Env.Now()); err != nil {
		b.Log.Error("note that the bot is there", "err", err)
	}
}

// leave notes that the bot was there until now.
func (b *Bot) leave() {
	if err := b.uptime.Leave(b.Env.Now()); err != nil {
		b.Log.Error("note that the bot leaves", "err", err)
	}
}

// resume takes up turns of levels that are older than age, and shows the boards.
func (b *Bot) resume(ctx context.Context, post chat.Poster, age time.Duration) {
	b.Levels.Resume(ctx, age, func(t *table.Table, n table.Notice) {
		b.post(ctx, post, t, b.Boards.Unasked(t, n))
	})
}

// expire does what is due at tables: it warns, and ends games, unless nobody could come
// because the connection is lost. It reports whether all of it was done: what has failed waits
// for the next round.
func (b *Bot) expire(ctx context.Context, post chat.Poster) bool {
	if b.uptime.Down() {
		return true
	}
	reaches := func(ctx context.Context, t *table.Brief) error {
		b.liveness.beat()
		return b.Outbox.Reaches(ctx, t.Head.Guild, t.Key.Channel)
	}
	return b.Tables.Expire(ctx, reaches, func(t *table.Table, n table.Notice) {
		b.post(ctx, post, t, b.expired(t, n))
	})
}

// expired is what is said of a table that lies idle. That a challenge has run out is said in
// the place of the challenge: nobody is called for it.
func (b *Bot) expired(t *table.Table, n table.Notice) chat.Reply {
	if t.EndedAs(table.Expired) {
		r := b.Boards.Notify(b.Boards.UnaskedCall(t), t, n)
		r.Update = true
		return r
	}
	return b.Boards.Unasked(t, n)
}

func (b *Bot) post(ctx context.Context, post chat.Poster, t *table.Table, r chat.Reply) {
	b.liveness.beat() // thousands of tables may be due, and each is told
	if b.admission.blocksServer(t.Record.Guild) {
		return
	}
	if err := post.Post(ctx, t.Key.Channel, r.Paged()); err != nil {
		b.Log.Warn("post to channel", t.Attr(), "err", err)
	}
}

// still is for how long a round of [Bot.Run] may do one thing: Discord may have it wait for
// minutes before a table is told.
const still = 10 * time.Minute

// liveness is when the rounds went on last; before the first there is none. It is safe for
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
	if since := p.now().Sub(*last); since > still {
		return fmt.Errorf("the bot's rounds have stood still for %s", since.Round(time.Second))
	}
	return nil
}

// Alive returns an error where Run goes on no more. Before and after Run there is none.
func (b *Bot) Alive() error { return b.liveness.alive() }

// Linked notes whether people can reach the bot: the time in which the connection is lost is
// given back to whose clock ran. silent is for how long nothing has come by the time that it
// is known to be lost.
func (b *Bot) Linked(up bool, silent time.Duration) {
	if err := b.uptime.Link(up, b.Env.Now().Add(-silent)); err != nil {
		b.Log.Error("note that the connection is lost or back", "err", err)
	}
}

// lookEvery is how often [Bot.Run] looks for clocks that have run out: a flag falls that much
// too late at most.
const lookEvery = time.Second

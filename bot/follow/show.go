package follow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

const (
	// pace is the minimal interval between two edits of the boards of a table.
	pace = 2 * time.Second
	// retryDelay is the delay before a failed edit is tried again, and maxTries the number of
	// failures after which a board is given up.
	retryDelay = 15 * time.Second
	maxTries   = 20
	// sentWithin is the time after which another copy of the bot has either sent a board or never
	// will.
	sentWithin = time.Minute
	// maxParallel is the number of tables whose boards are edited concurrently.
	maxParallel = 4
)

// Run updates boards until the context ends.
func (f *Follower) Run(ctx context.Context) {
	for {
		next := f.Round(ctx)
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		case <-time.After(next):
		}
	}
}

// Round updates the boards of changed tables that are due, and returns when the next round may be
// due.
func (f *Follower) Round(ctx context.Context) (next time.Duration) {
	f.writes.Lock()
	err := f.load()
	f.writes.Unlock()
	if err != nil {
		f.Log.Error("read the live boards", "err", err)
		return retryDelay
	}
	if f.shared {
		f.compare()
	}
	due, next := f.due()
	if f.shared {
		next = min(next, pace)
	}
	var all sync.WaitGroup
	slots := make(chan struct{}, maxParallel)
	for _, key := range due {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			defer watch.Recover(f.Log, nil)
			if !f.show(ctx, key) {
				f.retry(key)
			}
		})
	}
	all.Wait()
	return next
}

// compare finds tables that other copies of the bot have changed, or whose votes they have changed.
func (f *Follower) compare() {
	f.mu.Lock()
	keys := slices.Collect(maps.Keys(f.boards))
	f.mu.Unlock()
	state := map[store.Key]string{}
	for _, key := range keys {
		t, err := f.Records.Load(key)
		votes, also := f.votes(key)
		if err == nil && also == nil {
			state[key] = fmt.Sprint(t.Revision, votes)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, key := range keys {
		if state[key] != f.state[key] {
			f.stale[key] = true
		}
	}
	f.state = state
}

// due returns the tables to be shown now, and when the next ones may be due.
func (f *Follower) due() (keys []store.Key, next time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	next = retryDelay
	now := f.Env.Now()
	for key := range f.stale {
		if left := pace - now.Sub(f.shown[key]); left > 0 && left <= retryDelay {
			next = min(next, left)
			continue
		}
		delete(f.stale, key)
		f.shown[key] = now
		keys = append(keys, key)
	}
	if len(keys) > 0 { // for changes in the meantime
		next = min(next, pace)
	}
	return keys, next
}

// retry schedules another attempt for a table.
func (f *Follower) retry(key store.Key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stale[key] = true
	f.shown[key] = f.Env.Now().Add(retryDelay - pace)
}

// show edits all boards of a table, and drops those that have ended. It returns false if some must
// be tried again.
func (f *Follower) show(ctx context.Context, key store.Key) bool {
	boards := f.of(key)
	if len(boards) == 0 {
		return true
	}
	t, err := f.Tables.Load(ctx, key)
	gone := table.Gone(err)
	if err != nil && !gone {
		f.Log.Error("load a table that is followed", table.Attr(key), "err", err)
		return false
	}
	done := true
	for _, b := range boards {
		err := f.edit(ctx, b, t)
		if errors.Is(err, errSending) {
			done = done && !f.shared
			continue
		}
		if err == nil && !gone && !t.Record.Over {
			b.tries = 0
			continue
		}
		if b.tries++; err != nil && !errors.Is(err, chat.ErrNoPost) && !errors.Is(err, chat.ErrGone) && b.tries < maxTries {
			f.Log.Warn("show a live board", table.Attr(key), "channel", b.Channel, "err", err)
			done = false
			continue
		}
		if err := f.drop(b, store.Op{}); err != nil {
			f.Log.Error("forget a live board", table.Attr(key), "err", err)
			done = false
		}
	}
	return done
}

// errSending is returned for a board that is still being sent. Its sender updates it afterwards,
// unless that is another copy of the bot.
var errSending = errors.New("follow: the board is being sent")

// edit shows a table, or nil if it is gone, on a board.
func (f *Follower) edit(ctx context.Context, b *board, t *table.Table) error {
	f.mu.Lock()
	sending, known := b.sending, b.Message != ""
	b.missed = b.missed || sending
	f.mu.Unlock()
	elsewhere := f.shared && !known && f.Env.Now().Sub(b.At) < sentWithin
	if sending || elsewhere {
		return errSending
	}
	if !known { // the bot stopped or the answer was lost while it was sent
		message, err := f.Outbox.Find(ctx, b.Channel, b.At.Add(-time.Minute), b.action(stopping))
		if err == nil && message == "" {
			err = chat.ErrGone
		}
		if err == nil {
			err = f.sent(b, message)
		}
		if err != nil {
			return err
		}
	}
	if t == nil {
		return f.Outbox.Edit(ctx, b.Channel, b.Message, chat.Reply{Text: f.Words(b.Locale).Say(engine.T("The table that was shown here is gone."))})
	}
	r, err := f.message(ctx, b, t)
	if err != nil {
		return err
	}
	return f.Outbox.Edit(ctx, b.Channel, b.Message, r)
}

// message returns the message of a live board: text, picture and poll.
func (f *Follower) message(ctx context.Context, b *board, t *table.Table) (r chat.Reply, err error) {
	votes, err := f.votes(b.key)
	if err != nil {
		return r, err
	}
	words := f.Words(b.Locale)
	title := engine.T("[%s](%s)", t.Title(), f.Link(&t.Brief))
	says := []engine.Text{engine.T("👁️ **%s**: %s.", title, t.Players()), t.Standing(), f.Tables.ClockWords(&t.Brief)}
	r.Text = words.Say(engine.Sentences(says...))
	if polled(t) {
		if said := words.Say(poll(t, votes)); said != "" {
			r.Text += "\n" + said
		}
	}
	if !t.Record.Over {
		r.Rows = f.rows(b, t, words)
	}
	file, accent, err := f.Picture(ctx, t, b.Locale)
	r.Files, r.Accent = []chat.Attachment{file}, accent
	return r, err
}

// The functions of a board's buttons.
const (
	stopping = "stop"
	voting   = "vote"
)

// Action is the prefix of the buttons' actions, such as "live:1001/hex/3/k2j:vote:0".
const Action = "live"

func (b *board) action(does string) string { return Action + ":" + b.id + ":" + does }

// rows returns the buttons of a board.
func (f *Follower) rows(b *board, t *table.Table, words chat.Words) []chat.Row {
	var list []chat.Button
	if polled(t) && !closed(t) {
		for s := range t.Record.Seats {
			seat := engine.Seat(s)
			label := engine.T("%s wins", t.Side(seat))
			list = append(list, chat.Button{Label: words.Say(label), Emoji: "🗳️", Style: chat.Secondary, Action: b.action(voting + ":" + strconv.Itoa(s))})
		}
	}
	list = append(list, chat.Button{Label: words.Say(engine.T("Stop watching")), Style: chat.Secondary, Action: b.action(stopping)})
	return []chat.Row{{Buttons: list}}
}

// lastVote is the number of moves after which the poll closes, because later voters would know
// more.
const lastVote = 12

// maxNamed is the maximal number of correct voters named.
const maxNamed = 10

// vote is one person's vote.
type vote struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
}

// polled reports whether a table has a poll: two opponents are playing.
func polled(t *table.Table) bool { return t.HasOpponents() && !t.Waiting() }

// closed reports whether the poll of a table is closed.
func closed(t *table.Table) bool { return t.Record.Over || t.Played() >= lastVote }

// votes returns all votes on a table, in the order of the voters' IDs.
func (f *Follower) votes(key store.Key) (list []vote, err error) {
	err = f.Records.Each(string(VoteKind), key.String()+"/", func(id string, data []byte) bool {
		v, err := VoteKind.Decode(id, data)
		if err != nil {
			f.Log.Error("read a vote", "id", id, "err", err)
			return true
		}
		list = append(list, v)
		return true
	})
	return list, err
}

// counts formats the votes, such as "Ann 3, Ben 2".
func counts(t *table.Table, votes []vote) engine.Text {
	var sides []engine.Text
	for s := range t.Record.Seats {
		n := 0
		for _, v := range votes {
			if v.Seat == engine.Seat(s) {
				n++
			}
		}
		sides = append(sides, engine.T("%s (%s) %s", t.Side(engine.Seat(s)), t.Name(engine.Seat(s)), strconv.Itoa(n)))
	}
	return engine.List(", ", sides)
}

// poll describes the state of the poll, or at the end who was right.
func poll(t *table.Table, votes []vote) engine.Text {
	switch {
	case t.Record.Over && len(votes) == 0:
		return engine.Text{}
	case t.Record.Over:
		return pollResult(t, votes)
	case closed(t):
		return engine.T("**Who will win?** %s. The poll is closed.", counts(t, votes))
	default:
		return engine.T("**Who will win?** %s. The poll closes with move %s.", counts(t, votes), strconv.Itoa(lastVote))
	}
}

// pollResult describes who was right.
func pollResult(t *table.Table, votes []vote) engine.Text {
	o := t.Outcome()
	if o.Status != engine.Won {
		return engine.T("**Who was right?** Nobody has won. Votes: %s.", counts(t, votes))
	}
	var right []string
	for _, v := range votes {
		if v.Seat == o.Winner {
			right = append(right, chat.Name(v.Name))
		}
	}
	named := strings.Join(right[:min(maxNamed, len(right))], ", ")
	if more := len(right) - maxNamed; more > 0 {
		named += " +" + strconv.Itoa(more)
	}
	if len(right) == 0 {
		return engine.T("**Who was right?** Nobody. Votes: %s.", counts(t, votes))
	}
	return engine.T("**Who was right?** %s. Votes: %s.", named, counts(t, votes))
}

package show

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	// LiveInterval is how often changes are looked for.
	LiveInterval = time.Second
	// livePace is the minimal interval between two edits of the boards of a table.
	livePace = 2 * time.Second
	// liveRetryDelay is the delay before a failed edit is tried again, and liveMaxTries the number of
	// failures after which a board is given up.
	liveRetryDelay = 15 * time.Second
	liveMaxTries   = 20
	// sentWithin is the time after which a board has either been sent or never will be.
	sentWithin = time.Minute
	// maxParallel is the number of tables whose boards are edited concurrently.
	maxParallel = 4
)

// Pass updates the boards of tables that have changed, or whose votes have changed, by whichever
// copy of the bot.
func (f *Follower) Pass(ctx context.Context) {
	boards, err := f.all()
	if err != nil {
		f.Log.Error("read the live boards", "err", err)
		return
	}
	byTable := map[store.Key][]*liveBoard{}
	for _, b := range boards {
		byTable[b.key] = append(byTable[b.key], b)
	}
	f.mu.Lock()
	maps.DeleteFunc(f.shown, func(key store.Key, _ *shown) bool { return byTable[key] == nil })
	f.mu.Unlock()
	var all sync.WaitGroup
	slots := make(chan struct{}, maxParallel)
	for key, boards := range byTable {
		last, now := f.last(key, ""), f.Env.Now()
		if now.Before(last.next) {
			continue
		}
		state, err := f.state(key, boards)
		if err == nil && state == last.state {
			continue
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			defer watch.Recover(f.Log, nil)
			last.next = now.Add(liveRetryDelay) // after a panic
			wait := f.show(ctx, key, boards, last.tries)
			if wait == 0 {
				last.state, wait = state, livePace
			}
			last.next = now.Add(wait)
		})
	}
	all.Wait()
}

// last returns how a table was last shown. If it was not, that is the given state.
func (f *Follower) last(key store.Key, state string) *shown {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shown[key] == nil {
		f.shown[key] = &shown{state: state, tries: map[string]int{}}
	}
	return f.shown[key]
}

// state returns what the boards of a table depend on, with the number of those that may not be sent.
func (f *Follower) state(key store.Key, boards []*liveBoard) (string, error) {
	votes, err := f.votes(key)
	if err != nil {
		return "", err
	}
	t, err := f.Records.Load(key)
	if err != nil { // it is gone, or what is wrong shows when it is loaded
		t = &store.Table{}
	}
	unsent := 0
	for _, b := range boards {
		if b.Message == "" {
			unsent++
		}
	}
	return stateOf(t, votes, unsent), nil
}

func stateOf(t *store.Table, votes []vote, unsent int) string {
	return fmt.Sprint(t.Revision, votes, unsent)
}

// show edits all boards of a table, and drops those that have ended. It returns when to try again
// if something is left to be done, or 0.
func (f *Follower) show(ctx context.Context, key store.Key, boards []*liveBoard, tries map[string]int) (wait time.Duration) {
	t, err := f.Tables.Load(ctx, key)
	gone := table.Gone(err)
	if err != nil && !gone {
		f.Tables.Report("load a table that is followed", key, err)
		return liveRetryDelay
	}
	for _, b := range boards {
		err := f.edit(ctx, b, t)
		if errors.Is(err, errSending) {
			wait = max(wait, livePace)
			continue
		}
		if err == nil && !gone && !t.Record.Over {
			delete(tries, b.id)
			continue
		}
		if tries[b.id]++; err != nil && !errors.Is(err, chat.ErrNoPost) && !errors.Is(err, chat.ErrGone) && tries[b.id] < liveMaxTries {
			f.Log.Warn("show a live board", table.Attr(key), "channel", b.Channel, "err", err)
			wait = liveRetryDelay
			continue
		}
		if err := f.dropOne(b, store.Op{}); err != nil {
			f.Log.Error("forget a live board", table.Attr(key), "err", err)
			wait = liveRetryDelay
		}
	}
	return wait
}

// errSending is returned for a board that a copy of the bot may just be sending.
var errSending = errors.New("follow: the board is being sent")

// edit shows a table, or nil if it is gone, on a board.
func (f *Follower) edit(ctx context.Context, b *liveBoard, t *table.Table) error {
	if b.Message == "" && f.Env.Now().Sub(b.At) < sentWithin {
		return errSending
	}
	if b.Message == "" { // the bot stopped or the answer was lost while it was sent
		message, err := f.Outbox.Poster().Find(ctx, b.Channel, b.At, b.action(stopping))
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
		return f.Outbox.Poster().Edit(ctx, b.Channel, b.Message, chat.Reply{Text: f.Words(b.Locale).Say(engine.T("The table that was shown here is gone."))})
	}
	votes, err := f.votes(b.key)
	if err != nil {
		return err
	}
	r, err := f.message(ctx, b, t, votes)
	if err != nil {
		return err
	}
	return f.Outbox.Poster().Edit(ctx, b.Channel, b.Message, r)
}

// message returns the message of a live board: text, picture and poll.
func (f *Follower) message(ctx context.Context, b *liveBoard, t *table.Table, votes []vote) (r chat.Reply, err error) {
	words := f.Words(b.Locale)
	title := engine.T("[%s](%s)", t.Title(), f.Link(&t.Brief))
	says := []engine.Text{engine.T("👁️ **%s**: %s.", title, t.Players()), t.StatusWords(), f.Tables.ClockWords(&t.Brief)}
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

// LiveAction is the prefix of the buttons' actions, such as "live:1001/hex/3/k2j:vote:0".
const LiveAction = "live"

func (b *liveBoard) action(does string) string { return LiveAction + ":" + b.id + ":" + does }

func (f *Follower) rows(b *liveBoard, t *table.Table, words chat.Words) []chat.Row {
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

const maxNamed = 10

type vote struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
}

// polled reports whether a table has a poll: two opponents are playing.
func polled(t *table.Table) bool { return t.HasOpponents() && !t.Waiting() }

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

package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of the records, by channel: of the tournament that goes on there, and of the last
// one that has ended.
const (
	Kind     = "tournament"
	PastKind = "tournament-past"
)

// Store keeps records and tables; see [store.Store].
type Store interface {
	store.DB
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Keeper keeps the tournaments of a store. It is safe for concurrent use, but for
// [Keeper.Advance].
type Keeper struct {
	store Store
	bot   *show.Services
	// blocked are the servers in which the bot says nothing.
	blocked []string
	log     *slog.Logger
	now     func() time.Time
	*Bell
	// sure holds the channels in which the last steps have all been noted: what is to be sent
	// there was not sent yet. warned holds the keys of tournaments whose organiser knows that their
	// channel is lost, which is not noted yet. Both are for Advance alone.
	sure, warned map[string]bool
}

// New makes a keeper. The operator has blocked some servers.
func New(s Store, bot *show.Services, blocked []string, b *Bell) *Keeper {
	return &Keeper{store: s, bot: bot, blocked: blocked, Bell: b, log: bot.Log, now: bot.Env.Now, sure: map[string]bool{}, warned: map[string]bool{}}
}

// Bell tells a [Keeper] that there are next steps to be taken. It is a [table.Companion].
type Bell struct {
	wake chan struct{}
	due  atomic.Bool // wake will be told before long
}

// NewBell makes a bell.
func NewBell() *Bell { return &Bell{wake: make(chan struct{}, 1)} }

// Save implements [table.Companion]: a game of a tournament that is over has its next steps be
// taken.
func (b *Bell) Save(tx *store.Tx, t *table.Table) error {
	if t.Record.Event != "" && t.Record.Over {
		tx.After(b.Nudge)
	}
	return nil
}

// gather is how long changes wait for others: of many people who sign up at once, one message
// tells.
const gather = time.Second

// Nudge has the next steps be taken before long.
func (b *Bell) Nudge() {
	if !b.due.CompareAndSwap(false, true) {
		return
	}
	time.AfterFunc(gather, func() {
		b.due.Store(false)
		select {
		case b.wake <- struct{}{}:
		default:
		}
	})
}

// read reads a record; [store.ErrNotFound] where there is none.
func (k *Keeper) read(kind, channel string) (*Tournament, error) {
	return readBy(k.store, kind, channel)
}

func readBy(r store.Reader, kind, channel string) (*Tournament, error) {
	value, err := r.Get(kind, channel)
	if err != nil {
		return nil, err
	}
	return decode(value)
}

func decode(value []byte) (*Tournament, error) {
	t := &Tournament{}
	if err := json.Unmarshal(value, t); err != nil {
		return nil, fmt.Errorf("read a tournament: %w", err)
	}
	if t.Format != format {
		return nil, fmt.Errorf("read a tournament: its format is %d, and this version knows %d", t.Format, format)
	}
	return t, nil
}

// In is the tournament of a channel: the one that goes on, or else the last; a refusal where
// there is none.
func (k *Keeper) In(channel string) (*Tournament, error) {
	t, err := k.read(Kind, channel)
	if errors.Is(err, store.ErrNotFound) {
		t, err = k.read(PastKind, channel)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, none()
	}
	return t, err
}

func none() error {
	return engine.Refuse("there is no tournament in this channel; %s begins one", engine.Command("tournament new"))
}

// change changes the tournament that goes on in a channel, and returns it as it is stored.
// Where f fails, nothing is stored. Where others change it at the same time f is called again, with
// what they have made of it.
func (k *Keeper) change(channel string, f func(*Tournament) error, op store.Op) (*Tournament, error) {
	return k.changeFrom(channel, func(t *Tournament, _ store.Reader) error { return f(t) }, op)
}

// changeFrom is change, where more is read of which others may make something else.
func (k *Keeper) changeFrom(channel string, f func(*Tournament, store.Reader) error, op store.Op) (t *Tournament, err error) {
	err = k.update(op, func(tx *store.Tx) error {
		t, err = readBy(tx, Kind, channel)
		if errors.Is(err, store.ErrNotFound) {
			return none()
		}
		if err == nil {
			err = f(t, tx)
		}
		if err != nil {
			return err
		}
		return t.put(tx, store.Record{Kind: Kind, ID: channel})
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// update makes a transaction on behalf of a request, and has the rest done.
func (k *Keeper) update(op store.Op, f func(*store.Tx) error) error {
	err := store.Update(context.Background(), k.store, op, f)
	if err == nil {
		k.Nudge()
	}
	return err
}

// put stores a tournament that was in a record before. One that has ended takes the place of the
// last in its channel.
func (t *Tournament) put(tx *store.Tx, before store.Record) error {
	t.Format = format
	t.Revision++
	value, err := json.Marshal(t)
	if err != nil {
		return err
	}
	now := store.Record{Kind: Kind, ID: t.Channel}
	if t.Told {
		now.Kind = PastKind
	}
	if before != now {
		tx.Delete(before)
	}
	tx.Put(now.Kind, now.ID, value)
	return nil
}

// create stores a new tournament where none goes on.
func (k *Keeper) create(t *Tournament, op store.Op) error {
	return k.update(op, func(tx *store.Tx) error {
		err := free(tx, t.Channel, engine.Refuse("a tournament goes on in this channel; %s shows it, and another can be in another channel", engine.Command("tournament show")))
		if err != nil {
			return err
		}
		created := *t
		return created.put(tx, store.Record{Kind: Kind, ID: t.Channel})
	})
}

// free returns taken where a tournament goes on in a channel.
func free(r store.Reader, channel string, taken error) error {
	switch _, err := r.Get(Kind, channel); {
	case err == nil:
		return taken
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return nil
}

// live are the channels in which tournaments go on.
func (k *Keeper) live() (channels []string, err error) {
	err = k.store.Each(Kind, "", func(id string, _ []byte) bool {
		channels = append(channels, id)
		return true
	})
	return channels, err
}

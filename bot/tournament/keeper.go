package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of the records, by channel: present tournaments, and the last one ended in each
// channel.
const (
	Kind     = "tournament"
	PastKind = "tournament-past"
)

// Keeper manages the tournaments in a store. It is safe for concurrent use.
type Keeper struct {
	store store.DB
	bot   *show.Services
	// blocked are the servers on which the bot must not say anything.
	blocked []string
	log     *slog.Logger
	now     func() time.Time
	moves   table.Rate // to other channels, by server: each calls all players anew
	*Bell
	// sure contains the channels whose last steps were all recorded, so that no unrecorded message
	// can exist there; it is empty when Run starts. warned contains the keys of tournaments whose organiser
	// knows of the lost channel, though that is not recorded yet.
	sure, warned sync.Map

	mu   sync.Mutex
	busy map[string]bool // the channels being advanced; true if it must be done once more
}

// New returns a keeper. blocked are the servers that the operator has blocked.
func New(s store.DB, bot *show.Services, blocked []string, b *Bell) *Keeper {
	return &Keeper{
		store: s, bot: bot, blocked: blocked, Bell: b, log: bot.Log, now: bot.Env.Now, busy: map[string]bool{},
		moves: table.Rate{Most: 3, Within: 10 * time.Minute},
	}
}

// Bell wakes a [Keeper] when steps may be due. It is a [table.Companion].
type Bell struct {
	wake chan struct{}
	due  atomic.Bool // a wake-up is scheduled
}

// NewBell returns a bell.
func NewBell() *Bell { return &Bell{wake: make(chan struct{}, 1)} }

// Save implements [table.Companion]: the end of a tournament game wakes the keeper.
func (b *Bell) Save(tx *store.Tx, t *table.Table) error {
	if t.Record.Event != "" && t.Record.Over {
		tx.After(b.Ring)
	}
	return nil
}

// gather is how long changes are collected, so that many sign-ups cause one edit of the message.
const gather = time.Second

// Ring wakes the keeper after a short delay.
func (b *Bell) Ring() {
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

// read returns a record; the error is [store.ErrNotFound] if there is none.
func read(r store.Reader, kind, channel string) (*Tournament, error) {
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

// In returns the present tournament of a channel, or else the last one. It refuses if there is
// none.
func (k *Keeper) In(channel string) (*Tournament, error) {
	t, err := read(k.store, Kind, channel)
	if errors.Is(err, store.ErrNotFound) {
		t, err = read(k.store, PastKind, channel)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, none()
	}
	return t, err
}

func none() error {
	return engine.Refuse("there is no tournament in this channel; %s begins one", engine.Command("tournament new"))
}

// changeIn changes the present tournament of a channel in a transaction. The error is
// [store.ErrNotFound] if there is none.
func changeIn(tx *store.Tx, channel string, f func(*Tournament) error) (*Tournament, error) {
	t, err := read(tx, Kind, channel)
	if err == nil {
		err = f(t)
	}
	if err != nil {
		return nil, err
	}
	return t, t.put(tx, store.RecordKey{Kind: Kind, ID: channel})
}

// update runs a transaction for a request and wakes the keeper.
func (k *Keeper) update(op store.Op, f func(*store.Tx) error) error {
	err := store.Update(context.Background(), k.store, op, f)
	if err == nil {
		k.Ring()
	}
	return err
}

// put stores a tournament in place of its record before. An ended one replaces the last one ended
// in its channel.
func (t *Tournament) put(tx *store.Tx, before store.RecordKey) error {
	t.Format = format
	t.Revision++
	value, err := json.Marshal(t)
	if err != nil {
		return err
	}
	now := store.RecordKey{Kind: Kind, ID: t.Channel}
	if t.EndTold {
		now.Kind = PastKind
	}
	if before != now {
		tx.Delete(before)
	}
	tx.Put(now.Kind, now.ID, value)
	return nil
}

// create stores a new tournament, unless the channel has one.
func (k *Keeper) create(t *Tournament, op store.Op) error {
	return k.update(op, func(tx *store.Tx) error {
		err := free(tx, t.Channel, engine.Refuse("a tournament goes on in this channel; %s shows it, and another can be in another channel", engine.Command("tournament show")))
		if err != nil {
			return err
		}
		created := *t
		return created.put(tx, store.RecordKey{Kind: Kind, ID: t.Channel})
	})
}

// free returns taken if the channel has a present tournament.
func free(r store.Reader, channel string, taken error) error {
	switch _, err := r.Get(Kind, channel); {
	case err == nil:
		return taken
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return nil
}

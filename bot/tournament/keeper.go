package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/locks"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
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
	Get(kind, id string) ([]byte, error)
	Apply(store.Change) error
	Each(kind, prefix string, f func(id string, value []byte) bool) error
	Load(store.Key) (*store.Table, error)
	Recent(channel, game string, limit int) ([]store.Brief, error)
}

// Host is what a tournament needs of the bot.
type Host interface {
	// Serves reports whether the bot says anything in a server.
	Serves(guild string) bool
	// Game is what a tournament plays; a [*engine.Refusal] says what is wrong with that, with
	// its options, which are typed as for the game's command "new", or with its clock.
	Game(t *Tournament) (*engine.Game, error)
	// Open makes and stores the table of a game with these two on its seats. A
	// [*table.LimitError] is of a channel or a person that has no room.
	Open(t *Tournament, channel, tag string, players [2]Player) (store.Key, error)
	// Move opens a table like another elsewhere, with all its moves, and stops that one.
	Move(t *Tournament, from store.Key, channel, tag string) (store.Key, error)
	// Forfeit ends a table, with a winner or with nobody's, where it is not over.
	Forfeit(key store.Key, winner engine.Seat) error
	// Shown reports whether the board of a table stands in its channel.
	Shown(key store.Key) bool
	// Board is the message of a table, under words of its own.
	Board(key store.Key, n table.Notice) (chat.Reply, error)
	// Words are those of a locale.
	Words(locale string) chat.Words
	// Style is how a person has set that pictures look; with "" as it is usual.
	Style(user string, words chat.Words) render.Style
	// Lot is a random order of so many.
	Lot(n int) []int
}

// Keeper keeps the tournaments of a store. It is safe for concurrent use, but for
// [Keeper.Advance].
type Keeper struct {
	store Store
	host  Host
	log   *slog.Logger
	now   func() time.Time
	locks locks.Locks // by channel
	wake  chan struct{}
	due   atomic.Bool // wake will be told before long
	// sure holds the channels in which the last steps have all been noted: what is to be sent
	// there was not sent yet. It is for Advance alone.
	sure map[string]bool
}

// New makes a keeper.
func New(s Store, h Host, log *slog.Logger, now func() time.Time) *Keeper {
	return &Keeper{store: s, host: h, log: log, now: now, wake: make(chan struct{}, 1), sure: map[string]bool{}}
}

// gather is how long changes wait for others: of many people who sign up at once, one message
// tells.
const gather = time.Second

// Nudge has the next steps be taken before long: a table of a tournament is over.
func (k *Keeper) Nudge() {
	if !k.due.CompareAndSwap(false, true) {
		return
	}
	time.AfterFunc(gather, func() {
		k.due.Store(false)
		select {
		case k.wake <- struct{}{}:
		default:
		}
	})
}

// read reads a record; [store.ErrNotFound] where there is none.
func (k *Keeper) read(kind, channel string) (*Tournament, error) {
	value, err := k.store.Get(kind, channel)
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
// Where f fails, nothing is stored.
func (k *Keeper) change(channel string, f func(*Tournament) error, handled ...string) (*Tournament, error) {
	defer k.locks.Lock(channel)()
	return k.changeLocked(channel, f, handled)
}

func (k *Keeper) changeLocked(channel string, f func(*Tournament) error, handled []string) (*Tournament, error) {
	t, err := k.read(Kind, channel)
	if errors.Is(err, store.ErrNotFound) {
		return nil, none()
	}
	if err == nil {
		err = f(t)
	}
	if err != nil {
		return nil, err
	}
	return t, k.put(t, channel, handled)
}

// put stores a tournament that was in a channel, and has the rest done.
func (k *Keeper) put(t *Tournament, before string, handled []string) error {
	t.Format = format
	t.Revision++
	value, err := json.Marshal(t)
	if err != nil {
		return err
	}
	kind, change := Kind, store.Change{Handled: handled}
	if t.Told {
		kind = PastKind
	}
	if t.Told || before != t.Channel {
		change.Remove = []store.Record{{Kind: Kind, ID: before}}
	}
	change.Put = []store.Value{{Record: store.Record{Kind: kind, ID: t.Channel}, Data: value}}
	if err := k.store.Apply(change); err != nil {
		return err
	}
	k.Nudge()
	return nil
}

// create stores a new tournament where none goes on.
func (k *Keeper) create(t *Tournament, handled string) error {
	defer k.locks.Lock(t.Channel)()
	switch _, err := k.store.Get(Kind, t.Channel); {
	case err == nil:
		return engine.Refuse("a tournament goes on in this channel; %s shows it, and another can be in another channel", engine.Command("tournament show"))
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return k.put(t, t.Channel, []string{handled})
}

// live are the channels in which tournaments go on.
func (k *Keeper) live() (channels []string, err error) {
	err = k.store.Each(Kind, "", func(id string, _ []byte) bool {
		channels = append(channels, id)
		return true
	})
	return channels, err
}

package show

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of the records: live boards, by table and number, such as "1001/hex/3/k2j", and votes,
// by table and person, such as "1001/hex/3/11".
const (
	LiveKind store.Kind[*liveBoard] = "live"
	VoteKind store.Kind[vote]       = "vote"
)

// The limits of live boards.
const (
	maxPerTable  = 5
	maxPerServer = 20
)

// Follower manages live boards: messages that follow a table in another channel, with a poll on who
// will win. It is safe for concurrent use.
//
// Small records store which message follows which table, and the votes, until the table is over.
// Boards are edited in the background, so that moves never wait for them. Of several changes in
// quick succession only the last is shown.
type Follower struct {
	*Services

	mu    sync.Mutex
	shown map[store.Key]*shown
}

// shown is how a followed table was last shown. After it is made, only [Follower.Pass] uses it.
type shown struct {
	state string         // see [Follower.state]
	next  time.Time      // when it may be shown again
	tries map[string]int // consecutive failures, by board
}

// NewFollower returns a follower.
func NewFollower(s *Services) *Follower {
	return &Follower{Services: s, shown: map[store.Key]*shown{}}
}

// liveBoard is a live board. Its ID and table are in the record's ID.
type liveBoard struct {
	id      string
	key     store.Key
	Channel string    `json:"channel"`
	Message string    `json:"message,omitempty"` // "" until the message is known to be sent
	Guild   string    `json:"guild"`
	By      string    `json:"by"` // who asked for it
	Locale  string    `json:"locale,omitempty"`
	At      time.Time `json:"at"`
}

func (b *liveBoard) record() store.RecordKey { return LiveKind.Record(b.id) }

// all reads all boards. Those that cannot be read are logged and left out.
func (f *Follower) all() (list []*liveBoard, err error) {
	err = f.Records.Each(string(LiveKind), "", func(id string, data []byte) bool {
		b, err := LiveKind.Decode(id, data)
		if err == nil {
			b.id = id
			b.key, err = store.ParseKey(id[:max(0, strings.LastIndexByte(id, '/'))])
		}
		if err != nil {
			f.Log.Error("read a live board", "id", id, "err", err)
			return true
		}
		list = append(list, b)
		return true
	})
	if errors.Is(err, store.ErrFormat) {
		f.Log.Error("read the live boards", "err", err)
		err = nil
	}
	return list, err
}

// get returns a board by its ID, nil if there is none.
func (f *Follower) get(id string) (*liveBoard, error) {
	boards, err := f.all()
	if i := slices.IndexFunc(boards, func(b *liveBoard) bool { return b.id == id }); i >= 0 {
		return boards[i], nil
	}
	return nil, err
}

// add stores a new board before it is sent, and refuses it beyond the limits.
func (f *Follower) add(b *liveBoard, op store.Op) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	boards, err := f.all()
	if err != nil {
		return err
	}
	server, table, taken := 0, 0, map[string]bool{}
	for _, other := range boards {
		taken[other.id] = true
		if other.Guild == b.Guild {
			server++
		}
		if other.key == b.key {
			table++
		}
	}
	switch {
	case table >= maxPerTable:
		return engine.Refuse("this table is shown live in %s places already; go to one of these, or stop it there", strconv.Itoa(maxPerTable))
	case server >= maxPerServer:
		return engine.Refuse("%s live boards are shown on this server, as many as can be; stop one of them first", strconv.Itoa(maxPerServer))
	}
	for n := b.At.UnixMilli(); b.id == "" || taken[b.id]; n++ {
		b.id = b.key.String() + "/" + strconv.FormatInt(n, 36)
	}
	return f.update(op, func(tx *store.Tx) error { return LiveKind.Put(tx, b.id, b) })
}

func (f *Follower) sent(b *liveBoard, message string) error {
	return f.update(store.Op{}, func(tx *store.Tx) error {
		_, follows, err := LiveKind.Get(tx, b.id)
		if err != nil || !follows {
			return err
		}
		b.Message = message
		return LiveKind.Put(tx, b.id, b)
	})
}

func (f *Follower) update(op store.Op, change func(*store.Tx) error) error {
	return store.Update(context.Background(), f.Records, op, change)
}

// drop removes boards, and with the last board of a table its votes.
func (f *Follower) drop(tx *store.Tx, which func(*liveBoard) bool) error {
	boards, err := f.all()
	if err != nil {
		return err
	}
	followed, dropped := map[store.Key]bool{}, map[store.Key]bool{}
	for _, b := range boards {
		if which(b) {
			tx.Delete(b.record())
			dropped[b.key] = true
		} else {
			followed[b.key] = true
		}
	}
	for key := range dropped {
		if followed[key] {
			continue
		}
		err = errors.Join(err, f.Records.Each(string(VoteKind), key.String()+"/", func(id string, _ []byte) bool {
			tx.Delete(VoteKind.Record(id))
			return true
		}))
	}
	return err
}

func (f *Follower) dropOne(b *liveBoard, op store.Op) error {
	return f.update(op, func(tx *store.Tx) error {
		return f.drop(tx, func(other *liveBoard) bool { return other.id == b.id })
	})
}

// Kept returns the records about a person: boards asked for, and votes.
func (f *Follower) Kept(person string) ([]store.RecordKey, error) {
	boards, err := f.all()
	if err != nil {
		return nil, err
	}
	var records []store.RecordKey
	for _, b := range boards {
		if b.By == person {
			records = append(records, b.record())
		}
	}
	votes, err := f.votesOf(person)
	return append(records, votes...), err
}

func (f *Follower) votesOf(person string) ([]store.RecordKey, error) {
	return store.Find(f.Records, string(VoteKind), "", func(id string) bool { return strings.HasSuffix(id, "/"+person) })
}

// Forget removes a person's votes and the boards that the person asked for. Their messages stay.
func (f *Follower) Forget(tx *store.Tx, person string) error {
	votes, err := f.votesOf(person)
	for _, r := range votes {
		tx.Delete(r)
	}
	return errors.Join(err, f.drop(tx, func(b *liveBoard) bool { return b.By == person }))
}

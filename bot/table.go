package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// table is a table as one request sees it: the record, and the position replayed
// from it. It belongs to whoever loaded it.
type table struct {
	*store.Table
	key      store.Key
	entry    *Entry
	options  engine.Options
	position engine.Position
}

// Kinds of a table's pending matter.
const (
	challenged = "challenge" // By asks To for a game
	open       = "open"      // By waits for whoever joins
	takeback   = "undo"      // By asks To to take a move back
)

// Kinds of a result that the rules don't know.
const (
	resigned  = "resigned"
	abandoned = "abandoned"
	declined  = "declined"
	withdrawn = "withdrawn"
	expired   = "expired"
	stopped   = "stopped"
)

// loadTable reads and replays a table.
func (b *Bot) loadTable(key store.Key) (*table, error) {
	record, err := b.store.Load(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, engine.Refuse("there is no table %s of `/%s` in this channel; `/games` lists the tables", strconv.Itoa(key.Number), key.Game)
	}
	if err != nil {
		return nil, err
	}
	return b.replay(key, record)
}

// replay makes a table of its record.
func (b *Bot) replay(key store.Key, record *store.Table) (*table, error) {
	entry := b.games[record.Game]
	if entry == nil {
		return nil, engine.Refuse("the game %s is not played here any more", record.Game)
	}
	if record.Rules > entry.Game.Rules {
		return nil, engine.Refuse("this table was made by a newer version of the bot")
	}
	t := &table{Table: record, key: key, entry: entry}
	var err error
	if t.options, err = engine.DecodeOptions(entry.Game.Options, record.Options); err != nil {
		return nil, fmt.Errorf("table %s: %s", key, unquoted(err))
	}
	if t.position, err = engine.Replay(entry.Game, t.options, t.lines()); err != nil {
		return nil, fmt.Errorf("table %s: %s", key, unquoted(err))
	}
	return t, nil
}

// unquoted is an error of a stored table for the log, without what people wrote. It is
// no refusal any more: whoever asks for the table has not caused it.
func unquoted(err error) string {
	if move, ok := errors.AsType[*engine.MoveError](err); ok {
		return strings.Replace(err.Error(), move.Error(), move.Err.Error(), 1)
	}
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return strings.Replace(err.Error(), refusal.Error(), "its options are refused", 1)
	}
	return err.Error()
}

// lines are the moves as text.
func (t *table) lines() []string {
	lines := make([]string, len(t.Moves))
	for i, m := range t.Moves {
		lines[i] = m.Text
	}
	return lines
}

// rewind drops all moves from the n-th on.
func (t *table) rewind(n int) error {
	p, err := engine.Replay(t.entry.Game, t.options, t.lines()[:n])
	if err != nil {
		return err
	}
	t.position, t.Moves = p, t.Moves[:n:n]
	return nil
}

// outcome is how the table stands: what people agreed comes before the rules.
func (t *table) outcome() engine.Outcome {
	r := t.Result
	if r == nil {
		return t.position.Outcome()
	}
	if r.Status == engine.Won.String() {
		winner := engine.Seat(r.Winner)
		return engine.Outcome{Status: engine.Won, Winner: winner, Reason: t.lostBy(winner.Other())}
	}
	return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: resultReasons[r.Kind]}
}

// turn is the seat to act, NoSeat when the table is over or waits for an answer
// to a challenge.
func (t *table) turn() engine.Seat {
	if t.Over || t.waiting() {
		return engine.NoSeat
	}
	return t.position.Turn()
}

// waiting reports whether the game has not begun because somebody must first accept.
func (t *table) waiting() bool {
	return t.Pending != nil && (t.Pending.Kind == challenged || t.Pending.Kind == open)
}

// begun reports whether the game has begun: whoever was asked for has come.
func (t *table) begun() bool {
	if r := t.Result; r != nil && slices.Contains([]string{declined, withdrawn, expired}, r.Kind) {
		return false
	}
	return !t.waiting()
}

// end closes a table with a result that the rules don't know. Winner may be NoSeat.
func (t *table) end(kind string, winner engine.Seat) {
	t.Result = &store.Result{Kind: kind, Status: "ended", Winner: int(winner)}
	if winner != engine.NoSeat {
		t.Result.Status = engine.Won.String()
	}
	t.Pending = nil
}

// save writes the table, brings what the store keeps an index of up to date, and
// stops a thought that is now out of date; when the game is over, what its players
// learnt is dropped. The table is on disk when it returns.
func (b *Bot) save(t *table) error {
	b.settle(t)
	if err := b.store.Save(t.key, t.Table); err != nil {
		return err
	}
	b.thinkers.forget(t.key, t.Revision)
	if t.Over {
		b.thinkers.kept.drop(t.key)
	}
	b.logSaved(t)
	return nil
}

// create writes a new table under the next free number.
func (b *Bot) create(channel string, t *table) error {
	b.settle(t)
	key, err := b.store.Create(channel, t.entry.Game.ID, t.Table)
	if err != nil {
		return err
	}
	t.key = key
	b.logSaved(t)
	return nil
}

// settle derives from the moves what the record keeps for the store's indexes.
func (b *Bot) settle(t *table) {
	now := b.now().UTC()
	t.Touched = now
	t.Over = t.Result != nil || t.position.Outcome().Status != engine.Open
	if t.Result != nil && t.Result.At.IsZero() {
		t.Result.At = now
	}
	if t.Over {
		t.Pending = nil
	}
	t.Thinks = t.levelToMove() != ""
	switch {
	case t.Over:
		t.Due = time.Time{}
	case t.waiting():
		t.Due = t.Pending.At.Add(b.config.Tables.ChallengeExpires)
	default:
		t.Due = now.Add(b.config.Tables.IdleWarn)
	}
}

// stamp names the state of the board, so that a button knows whether it still
// belongs to it. It changes with every move and result, not with a question.
func (t *table) stamp() string {
	h := fnv.New32a()
	for _, m := range t.Moves {
		h.Write([]byte(m.Text))
		h.Write([]byte{0})
	}
	if t.Result != nil {
		h.Write([]byte(t.Result.Kind))
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// keepAsked notes what was asked for where the table's options say more.
func (t *table) keepAsked(asked engine.Options) error {
	encoded, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("options of %s: %w", t.Game, err)
	}
	if !bytes.Equal(encoded, t.Options) {
		t.Asked = encoded
	}
	return nil
}

// asked are the options that were asked for.
func (t *table) asked() (engine.Options, error) {
	if t.Asked == nil {
		return t.options, nil
	}
	return engine.DecodeOptions(t.entry.Game.Options, t.Asked)
}

// newTable is a table at its start, not yet stored.
func (b *Bot) newTable(entry *Entry, o engine.Options, seats, names []string) (*table, error) {
	p, err := entry.Game.New(o)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("options of %s: %w", entry.Game.ID, err)
	}
	return &table{
		Table: &store.Table{
			Game: entry.Game.ID, Rules: entry.Game.Rules, Options: encoded,
			Seats: slices.Clone(seats), Names: slices.Clone(names), Opened: b.now().UTC(),
		},
		entry: entry, options: o, position: p,
	}, nil
}

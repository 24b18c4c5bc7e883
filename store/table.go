package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// Format is the format of the table records that this version writes. It rises
// when a field changes its meaning or a new one must not be overlooked.
const Format = 1

// userSeat begins a seat that a person holds; the user's ID follows.
const userSeat = "user:"

// Table is the record of one table. The JSON names are the stored form. Options and
// Moves come last in it: see storedHead.
type Table struct {
	// Format is the record's format; Save sets it.
	Format int `json:"format"`
	// Revision is that of the record as loaded, 0 for one that is not stored yet.
	// Save stores the next and sets it here.
	Revision uint64 `json:"revision"`

	Game  string `json:"game"`
	Rules int    `json:"rules"` // the game's rules version that the moves were played by

	Seats []string `json:"seats"` // by seat: "user:<id>", "level:<id>", or "" while free
	Names []string `json:"names"` // by seat: display name as last seen
	Owner string   `json:"owner"` // user ID of who opened the table

	Guild  string `json:"guild,omitempty"`
	Posts  bool   `json:"posts,omitempty"` // the bot may post in the channel of its own accord
	Locale string `json:"locale,omitempty"`

	Pending *Pending `json:"pending,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	// Over: the rules or a result ended the game. See [Table.Open].
	Over bool `json:"over,omitempty"`

	// Thinks: it is the turn of one of the bot's players. See [Store.Thinking].
	Thinks bool `json:"thinks,omitempty"`
	// Due is when something must happen to the table, zero for never. See [Store.Due].
	Due time.Time `json:"due,omitzero"`

	Opened  time.Time `json:"opened,omitzero"`
	Touched time.Time `json:"touched,omitzero"`

	// Again is the number of the table at which this game is played again, 0 for none.
	Again int `json:"again,omitempty"`

	Options json.RawMessage `json:"options,omitempty"` // the game's own, from which the moves replay
	// Asked are the options as somebody asked for them, where chance or the date has
	// completed them.
	Asked json.RawMessage `json:"asked,omitempty"`
	Moves []Move          `json:"moves"`
}

// Move is one move as played.
type Move struct {
	Text string    `json:"text"` // canonical
	By   string    `json:"by"`   // as in Seats
	At   time.Time `json:"at,omitzero"`
}

// Pending is what a table waits for besides a move: an answer to a challenge, a
// second player, consent to an undo. The kinds are the bot's.
type Pending struct {
	Kind string    `json:"kind"`
	By   string    `json:"by,omitempty"`
	To   string    `json:"to,omitempty"`
	At   time.Time `json:"at,omitzero"`
}

// Result is an end that the rules do not know: a resignation, an abandonment. The
// statuses and kinds are the bot's.
type Result struct {
	Status string    `json:"status"`
	Winner int       `json:"winner"` // seat
	Kind   string    `json:"kind"`
	At     time.Time `json:"at,omitzero"`
}

// Open reports whether the table is not over: such tables are listed by
// [Store.Channel] and [Store.User].
func (t *Table) Open() bool {
	return t.Result == nil && !t.Over
}

// Load returns a table. The errors are ErrNotFound and ErrFormat.
func (s *Store) Load(k Key) (*Table, error) {
	key, err := k.encode()
	if err != nil {
		return nil, err
	}
	var t *Table
	err = s.view(func(tx *bolt.Tx) error {
		t, err = stored(tx, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load table %s: %w", k, err)
	}
	return t, nil
}

// Save stores a table whose Revision must be the stored one, 0 if there is none: else
// the error is ErrStale and nothing is stored. A table that was deleted meanwhile is
// stale too. When Save returns nil the record is on disk with the next revision,
// which t then has. t must not be changed by others during the call; nothing of it
// is retained.
func (s *Store) Save(k Key, t *Table) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	if t.Game != k.Game {
		return fmt.Errorf("%w: a table of %q under %s", ErrKey, t.Game, k)
	}
	r, err := next(t)
	if err != nil {
		return fmt.Errorf("save table %s: %w", k, err)
	}
	err = s.write(func(tx *bolt.Tx) error { return r.replace(tx, key) })
	if err != nil {
		return fmt.Errorf("save table %s: %w", k, err)
	}
	t.Format, t.Revision = r.table.Format, r.table.Revision
	return nil
}

// Create stores a new table, whose Revision must be 0, under the next number of
// that channel and game, and sets t.Game. Otherwise it is like [Store.Save]. No number
// is given twice, not even after the table is deleted: an old message may still
// carry its key.
func (s *Store) Create(channel, game string, t *Table) (Key, error) {
	series, err := encodeSeries(channel, game)
	if err != nil {
		return Key{}, err
	}
	k := Key{Channel: channel, Game: game}
	t.Game = game
	r, err := next(t)
	if err != nil {
		return Key{}, fmt.Errorf("create a table of %s in %s: %w", game, channel, err)
	}
	err = s.write(func(tx *bolt.Tx) error {
		last := lastNumber(tx, series)
		if last == math.MaxUint32 {
			return fmt.Errorf("%w: no number is left", ErrKey)
		}
		k.Number = int(last) + 1
		return r.replace(tx, binary.BigEndian.AppendUint32(bytes.Clone(series), last+1))
	})
	if err != nil {
		return Key{}, fmt.Errorf("create a table of %s in %s: %w", game, channel, err)
	}
	t.Format, t.Revision = r.table.Format, r.table.Revision
	return k, nil
}

// Delete removes a table, whatever its revision. It is no error if there is none. A
// record that cannot be read stays, with ErrFormat.
func (s *Store) Delete(k Key) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	err = s.write(func(tx *bolt.Tx) error { return drop(tx, key) })
	if err != nil {
		return fmt.Errorf("delete table %s: %w", k, err)
	}
	return nil
}

// drop removes the table under key, if there is one.
func drop(tx *bolt.Tx, key []byte) error {
	old, err := stored(tx, key)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := reindex(tx, indexed(key, old), nil); err != nil {
		return err
	}
	return tx.Bucket(tablesBucket).Delete(key)
}

// revision is a table's next revision, encoded before the writer's turn comes, so that
// the one writer does as little as can be.
type revision struct {
	table *Table
	value []byte
}

// next encodes the revision that follows t.
func next(t *Table) (revision, error) {
	for _, seat := range t.Seats {
		id, user := strings.CutPrefix(seat, userSeat)
		if !utf8.ValidString(seat) || strings.ContainsRune(seat, 0) || user && id == "" {
			return revision{}, fmt.Errorf("%w: seat %q", ErrKey, seat)
		}
	}
	n := *t
	n.Format = Format
	n.Revision++
	value, err := json.Marshal(&n)
	if err != nil {
		return revision{}, err
	}
	return revision{table: &n, value: value}, nil
}

// replace stores the revision if it follows the stored one, and brings the indexes and
// the last number given up to it.
func (r revision) replace(tx *bolt.Tx, key []byte) error {
	old, err := storedHead(tx, key)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	var before []indexEntry
	var revision uint64
	if old != nil {
		before = indexed(key, old)
		revision = old.Revision
	}
	if revision+1 != r.table.Revision {
		return fmt.Errorf("%w: revision %d is stored, not %d", ErrStale, revision, r.table.Revision-1)
	}
	if err := reindex(tx, before, indexed(key, r.table)); err != nil {
		return err
	}
	if err := raiseNumber(tx, key); err != nil {
		return err
	}
	return tx.Bucket(tablesBucket).Put(key, r.value)
}

// stored returns the table under key.
func stored(tx *bolt.Tx, key []byte) (*Table, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	return decode(key, value)
}

// storedHead returns of the table under key what the writer needs: its revision and
// what the indexes are made of. All others wait for the one writer, and reading the
// options and moves, the last fields and by far the longest, would take it longer
// than all else that it does.
func storedHead(tx *bolt.Tx, key []byte) (*Table, error) {
	value := tx.Bucket(tablesBucket).Get(key)
	if value == nil {
		return nil, ErrNotFound
	}
	text := value
	// A quote within a string is escaped, so this can only be the name of a field.
	for _, field := range []string{`,"options":`, `,"moves":`} {
		if end := bytes.Index(value, []byte(field)); end >= 0 {
			text = append(bytes.Clone(value[:end]), '}')
			break
		}
	}
	var h struct {
		Format   int
		Revision uint64
		Seats    []string
		Result   *Result
		Over     bool
		Thinks   bool
		Due      time.Time
	}
	if err := json.Unmarshal(text, &h); err != nil || h.Format != Format || h.Revision == 0 {
		return decode(key, value) // which says what is wrong
	}
	return &Table{Revision: h.Revision, Seats: h.Seats, Result: h.Result, Over: h.Over, Thinks: h.Thinks, Due: h.Due}, nil
}

// decode reads a stored table. What it returns shares nothing with value. The error
// is ErrFormat, or ErrCorrupt for the key.
func decode(key, value []byte) (*Table, error) {
	k, err := decodeKey(key)
	if err != nil {
		return nil, err
	}
	// Strict: a field that is not known would be lost at the next save.
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	var t Table
	if err := d.Decode(&t); err != nil && !newer(value) {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, k, err)
	} else if err != nil || t.Format < 1 || t.Format > Format {
		return nil, fmt.Errorf("%w: %s: its format is not one of 1 to %d", ErrFormat, k, Format)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: %s: more than one value", ErrFormat, k)
	}
	if t.Revision == 0 || t.Game != k.Game {
		return nil, fmt.Errorf("%w: %s: revision %d of a table of %q", ErrFormat, k, t.Revision, t.Game)
	}
	return &t, nil
}

// newer reports whether a record that cannot be decoded is of a later format, whose
// shape may be any.
func newer(value []byte) bool {
	var head struct {
		Format int `json:"format"`
	}
	return json.Unmarshal(value, &head) == nil && head.Format > Format
}

// lastNumber returns the last table number given in a series, 0 if none was.
func lastNumber(tx *bolt.Tx, series []byte) uint32 {
	value := tx.Bucket(numbersBucket).Get(series)
	if value == nil {
		return 0
	}
	return binary.BigEndian.Uint32(value)
}

// raiseNumber notes that the number in key has been given.
func raiseNumber(tx *bolt.Tx, key []byte) error {
	series, number := key[:len(key)-4], key[len(key)-4:]
	if lastNumber(tx, series) >= binary.BigEndian.Uint32(number) {
		return nil
	}
	return tx.Bucket(numbersBucket).Put(series, number)
}

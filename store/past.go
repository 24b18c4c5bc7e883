package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Past is a finished game as the history of one of its players tells it. Who reads a page of
// it, or thousands for a profile, reads no table.
type Past struct {
	Key
	At       time.Time // of the end, to the millisecond
	Seat     int       // the player's; the first of those who hold several
	Opponent string    // as in [Head].Seats; "" for who played alone
	Winner   int       // as in [End], as are the following
	Kind     string
	Rated    string // the pool, "" where the game was not rated
	Rating   int    // after the game, rounded; 0 until it has been rated
	Against  int    // the opponent's rating before the game, rounded; 0 likewise
	Moves    int    // how many were played
	Private  bool   // nobody else may see the table
}

// PastCursor is a place in a history: that of a game in it, or where there is no key the one
// before all games of that time. The zero value is before the newest.
type PastCursor struct {
	At time.Time
	Key
}

// Cursor returns the place of the game.
func (p Past) Cursor() PastCursor { return PastCursor{p.At, p.Key} }

// Past returns the finished games of a user, those that count, of one game or where that is
// "" of all. The newest come first: at most limit of those after the cursor's place. It
// reads an index alone, and no more of that than it returns. Games of which it cannot be
// read are left out, with ErrDamaged.
func (s *Store) Past(user, game string, after PastCursor, limit int) ([]Past, error) {
	var list []Past
	var damaged error
	err := s.view(func(tx *bolt.Tx) error {
		h, err := openHistory(tx, user, game, after)
		for err == nil && len(list) < limit && len(h) > 0 {
			var p Past
			switch p, err = h.next(); {
			case err == nil:
				list = append(list, p)
			case errors.Is(err, ErrDamaged):
				damaged, err = errors.Join(damaged, err), nil
			}
		}
		return err
	})
	if err = errors.Join(err, damaged); err != nil {
		err = fmt.Errorf("list the past of user %s: %w", user, err)
	}
	return list, err
}

// The index of past games has keys of this form: the user, the game's ID, a zero byte, and
// what history merges by: the time of the end, all bits turned so that the newest comes
// first, the channel, and the number.
const (
	milliSize  = 8
	placeSize  = milliSize + 8 + 4
	userNumber = 1 // before a user ID that is a number: 8 bytes
	userText   = 2 // before any other, which a zero byte ends
	otherSeat  = 3 // before the text of a seat that no user holds
)

// appendUser appends a user ID, in few bytes where it is a snowflake. None is the beginning
// of another.
func appendUser(b []byte, id string) []byte {
	if n, err := strconv.ParseUint(id, 10, 64); err == nil && strconv.FormatUint(n, 10) == id {
		return binary.BigEndian.AppendUint64(append(b, userNumber), n)
	}
	return append(append(append(b, userText), id...), 0)
}

// encodePlace returns the last part of the key of a past game, or without a key the time in
// it alone.
func encodePlace(at time.Time, key []byte) []byte {
	place := binary.BigEndian.AppendUint64(nil, ^(uint64(at.UnixMilli()) ^ 1<<63))
	if key == nil {
		return place
	}
	return append(append(place, key[:8]...), key[len(key)-4:]...)
}

// pastEntries returns the entries of a table in the histories of its players.
func pastEntries(key []byte, t *Head) (entries []indexEntry) {
	place := encodePlace(t.End.At, key)
	for _, id := range t.seated() {
		entry := append(append(appendUser(nil, id), t.Game...), 0)
		entries = append(entries, indexEntry{pastBucket, append(entry, place...), encodePast(t.past(UserSeat + id))})
	}
	return entries
}

// past is the game as the holder of a seat has it, but for what its key says.
func (t *Head) past(seat string) Past {
	p := Past{Seat: slices.Index(t.Seats, seat), Winner: t.End.Winner, Kind: t.End.Kind, Rated: t.Rated, Private: t.Private}
	if t.Stand != nil {
		p.Moves = t.Stand.Moves
	}
	other := slices.IndexFunc(t.Seats, func(s string) bool { return s != seat })
	if other >= 0 {
		p.Opponent = t.Seats[other]
	}
	if r := t.End.Ratings; t.Rated != "" {
		if p.Seat < len(r) {
			p.Rating = rounded(r[p.Seat].After)
		}
		if other >= 0 && other < len(r) {
			p.Against = rounded(r[other].Before)
		}
	}
	return p
}

// rounded is a rating as people are told it.
func rounded(rating float64) int {
	return int(math.Round(min(max(rating, math.MinInt32), math.MaxInt32)))
}

// encodePast returns what the index says of a past game besides its key: numbers of varying
// length, and texts after their lengths.
func encodePast(p Past) []byte {
	private := int64(0)
	if p.Private {
		private = 1
	}
	var b []byte
	for _, n := range []int64{private, int64(p.Seat), int64(p.Winner), int64(p.Moves), int64(p.Rating), int64(p.Against)} {
		b = binary.AppendVarint(b, n)
	}
	for _, text := range []string{p.Kind, p.Rated} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	if p.Opponent == "" {
		return b
	}
	if id, ok := strings.CutPrefix(p.Opponent, UserSeat); ok {
		return appendUser(b, id)
	}
	return append(append(b, otherSeat), p.Opponent...)
}

// decodePast reads what encodePast wrote. The error is ErrDamaged.
func decodePast(b []byte) (p Past, err error) {
	r := pastReader{b: b}
	p.Private = r.number() != 0
	p.Seat, p.Winner, p.Moves, p.Rating, p.Against = r.number(), r.number(), r.number(), r.number(), r.number()
	p.Kind, p.Rated = r.text(), r.text()
	p.Opponent = r.opponent()
	if r.bad || !bytes.Equal(encodePast(p), b) {
		return Past{}, ErrDamaged
	}
	return p, nil
}

// pastReader reads one thing after the other, and notes when there is none.
type pastReader struct {
	b   []byte
	bad bool
}

func (r *pastReader) number() int {
	n, size := binary.Varint(r.b)
	if size <= 0 || n < math.MinInt32 || n > math.MaxInt32 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

func (r *pastReader) text() string {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > uint64(len(r.b)-size) {
		r.b, r.bad = nil, true
		return ""
	}
	text := string(r.b[size : size+int(n)])
	r.b = r.b[size+int(n):]
	return text
}

func (r *pastReader) opponent() string {
	if len(r.b) == 0 {
		return ""
	}
	kind, rest := r.b[0], r.b[1:]
	switch {
	case kind == userNumber && len(rest) == 8:
		return UserSeat + strconv.FormatUint(binary.BigEndian.Uint64(rest), 10)
	case kind == userText:
		return UserSeat + string(bytes.TrimSuffix(rest, []byte{0}))
	case kind == otherSeat:
		return string(rest)
	}
	r.bad = true
	return ""
}

// history merges the past of a user, in which each game has a range of its own, by time.
type history []*pastRange

// pastRange is what is left of the range of one game.
type pastRange struct {
	cursor     *bolt.Cursor
	prefix     []byte // of the keys
	game       string
	key, value []byte // the next, nil at the end
}

// openHistory finds the ranges of a game, or where that is "" of all that a user has played.
func openHistory(tx *bolt.Tx, user, game string, after PastCursor) (h history, err error) {
	b := tx.Bucket(pastBucket)
	if b == nil { // a file of an older schema
		return nil, nil
	}
	person := appendUser(nil, user)
	if game != "" {
		err := h.open(b, person, game, after)
		return h, err
	}
	for c, at := b.Cursor(), person; err == nil; {
		key, _ := c.Seek(at)
		if !bytes.HasPrefix(key, person) {
			break
		}
		name, _, ok := bytes.Cut(key[len(person):], []byte{0})
		if !ok {
			return nil, fmt.Errorf("%w: index key %x", ErrCorrupt, key)
		}
		err = h.open(b, person, string(name), after)
		at = append(append(bytes.Clone(person), name...), 1)
	}
	return h, err
}

// open adds the range of a game, from the first place after the cursor's.
func (h *history) open(b *bolt.Bucket, person []byte, game string, after PastCursor) error {
	r := &pastRange{cursor: b.Cursor(), prefix: append(append(bytes.Clone(person), game...), 0), game: game}
	from := r.prefix
	if after != (PastCursor{}) {
		place, err := after.in(game)
		if err != nil {
			return err
		}
		from = append(bytes.Clone(from), place...)
	}
	r.key, r.value = r.cursor.Seek(from)
	*h = append(*h, r)
	h.drop(r)
	return nil
}

// in returns where the range of a game goes on after the cursor's place. Of one time and
// channel, games come in the order of their IDs.
func (c PastCursor) in(game string) ([]byte, error) {
	if c.Key == (Key{}) {
		return encodePlace(c.At, nil), nil
	}
	key, err := c.encode()
	if err != nil {
		return nil, err
	}
	place := encodePlace(c.At, key)
	switch strings.Compare(game, c.Game) {
	case -1:
		return append(place[:placeSize-4], 0xff, 0xff, 0xff, 0xff, 0), nil
	case 1:
		return place[:placeSize-4], nil
	}
	return append(place, 0), nil
}

// drop takes a range out of the history when nothing is left of it.
func (h *history) drop(r *pastRange) {
	if !bytes.HasPrefix(r.key, r.prefix) {
		*h = slices.DeleteFunc(*h, func(o *pastRange) bool { return o == r })
	}
}

// next returns the newest game that is left. There must be one.
func (h *history) next() (Past, error) {
	newest := slices.MinFunc(*h, func(a, b *pastRange) int { return a.compare(b) })
	p, err := newest.read()
	newest.key, newest.value = newest.cursor.Next()
	h.drop(newest)
	return p, err
}

// compare orders ranges by what comes first in a history: by time and channel. Where these
// are the same, games come in the order of their IDs, which is that of the ranges.
func (r *pastRange) compare(o *pastRange) int {
	mine, others := r.key[len(r.prefix):], o.key[len(o.prefix):]
	return bytes.Compare(mine[:min(len(mine), placeSize-4)], others[:min(len(others), placeSize-4)])
}

// read returns the next game.
func (r *pastRange) read() (Past, error) {
	place := r.key[len(r.prefix):]
	if len(place) != placeSize {
		return Past{}, fmt.Errorf("%w: index key %x", ErrCorrupt, r.key)
	}
	p, err := decodePast(r.value)
	if err != nil {
		return Past{}, fmt.Errorf("index key %x: %w", r.key, err)
	}
	p.At = time.UnixMilli(int64(^binary.BigEndian.Uint64(place) ^ 1<<63)).UTC()
	p.Key = Key{
		Channel: strconv.FormatUint(binary.BigEndian.Uint64(place[milliSize:]), 10),
		Game:    r.game,
		Number:  int(binary.BigEndian.Uint32(place[placeSize-4:])),
	}
	return p, nil
}

package store

import (
	"bytes"
	"cmp"
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

// Past is a finished game as it appears in the history of one of its players, so that a page of the
// history or a profile needs no tables.
type Past struct {
	Key
	At       time.Time // of the end, to the millisecond
	Seat     int       // the player's; the first if the player holds several
	Opponent string    // as in [Head].Seats; "" if the player was alone
	Winner   int       // this and Kind as in [End]
	Kind     string
	Rated    string // the pool, "" where the game was not rated
	Rating   int    // after the game, rounded; 0 until the game is rated
	Against  int    // the opponent's before the game, rounded; 0 likewise
	Moves    int    // number of moves played
	Private  bool   // only seated users may see the table
}

// PastCursor is a position in a history: that of a game, or with the zero Key the position before
// all games of that time. The zero value is before the newest game.
type PastCursor struct {
	At time.Time
	Key
}

// Cursor returns the position of the game.
func (p Past) Cursor() PastCursor { return PastCursor{p.At, p.Key} }

// Past returns at most limit finished games of a user that count, newest first, beginning after the
// cursor. If game is "" it returns those of all games. It reads only an index, and only the part
// that it returns, or as much of each game. Entries that cannot be read are left out and reported as
// ErrDamaged.
func (s *Store) Past(user, game string, after PastCursor, limit int) ([]Past, error) {
	var list []Past
	var damaged error
	err := s.view(func(tx *bolt.Tx) (err error) {
		b, person, games := tx.Bucket(pastBucket), appendUser(nil, user), []string{game}
		if game == "" {
			games, err = gamesOf(b, person)
		}
		for _, game := range games {
			from, err := after.in(game)
			if err != nil {
				return err
			}
			prefix := slices.Concat(person, []byte(game), []byte{0})
			c, left := b.Cursor(), limit
			for key, value := c.Seek(slices.Concat(prefix, from)); bytes.HasPrefix(key, prefix) && left > 0; key, value = c.Next() {
				switch p, err := decodePast(game, key[len(prefix):], value); {
				case err == nil:
					list, left = append(list, p), left-1
				case errors.Is(err, ErrDamaged):
					damaged = errors.Join(damaged, err)
				default:
					return err
				}
			}
		}
		return err
	})
	slices.SortStableFunc(list, Past.compare)
	if err = errors.Join(err, damaged); err != nil {
		err = fmt.Errorf("list the past of user %s: %w", user, err)
	}
	return list[:min(limit, len(list))], err
}

// compare orders games as they are listed. Those of equal time and channel stay in the order of
// their games' IDs.
func (p Past) compare(o Past) int {
	return cmp.Or(o.At.Compare(p.At), cmp.Compare(len(p.Channel), len(o.Channel)), cmp.Compare(p.Channel, o.Channel))
}

// gamesOf returns the games of which a person has finished some, in the order of their IDs.
func gamesOf(b *bolt.Bucket, person []byte) (games []string, err error) {
	c := b.Cursor()
	for key, _ := c.Seek(person); bytes.HasPrefix(key, person); {
		game, _, ok := bytes.Cut(key[len(person):], []byte{0})
		if !ok {
			return nil, fmt.Errorf("%w: index key %x", ErrCorrupt, key)
		}
		games = append(games, string(game))
		key, _ = c.Seek(slices.Concat(person, game, []byte{1}))
	}
	return games, nil
}

// in returns where the range of a game continues after the cursor. Entries with equal time and
// channel are ordered by the game's ID.
func (c PastCursor) in(game string) ([]byte, error) {
	if c == (PastCursor{}) {
		return nil, nil
	}
	if err := checkMilli(c.At); err != nil {
		return nil, err
	}
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

// placeSize is the size of the last part of a key in the index of past games. A key consists of the user, the game's ID, a zero byte, and this part: the time of the
// end with all bits inverted, so that the newest comes first, the channel, and the number.
const placeSize = milliSize + 8 + 4

// The first byte of an encoded seat, if it is not a user ID below 1<<63. Those, as all snowflakes
// are, are encoded as 8 bytes, whose highest bit is 0.
const (
	textUser  = 0x80 // another user ID follows, ended by a zero byte
	otherSeat = 0x81 // the text of a seat without a user follows
)

// appendUser appends a user ID. No encoded ID is a prefix of another.
func appendUser(b []byte, id string) []byte {
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n >= 0 && strconv.FormatInt(n, 10) == id {
		return binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return append(append(append(b, textUser), id...), 0)
}

// encodePlace returns the last part of the key of a past game, or only its time if key is nil.
func encodePlace(at time.Time, key []byte) []byte {
	place := encodeMilli(at)
	for i := range place {
		place[i] = ^place[i]
	}
	if key == nil {
		return place
	}
	return append(append(place, key[:8]...), key[len(key)-4:]...)
}

func pastEntries(key []byte, t *Head) (entries []indexEntry) {
	place := encodePlace(t.End.At, key)
	for _, id := range t.People() {
		entry := append(append(appendUser(nil, id), t.Game...), 0)
		entries = append(entries, indexEntry{pastBucket, append(entry, place...), encodePast(t.past(UserSeat + id))})
	}
	return entries
}

// past returns the game as the holder of a seat sees it, without the fields in the entry's key.
func (t *Head) past(seat string) Past {
	p := Past{Key: Key{Game: t.Game}, Seat: slices.Index(t.Seats, seat), Winner: t.End.Winner, Kind: t.End.Kind, Rated: t.Rated, Private: t.Private}
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

// rounded rounds a rating as people see it, by way of the hundredths that are stored.
func rounded(rating float64) int {
	rating = min(max(rating, math.MinInt32), math.MaxInt32)
	return int(math.Round(math.Round(rating*100) / 100))
}

// The flags in the first number of a past game, below the seat.
const (
	flagPrivate = 1 << iota
	flagKind    // the kind follows
	flagRated   // the pool and the ratings follow
	flagPool    // the pool is prefixed with the game's ID
	seatShift   = iota
)

// encodePast returns the value of an index entry: varints, texts with their lengths, and the
// opponent's seat.
func encodePast(p Past) []byte {
	flags, pool := uint64(p.Seat)<<seatShift, p.Rated
	if p.Private {
		flags |= flagPrivate
	}
	if p.Kind != "" {
		flags |= flagKind
	}
	if p.Rated != "" {
		flags |= flagRated
		if rest, ok := strings.CutPrefix(p.Rated, p.Game); ok {
			flags, pool = flags|flagPool, rest
		}
	}
	b := binary.AppendUvarint(nil, flags)
	b = binary.AppendVarint(b, int64(p.Winner))
	b = binary.AppendUvarint(b, uint64(p.Moves))
	if p.Kind != "" {
		b = appendText(b, p.Kind)
	}
	if p.Rated != "" {
		b = appendText(b, pool)
		b = binary.AppendVarint(b, int64(p.Rating))
		b = binary.AppendVarint(b, int64(p.Against))
	}
	if p.Opponent == "" {
		return b
	}
	if id, ok := strings.CutPrefix(p.Opponent, UserSeat); ok {
		return appendUser(b, id)
	}
	return append(append(b, otherSeat), p.Opponent...)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// decodePast decodes a past game from the last part of its key and its value. The error is
// ErrCorrupt or ErrDamaged.
func decodePast(game string, place, value []byte) (Past, error) {
	if len(place) != placeSize {
		return Past{}, fmt.Errorf("%w: the place %x of a past game", ErrCorrupt, place)
	}
	channel, number := binary.BigEndian.Uint64(place[milliSize:]), binary.BigEndian.Uint32(place[placeSize-4:])
	r := pastReader{b: value}
	flags := r.uint()
	p := Past{
		Key:  Key{strconv.FormatUint(channel, 10), game, int(number)},
		At:   time.UnixMilli(int64(^readMilli(place) & (1<<(8*milliSize) - 1))).UTC(),
		Seat: flags >> seatShift, Winner: r.int(), Moves: r.uint(), Private: flags&flagPrivate != 0,
	}
	if flags&flagKind != 0 {
		p.Kind = r.text()
	}
	if flags&flagRated != 0 {
		if flags&flagPool != 0 {
			p.Rated = game
		}
		p.Rated += r.text()
		r.bad = r.bad || p.Rated == ""
		p.Rating, p.Against = r.int(), r.int()
	}
	if p.Opponent = r.opponent(); r.bad {
		return Past{}, fmt.Errorf("past game %s: %w", p.Key, ErrDamaged)
	}
	return p, nil
}

// pastReader reads a value of encodePast.
type pastReader struct {
	b   []byte // that are left
	bad bool   // the value is malformed
}

// skip drops what was decoded, unless it was not ok.
func (r *pastReader) skip(size int, ok bool) {
	if !ok {
		size, r.bad = len(r.b), true
	}
	r.b = r.b[size:]
}

func (r *pastReader) int() int {
	n, size := binary.Varint(r.b)
	r.skip(size, size > 0 && n >= math.MinInt32 && n <= math.MaxInt32)
	return int(n)
}

func (r *pastReader) uint() int {
	n, size := binary.Uvarint(r.b)
	r.skip(size, size > 0 && n <= math.MaxInt32)
	return int(min(n, math.MaxInt32))
}

func (r *pastReader) text() string {
	n := r.uint()
	text := string(r.b[:min(n, len(r.b))])
	r.skip(n, n <= len(r.b))
	return text
}

func (r *pastReader) opponent() string {
	switch b := r.b; {
	case len(b) == 0:
		return ""
	case len(b) == 8 && b[0] < textUser:
		return UserSeat + strconv.FormatUint(binary.BigEndian.Uint64(b), 10)
	case b[0] == textUser:
		return UserSeat + string(bytes.TrimSuffix(b[1:], []byte{0}))
	case b[0] == otherSeat:
		return string(b[1:])
	}
	r.bad = true
	return ""
}

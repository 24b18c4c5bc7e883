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
// reads an index alone, and no more of that than it returns. Games whose entries cannot be
// read are left out, with ErrDamaged.
func (s *Store) Past(user, game string, after PastCursor, limit int) ([]Past, error) {
	var list []Past
	var damaged error
	err := s.view(func(tx *bolt.Tx) error {
		h, err := openHistory(tx, user, game, after)
		for err == nil && len(list) < limit && len(h) > 0 {
			if len(list) == cap(list) {
				list = slices.Grow(list, more(len(list), limit))
			}
			list = append(list, Past{})
			if err = h.next(&list[len(list)-1]); err != nil {
				list = list[:len(list)-1]
			}
			if errors.Is(err, ErrDamaged) {
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

// more is for how many games a page makes room that has some, of a limit: first for a few, as
// most people have, then for a page, and for thousands such that none is copied often.
func more(has, limit int) int {
	if has == 0 {
		return min(limit, 32)
	}
	return max(has, min(limit-has, 512))
}

// history merges the past of a user, in which each game has a range of its own, by time.
type history []*pastRange

// pastRange is what is left of the range of one game.
type pastRange struct {
	cursor     *bolt.Cursor
	prefix     []byte // of the keys
	game       string
	key, value []byte // the next, nil at the end
	pastReader
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
	r.texts = &texts{}
	if len(*h) > 0 {
		r.texts = (*h)[0].texts
	}
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

// drop takes a range out of the history when nothing is left of it.
func (h *history) drop(r *pastRange) {
	if !bytes.HasPrefix(r.key, r.prefix) {
		*h = slices.DeleteFunc(*h, func(o *pastRange) bool { return o == r })
	}
}

// next reads the newest game that is left. There must be one.
func (h *history) next(p *Past) error {
	newest := (*h)[0]
	for _, other := range (*h)[1:] {
		if other.before(newest) {
			newest = other
		}
	}
	err := newest.read(p, newest.game, newest.key[len(newest.prefix):], newest.value)
	newest.key, newest.value = newest.cursor.Next()
	h.drop(newest)
	return err
}

// before reports whether the next game of a range comes before that of another: by time and
// channel. Where these are the same, games come in the order of their IDs, which is that of
// the ranges.
func (r *pastRange) before(o *pastRange) bool {
	mine, others := r.key[len(r.prefix):], o.key[len(o.prefix):]
	return bytes.Compare(mine[:min(len(mine), placeSize-4)], others[:min(len(others), placeSize-4)]) < 0
}

// The index of past games has keys of this form: the user, the game's ID, a zero byte, and
// what history merges by: the time of the end, all bits turned so that the newest comes
// first, the channel, and the number.
const placeSize = milliSize + 8 + 4

// What the bytes of a seat begin with. A user ID below 1<<63, as all snowflakes are, is a
// number of 8 bytes, whose first has not its highest bit.
const (
	textUser  = 0x80 // any other user ID follows, which a zero byte ends
	otherSeat = 0x81 // a text follows, which is no user's
)

// appendUser appends a user ID. None is the beginning of another.
func appendUser(b []byte, id string) []byte {
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n >= 0 && strconv.FormatInt(n, 10) == id {
		return binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return append(append(append(b, textUser), id...), 0)
}

// encodePlace returns the last part of the key of a past game, or without a key the time in
// it alone.
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

// rounded is a rating as people are told it: of the stored one, which has hundredths.
func rounded(rating float64) int {
	rating = min(max(rating, math.MinInt32), math.MaxInt32)
	return int(math.Round(math.Round(rating*100) / 100))
}

// What the first number of a past game says, besides the seat.
const (
	saysPrivate = 1 << iota
	saysKind    // it follows
	saysRated   // as do the pool, and the ratings
	saysPool    // the pool begins with the game's ID, and what follows is the rest
	saysSeat    = iota
)

// encodePast returns what the index says of a past game besides its key: numbers of varying
// length, texts after their lengths, and the opponent's seat.
func encodePast(p Past) []byte {
	says, pool := uint64(p.Seat)<<saysSeat, p.Rated
	if p.Private {
		says |= saysPrivate
	}
	if p.Kind != "" {
		says |= saysKind
	}
	if p.Rated != "" {
		says |= saysRated
		if rest, ok := strings.CutPrefix(p.Rated, p.Game); ok {
			says, pool = says|saysPool, rest
		}
	}
	b := binary.AppendUvarint(nil, says)
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

// pastReader reads what encodePast wrote, of one game after the other. It keeps the texts that
// most have in common, so that thousands take no thousands of copies.
type pastReader struct {
	*texts        // which several may share
	b      []byte // what is left of one
	bad    bool   // there was not what had to be

	kind, pool, rest string // of the last: rest is the pool as it was written
	channel          uint64
	channelText      string
}

// read reads a past game of a kind of game from the end of its key and its value. The error is
// ErrCorrupt or ErrDamaged.
func (r *pastReader) read(p *Past, game string, place, value []byte) error {
	if len(place) != placeSize {
		return fmt.Errorf("%w: the place %x of a past game", ErrCorrupt, place)
	}
	p.At = time.UnixMilli(int64(^readMilli(place) & (1<<(8*milliSize) - 1))).UTC()
	p.Key = Key{r.channelOf(place[milliSize:]), game, int(binary.BigEndian.Uint32(place[placeSize-4:]))}
	r.b, r.bad = value, false
	r.value(p)
	if r.bad {
		return fmt.Errorf("past game %s: %w", p.Key, ErrDamaged)
	}
	return nil
}

func (r *pastReader) channelOf(b []byte) string {
	if id := binary.BigEndian.Uint64(b); id != r.channel || r.channelText == "" {
		r.channel, r.channelText = id, r.number("", id)
	}
	return r.channelText
}

// value reads the rest of a past game.
func (r *pastReader) value(p *Past) {
	says := r.uint()
	p.Private, p.Seat = says&saysPrivate != 0, int(says>>saysSeat)
	p.Winner, p.Moves = r.int(), int(r.uint())
	if says&saysKind != 0 {
		if kind := r.text(); string(kind) != r.kind {
			r.kind = string(kind)
		}
		p.Kind = r.kind
	}
	if says&saysRated != 0 {
		p.Rated = r.poolOf(p.Game, says&saysPool != 0)
		p.Rating, p.Against = r.int(), r.int()
	}
	p.Opponent = r.opponent()
}

// poolOf reads a pool, which may begin with the game.
func (r *pastReader) poolOf(game string, begins bool) string {
	rest := r.text()
	if !begins {
		game = ""
	}
	if string(rest) != r.rest || r.pool == "" || len(r.pool) != len(game)+len(rest) || r.pool[:len(game)] != game {
		r.rest = string(rest)
		r.pool = game + r.rest
	}
	return r.pool
}

func (r *pastReader) int() int {
	n, size := binary.Varint(r.b)
	if size <= 0 || n < math.MinInt32 || n > math.MaxInt32 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

func (r *pastReader) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > math.MaxInt32 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

// text reads a text; it shares the memory of what is read.
func (r *pastReader) text() []byte {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > uint64(len(r.b)-size) {
		r.b, r.bad = nil, true
		return nil
	}
	text := r.b[size : size+int(n)]
	r.b = r.b[size+int(n):]
	return text
}

func (r *pastReader) opponent() string {
	switch b := r.b; {
	case len(b) == 0:
		return ""
	case len(b) == 8 && b[0] < textUser:
		return r.number(UserSeat, binary.BigEndian.Uint64(b))
	case b[0] == textUser:
		return UserSeat + string(bytes.TrimSuffix(b[1:], []byte{0}))
	case b[0] == otherSeat:
		return string(b[1:])
	}
	r.bad = true
	return ""
}

// texts makes short texts of numbers, many of them in one piece of memory.
type texts struct{ strings.Builder }

// pieceOfTexts is how many bytes such a piece has. A text has at most 25.
const pieceOfTexts = 1 << 10

// number returns a number as text, after a few other letters.
func (t *texts) number(before string, n uint64) string {
	var digits [20]byte
	text := strconv.AppendUint(digits[:0], n, 10)
	if t.Cap()-t.Len() < len(before)+len(text) {
		t.Reset()
		t.Grow(pieceOfTexts)
	}
	begins := t.Len()
	_, _ = t.WriteString(before)
	_, _ = t.Write(text)
	return t.String()[begins:]
}

package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

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

// pieceOfTexts is how many bytes such a piece has, of which a text has at most 25.
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

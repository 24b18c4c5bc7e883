package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// Format is the format of the table records that this version writes. It increases when the meaning
// of a field changes. Older versions leave such records alone, and those with a field that they do not
// know: see ErrNewerRecord. Where their indexes would not list them rightly, [Schema] increases too.
const Format = 1

// UserSeat is the prefix of a seat that a user holds; the user's ID follows. The meaning of other
// seats is up to the caller.
const UserSeat = "user:"

// Forgotten begins what stands in place of the ID of a user who has been forgotten. No index lists those.
const Forgotten = "~"

// Table is the record of one table. The JSON names are the stored form. The fields of Head must
// come first: see decodeHead.
type Table struct {
	Head
	Options json.RawMessage `json:"options,omitempty"` // the game's options, from which the moves replay
	// Asked are the options that were requested, if they were then completed by chance or by the
	// date.
	Asked json.RawMessage `json:"asked,omitempty"`
	Moves []Move          `json:"moves"`
	// Comment is what was written of the start of a game that was imported.
	Comment string `json:"comment,omitempty"`
}

// Head is a table without its options and moves, which are by far the longest fields.
type Head struct {
	// Format is the record's format, set at the commit.
	Format int `json:"format"`
	// Revision is the record's revision as loaded, 0 for a new table. The next one is stored, and
	// set here, at the commit.
	Revision uint64 `json:"revision"`

	Game  string `json:"game"`
	Rules int    `json:"rules"` // version of the game's rules by which the moves were played

	Seats []string `json:"seats"` // by seat: UserSeat and an ID, another text, or "" for a free seat
	Names []string `json:"names"` // by seat: the display name last seen
	Owner string   `json:"owner"` // user ID of the opener

	Guild  string `json:"guild,omitempty"`
	Posts  bool   `json:"posts,omitempty"` // the bot may post in the channel unasked
	Locale string `json:"locale,omitempty"`

	Pending *Pending `json:"pending,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	// Over is set if the rules or a result ended the game. See [Table.Open].
	Over bool `json:"over,omitempty"`

	// Thinks is set if it is the turn of one of the bot's players. See [Store.Thinking].
	Thinks bool `json:"thinks,omitempty"`
	// Due is the table's next deadline, zero for none. See [Store.Due].
	Due time.Time `json:"due,omitzero"`

	Opened  time.Time `json:"opened,omitzero"`
	Touched time.Time `json:"touched,omitzero"`

	// Used is, by seat, when its user last acted at the table, in milliseconds since 1970, 0 for
	// never. It is current as of the last save.
	Used []int64 `json:"used,omitempty"`

	// Leaving is, bit by seat, whose user is to be forgotten when the table is over.
	Leaving uint8 `json:"leaving,omitempty"`

	// Private is set if only seated users may see the table.
	Private bool `json:"private,omitempty"`
	// Help is set if human opponents may ask for hints.
	Help bool `json:"help,omitempty"`

	// Again is the number of the rematch's table, 0 for none.
	Again int `json:"again,omitempty"`
	// Event names the tournament game for which the table was opened, "" for none.
	Event string `json:"event,omitempty"`

	// Imported is nil if the game was opened here.
	Imported *Imported `json:"imported,omitempty"`

	// Stand is nil if the record was written before the field existed.
	Stand *Stand `json:"stand,omitempty"`

	// Rated is the rating pool in which the game counts, such as "hex/13"; "" if it does not count,
	// or does so no longer.
	Rated string `json:"rated,omitempty"`
	// End is nil until the table is over.
	End   *End   `json:"end,omitempty"`
	Clock *Clock `json:"clock,omitempty"` // nil without a clock
	// Deadline is the time that the game has as a whole.
	Deadline Deadline `json:"deadline,omitzero"`
}

// Imported is what a game that was played elsewhere, and written down, tells of itself.
type Imported struct {
	Names []string          `json:"names,omitempty"` // by seat, "" where unknown
	Date  string            `json:"date,omitempty"`  // "2024-08-27", or less, or in other words
	Info  map[string]string `json:"info,omitempty"`  // by the names of SGF's game information
}

// Deadline is until when a game has to be over. The zero value is never.
type Deadline struct {
	From   time.Time `json:"from,omitzero"`
	Hours  int       `json:"hours,omitempty"`  // after From
	Warned bool      `json:"warned,omitempty"` // both players have been
}

// Stand is the state of the game as lists show it, so that they need not replay the moves.
type Stand struct {
	Turn  int `json:"turn"`  // seat to move, -1 after the end
	Moves int `json:"moves"` // number of moves played
}

// End is how the game of a table ended.
type End struct {
	At     time.Time // kept to the millisecond; from 1970 on
	Winner int       // seat, -1 for nobody
	Kind   string    // as in [Result], "" where the rules ended it here
	// Counts is set if a game was played, not just offered. See [Store.Past].
	Counts bool
	// Ratings are, by seat, the changes of the ratings; empty until the game has been rated. See
	// [Store.Unrated].
	Ratings []Rating
}

// storedEnd is the stored form of an end. It is compact, because millions of tables can have one:
// the usual values are omitted.
type storedEnd struct {
	At      int64    `json:"at"` // milliseconds since 1970
	Winner  int      `json:"winner"`
	Kind    string   `json:"kind,omitempty"`
	Void    bool     `json:"void,omitempty"` // the negation of Counts
	Ratings []Rating `json:"ratings,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (e End) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedEnd{e.At.UnixMilli(), e.Winner, e.Kind, !e.Counts, e.Ratings})
}

// UnmarshalJSON implements [json.Unmarshaler]. As in the rest of a table, an unknown field is an
// error.
func (e *End) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var s storedEnd
	if err := d.Decode(&s); err != nil {
		return err
	}
	*e = *s.end()
	return nil
}

func (s *storedEnd) end() *End {
	if s == nil {
		return nil
	}
	return &End{time.UnixMilli(s.At).UTC(), s.Winner, s.Kind, !s.Void, s.Ratings}
}

// Rating is the effect of a game on the rating of one player, complete enough to continue rating
// from it. It is stored as a list of five integers in this order, because a million games have two
// million of them: the volatility in units of 1e-8, the others in hundredths of a point.
type Rating struct {
	Before, After float64
	Deviation     float64 // after the game
	Volatility    float64 // after the game
	Doubt         float64 // deviation before the game, including its growth since the previous one
}

// ratingUnits are the units of a stored rating's integers.
var ratingUnits = [5]float64{100, 100, 100, 1e8, 100}

// MarshalJSON implements [json.Marshaler].
func (r Rating) MarshalJSON() ([]byte, error) {
	list := [5]float64{r.Before, r.After, r.Deviation, r.Volatility, r.Doubt}
	for i, unit := range ratingUnits {
		list[i] = math.Round(list[i] * unit)
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Rating) UnmarshalJSON(b []byte) error {
	var list []float64
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	if len(list) != len(ratingUnits) {
		return fmt.Errorf("a rating of %d numbers", len(list))
	}
	for i, unit := range ratingUnits {
		list[i] /= unit
	}
	*r = Rating{list[0], list[1], list[2], list[3], list[4]}
	return nil
}

// Move is a move as played.
type Move struct {
	Text string    `json:"text"` // canonical
	By   string    `json:"by"`   // as in Seats
	At   time.Time `json:"at,omitzero"`
	// Left is the mover's remaining time on a live clock, or that of an imported game, in milliseconds; 0
	// if none ran.
	Left int64 `json:"left,omitempty"`
	// Comment is what was written of the move in a game that was imported.
	Comment string `json:"comment,omitempty"`
}

// Pending is what a table waits for besides a move: an answer to a challenge, a second player,
// consent to an undo. The kinds are defined by the bot.
type Pending struct {
	Kind string    `json:"kind"`
	By   string    `json:"by,omitempty"`
	To   string    `json:"to,omitempty"`
	At   time.Time `json:"at,omitzero"`
	// Often is set where the person asked has been asked often of late, and Silent where the question does not
	// notify them, as they have been asked even more often.
	Often  bool `json:"often,omitempty"`
	Silent bool `json:"silent,omitempty"`
}

// Result is an end outside the rules, such as a resignation or an abandonment. The statuses and
// kinds are defined by the bot.
type Result struct {
	Status string    `json:"status"`
	Winner int       `json:"winner"` // seat
	Kind   string    `json:"kind"`
	At     time.Time `json:"at,omitzero"`
}

// Open reports whether the table is not over. [Store.Channel] and [Store.User] list such tables.
func (h *Head) Open() bool {
	return h.Result == nil && !h.Over
}

// Clock is the clock of a table, whose arithmetic is left to the bot. Times are in milliseconds.
type Clock struct {
	Control string  `json:"control"`          // the time control, in the bot's notation
	Left    []int64 `json:"left"`             // by seat: time left when the present turn began
	Since   int64   `json:"since,omitempty"`  // when that was, since 1970; 0 while the clock is stopped
	Paused  bool    `json:"paused,omitempty"` // stopped by agreement
	Warned  uint8   `json:"warned,omitempty"` // bit by seat: its player was warned
}

// nextRevision validates t and returns its next revision: the head, and the content to store.
func nextRevision(t *Table) (*Head, []byte, error) {
	for _, seat := range t.Seats {
		if !indexable(seat) || seat == UserSeat {
			return nil, nil, fmt.Errorf("%w: seat %q", ErrKey, seat)
		}
	}
	if !indexable(t.Owner) {
		return nil, nil, fmt.Errorf("%w: owner %q", ErrKey, t.Owner)
	}
	if !indexable(t.Guild) {
		return nil, nil, fmt.Errorf("%w: server %q", ErrKey, t.Guild)
	}
	if err := checkEnd(&t.Head); err != nil {
		return nil, nil, err
	}
	n := *t
	n.Format = Format
	n.Revision++
	content, err := json.Marshal(&n)
	return &n.Head, content, err
}

// checkEnd returns ErrKey for what the indexes of finished games cannot hold.
func checkEnd(t *Head) error {
	if t.End == nil {
		if !t.Open() {
			return fmt.Errorf("%w: a table that is over and has no end", ErrKey)
		}
		return checkPool(t.Rated)
	}
	if !utf8.ValidString(t.End.Kind) {
		return fmt.Errorf("%w: an end of the kind %q", ErrKey, t.End.Kind)
	}
	return errors.Join(checkMilli(t.End.At), checkPool(t.Rated))
}

// checkPool returns ErrKey for a pool that cannot be stored.
func checkPool(pool string) error {
	if len(pool) > maxPool || !indexable(pool) {
		return fmt.Errorf("%w: pool %q", ErrKey, pool)
	}
	return nil
}

// indexable reports whether a text can be part of an index's key, which a zero byte follows, and of
// JSON.
func indexable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// maxPool bounds the name of a rating pool, in bytes.
const maxPool = 128

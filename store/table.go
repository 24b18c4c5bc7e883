package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Format is the format of the table records that this version writes. It rises
// when a field changes its meaning or a new one must not be overlooked.
const Format = 1

// UserSeat begins a seat that a person holds: the user's ID follows. Other seats are the
// business of the caller.
const UserSeat = "user:"

// Table is the record of one table. The JSON names are the stored form. Options and
// Moves come last in it: see decodeHead.
type Table struct {
	Head
	Options json.RawMessage `json:"options,omitempty"` // the game's own, from which the moves replay
	// Asked are the options as somebody asked for them, where chance or the date has
	// completed them.
	Asked json.RawMessage `json:"asked,omitempty"`
	Moves []Move          `json:"moves"`
}

// Head is all of a table but its options and moves, which are by far the longest.
type Head struct {
	// Format is the record's format; Save sets it.
	Format int `json:"format"`
	// Revision is that of the record as loaded, 0 for one that is not stored yet.
	// Save stores the next and sets it here.
	Revision uint64 `json:"revision"`

	Game  string `json:"game"`
	Rules int    `json:"rules"` // the game's rules version that the moves were played by

	Seats []string `json:"seats"` // by seat: UserSeat and an ID, another text, or "" while free
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

	// Used is by seat when its person last did something with the table, as far as it was
	// stored since, in milliseconds since 1970; 0 for never.
	Used []int64 `json:"used,omitempty"`

	// Private: nobody but who sits there may see the table.
	Private bool `json:"private,omitempty"`
	// Help: people who play against each other here may ask for hints.
	Help bool `json:"help,omitempty"`

	// Again is the number of the table at which this game is played again, 0 for none.
	Again int `json:"again,omitempty"`
	// Event names the game of a tournament for which the table was opened, "" for none.
	Event string `json:"event,omitempty"`

	// Stand is nil where the table was stored before there was one.
	Stand *Stand `json:"stand,omitempty"`

	// Rated is the pool in which the game counts for the ratings of who plays it, such as
	// "hex/13"; "" where it does not, or not any more.
	Rated string `json:"rated,omitempty"`
	// End is nil until the table is over.
	End   *End   `json:"end,omitempty"`
	Clock *Clock `json:"clock,omitempty"` // nil where people play without one
}

// Stand is how the game of a table stands by the rules, as far as lists tell it: who reads
// them need not replay the moves.
type Stand struct {
	Turn  int `json:"turn"`  // seat to move, -1 after the end
	Moves int `json:"moves"` // how many were played
}

// End is how the game of a table ended.
type End struct {
	At     time.Time // kept to the millisecond; from 1970 on
	Winner int       // seat, -1 for nobody
	Kind   string    // as in [Result], "" where the rules ended it
	// Counts: it was a game, and no mere offer of one. See [Store.Past].
	Counts bool
	// Ratings are by seat what the game did to them, empty until it has been rated. See
	// [Store.Unrated].
	Ratings []Rating
}

// storedEnd is the stored form of an end. It is short, since a million tables have one: what
// is so of most is left out.
type storedEnd struct {
	At      int64    `json:"at"` // milliseconds since 1970
	Winner  int      `json:"winner"`
	Kind    string   `json:"kind,omitempty"`
	Void    bool     `json:"void,omitempty"` // it does not count
	Ratings []Rating `json:"ratings,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (e End) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedEnd{e.At.UnixMilli(), e.Winner, e.Kind, !e.Counts, e.Ratings})
}

// UnmarshalJSON implements [json.Unmarshaler]. As for all of a table, a field that is not
// known is an error.
func (e *End) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var s storedEnd
	if err := d.Decode(&s); err != nil {
		return err
	}
	*e = End{time.UnixMilli(s.At).UTC(), s.Winner, s.Kind, !s.Void, s.Ratings}
	return nil
}

// Rating is what a game did to one of its players. Who rates again needs no more of a player,
// whatever has become of them since. In a stored table it is a list of five whole numbers, in
// this order, since a million games have two million: the volatility in units of 1e-8, the
// others in hundredths of a point.
type Rating struct {
	Before, After float64
	Deviation     float64 // after
	Volatility    float64 // after
	Doubt         float64 // the deviation before, as it had grown by then
}

// The units of a stored rating, by its numbers.
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

// Move is one move as played.
type Move struct {
	Text string    `json:"text"` // canonical
	By   string    `json:"by"`   // as in Seats
	At   time.Time `json:"at,omitzero"`
	// Left is what a live clock left to who moved, in milliseconds; 0 where it did not run.
	Left int64 `json:"left,omitempty"`
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
func (h *Head) Open() bool {
	return h.Result == nil && !h.Over
}

// Clock is the clock of a table, whose arithmetic is the bot's. Times are in milliseconds.
type Clock struct {
	Control string  `json:"control"`          // the time control, as the bot writes it
	Left    []int64 `json:"left"`             // by seat: what was left when the present turn began
	Since   int64   `json:"since,omitempty"`  // since 1970, when that was; 0 while the clock stands
	Paused  bool    `json:"paused,omitempty"` // people agreed that it stands
	Warned  uint8   `json:"warned,omitempty"` // bit by seat: its person was warned
}

// Package table has the tables of the bot: a stored record, the position replayed from it, and who may
// do what there.
//
// A [Table] changes only in memory. [Tables] loads, finds, saves and expires tables; [Tables.Save]
// stores a table at which the game went on, with all that goes with it. A person's [Plan] for a table
// has a record of its own, and [Places] knows where boards were posted. The package draws nothing, and
// knows neither commands nor how levels think.
package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Table is a table as one request sees it. It belongs to the request that loaded it, and is not safe
// for concurrent use.
type Table struct {
	Brief
	Record   *store.Table
	Options  engine.Options
	Position engine.Position
	// Among is set if it was found for a person with several open tables of the game in the channel.
	Among bool
	// Actor is the person who uses the table, "" for none. They are not notified.
	Actor string
	// Warns are the people who have just been warned that the game ends before long.
	Warns []string
	// Remark is what is to be said of the table once, when it is announced.
	Remark engine.Text
	// Planned are the moves played by plan with the last save.
	Planned []store.Move
	// Unrated is the pool in which the game was to be rated, if it has just ended too early for that.
	Unrated string
	cache   *positionCache // nil before it is stored
	thought *thought       // of the level that computes for it
	moved   bool           // since it was loaded, or last saved
}

// New returns a table at its start, not yet stored. names are the names of the persons on the seats;
// see [User] and [Level] for the seats.
func New(g *engine.Game, o engine.Options, seats, names []string, now time.Time) (*Table, error) {
	p, err := g.New(o)
	if err != nil {
		return nil, err
	}
	encoded, err := encodeOptions(g, o)
	if err != nil {
		return nil, err
	}
	t := of(store.Key{}, g, &store.Table{
		Head: store.Head{
			Game: g.ID, Rules: g.Needs(o),
			Seats: slices.Clone(seats), Names: slices.Clone(names), Opened: toMillisecond(now),
		},
		Options: encoded,
	})
	t.Options = o
	t.at(p)
	_, t.Record.Private = engine.RiddleOf(p)
	return t, nil
}

// of returns the table of a record, without its position.
func of(key store.Key, g *engine.Game, record *store.Table) *Table {
	return &Table{Brief: Brief{Key: key, Game: g, Head: &record.Head}, Record: record}
}

// at sets the position after the table's moves.
func (t *Table) at(p engine.Position) {
	t.Position = p
	t.Record.Stand = &store.Stand{Turn: int(p.Turn()), Moves: len(t.Record.Moves)}
}

// maxText is how long the moves of a table may be together, in bytes: as much as takes some milliseconds
// to store, read and parse.
const maxText = 256 << 10

// Play plays a line for the holder of a seat, and returns the canonical move. A refusal leaves the table
// unchanged. The error is a [*FlagError] if the time has run out.
func (t *Table) Play(line, by string, now time.Time) (string, error) {
	if err := t.RequireTime(now); err != nil {
		return "", err
	}
	length, turn := len(line), t.Position.Turn()
	for _, m := range t.Record.Moves {
		length += len(m.Text)
	}
	if length > maxText {
		return "", engine.Refuse("the moves of a table may have %s characters together; %s opens another", engine.Thousands(maxText), t.Game.Command("new"))
	}
	played, err := t.Position.Play(line)
	if err != nil {
		return "", err
	}
	t.Record.Moves = append(t.Record.Moves, store.Move{Text: played, By: by, At: toMillisecond(now)})
	t.at(t.Position)
	t.pressClock(turn, now)
	t.moved = true
	return played, nil
}

// toMillisecond returns a time as tables store it: a table has one for each move.
func toMillisecond(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// PlayAll plays lines for the holders of all seats, until the context ends.
func (t *Table) PlayAll(ctx context.Context, lines []string, by string, now time.Time) error {
	for _, line := range lines {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := t.Play(line, by, now); err != nil {
			return err
		}
	}
	return nil
}

// setUp is the author of moves that were on the table before anybody there moved.
const setUp = "set-up"

// SetUp returns the moves after which the table began, which nobody there made or takes back.
func (t *Table) SetUp() []string {
	n := slices.IndexFunc(t.Record.Moves, func(m store.Move) bool { return m.By != setUp })
	if n < 0 {
		n = len(t.Record.Moves)
	}
	return t.Moves()[:n]
}

// BeginAfter has a new table begin after the first n moves of another with the same options. It refuses a
// position in which nobody can move.
func (t *Table) BeginAfter(ctx context.Context, old *Table, n int) error {
	if err := old.RequirePly(n); err != nil || n == 0 {
		return err
	}
	p, err := old.cache.replay(ctx, old.Key, old.Game, old.Options, old.Moves()[:n])
	if err != nil {
		return err
	}
	if p.Turn() == engine.NoSeat {
		return engine.Refuse("after move %s of **%s** nobody can move; name an earlier one by `move`", strconv.Itoa(n), old.Title())
	}
	for _, m := range old.Record.Moves[:n] {
		t.Record.Moves = append(t.Record.Moves, store.Move{Text: m.Text, By: setUp, At: t.Record.Opened})
	}
	t.at(p)
	return nil
}

// RequirePly refuses a number of moves that have not been played.
func (t *Table) RequirePly(n int) error {
	if n <= len(t.Record.Moves) {
		return nil
	}
	return engine.Refuse("%s has %s so far, so that there is no move %s", t.Title(), t.Length(), strconv.Itoa(n))
}

// Unfinished returns after how many moves the game stopped: all, or those before the one that ended it by
// the rules.
func (t *Table) Unfinished() int {
	n := len(t.Record.Moves)
	if r := t.Record.Result; n > 0 && r == nil && t.Record.Over {
		n--
	}
	return n
}

// Moves returns the moves as text, as [engine.Replay] takes them.
func (t *Table) Moves() []string {
	return engine.Map(t.Record.Moves, func(m store.Move) string { return m.Text })
}

// Comments returns what was written of the start, and then of each move.
func (t *Table) Comments() []string {
	of := func(m store.Move) string { return m.Comment }
	return append([]string{t.Record.Comment}, engine.Map(t.Record.Moves, of)...)
}

// SetComments sets what Comments returns, as far as there are moves.
func (t *Table) SetComments(list []string) {
	for i, comment := range list[:min(len(list), len(t.Record.Moves)+1)] {
		if i == 0 {
			t.Record.Comment = comment
		} else {
			t.Record.Moves[i-1].Comment = comment
		}
	}
}

// LastMove returns the last move that was not planned; there must be one.
func (t *Table) LastMove() string {
	return t.Record.Moves[len(t.Record.Moves)-1-len(t.Planned)].Text
}

// KeepAsked stores the options asked for, if chance or the date has completed them.
func (t *Table) KeepAsked(asked engine.Options) error {
	encoded, err := encodeOptions(t.Game, asked)
	if err != nil {
		return err
	}
	if !bytes.Equal(encoded, t.Record.Options) {
		t.Record.Asked = encoded
	}
	return nil
}

// Asked returns the options asked for.
func (t *Table) Asked() (engine.Options, error) {
	if t.Record.Asked == nil {
		return t.Options, nil
	}
	return engine.DecodeOptions(t.Game.Options, t.Record.Asked)
}

func encodeOptions(g *engine.Game, o engine.Options) ([]byte, error) {
	encoded, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("options of %s: %w", g.ID, err)
	}
	return encoded, nil
}

// Like reports whether a table is open on the same terms as another that is not stored yet, by the
// options asked for, and no person has moved there. The sides may be exchanged.
func (t *Table) Like(other *Table) bool {
	moved := func(m store.Move) bool { return IsUser(m.By) }
	r, o := t.Record, other.Record
	return bytes.Equal(asked(r), asked(o)) && slices.Equal(slices.Sorted(slices.Values(r.Seats)), slices.Sorted(slices.Values(o.Seats))) &&
		t.offers() == other.offers() && slices.Equal(t.SetUp(), other.SetUp()) && r.Rated == o.Rated && r.Help == o.Help && t.Control() == other.Control() &&
		!slices.ContainsFunc(r.Moves, moved)
}

// asked returns the options of a table as they were asked for.
func asked(r *store.Table) []byte {
	if len(r.Asked) > 0 {
		return r.Asked
	}
	return r.Options
}

// offers returns whom a table waits for before the game begins. Its time is zero.
func (t *Table) offers() (p store.Pending) {
	if t.Waiting() {
		p = *t.Record.Pending
		p.At = time.Time{}
	}
	return p
}

// Brief is a table in a list, without its options, moves and position.
type Brief struct {
	Key     store.Key // the zero value before it is stored
	Game    *engine.Game
	Head    *store.Head
	away    Away          // when the bot could not be reached; nil before it is stored
	expires time.Duration // how long a challenge waits; 0 before it is stored
}

// Brief returns the brief table of an entry of a list; false if it cannot be played here. Tables stored
// without their Stand are replayed.
func (ts *Tables) Brief(ctx context.Context, e store.Brief) (*Brief, bool) {
	if e.Stand != nil && ts.playable(e.Head) == nil {
		return &Brief{Key: e.Key, Game: ts.games[e.Key.Game], Head: e.Head, away: ts.with.Away, expires: ts.config.ChallengeExpires}, true
	}
	t, ok := ts.Try(ctx, e.Key)
	if !ok {
		return nil, false
	}
	return &t.Brief, true
}

// playable refuses a table whose game is not known here, or only by older rules: [store.ErrNewerRecord].
func (ts *Tables) playable(h *store.Head) error {
	if g := ts.games[h.Game]; g == nil || h.Rules > g.Rules || h.Format > store.Format {
		return fmt.Errorf("%w: %w", engine.Refuse("this table was made by a newer version of the bot"), store.ErrNewerRecord)
	}
	return nil
}

// Played returns how many moves were played.
func (t *Brief) Played() int { return t.Head.Stand.Moves }

// Turn returns the seat to act, or [engine.NoSeat] if the table is over or the game has not begun.
func (t *Brief) Turn() engine.Seat {
	if t.Head.Over || t.Waiting() {
		return engine.NoSeat
	}
	return engine.Seat(t.Head.Stand.Turn)
}

// Stamp returns what the buttons of a table carry: the table's own stamp, and the state of its board.
// After the store is restored from a copy, another table may have the same number.
func (t *Table) Stamp() string { return t.own() + stampMark + t.State() }

// stampMark separates the parts of a stamp.
const stampMark = "-"

// own identifies the table among all that have ever had its number, by when and by whom it was opened.
func (t *Brief) own() string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", t.Head.Opened.UnixMilli(), t.Head.Owner)
	return written(h)
}

// Owns reports whether a stamp was made for this table. known is false where that cannot be told: for
// stamps of older versions, and where the opener has been forgotten.
func (t *Brief) Owns(stamp string) (owns, known bool) {
	own, _, known := strings.Cut(stamp, stampMark)
	return known && own == t.own(), known && !strings.HasPrefix(t.Head.Owner, store.Forgotten)
}

// Current reports whether a stamp has the present state of the board.
func (t *Table) Current(stamp string) bool { return stateOf(stamp) == t.State() }

// stateOf returns the state in a stamp. A stamp of an older version is only the state, without a mark.
func stateOf(stamp string) string { return stamp[strings.Index(stamp, stampMark)+1:] }

// State identifies the state of the board. It changes with every move and result, but not with a
// question. Plans store it.
func (t *Table) State() string {
	h := t.stamped(len(t.Record.Moves))
	if t.Record.Result != nil {
		h.Write([]byte(t.Record.Result.Kind))
	}
	return written(h)
}

// stamped returns the hash of the first n moves.
func (t *Table) stamped(n int) hash.Hash32 {
	h := fnv.New32a()
	for _, m := range t.Record.Moves[:n] {
		h.Write([]byte(m.Text))
		h.Write([]byte{0})
	}
	return h
}

// written returns a hash as stamps hold it.
func written(h hash.Hash32) string { return strconv.FormatUint(uint64(h.Sum32()), 36) }

// NoMoves stands for an unknown number of moves.
const NoMoves = -1

// PlayedAt returns how many moves had been played when the board had a stamp, or [NoMoves] if it never
// had it or the moves were taken back.
func (t *Table) PlayedAt(stamp string) int {
	state, h := stateOf(stamp), fnv.New32a()
	for n := 0; ; n++ {
		if written(h) == state {
			return n
		}
		if n == len(t.Record.Moves) {
			return NoMoves
		}
		h.Write([]byte(t.Record.Moves[n].Text))
		h.Write([]byte{0})
	}
}

// Seed returns a seed for a player's random source. It differs between tables and between moves.
func (t *Table) Seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(t.Key.String()))
	h.Write([]byte(t.State()))
	return h.Sum64()
}

// UndoTo returns how many moves are left when a person's last move is taken back, or -1 if they made none.
func (t *Table) UndoTo(user string) int {
	for n, m := range slices.Backward(t.Record.Moves) {
		if m.By == User(user) {
			return n
		}
	}
	return -1
}

// TakeBack takes back the moves from the n-th on. If it is only the last move and consists of steps, only
// the last step is taken back.
func (t *Table) TakeBack(ctx context.Context, n int) error {
	if n != len(t.Record.Moves)-1 {
		return t.Rewind(ctx, n)
	}
	shorter, last := "", t.Record.Moves[n]
	if v, _ := t.Game.VerbOf(last.Text); v.Undo != nil {
		shorter = v.Undo(t.Position)
	}
	if err := t.Rewind(ctx, n); err != nil || shorter == "" {
		return err
	}
	_, err := t.Play(shorter, last.By, last.At)
	t.resetClock() // the move had been made before
	t.moved = false
	return err
}

// After returns the table as it was after its first n moves, without anything later and without its
// result. It is for display, and must not be saved. After all moves it is the table itself.
func (t *Table) After(ctx context.Context, n int) (*Table, error) {
	if n == len(t.Record.Moves) {
		return t, nil
	}
	record := *t.Record
	record.Over, record.Result, record.Pending = false, nil, nil
	then := of(t.Key, t.Game, &record)
	then.Options, then.cache, then.away = t.Options, t.cache, t.away
	return then, then.Rewind(ctx, n)
}

// Rewind drops all moves from the n-th on.
func (t *Table) Rewind(ctx context.Context, n int) error {
	p, err := t.cache.replay(ctx, t.Key, t.Game, t.Options, t.Moves()[:n])
	if err != nil {
		return err
	}
	t.Record.Moves = t.Record.Moves[:n:n]
	t.at(p)
	t.resetClock()
	return nil
}

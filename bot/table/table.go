// Package table is a table of the bot: a stored record, the position replayed from it,
// and who may do what there.
//
// A [Table] answers questions and changes in memory alone. [Tables] loads, finds, saves
// and expires tables; [Tables.Save] is the one way by which a table reaches the store.
// The package draws nothing and knows neither commands nor how levels think.
package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Table is a table as one request sees it. It belongs to whoever loaded it, and is not
// safe for concurrent use.
type Table struct {
	Brief
	Record   *store.Table
	Options  engine.Options
	Position engine.Position
	// Among: it was found for who has several open tables of the game in the channel.
	Among bool
	live  *live  // nil before it is stored
	by    string // see [Table.By]
	warns bool   // see [Table.Warns]
	// Planned are the moves that people had planned, and that were played with the last save.
	Planned []store.Move
	moved   bool // since it was loaded, or last saved
	short   bool // it ended too early to be rated
}

// New makes a table at its start, not yet stored. Names are those of the persons on the
// seats; see [User] and [Level] for what a seat holds.
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
			Game: g.ID, Rules: g.Rules,
			Seats: slices.Clone(seats), Names: slices.Clone(names), Opened: kept(now),
		},
		Options: encoded,
	})
	t.Options = o
	t.at(p)
	_, t.Record.Private = engine.RiddleOf(p)
	return t, nil
}

// of is the table of a record, without its position.
func of(key store.Key, g *engine.Game, record *store.Table) *Table {
	return &Table{Brief: briefOf(key, g, &record.Head), Record: record}
}

// at gives the table the position after its moves.
func (t *Table) at(p engine.Position) {
	t.Position = p
	t.Record.Stand = &store.Stand{Turn: int(p.Turn()), Moves: len(t.Record.Moves)}
}

// mostText is how long the moves of a table may be together, in bytes: as much as takes some
// milliseconds to store, read and parse.
const mostText = 256 << 10

// Play plays a line for the holder of a seat, and returns the canonical move. A refusal
// leaves the table as it was; it is a [*FlagError] if the time has run out.
func (t *Table) Play(line, by string, now time.Time) (string, error) {
	if err := t.RequireTime(now); err != nil {
		return "", err
	}
	length, turn := len(line), t.Position.Turn()
	for _, m := range t.Record.Moves {
		length += len(m.Text)
	}
	if length > mostText {
		return "", engine.Refuse("the moves of a table may have %s characters together; %s opens another", engine.Thousands(mostText), t.Game.Command("new"))
	}
	played, err := t.Position.Play(line)
	if err != nil {
		return "", err
	}
	t.Record.Moves = append(t.Record.Moves, store.Move{Text: played, By: by, At: kept(now)})
	t.at(t.Position)
	t.press(turn, now)
	t.moved = true
	return played, nil
}

// kept is a time as tables keep it, to the millisecond: a table has one for each move.
func kept(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

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

// Moves are the moves as text, as [engine.Replay] takes them.
func (t *Table) Moves() []string {
	lines := make([]string, len(t.Record.Moves))
	for i, m := range t.Record.Moves {
		lines[i] = m.Text
	}
	return lines
}

// LastMove is the last move that was not planned as text; there must be one.
func (t *Table) LastMove() string {
	return t.Record.Moves[len(t.Record.Moves)-1-len(t.Planned)].Text
}

// KeepAsked stores what was asked for, where chance or the date has completed it.
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

// Asked are the options that were asked for.
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

// By is the person on whose behalf the table is used, "" where nobody asks for it. They know
// what they do.
func (t *Table) By() string { return t.by }

// Warns reports whether the person to move has just been warned that the game ends before long.
func (t *Table) Warns() bool { return t.warns }

package play

import (
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Puzzles is a [table.Companion] that counts solved puzzles of the day, for streaks and for the posts
// of servers on the next day.
type Puzzles struct{ Log *slog.Logger }

// Save implements [table.Companion]. If a person's records are damaged, the table is saved anyway.
func (p Puzzles) Save(tx *store.Tx, t *table.Table) error {
	r, ok := engine.RiddleOf(t.Position)
	if people := t.People(); ok && r.Day != "" && len(people) == 1 {
		err := count(tx, t, r.Day, people[0])
		if !errors.Is(err, store.ErrFormat) {
			return err
		}
		tx.After(func() { p.Log.Error("count the puzzle of the day", t.Attr(), "err", err) })
	}
	return nil
}

// count counts a day's puzzle at a table. A person who gave it up has been told its answer, so that
// it is not counted as solved later.
func count(tx *store.Tx, t *table.Table, day, user string) error {
	if t.EndedAs(table.Resigned) {
		return profile.GiveUp(tx, user, t.Game.ID, day)
	}
	in, err := inTime(tx, t)
	if in == nil || err != nil {
		return err
	}
	streak, err := profile.Solve(tx, user, t.Game.ID, day, t.Record.End.At.In(in))
	if err == nil && !streak.Knew(day) {
		guild.NoteSolved(tx, t.Record.Guild, t.Game.ID, day, user, t.Record.Names[0])
	}
	return err
}

// inTime returns the time zone of a table's server, UTC without one, if a puzzle of the day was solved
// there that was opened on that day. Puzzles of other days can be opened at any time.
func inTime(from store.Reader, t *table.Table) (*time.Location, error) {
	r, solved := show.SolvedRiddle(t)
	if !solved || r.Day == "" {
		return nil, nil
	}
	ways, err := guild.Of(from, t.Record.Guild)
	if in := ways.Zone(); err == nil && t.Record.Opened.In(in).Format(time.DateOnly) == r.Day {
		return in, nil
	}
	return nil, err
}

// streak returns the caller's streak with the puzzle that they have solved at a table. It has no
// days if they knew the answer.
func (h *Handlers) streak(c *show.Call, t *table.Table) (kept profile.PuzzleStreak) {
	in, err := inTime(h.Records, t)
	if in != nil {
		kept, err = profile.StreakOf(h.Records, c.User.ID, t.Game.ID)
	}
	if err != nil {
		c.Log.Error("read a streak", t.Attr(), "err", err) // it is solved all the same
	}
	if r, _ := engine.RiddleOf(t.Position); kept.Knew(r.Day) {
		kept.Days = 0
	}
	return kept
}

func days(s profile.PuzzleStreak) engine.Text {
	if s.Days < 2 {
		return engine.Text{}
	}
	return engine.T("%s days in a row!", strconv.Itoa(s.Days))
}

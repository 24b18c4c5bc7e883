package play

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
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

// Save implements [table.Companion]. If a person's records cannot be read, the table is saved anyway.
func (p Puzzles) Save(tx *store.Tx, t *table.Table) error {
	r, ok := engine.RiddleOf(t.Position)
	if people := t.People(); ok && r.Day != "" && len(people) == 1 {
		if err := count(tx, t, r.Day, people[0]); err != nil {
			tx.After(func() { p.Log.Error("count the puzzle of the day", t.Attr(), "err", err) })
		}
	}
	return nil
}

// count counts a day's puzzle at a table. A person who gave it up has been told its answer, so that
// it is not counted as solved later.
func count(tx *store.Tx, t *table.Table, day, user string) error {
	switch {
	case t.EndedAs(table.Resigned):
		return profile.GiveUp(tx, user, t.Game.ID, day)
	case !inTime(t):
		return nil
	}
	streak, err := profile.Solve(tx, user, t.Game.ID, day)
	if err != nil || streak.Knew(day) {
		return err
	}
	return guild.NoteSolved(tx, t.Record.Guild, t.Game.ID, day, user, t.Record.Names[0])
}

// inTime reports whether a puzzle of the day was solved at a table opened on that day. Puzzles of
// other days can be opened at any time.
func inTime(t *table.Table) bool {
	r, solved := show.SolvedRiddle(t)
	return solved && r.Day != "" && t.Record.Opened.UTC().Format(time.DateOnly) == r.Day
}

// streak returns the caller's streak with the puzzle that they have solved at a table. It has no
// days if they knew the answer.
func (h *Handlers) streak(c *show.Call, t *table.Table) profile.PuzzleStreak {
	if !inTime(t) {
		return profile.PuzzleStreak{}
	}
	kept, err := h.streaks.Of(c.User.ID, t.Game.ID)
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

// card is the machine-readable form of what is shared.
type card struct {
	Puzzle string `json:"puzzle"`
	Day    string `json:"day"`
	Tries  int    `json:"tries"`
	Helped bool   `json:"helped"`
	Streak int    `json:"streak"`
}

// Share shows to all that a puzzle is solved, and how, but not its answer.
func (h *Handlers) Share(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	r, solved := show.SolvedRiddle(t)
	if !solved {
		return chat.Reply{}, engine.Refuse("only a puzzle that is solved can be shared")
	}
	kept := h.streak(c, t)
	by := engine.T("Solved by **%s**%s.", chat.Name(c.User.Name), how(r, t.Record.Help))
	knew := kept.Knew(r.Day)
	if knew {
		by = engine.T("Solved by **%s** after giving up.", chat.Name(c.User.Name))
	}
	lines := []string{"🧩 " + c.Say("**%s**", r.Name), c.Words.Say(engine.Sentences(by, days(kept)))}
	if squares := tried(r.Tries); squares != "" && !knew {
		lines = []string{lines[0], squares, lines[1]}
	}
	reply := chat.Reply{
		Text: strings.Join(lines, "\n"), Accent: show.Rgb(h.StyleAt(c, t, false).Theme.Look().Green),
		Data: card{r.Name.String(), r.Day, r.Tries, t.Record.Help, kept.Days},
	}
	if line, ok := Opens(t); ok {
		reply.Rows = chat.Rows([]chat.Button{c.RunButton(nil, engine.Action{Label: engine.T("Try it"), Line: line})})
	}
	return reply, nil
}

// how says in how many tries a puzzle was solved, and whether with hints.
func how(r engine.Riddle, helped bool) engine.Text {
	tries := engine.Text{}
	if r.Tries > 0 {
		tries = engine.Count(r.Tries, " at the first try", " in %s tries")
	}
	if helped {
		return engine.T("%s, with hints", tries)
	}
	return tries
}

const maxSquares = 10

// tried draws a square for each try, the last of them right.
func tried(tries int) string {
	if tries < 1 || tries > maxSquares {
		return ""
	}
	return strings.Repeat("🟥", tries-1) + "🟩"
}

// maxValue is how long an option may be that a button repeats, in bytes. The game derives longer
// ones again.
const maxValue = 20

// Opens returns the line that opens a table with the same puzzle; ok is false if it is too long for
// a button.
func Opens(t *table.Table) (line string, ok bool) {
	line = "new"
	for _, a := range t.Game.Options {
		value, given := t.Options[a.Name]
		if !given || value == a.Usual(t.Options, true) {
			continue
		}
		if text := fmt.Sprint(value); len(text) <= maxValue {
			line += " " + a.Name + ":" + text
		}
	}
	return line, len(strings.Join([]string{show.RerunAction, t.Game.ID, "0", line}, ":")) <= chat.MaxAction
}

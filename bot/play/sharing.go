package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// sharing tells of puzzles that are solved without giving their answers away, and counts the
// days in a row.
type sharing struct {
	streaks *profile.PuzzleStreaks
	styles  *show.Styles
	servers *guild.Servers
}

// note counts the puzzle of a day that has been solved. It must have been opened on that day:
// those of other days can be had at any time.
func (s *sharing) note(c *show.Call, t *table.Table) profile.PuzzleStreak {
	r, solved := show.SolvedRiddle(t)
	if !solved || r.Day == "" || t.Record.Opened.UTC().Format(time.DateOnly) != r.Day {
		return profile.PuzzleStreak{}
	}
	kept, err := s.streaks.Solved(c.Ctx, c.User.ID, t.Game.ID, r.Day)
	if err != nil {
		c.Log.Error("count the puzzle of the day", t.Attr(), "err", err) // it is solved all the same
	}
	if kept.Knew(r.Day) {
		kept.Days = 0
		return kept
	}
	if err := s.servers.NoteSolved(c.Ctx, t.Record.Guild, t.Game.ID, r.Day, c.User.ID, c.User.Name); err != nil {
		c.Log.Error("count the puzzle of the day", t.Attr(), "err", err)
	}
	return kept
}

// gaveUp notes that the caller was told the answer to a puzzle of a day: who then opens it
// again has not found it.
func (s *sharing) gaveUp(c *show.Call, t *table.Table) {
	r, ok := engine.RiddleOf(t.Position)
	if !ok || r.Day == "" {
		return
	}
	if err := s.streaks.Show(c.Ctx, c.User.ID, t.Game.ID, r.Day); err != nil {
		c.Log.Error("note that the puzzle of the day was given up", t.Attr(), "err", err)
	}
}

// days says a streak that is worth a word.
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

// At shows to all that a puzzle is solved, and how, but not its answer.
func (s *sharing) At(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	r, solved := show.SolvedRiddle(t)
	if !solved {
		return chat.Reply{}, engine.Refuse("only a puzzle that is solved can be shared")
	}
	kept := s.note(c, t)
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
		Text: strings.Join(lines, "\n"), Accent: show.Rgb(s.styles.StyleAt(c, t, false).Theme.Look().Green),
		Data: card{r.Name.String(), r.Day, r.Tries, t.Record.Help, kept.Days},
	}
	if line, ok := Opens(t); ok {
		reply.Rows = ask.Rows([]chat.Button{c.RunButton(nil, engine.Action{Label: engine.T("Try it"), Line: line})})
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

// mostSquares is how many tries are drawn.
const mostSquares = 10

// tried draws the tries, the last of which was right.
func tried(tries int) string {
	if tries < 1 || tries > mostSquares {
		return ""
	}
	return strings.Repeat("🟥", tries-1) + "🟩"
}

// longestValue is how long an option may be that a button repeats: longer ones are those that
// the game works out again.
const longestValue = 20

// Opens is the line that opens a table with the same puzzle; ok is false where it is too long
// for a button.
func Opens(t *table.Table) (line string, ok bool) {
	line = "new"
	for _, a := range t.Game.Options {
		value, given := t.Options[a.Name]
		if !given || value == a.Usual(t.Options, true) {
			continue
		}
		if text := fmt.Sprint(value); len(text) <= longestValue {
			line += " " + a.Name + ":" + text
		}
	}
	return line, len(strings.Join([]string{show.RerunAction, t.Game.ID, "0", line}, ":")) <= chat.MaxAction
}

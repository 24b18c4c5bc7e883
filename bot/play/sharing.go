package play

import (
	"fmt"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

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

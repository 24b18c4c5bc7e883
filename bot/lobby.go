package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// typedLine is the caller's command of a game as a button can carry it: "new size:5". It is
// false where something was given that no line can hold, or more than a button can.
func typedLine(c *call) (string, bool) {
	words := []string{c.request.Sub}
	for name, value := range c.request.Options {
		text := ""
		switch v := value.(type) {
		case string:
			text = v
		case int:
			text = strconv.Itoa(v)
		case bool:
			text = strconv.FormatBool(v)
		}
		if name == openArg.Name {
			continue
		}
		if text == "" || strings.ContainsAny(text, ":|\n") {
			return "", false
		}
		words = append(words, name+":"+text)
	}
	slices.Sort(words[1:])
	line := strings.Join(words, " ")
	return line, len(c.openButton(line, longestOpening, engine.Text{}).Action) <= chat.MaxAction
}

// longestOpening is the longest of what the buttons add to a line.
const longestOpening = "level:beginner"

// askWhom asks whom the caller wants to play, where a line of theirs did not say it.
func (c *call) askWhom(line string) chat.Reply {
	r := c.place(true)
	r.Text = c.say("**%s**: whom do you want to play?", c.entry.Game.Title)
	if _, options, given := strings.Cut(line, " "); given {
		r.Text = c.say("**%s** with `%s`: whom do you want to play?", c.entry.Game.Title, options)
	}
	r.Rows = c.opponentRows(line)
	return r
}

// opponentRows offer whom to play with a line that opens a table: the bot by its levels, a
// member, whoever joins, and oneself.
func (c *call) opponentRows(line string) []chat.Row {
	g := c.entry.Game
	var levels []chat.Button
	for _, l := range g.Opponents.Levels[:min(len(g.Opponents.Levels), chat.MaxButtons)] {
		b := c.openButton(line, "level:"+l.ID, l.Title)
		b.Emoji = "🤖"
		if l.ID == g.Opponents.Default {
			b.Style = chat.Primary
		}
		levels = append(levels, b)
	}
	rows := rowsOf(levels)
	self := c.openButton(line, opponentArg.Name+":@me", engine.T("Both sides myself"))
	self.Emoji = "🪞"
	if alone(c) {
		return append(rows, chat.Row{Buttons: []chat.Button{self}})
	}
	anyone := c.openButton(line, openArg.Name+":true", engine.T("Whoever joins"))
	anyone.Emoji = "📣"
	return append(
		rows,
		chat.Row{Menu: &chat.Menu{
			Action: strings.Join([]string{againstAction, g.ID, "0", line}, ":"), People: true,
			Placeholder: c.say("Challenge somebody…"),
		}},
		chat.Row{Buttons: []chat.Button{anyone, self}},
	)
}

// openButton opens a table by a line, with one option more.
func (c *call) openButton(line, option string, label engine.Text) chat.Button {
	return c.runButton(nil, engine.Action{Line: line + " " + option, Label: label})
}

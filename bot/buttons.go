package bot

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// The custom ID of a button at a table is
//
//	action:game:table:stamp:argument
//
// The channel is the one in which it is pressed, so that no ID reaches the tables of
// another; who may press is checked at the table, whatever the ID says.
const actionParts = 5

// Buttons that run a line as a command of a game, and those whose answer takes the place
// of the message above, have the custom ID
//
//	action:game:table:line
//
// where the table is 0 for none, and the game "" for a line of a general command. A menu with
// such an ID adds what is picked to the line.
const (
	runAction   = "run"
	rerunAction = ask.Again
	// againstAction is of a menu of people, or of a button that names a person in the place
	// of the table: the line opens a table against them.
	againstAction = "against"
	runParts      = 4
)

// chosenAction is of a menu whose choices are custom IDs: what is picked is done.
const chosenAction = "chosen"

var runActions = []string{runAction, rerunAction, againstAction}

// lineAction is the action of a button whose line plays a move that it names.
const lineAction = "line"

// emoji stand before the labels of buttons, by their action.
var emoji = map[string]string{
	"undo": "↩️", "back": "⬅️", "hint": "💡", "resign": "🏳️", "giveup": "🏳️", "stop": "⏹️", "rematch": "🔁",
	"accept": "✅", "decline": "❌", "withdraw": "❌", "allow": "✅", "refuse": "❌", "share": "📣",
	"advised": "👆", "replay": "🎞️",
	"pause": "⏸️", "resume": "▶️", "standstill": "✅", "runon": "❌",
}

// button makes a button for a table as it stands.
func (c *call) button(t *table.Table, action string, label engine.Text, style chat.ButtonStyle, arg ...string) chat.Button {
	id := []string{action, t.Game.ID, strconv.Itoa(t.Key.Number), t.Stamp(), strings.Join(arg, " ")}
	return chat.Button{Label: c.Words.Say(label), Emoji: emoji[action], Style: style, Action: c.visitor() + strings.Join(id, ":")}
}

// runButton makes a button that runs a line; t is nil where the line is about no table.
func (c *call) runButton(t *table.Table, act engine.Action) chat.Button {
	if t != nil && !act.Replace && namesMove(t.Game, act.Line) {
		return c.button(t, lineAction, act.Label, chat.Secondary, act.Line)
	}
	action, number := runAction, 0
	if act.Replace {
		action = rerunAction
	}
	if t != nil {
		number = t.Key.Number
	}
	id := []string{action, c.entry.Game.ID, strconv.Itoa(number), act.Line}
	return chat.Button{Label: c.Words.Say(act.Label), Emoji: act.Emoji, Style: chat.Secondary, Action: c.visitor() + strings.Join(id, ":"), Disabled: act.Disabled}
}

// rulesButtons is the button that shows how a game is played, if that is written down.
func (c *call) rulesButtons(g *engine.Game) []chat.Button {
	if _, ok := g.Tool(engine.RulesTool); !ok {
		return nil
	}
	id := []string{runAction, g.ID, "0", engine.RulesTool}
	return []chat.Button{{Label: c.Say("Rules"), Emoji: "📖", Style: chat.Secondary, Action: strings.Join(id, ":")}}
}

// namesMove reports whether a line plays a certain move: one with arguments.
func namesMove(g *engine.Game, line string) bool {
	name, _, arguments := strings.Cut(line, " ")
	_, verb := g.Verb(name)
	return verb && arguments
}

// unknownButton refuses a button that this bot does not make.
func unknownButton() error {
	return engine.Refuse("this button is not known any more; %s lists what can be done", engine.Command("help"))
}

package bot

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// An action is what a button does. Its custom ID is
//
//	name:game:table:stamp:argument
//
// The channel is the one in which it is pressed, so that no ID reaches the tables of
// another; who may press is checked at the table, whatever the ID says.
type action struct {
	// current: the button belongs to a state of the board; under an old board it
	// shows the present one instead.
	current bool
	// fresh: the answer is a new message, and the pressed one stays.
	fresh bool
	run   func(c *call, t *table.Table, arg string) (chat.Reply, error)
}

// actions lists what buttons can do, by name.
var actions = map[string]action{
	"play":     {current: true, run: (*call).pressVerb},
	"form":     {current: true, run: (*call).openForm},
	"pick":     {current: true, run: (*call).pickMove},
	"fill":     {current: true, run: (*call).fillForm},
	"view":     {fresh: true, run: (*call).pressView},
	"hint":     {current: true, fresh: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.hintAt(t) }},
	"undo":     {current: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.askUndo(t) }},
	"allow":    {current: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.answerUndo(t, true) }},
	"refuse":   {current: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.answerUndo(t, false) }},
	"resign":   {current: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.askResign(t) }},
	"giveup":   {fresh: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.giveUp(t) }},
	"stop":     {run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.stop(t) }},
	"accept":   {run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.accept(t) }},
	"decline":  {run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.decline(t) }},
	"withdraw": {run: (*call).pressWithdraw},
	"rematch":  {fresh: true, run: func(c *call, t *table.Table, _ string) (chat.Reply, error) { return c.rematch(t) }},
}

const actionParts = 5

// button makes a button for a table as it stands.
func (c *call) button(t *table.Table, name string, label engine.Text, style chat.ButtonStyle, arg ...string) chat.Button {
	id := []string{name, t.Game.ID, strconv.Itoa(t.Key.Number), t.Stamp(), strings.Join(arg, " ")}
	return chat.Button{Label: c.words.Say(label), Style: style, Action: strings.Join(id, ":")}
}

// press does what a button or form asks.
func (c *call) press() (chat.Reply, error) {
	if parts := strings.SplitN(c.Action, ":", runParts); parts[0] == runAction || parts[0] == rerunAction {
		return c.runLine(parts)
	}
	parts := strings.SplitN(c.Action, ":", actionParts)
	a, known := actions[parts[0]]
	if !known || len(parts) != actionParts || c.games[parts[1]] == nil {
		return chat.Reply{}, unknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil || number < 1 {
		return chat.Reply{}, unknownButton()
	}
	c.entry, c.fresh = c.games[parts[1]], a.fresh
	t, err := c.tables.Load(store.Key{Channel: c.Channel, Game: parts[1], Number: number})
	if err != nil {
		return chat.Reply{}, err
	}
	if a.current && parts[3] != t.Stamp() {
		return c.outdated(t), nil
	}
	return a.run(c, t, parts[4])
}

// unknownButton refuses a button that this bot does not make.
func unknownButton() error {
	return engine.Refuse("this button is not known any more; `/help` lists what can be done")
}

// outdated shows a table as it stands to who pressed a button of an older board.
func (c *call) outdated(t *table.Table) chat.Reply {
	c.private = true
	return c.board(t, table.Notice{Text: engine.T("That board is from an earlier move. This is the table now: **%s**. %s", t.Title(), t.Standing())})
}

// verb finds a verb that a button names.
func (c *call) verb(name string) (engine.Verb, error) {
	v, ok := c.entry.Game.Verb(name)
	if !ok {
		return v, unknownButton()
	}
	return v, nil
}

func (c *call) pressVerb(t *table.Table, name string) (chat.Reply, error) {
	v, err := c.verb(name)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.move(t, v, nil)
}

// openForm asks for a verb's arguments.
func (c *call) openForm(t *table.Table, name string) (chat.Reply, error) {
	v, err := c.verb(name)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := t.RequireMove(c.User.ID, v); err != nil {
		return chat.Reply{}, err
	}
	f := chat.Form{
		Title:  chat.Shorten(c.say("%s: %s", t.Game.Title, v.Button), chat.MaxTitle),
		Action: c.button(t, "fill", v.Button, chat.Primary, v.Name).Action,
	}
	for _, a := range v.Args {
		f.Fields = append(f.Fields, chat.Field{
			ID: a.Name, Label: chat.Shorten(c.words.Say(a.Help), chat.MaxTitle), Required: a.Required, Max: formTextLength,
		})
	}
	return chat.Reply{Form: &f}, nil
}

// formTextLength is the longest text of a form's field.
const formTextLength = 100

func (c *call) fillForm(t *table.Table, name string) (chat.Reply, error) {
	v, err := c.verb(name)
	if err != nil {
		return chat.Reply{}, err
	}
	raw := map[string]any{}
	for field, text := range c.Fields {
		if text = strings.TrimSpace(text); text != "" {
			raw[field] = text
		}
	}
	o, err := engine.ParseOptions(v.Args, raw, false)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.move(t, v, o)
}

func (c *call) pressView(t *table.Table, name string) (chat.Reply, error) {
	v, ok := t.Game.View(name)
	if !ok {
		return chat.Reply{}, unknownButton()
	}
	return c.lookAt(t, v)
}

func (c *call) pressWithdraw(t *table.Table, _ string) (chat.Reply, error) {
	if !t.Waiting() || t.Record.Pending.By != c.User.ID {
		return chat.Reply{}, engine.Refuse("only who offered this game can withdraw it, before it begins")
	}
	return c.withdraw(t)
}

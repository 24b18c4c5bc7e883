package bot

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// An action is what a button, a menu or a form does at a table.
type action struct {
	// current: the button belongs to a state of the board; under an old board it
	// shows the present one instead.
	current bool
	// fresh: the answer is a new message, and the pressed one stays.
	fresh bool
	run   func(c *call, t *table.Table, arg string) (chat.Reply, error)
}

// actions lists what buttons can do, by the name in their custom IDs.
func (h *handlers) actions() map[string]action {
	bare := func(run func(*call, *table.Table) (chat.Reply, error)) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, _ string) (chat.Reply, error) { return run(c, t) }
	}
	answerUndo := func(agreed bool) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, _ string) (chat.Reply, error) { return h.undoing.answer(c, t, agreed) }
	}
	return map[string]action{
		"play":     {current: true, run: h.moving.press},
		"form":     {current: true, run: h.moving.openForm},
		"pick":     {current: true, run: h.moving.pick},
		"fill":     {current: true, run: h.moving.fillForm},
		"view":     {fresh: true, run: h.viewing.press},
		"hint":     {current: true, fresh: true, run: bare(h.hints.at)},
		"undo":     {current: true, run: bare(h.undoing.at)},
		"allow":    {current: true, run: answerUndo(true)},
		"refuse":   {current: true, run: answerUndo(false)},
		"resign":   {current: true, run: bare(h.resigning.at)},
		"giveup":   {fresh: true, run: bare(h.resigning.giveUp)},
		"stop":     {run: bare(h.resigning.stop)},
		"accept":   {run: bare(h.joining.accept)},
		"decline":  {run: bare(h.joining.decline)},
		"withdraw": {run: bare(h.joining.withdraw)},
		"rematch":  {fresh: true, run: bare(h.rematch.at)},
	}
}

// press does what a button, a menu or a form asks.
func (b *Bot) press(c *call) (chat.Reply, error) {
	if parts := strings.SplitN(c.request.Action, ":", runParts); parts[0] == runAction || parts[0] == rerunAction {
		return b.runLines(c, parts)
	}
	parts := strings.SplitN(c.request.Action, ":", actionParts)
	a, known := b.actions[parts[0]]
	if !known || len(parts) != actionParts || b.games.byID[parts[1]] == nil {
		return chat.Reply{}, unknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil || number < 1 {
		return chat.Reply{}, unknownButton()
	}
	c.entry, c.fresh = b.games.byID[parts[1]], a.fresh
	t, err := b.tables.Load(store.Key{Channel: c.request.Channel, Game: parts[1], Number: number})
	if err != nil {
		return chat.Reply{}, err
	}
	if a.current && parts[3] != t.Stamp() {
		return b.outdated(c, t), nil
	}
	return a.run(c, t, parts[4])
}

// outdated shows a table as it stands to who pressed a button of an older board.
func (b *Bot) outdated(c *call, t *table.Table) chat.Reply {
	c.private = true
	return b.boards.show(c, t, table.Notice{
		Text: engine.T("That board is from an earlier move. This is the table now: %s", t.Headline()),
	})
}

// runLines runs what stands on a button as if it had been typed, at the button's table
// if the command is about one.
func (b *Bot) runLines(c *call, parts []string) (chat.Reply, error) {
	if len(parts) != runParts || b.games.byID[parts[1]] == nil {
		return chat.Reply{}, unknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return chat.Reply{}, unknownButton()
	}
	c.replace = parts[0] == rerunAction
	c.fresh = !c.replace
	var reply chat.Reply
	for _, line := range engine.Commands(parts[3]) {
		if reply, err = b.runLine(c, parts[1], number, line); err != nil {
			return reply, err
		}
	}
	return reply, nil
}

// runLine runs a line of a game at a table, if its command is about one.
func (b *Bot) runLine(c *call, game string, number int, line string) (chat.Reply, error) {
	called, err := slash.Parse(b.Commands(), "/"+game+" "+line)
	if err != nil {
		return chat.Reply{}, unknownButton()
	}
	c.request.Command, c.request.Sub, c.request.Options = called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		c.request.Options[v.Name] = v.Value
	}
	s, _ := b.commands.find(called.Command, called.Sub)
	if _, named := c.request.Options[tableArg.Name]; number > 0 && !named && s.takes(tableArg.Name, number) {
		c.request.Options[tableArg.Name] = number
	}
	return b.command(c)
}

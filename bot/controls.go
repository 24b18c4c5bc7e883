package bot

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// tableRows are the buttons and menus of what can be done at a table, as far as there is
// room for menus: what they offer, buttons do too.
func (c *call) tableRows(t *table.Table) []chat.Row {
	rows := c.allRows(t)
	return rows[:min(len(rows), chat.MaxRows)]
}

func (c *call) allRows(t *table.Table) []chat.Row {
	switch {
	case t.Waiting():
		return rowsOf(append(c.challengeButtons(t), c.rulesButtons(t.Game)...))
	case len(t.People()) == 0 && !t.Record.Over:
		return rowsOf([]chat.Button{c.button(t, "stop", engine.T("Stop"), chat.Danger)})
	case t.Asks(table.Takeback):
		rows := append(rowsOf(c.takebackButtons(t)), rowsOf(c.playButtons(t))...)
		return append(rows, c.menus(t)...)
	default:
		return slices.Concat(rowsOf(c.playButtons(t)), c.leafRows(t), c.menus(t))
	}
}

// takebackButtons answer a request to take a move back.
func (c *call) takebackButtons(t *table.Table) []chat.Button {
	return []chat.Button{
		c.button(t, "allow", engine.T("Allow"), chat.Success, t.Question()),
		c.button(t, "refuse", engine.T("Refuse"), chat.Danger, t.Question()),
	}
}

func (c *call) challengeButtons(t *table.Table) []chat.Button {
	if t.Asks(table.Open) {
		return []chat.Button{c.button(t, "accept", engine.T("Join"), chat.Success), c.button(t, "withdraw", engine.T("Withdraw"), chat.Secondary)}
	}
	return []chat.Button{c.button(t, "accept", engine.T("Accept"), chat.Success), c.button(t, "decline", engine.T("Decline"), chat.Danger)}
}

// playButtons are the game's own, then those of every game.
func (c *call) playButtons(t *table.Table) []chat.Button {
	list := append(c.verbButtons(t), c.viewButtons(t)...)
	riddle, _ := engine.RiddleOf(t.Position)
	moved := !riddle.Final && slices.ContainsFunc(t.Record.Moves, func(m store.Move) bool { return table.IsUser(m.By) })
	switch {
	case t.Record.Over && t.Began():
		if len(t.Record.Seats) == 1 && t.Record.Result == nil && moved {
			list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
		}
		if _, solved := solvedRiddle(t); solved {
			list = append(list, c.button(t, "share", engine.T("Share"), chat.Primary))
		}
		list = append(list, c.pastButtons(t)...)
		return append(list, c.againButton(t))
	case t.Record.Over:
		return list
	}
	// While a level thinks it is nobody's turn, but undoing and resigning end the thought.
	thinks := t.LevelToMove() != ""
	for i := range list {
		list[i].Disabled = thinks
	}
	if moved && !t.Asks(table.Takeback) {
		list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
	}
	if t.Game.Opponents.Hint != "" && t.HelpOpen() {
		hint := c.button(t, "hint", engine.T("Hint"), chat.Secondary)
		hint.Disabled = thinks
		list = append(list, hint)
	}
	if !moved {
		list = append(list, c.rulesButtons(t.Game)...)
	}
	return append(list, c.button(t, "resign", t.Terms().Quit, chat.Danger))
}

// againButton plays again what is over, or goes on with the next puzzle.
func (c *call) againButton(t *table.Table) chat.Button {
	label := t.Terms().Again
	if _, puzzle := nextPuzzle(t); puzzle {
		label = engine.T("Next puzzle")
	}
	return c.button(t, "rematch", label, chat.Success)
}

// offers reports whether a view has a button at a table as it stands.
func offers(t *table.Table, v engine.View) bool {
	switch over := t.Record.Over; {
	case v.Button.Empty() || v.BeforeEnd && over:
		return false
	case v.AfterEnd:
		return over && len(t.Record.Moves) > 0
	default:
		return true
	}
}

func (c *call) viewButtons(t *table.Table) []chat.Button {
	var list []chat.Button
	for _, v := range t.Game.Views {
		if offers(t, v) {
			list = append(list, c.button(t, "view", v.Button, chat.Secondary, v.Name))
		}
	}
	return list
}

func (c *call) verbButtons(t *table.Table) []chat.Button {
	var list []chat.Button
	for _, v := range t.Game.Verbs {
		if v.Button.Empty() || t.Record.Over && (!v.AfterEnd || t.Record.Result != nil) {
			continue
		}
		style := chat.Secondary
		if len(list) == 0 {
			style = chat.Primary
		}
		switch {
		case playsBare(t.Position, v):
			list = append(list, c.button(t, "play", v.Button, style, v.Name))
		case len(v.Args) > 0 && (v.Name == moveVerb || engine.CanPlay(t.Position, v.Name)):
			list = append(list, c.button(t, "form", v.Button, style, v.Name))
		}
	}
	return list
}

// playsBare reports whether a verb can be played without arguments: one that takes none
// where it can be completed, and one that may have some where the position lists it so.
func playsBare(p engine.Position, v engine.Verb) bool {
	if len(v.Args) == 0 {
		return engine.CanPlay(p, v.Line(nil))
	}
	lister, ok := p.(engine.Lister)
	return ok && slices.Contains(lister.Moves(), v.Line(nil))
}

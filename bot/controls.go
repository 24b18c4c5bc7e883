package bot

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
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
		return ask.Rows(append(c.challengeButtons(t), c.rulesButtons(t.Game)...))
	case len(t.People()) == 0 && !t.Record.Over:
		return ask.Rows([]chat.Button{c.button(t, "stop", engine.T("Stop"), chat.Danger)})
	case t.Asks(table.Takeback):
		rows := slices.Concat(ask.Rows(c.takebackButtons(t)), ask.Rows(c.playButtons(t)), c.menus(t))
		return rows[:min(len(rows), chat.MaxRows)]
	case t.Asks(table.Pause):
		return slices.Concat(ask.Rows(c.pauseAnswers(t)), ask.Rows(c.playButtons(t)), c.menus(t))
	case t.Paused():
		return slices.Concat(ask.Rows([]chat.Button{c.button(t, "resume", engine.T("Resume"), chat.Success)}), ask.Rows(c.playButtons(t)))
	default:
		return slices.Concat(ask.Rows(c.playButtons(t)), c.leafRows(t), c.menus(t))
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

// playButtons are always in the same order: the moves, taking back, a hint, the views, the
// rules, and what ends the game or begins another.
func (c *call) playButtons(t *table.Table) []chat.Button {
	thinks := t.LevelToMove() != "" || t.Paused()
	list := c.verbButtons(t)
	if canUndo(t) {
		list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
	}
	if !t.Record.Over && t.Game.Opponents.Hint != "" && t.HelpOpen() {
		list = append(list, c.button(t, "hint", engine.T("Hint"), chat.Secondary))
	}
	list = append(list, c.viewButtons(t)...)
	// While a level thinks it is nobody's turn, but undoing and resigning end the thought. Nor
	// does anybody move while the clock is paused.
	for i := range list {
		list[i].Disabled = thinks && !strings.HasPrefix(list[i].Action, "undo:")
	}
	switch {
	case !t.Record.Over:
		if !hasMoved(t) {
			list = append(list, c.rulesButtons(t.Game)...)
		}
		list = append(list, c.pauseButtons(t)...)
		return append(list, c.button(t, "resign", t.Terms().Quit, chat.Secondary))
	case !t.Began():
		return list
	}
	if _, solved := solvedRiddle(t); solved {
		list = append(list, c.button(t, "share", engine.T("Share"), chat.Primary))
	}
	list = append(list, c.pastButtons(t)...)
	return append(list, c.againButton(t))
}

// hasMoved reports whether a person has played a move that is still there.
func hasMoved(t *table.Table) bool {
	return slices.ContainsFunc(t.Record.Moves, func(m store.Move) bool { return table.IsUser(m.By) })
}

// canUndo reports whether a move can be taken back by a button: at an open table, and where
// one alone has come to the end.
func canUndo(t *table.Table) bool {
	riddle, _ := engine.RiddleOf(t.Position)
	switch {
	case riddle.Final || !hasMoved(t):
		return false
	case t.Record.Over:
		return t.Began() && len(t.Record.Seats) == 1 && t.Record.Result == nil
	default:
		return !t.Asks(table.Takeback) && t.RequireUndo() == nil
	}
}

// againButton plays again what is over, or goes on with the next puzzle.
func (c *call) againButton(t *table.Table) chat.Button {
	b := c.button(t, "rematch", t.Terms().Again, chat.Success)
	if _, puzzle := nextPuzzle(t); puzzle {
		b.Label, b.Emoji = c.Say("Next puzzle"), "🧩"
	}
	return b
}

// offers reports whether a view has a button at a table as it stands.
func offers(t *table.Table, v engine.View) bool {
	switch over := t.Record.Over; {
	case v.Button.Empty() || v.BeforeEnd && over || v.Offer != nil && !v.Offer(t.Position):
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
			b := c.button(t, "view", v.Button, chat.Secondary, v.Name)
			b.Emoji = v.Emoji
			list = append(list, b)
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
		action := ""
		switch {
		case playsBare(t.Position, v):
			action = "play"
		case len(v.Args) > 0 && (v.Name == moveVerb || engine.CanPlay(t.Position, v.Name)):
			action = "form"
		default:
			continue
		}
		b := c.button(t, action, v.Button, chat.Secondary, v.Name)
		b.Emoji = v.Emoji
		if len(list) == 0 {
			b.Style = chat.Primary
		}
		list = append(list, b)
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

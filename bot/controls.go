package bot

import (
	"context"
	"slices"
	"strconv"
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
		case len(v.Args) > 0 && (v.Name == engine.MoveVerb || engine.CanPlay(t.Position, v.Name)):
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
	return slices.Contains(engine.MovesOf(p), v.Line(nil))
}

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

// menus have what can be picked for verbs now. Where that is one thing alone a menu would be
// a button.
func (c *call) menus(t *table.Table) []chat.Row {
	if t.Record.Over || t.LevelToMove() != "" {
		return nil
	}
	var rows []chat.Row
	for _, v := range t.Game.Verbs {
		if p := engine.PickingOf(t.Position, v.Name, ""); p.More || p.Menu.Several || len(p.Menu.Offers) > 1 {
			rows = append(rows, c.menuRows(t, v, p)...)
		}
	}
	return rows
}

// menuRows are what can be picked for a verb at a step, in as many menus as it needs.
func (c *call) menuRows(t *table.Table, v engine.Verb, p engine.Picking) []chat.Row {
	action, most, offers := "pick", 1, p.Menu.Offers
	switch {
	case p.More:
		action = "stage"
	case p.Menu.Several:
		most = len(offers)
	}
	var rows []chat.Row
	for part := range slices.Chunk(offers, chat.MaxChoices) {
		argument := v.Name
		if len(rows) > 0 { // the custom IDs of a message differ
			argument += " " + strconv.Itoa(len(rows)+1)
		}
		placeholder := c.Words.Say(p.Menu.Title)
		if len(offers) > chat.MaxChoices {
			placeholder = c.Say("%s: %s … %s", p.Menu.Title, part[0].Title, part[len(part)-1].Title)
		}
		rows = append(rows, chat.Row{Menu: &chat.Menu{
			Action: c.button(t, action, p.Menu.Title, chat.Secondary, argument).Action, Placeholder: chat.Shorten(placeholder, chat.MaxPlaceholder),
			Choices: c.choices(part), Min: 1, Max: most,
		}})
	}
	return rows
}

// choices are offers in the caller's language.
func (c *call) choices(offers []engine.Offer) []chat.Suggestion {
	list := make([]chat.Suggestion, len(offers))
	for i, o := range offers {
		list[i] = chat.Suggestion{
			Name: chat.Shorten(c.Words.Say(o.Title), chat.MaxChoice), Value: o.ID, Detail: chat.Shorten(c.Words.Say(o.Detail), chat.MaxChoice),
		}
	}
	return list
}

// inPlace shows a table as it stands in the place of the message that was pressed, changed
// by a function whose error leaves the board as it is.
func (b *boards) inPlace(c *call, t *table.Table, change func(*chat.Reply) error) chat.Reply {
	c.keeps(t)
	return chat.Reply{Update: c.updates(), Private: c.private, Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
		board := b.later(ctx, c, t, table.Notice{Text: t.Headline()})
		changed := board
		changed.Files = slices.Clone(board.Files)
		if err := change(&changed); err != nil {
			c.Failed = true
			c.Log.Error("show a stage", t.Attr(), "err", err)
			return board
		}
		return changed
	}}
}

// pauseButtons ask to have the clock stand where that can be asked.
func (c *call) pauseButtons(t *table.Table) []chat.Button {
	if t.Record.Over || t.Waiting() || t.Control().None() || !t.Between() || t.Paused() || t.Record.Pending != nil {
		return nil
	}
	return []chat.Button{c.button(t, "pause", engine.T("Pause"), chat.Secondary)}
}

// pauseAnswers answer a request to have the clock stand.
func (c *call) pauseAnswers(t *table.Table) []chat.Button {
	return []chat.Button{
		c.button(t, "standstill", engine.T("Allow"), chat.Success, t.Question()),
		c.button(t, "runon", engine.T("Refuse"), chat.Danger, t.Question()),
	}
}

// pastButtons begin the film of a game that is over.
func (c *call) pastButtons(t *table.Table) []chat.Button {
	if !worthALook(t) {
		return nil
	}
	return []chat.Button{c.button(t, "replay", engine.T("Replay"), chat.Secondary)}
}

// leafRows are the buttons by which a game that is over is leafed through.
func (c *call) leafRows(t *table.Table) []chat.Row {
	if !worthALook(t) {
		return nil
	}
	return ask.Rows(c.leafButtons(t, "look", len(t.Record.Moves)))
}

// worthALook reports whether there is something to look back at: more than a move or two, and
// not the tries at a puzzle, which leave the board as it is.
func worthALook(t *table.Table) bool {
	riddle, _ := engine.RiddleOf(t.Position)
	return t.Record.Over && len(t.Record.Moves) >= leastLook && !riddle.Final
}

// leastLook is how many moves a game must have had to be worth a look back.
const leastLook = 2

// The buttons by which one leafs, in their order.
const (
	toStart = "⏮️"
	back    = "◀️"
	forward = "▶️"
	toEnd   = "⏭️"
)

// leafButtons lead from the position after n moves to others, by an action whose argument says
// where to. Each has an argument of its own: Discord takes none twice.
func (c *call) leafButtons(t *table.Table, action string, n int) []chat.Button {
	moves := len(t.Record.Moves)
	var list []chat.Button
	for _, b := range []struct {
		emoji string
		to    int
	}{{toStart, 0}, {back, n - 1}, {forward, n + 1}, {toEnd, moves}} {
		button := c.button(t, action, engine.Text{}, chat.Secondary, strconv.Itoa(max(0, min(b.to, moves))), b.emoji)
		button.Label, button.Emoji = "", b.emoji
		button.Disabled = b.to < 0 || b.to > moves || b.to == n
		list = append(list, button)
	}
	return list
}

// argumentsOf are the arguments that a move gives to a verb; false where the move is one
// of another verb.
func argumentsOf(g *engine.Game, v engine.Verb, move string) ([]string, bool) {
	words := strings.Fields(move)
	if v.Name != moveVerb {
		return words[1:], words[0] == v.Name
	}
	_, other := g.Verb(words[0])
	return words, !other
}

// encodes and decodes report what a format is for.
func encodes(f engine.Format) bool { return f.Encode != nil }

// formatChoices are the formats of a game that fit.
func formatChoices(g *engine.Game, fits func(engine.Format) bool) []engine.Named {
	var list []engine.Named
	for _, f := range g.Formats {
		if fits(f) {
			list = append(list, engine.Named{ID: f.ID, Title: f.Title})
		}
	}
	return list
}

// worthExporting reports whether a table has more on it than the start of a game that all
// know: moves, or a puzzle.
func worthExporting(t *table.Brief) bool { return t.Played() > 0 || len(t.Head.Seats) == 1 }

// moveVerb is the verb whose name the canonical form of a move leaves out.
const moveVerb = "move"

// nextPuzzle are the options for the puzzle after the one at a table; false where there is
// none.
func nextPuzzle(t *table.Table) (engine.Options, bool) {
	asked, err := t.Asked()
	if err != nil || t.Game.Next == nil {
		return nil, false
	}
	return t.Game.Next(asked)
}

// solvedRiddle is the puzzle that is solved at a table; ok is false where there is none.
func solvedRiddle(t *table.Table) (r engine.Riddle, ok bool) {
	if t.Record.Result != nil || t.Position.Outcome().Status != engine.Solved {
		return r, false
	}
	return engine.RiddleOf(t.Position)
}

// pressedVerb finds the verb that a button names.
func pressedVerb(t *table.Table, name string) (engine.Verb, error) {
	v, ok := t.Game.Verb(name)
	if !ok {
		return v, unknownButton()
	}
	return v, nil
}

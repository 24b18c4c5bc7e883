package show

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
func (c *Call) tableRows(t *table.Table) []chat.Row {
	rows := c.allRows(t)
	return rows[:min(len(rows), chat.MaxRows)]
}

func (c *Call) allRows(t *table.Table) []chat.Row {
	switch {
	case t.Waiting():
		return ask.Rows(append(c.challengeButtons(t), c.RulesButtons(t.Game)...))
	case len(t.People()) == 0 && !t.Record.Over:
		return ask.Rows([]chat.Button{c.TableButton(t, "stop", engine.T("Stop"), chat.Danger)})
	case t.Asks(table.Takeback):
		rows := slices.Concat(ask.Rows(c.takebackButtons(t)), ask.Rows(c.playButtons(t)), c.Menus(t))
		return rows[:min(len(rows), chat.MaxRows)]
	case t.Asks(table.Pause):
		return slices.Concat(ask.Rows(c.pauseAnswers(t)), ask.Rows(c.playButtons(t)), c.Menus(t))
	case t.Paused():
		return slices.Concat(ask.Rows([]chat.Button{c.TableButton(t, "resume", engine.T("Resume"), chat.Success)}), ask.Rows(c.playButtons(t)))
	default:
		return slices.Concat(ask.Rows(c.playButtons(t)), c.LeafRows(t), c.Menus(t))
	}
}

// takebackButtons answer a request to take a move back.
func (c *Call) takebackButtons(t *table.Table) []chat.Button {
	return []chat.Button{
		c.TableButton(t, "allow", engine.T("Allow"), chat.Success, t.Question()),
		c.TableButton(t, "refuse", engine.T("Refuse"), chat.Danger, t.Question()),
	}
}

func (c *Call) challengeButtons(t *table.Table) []chat.Button {
	if t.Asks(table.Open) {
		return []chat.Button{c.TableButton(t, "accept", engine.T("Join"), chat.Success), c.TableButton(t, "withdraw", engine.T("Withdraw"), chat.Secondary)}
	}
	return []chat.Button{c.TableButton(t, "accept", engine.T("Accept"), chat.Success), c.TableButton(t, "decline", engine.T("Decline"), chat.Danger)}
}

// playButtons are always in the same order: the moves, taking back, a hint, the views, the
// rules, and what ends the game or begins another.
func (c *Call) playButtons(t *table.Table) []chat.Button {
	thinks := t.LevelToMove() != "" || t.Paused()
	list := c.verbButtons(t)
	if canUndo(t) {
		list = append(list, c.TableButton(t, "undo", engine.T("Undo"), chat.Secondary))
	}
	if !t.Record.Over && t.Game.Opponents.Hint != "" && t.HelpOpen() {
		list = append(list, c.TableButton(t, "hint", engine.T("Hint"), chat.Secondary))
	}
	list = append(list, c.ViewButtons(t)...)
	// While a level thinks it is nobody's turn, but undoing and resigning end the thought. Nor
	// does anybody move while the clock is paused.
	for i := range list {
		list[i].Disabled = thinks && !strings.HasPrefix(list[i].Action, "undo:")
	}
	switch {
	case !t.Record.Over:
		if !hasMoved(t) {
			list = append(list, c.RulesButtons(t.Game)...)
		}
		list = append(list, c.pauseButtons(t)...)
		return append(list, c.TableButton(t, "resign", t.Terms().Quit, chat.Secondary))
	case !t.Began():
		return list
	}
	if _, solved := SolvedRiddle(t); solved {
		list = append(list, c.TableButton(t, "share", engine.T("Share"), chat.Primary))
	}
	list = append(list, c.PastButtons(t)...)
	return append(list, c.AgainButton(t))
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

// AgainButton plays again what is over, or goes on with the next puzzle.
func (c *Call) AgainButton(t *table.Table) chat.Button {
	b := c.TableButton(t, "rematch", t.Terms().Again, chat.Success)
	if _, puzzle := NextPuzzle(t); puzzle {
		b.Label, b.Emoji = c.Say("Next puzzle"), "🧩"
	}
	return b
}

// offers reports whether a view is offered at a table as it stands.
func offers(t *table.Table, v engine.View) bool {
	switch over := t.Record.Over; {
	case v.BeforeEnd && over || v.Offer != nil && !v.Offer(t.Position):
		return false
	case v.AfterEnd:
		return over && len(t.Record.Moves) > 0
	default:
		return true
	}
}

// ViewButtons show the views that a table offers.
func (c *Call) ViewButtons(t *table.Table) []chat.Button {
	var list []chat.Button
	for _, v := range t.Game.Views {
		if b, ok := t.Game.Controls.Buttons[v.Name]; ok && offers(t, v) {
			list = append(list, c.gameButton(t, "view", b, v.Name))
		}
	}
	return list
}

func (c *Call) verbButtons(t *table.Table) []chat.Button {
	var list []chat.Button
	for _, v := range t.Game.Verbs {
		b, ok := t.Game.Controls.Buttons[v.Name]
		if !ok || t.Record.Over && (!v.AfterEnd || t.Record.Result != nil) {
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
		list = append(list, c.gameButton(t, action, b, v.Name))
		list[0].Style = chat.Primary
	}
	return list
}

// gameButton is a button of the game for one of its verbs or views.
func (c *Call) gameButton(t *table.Table, action string, b engine.Button, name string) chat.Button {
	button := c.TableButton(t, action, b.Label, chat.Secondary, name)
	button.Emoji = b.Emoji
	return button
}

// playsBare reports whether a verb can be played without arguments: one that takes none
// where it can be completed, and one that may have some where the position lists it so.
func playsBare(p engine.Position, v engine.Verb) bool {
	if len(v.Args) == 0 {
		return engine.CanPlay(p, v.Line(nil))
	}
	return slices.Contains(engine.MovesOf(p), v.Line(nil))
}

// ActionParts is how many parts the custom ID of a button at a table has, which is
//
//	action:game:table:stamp:argument
//
// The channel is the one in which it is pressed, so that no ID reaches the tables of
// another; who may press is checked at the table, whatever the ID says.
const ActionParts = 5

// Buttons that run a line as a command of a game, and those whose answer takes the place
// of the message above, have the custom ID
//
//	action:game:table:line
//
// where the table is 0 for none, and the game "" for a line of a general command. A menu with
// such an ID adds what is picked to the line.
const (
	RunAction   = "run"
	RerunAction = ask.Again
	// AgainstAction is of a menu of people, or of a button that names a person in the place
	// of the table: the line opens a table against them.
	AgainstAction = "against"
	RunParts      = 4
)

// ChosenAction is of a menu whose choices are custom IDs: what is picked is done.
const ChosenAction = "chosen"

// RunActions are the actions that run a line.
var RunActions = []string{RunAction, RerunAction, AgainstAction}

// LineAction is the action of a button whose line plays a move that it names.
const LineAction = "line"

// emoji stand before the labels of buttons, by their action.
var emoji = map[string]string{
	"undo": "↩️", "back": "⬅️", "hint": "💡", "resign": "🏳️", "giveup": "🏳️", "stop": "⏹️", "rematch": "🔁",
	"accept": "✅", "decline": "❌", "withdraw": "❌", "allow": "✅", "refuse": "❌", "share": "📣",
	"advised": "👆", "replay": "🎞️",
	"pause": "⏸️", "resume": "▶️", "standstill": "✅", "runon": "❌",
}

// TableButton makes a button for a table as it stands.
func (c *Call) TableButton(t *table.Table, action string, label engine.Text, style chat.ButtonStyle, arg ...string) chat.Button {
	id := []string{action, t.Game.ID, strconv.Itoa(t.Key.Number), t.Stamp(), strings.Join(arg, " ")}
	return chat.Button{Label: c.Words.Say(label), Emoji: emoji[action], Style: style, Action: c.visitor() + strings.Join(id, ":")}
}

// RunButton makes a button that runs a line; t is nil where the line is about no table.
func (c *Call) RunButton(t *table.Table, act engine.Action) chat.Button {
	if t != nil && !act.Replace && namesMove(t.Game, act.Line) {
		return c.TableButton(t, LineAction, act.Label, chat.Secondary, act.Line)
	}
	action, number := RunAction, 0
	if act.Replace {
		action = RerunAction
	}
	if t != nil {
		number = t.Key.Number
	}
	id := []string{action, c.Entry.Game.ID, strconv.Itoa(number), act.Line}
	return chat.Button{Label: c.Words.Say(act.Label), Emoji: act.Emoji, Style: chat.Secondary, Action: c.visitor() + strings.Join(id, ":"), Disabled: act.Disabled}
}

// RulesButtons is the button that shows how a game is played, if that is written down.
func (c *Call) RulesButtons(g *engine.Game) []chat.Button {
	if _, ok := g.Tool(engine.RulesTool); !ok {
		return nil
	}
	id := []string{RunAction, g.ID, "0", engine.RulesTool}
	return []chat.Button{{Label: c.Say("Rules"), Emoji: "📖", Style: chat.Secondary, Action: strings.Join(id, ":")}}
}

// namesMove reports whether a line plays a certain move: one with arguments.
func namesMove(g *engine.Game, line string) bool {
	name, _, arguments := strings.Cut(line, " ")
	_, verb := g.Verb(name)
	return verb && arguments
}

// UnknownButton refuses a button that this bot does not make.
func UnknownButton() error {
	return engine.Refuse("this button is not known any more; %s lists what can be done", engine.Command("help"))
}

// Menus have what can be picked for verbs now. Where that is one thing alone a menu would be
// a button.
func (c *Call) Menus(t *table.Table) []chat.Row {
	if t.Record.Over || t.LevelToMove() != "" {
		return nil
	}
	var rows []chat.Row
	for _, v := range t.Game.Verbs {
		if p := engine.PickingOf(t.Position, v.Name, ""); p.More || p.Menu.Several || len(p.Menu.Offers) > 1 {
			rows = append(rows, c.MenuRows(t, v, p)...)
		}
	}
	return rows
}

// MenuRows are what can be picked for a verb at a step, in as many menus as it needs.
func (c *Call) MenuRows(t *table.Table, v engine.Verb, p engine.Picking) []chat.Row {
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
			Action: c.TableButton(t, action, p.Menu.Title, chat.Secondary, argument).Action, Placeholder: chat.Shorten(placeholder, chat.MaxPlaceholder),
			Choices: c.choices(part), Min: 1, Max: most,
		}})
	}
	return rows
}

// choices are offers in the caller's language.
func (c *Call) choices(offers []engine.Offer) []chat.Suggestion {
	list := make([]chat.Suggestion, len(offers))
	for i, o := range offers {
		list[i] = chat.Suggestion{
			Name: chat.Shorten(c.Words.Say(o.Title), chat.MaxChoice), Value: o.ID, Detail: chat.Shorten(c.Words.Say(o.Detail), chat.MaxChoice),
		}
	}
	return list
}

// InPlace shows a table as it stands in the place of the message that was pressed, changed
// by a function whose error leaves the board as it is.
func (b *Boards) InPlace(c *Call, t *table.Table, change func(*chat.Reply) error) chat.Reply {
	c.Keeps(t)
	return chat.Reply{Update: c.Updates(), Private: c.Private, Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
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
func (c *Call) pauseButtons(t *table.Table) []chat.Button {
	if t.Record.Over || t.Waiting() || t.Control().None() || !t.Between() || t.Paused() || t.Record.Pending != nil {
		return nil
	}
	return []chat.Button{c.TableButton(t, "pause", engine.T("Pause"), chat.Secondary)}
}

// pauseAnswers answer a request to have the clock stand.
func (c *Call) pauseAnswers(t *table.Table) []chat.Button {
	return []chat.Button{
		c.TableButton(t, "standstill", engine.T("Allow"), chat.Success, t.Question()),
		c.TableButton(t, "runon", engine.T("Refuse"), chat.Danger, t.Question()),
	}
}

// PastButtons begin the film of a game that is over.
func (c *Call) PastButtons(t *table.Table) []chat.Button {
	if !worthALook(t) {
		return nil
	}
	return []chat.Button{c.TableButton(t, "replay", engine.T("Replay"), chat.Secondary)}
}

// LeafRows are the buttons by which a game that is over is leafed through.
func (c *Call) LeafRows(t *table.Table) []chat.Row {
	if !worthALook(t) {
		return nil
	}
	return ask.Rows(c.LeafButtons(t, "look", len(t.Record.Moves)))
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
	ToStart = "⏮️"
	Back    = "◀️"
	Forward = "▶️"
	ToEnd   = "⏭️"
)

// LeafButtons lead from the position after n moves to others, by an action whose argument says
// where to. Each has an argument of its own: Discord takes none twice.
func (c *Call) LeafButtons(t *table.Table, action string, n int) []chat.Button {
	moves := len(t.Record.Moves)
	var list []chat.Button
	for _, b := range []struct {
		emoji string
		to    int
	}{{ToStart, 0}, {Back, n - 1}, {Forward, n + 1}, {ToEnd, moves}} {
		button := c.TableButton(t, action, engine.Text{}, chat.Secondary, strconv.Itoa(max(0, min(b.to, moves))), b.emoji)
		button.Label, button.Emoji = "", b.emoji
		button.Disabled = b.to < 0 || b.to > moves || b.to == n
		list = append(list, button)
	}
	return list
}

// Encodes reports whether games can be written down in a format.
func Encodes(f engine.Format) bool { return f.Encode != nil }

// FormatChoices are the formats of a game that fit.
func FormatChoices(g *engine.Game, fits func(engine.Format) bool) []engine.Named {
	var list []engine.Named
	for _, f := range g.Formats {
		if fits(f) {
			list = append(list, engine.Named{ID: f.ID, Title: f.Title})
		}
	}
	return list
}

// WorthExporting reports whether a table has more on it than the start of a game that all
// know: moves, or a puzzle.
func WorthExporting(t *table.Brief) bool { return t.Played() > 0 || len(t.Head.Seats) == 1 }

// NextPuzzle are the options for the puzzle after the one at a table; false where there is
// none.
func NextPuzzle(t *table.Table) (engine.Options, bool) {
	asked, err := t.Asked()
	if err != nil || t.Game.Next == nil {
		return nil, false
	}
	return t.Game.Next(asked)
}

// SolvedRiddle is the puzzle that is solved at a table; ok is false where there is none.
func SolvedRiddle(t *table.Table) (r engine.Riddle, ok bool) {
	if t.Record.Result != nil || t.Position.Outcome().Status != engine.Solved {
		return r, false
	}
	return engine.RiddleOf(t.Position)
}

// PressedVerb finds the verb that a button names.
func PressedVerb(t *table.Table, name string) (engine.Verb, error) {
	v, ok := t.Game.Verb(name)
	if !ok {
		return v, UnknownButton()
	}
	return v, nil
}

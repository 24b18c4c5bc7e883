package show

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

func (c *Call) tableRows(t *table.Table) []chat.Row {
	switch {
	case t.Waiting():
		return chat.Rows(append(c.challengeButtons(t), c.RulesButtons(t.Game)...))
	case len(t.People()) == 0 && !t.Record.Over:
		return chat.Rows([]chat.Button{c.TableButton(t, "stop", engine.T("Stop"), chat.Danger)})
	}
	var first []chat.Button
	if t.Question() != "" {
		first = c.answerButtons(t)
	}
	if t.Paused() {
		return slices.Concat(chat.Rows(append(first, c.TableButton(t, "resume", engine.T("Resume"), chat.Success))), chat.Rows(c.playButtons(t)))
	}
	return slices.Concat(chat.Rows(first), chat.Rows(c.playButtons(t)), c.LeafRows(t), c.Menus(t))
}

// answerButtons returns the buttons that agree to what is asked, and refuse it.
func (c *Call) answerButtons(t *table.Table) []chat.Button {
	return []chat.Button{
		c.TableButton(t, "allow", engine.T("Allow"), chat.Success, t.Question()),
		c.TableButton(t, "refuse", engine.T("Refuse"), chat.Danger, t.Question()),
	}
}

func (c *Call) challengeButtons(t *table.Table) []chat.Button {
	if t.Asks(table.Open) {
		return []chat.Button{c.TableButton(t, "accept", engine.T("Join"), chat.Success), c.TableButton(t, "withdraw", engine.T("Withdraw"), chat.Secondary)}
	}
	list := []chat.Button{c.TableButton(t, "accept", engine.T("Accept"), chat.Success), c.TableButton(t, "decline", engine.T("Decline"), chat.Danger)}
	if t.Record.Pending.Often {
		list = append(list, c.TableButton(t, "block", engine.T("Block"), chat.Secondary))
	}
	return list
}

// playButtons returns the buttons in a fixed order: moves, undo, hint, views, rules, and what ends
// the game or begins another.
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
	// While a level thinks or the clock is paused nobody is to move. Undoing and resigning stay
	// possible, and end the level's search.
	for i := range list {
		list[i].Disabled = thinks && !strings.HasPrefix(list[i].Action, "undo:")
	}
	switch {
	case !t.Record.Over:
		prepares := func(v engine.Verb) bool { return v.Prepares && engine.CanPlay(t.Position, v.Name) }
		if !hasMoved(t) || slices.ContainsFunc(t.Game.Verbs, prepares) {
			list = append(list, c.RulesButtons(t.Game)...)
		}
		if !t.Control().None() && t.Between() && !t.Paused() && t.Record.Pending == nil {
			list = append(list, c.TableButton(t, "pause", engine.T("Pause"), chat.Secondary))
		}
		return append(list, c.TableButton(t, "resign", t.Terms().Quit, chat.Secondary))
	case !t.Began():
		return list
	}
	if _, solved := SolvedRiddle(t); solved {
		list = append(list, c.TableButton(t, "share", engine.T("Share"), chat.Primary))
	}
	list = append(append(list, c.PastButtons(t)...), c.AgainButton(t))
	if other := t.Terms().Other; other.Line != "" {
		list = append(list, c.RunButton(nil, other))
	}
	return list
}

// hasMoved reports whether a person has played a move that was not taken back.
func hasMoved(t *table.Table) bool {
	return slices.ContainsFunc(t.Record.Moves, func(m store.Move) bool { return table.IsUser(m.By) })
}

// canUndo reports whether a button can take a move back: at an open table, and after the end if one
// person plays alone.
func canUndo(t *table.Table) bool {
	riddle, _ := engine.RiddleOf(t.Position)
	switch {
	case riddle.Final || !hasMoved(t):
		return false
	case t.Record.Over:
		return t.Began() && len(t.Record.Seats) == 1 && t.Record.Result == nil
	default:
		return t.Question() == "" && t.RequireUndo() == nil
	}
}

// AgainButton plays a finished game again, or goes on with the next puzzle.
func (c *Call) AgainButton(t *table.Table) chat.Button {
	b := c.TableButton(t, "rematch", t.Terms().Again, chat.Success)
	if _, puzzle := NextPuzzle(t); puzzle {
		b.Label, b.Emoji = c.Say("Next puzzle"), "🧩"
	}
	return b
}

// offers reports whether a table offers a view in its present state.
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

// ViewButtons returns the buttons of the views that a table offers.
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
		if !ok || t.Record.Over && !t.GoesOn(v) {
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

func (c *Call) gameButton(t *table.Table, action string, b engine.Button, name string) chat.Button {
	return c.TableButton(t, action, b.Label, chat.Secondary, name).With(b.Emoji)
}

// playsBare reports whether a verb can be played without arguments. A verb that takes none must be
// playable, and any other must be among the position's moves without them.
func playsBare(p engine.Position, v engine.Verb) bool {
	if len(v.Args) == 0 {
		return engine.CanPlay(p, v.Line(nil))
	}
	return slices.Contains(engine.MovesOf(p), v.Line(nil))
}

// ActionParts is how many parts the custom ID of a table's button has:
//
//	action:game:table:stamp:argument
//
// The channel is the one in which the button is pressed, so no ID reaches a table of another
// channel. Whether the person may press it is checked at the table.
const ActionParts = 5

// The custom ID of a button that runs a line as a command of a game, or whose answer replaces the
// message above, is
//
//	action:game:table:line
//
// The table is 0 for none, and the game "" for a general command. A menu with such an ID appends the
// picked values to the line.
const (
	RunAction   = "run"
	RerunAction = chat.Again
	// AgainstAction is for a menu of people, or a button with a person in place of the table: the
	// line opens a table against them.
	AgainstAction = "against"
	// AskAction is for a button that opens a form for arguments of a command, and AskedAction for that
	// form: the line has the command and the arguments' names, see [Call.AskForm].
	AskAction   = "ask"
	AskedAction = "asked"
	RunParts    = 4
)

// ChosenAction is for a menu whose values are custom IDs. The picked one is run.
const ChosenAction = "chosen"

// RunActions are the actions that run a line.
var RunActions = []string{RunAction, RerunAction, AgainstAction, AskAction, AskedAction}

// LineAction is for a button whose line plays a certain move.
const LineAction = "line"

// emoji are shown before the labels of buttons, by action.
var emoji = map[string]string{
	"undo": "↩️", "back": "⬅️", "hint": "💡", "resign": "🏳️", "giveup": "🏳️", "stop": "⏹️", "rematch": "🔁",
	"accept": "✅", "decline": "❌", "block": "🚫", "withdraw": "❌", "allow": "✅", "refuse": "❌", "share": "📣",
	"advised": "👆", "replay": "🎞️",
	"pause": "⏸️", "resume": "▶️", "agree": "🤝",
}

// TableButton returns a button for a table in its present state.
func (c *Call) TableButton(t *table.Table, action string, label engine.Text, style chat.ButtonStyle, arg ...string) chat.Button {
	id := []string{action, t.Game.ID, strconv.Itoa(t.Key.Number), t.Stamp(), strings.Join(arg, " ")}
	return chat.Button{Label: c.Words.Say(label), Emoji: emoji[action], Style: style, Action: c.visitPrefix() + strings.Join(id, ":")}
}

// RunButton returns a button that runs a line; t is nil if the line is about no table.
func (c *Call) RunButton(t *table.Table, act engine.Action) chat.Button {
	if name, _, arguments := strings.Cut(act.Line, " "); t != nil && !act.Replace && arguments {
		if _, verb := t.Game.Verb(name); verb { // it plays a certain move
			return c.TableButton(t, LineAction, act.Label, chat.Secondary, act.Line)
		}
	}
	action, number := RunAction, 0
	switch {
	case len(act.Asks) > 0:
		action, act.Line = AskAction, strings.Join(append([]string{act.Line}, act.Asks...), FieldSeparator)
	case act.Replace:
		action = RerunAction
	}
	if t != nil {
		number = t.Key.Number
	}
	id := []string{action, c.Entry.Game.ID, strconv.Itoa(number), act.Line}
	return chat.Button{Label: c.Words.Say(act.Label), Emoji: act.Emoji, Style: chat.Secondary, Action: c.visitPrefix() + strings.Join(id, ":"), Disabled: act.Disabled}
}

// RulesButtons returns the button that shows the rules of a game, if it has them as a tool.
func (c *Call) RulesButtons(g *engine.Game) []chat.Button {
	if _, ok := g.Tool(engine.RulesTool); !ok {
		return nil
	}
	id := []string{RunAction, g.ID, "0", engine.RulesTool}
	return []chat.Button{{Label: c.Say("Rules"), Emoji: "📖", Style: chat.Secondary, Action: strings.Join(id, ":")}}
}

// UnknownButton refuses a button that this bot does not make.
func UnknownButton() error {
	return engine.Refuse("this button is not known any more; %s lists what can be done", engine.Command("help"))
}

// Menus returns menus of what can be picked for the verbs now. There is none for a single choice,
// which has a button.
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

// MenuRows returns what can be picked for a verb at a step, in as many menus as are needed.
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
		if len(rows) > 0 { // the custom IDs in a message must differ
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

func (c *Call) choices(offers []engine.Offer) []chat.Suggestion {
	return engine.Map(offers, func(o engine.Offer) chat.Suggestion {
		return chat.Suggestion{
			Name: chat.Shorten(c.Words.Say(o.Title), chat.MaxChoice), Value: o.ID, Detail: chat.Shorten(c.Words.Say(o.Detail), chat.MaxChoice),
		}
	})
}

// InPlace shows a table in place of the pressed message, modified by change. If change fails, the
// unmodified board is shown.
func (s *Services) InPlace(c *Call, t *table.Table, change func(*chat.Reply) error) chat.Reply {
	c.KeepPrivate(t)
	return chat.Reply{Update: c.Updates(), Private: c.Private, Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
		board := s.messageInPool(ctx, c, t, table.Notice{Text: t.Headline()})
		changed := board
		changed.Files = slices.Clone(board.Files)
		if err := change(&changed); err != nil {
			c.Undrawn(err, t.Attr())
			return board
		}
		return changed
	}}
}

// PastButtons returns the button that replays a finished game.
func (c *Call) PastButtons(t *table.Table) []chat.Button {
	if !worthReplaying(t) {
		return nil
	}
	return []chat.Button{c.TableButton(t, "replay", engine.T("Replay"), chat.Secondary)}
}

// LeafRows returns the buttons that step through a finished game.
func (c *Call) LeafRows(t *table.Table) []chat.Row {
	if !worthReplaying(t) {
		return nil
	}
	return chat.Rows(c.LeafButtons(t, "look", len(t.Record.Moves)))
}

// worthReplaying reports whether a finished game has enough moves to be looked at again. Tries at a
// puzzle do not count, since they leave the board as it is.
func worthReplaying(t *table.Table) bool {
	riddle, _ := engine.RiddleOf(t.Position)
	return t.Record.Over && len(t.Record.Moves) >= minReplayed && !riddle.Final
}

const minReplayed = 2

// The buttons that step through a game, in their order.
const (
	ToStart = "⏮️"
	Back    = "◀️"
	Forward = "▶️"
	ToEnd   = "⏭️"
)

// LeafButtons returns the buttons that step from the position after n moves to others. The argument
// of the action is the target, with the emoji because Discord rejects equal custom IDs.
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

// Encodes reports whether games can be written in a format.
func Encodes(f engine.Format) bool { return f.Encode != nil }

// FormatChoices returns the formats of a game for which fits is true.
func FormatChoices(g *engine.Game, fits func(engine.Format) bool) []engine.Named {
	formats := slices.DeleteFunc(slices.Clone(g.Formats), func(f engine.Format) bool { return !fits(f) })
	return engine.Map(formats, func(f engine.Format) engine.Named { return engine.Named{ID: f.ID, Title: f.Title} })
}

// WorthExporting reports whether a table holds more than the initial position: moves, a puzzle, or what was
// imported.
func WorthExporting(t *table.Brief) bool {
	return t.Played() > 0 || len(t.Head.Seats) == 1 || t.Head.Imported != nil
}

// NextPuzzle returns the options of the puzzle after the one at a table; false if there is none.
func NextPuzzle(t *table.Table) (engine.Options, bool) {
	asked, err := t.Asked()
	if err != nil || t.Game.Next == nil {
		return nil, false
	}
	return t.Game.Next(asked)
}

// SolvedRiddle returns the puzzle that was solved at a table; ok is false if there is none, or if the
// answer was imported.
func SolvedRiddle(t *table.Table) (r engine.Riddle, ok bool) {
	if t.Record.Result != nil || t.Record.Imported != nil || t.Position.Outcome().Status != engine.Solved {
		return r, false
	}
	return engine.RiddleOf(t.Position)
}

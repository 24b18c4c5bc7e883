package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// menus offer the moves of verbs that ask for it. Where a position has one move a menu
// would be a button, and beyond chat.MaxChoices there is no room: then moves are picked in
// stages, or by a form.
func (c *call) menus(t *table.Table) []chat.Row {
	if t.Record.Over || t.LevelToMove() != "" {
		return nil
	}
	var rows []chat.Row
	for _, v := range t.Game.Verbs {
		if !v.Menu.Empty() && len(v.Args) > 0 {
			rows = append(rows, c.menu(t, v)...)
		}
	}
	return rows
}

// menu offers the moves of a verb: those of its first stage, a set of what it may consist of,
// or one by one.
func (c *call) menu(t *table.Table, v engine.Verb) []chat.Row {
	if stager, ok := t.Position.(engine.Stager); ok {
		s, ok := stager.Stage(v.Name, "")
		if !ok || !s.More && len(s.Offers) < 2 {
			return nil
		}
		return c.stageRows(t, v, s)
	}
	if v.Together {
		if p, ok := pickingOf(t, v); ok {
			offers := p.Menus[0].Offers
			return c.menuRows(t, "pick", v, v.Menu, offers, min(len(offers), chat.MaxChoices))
		}
	}
	lister, ok := t.Position.(engine.Lister)
	if !ok {
		return nil
	}
	offers := movesOf(t, v, lister)
	if len(offers) < 2 || len(offers) > chat.MaxChoices {
		return nil
	}
	return c.menuRows(t, "pick", v, v.Menu, offers, 1)
}

// movesOf are the moves of a verb as the position describes them, or one more than a menu
// has room for.
func movesOf(t *table.Table, v engine.Verb, lister engine.Lister) []engine.Offer {
	var list []engine.Offer
	for _, move := range lister.Moves() {
		if len(list) > chat.MaxChoices {
			break
		}
		words, ok := argumentsOf(t.Game, v, move)
		if !ok || len(words) == 0 {
			continue
		}
		offer := engine.Offer{Title: engine.T("%s", strings.Join(words, " "))}
		if d, ok := t.Position.(engine.Describer); ok {
			offer = d.DescribeMove(move)
		}
		offer.ID = strings.Join(words, " ")
		list = append(list, offer)
	}
	return list
}

// menuRows are offers in as many menus as they need, of which up to most are picked
// together.
func (c *call) menuRows(t *table.Table, action string, v engine.Verb, says engine.Text, offers []engine.Offer, most int) []chat.Row {
	var rows []chat.Row
	for part := range slices.Chunk(offers, chat.MaxChoices) {
		argument := v.Name
		if len(rows) > 0 { // the custom IDs of a message differ
			argument += " " + strconv.Itoa(len(rows)+1)
		}
		placeholder := c.Words.Say(says)
		if len(offers) > chat.MaxChoices {
			placeholder = c.Say("%s: %s … %s", says, part[0].Title, part[len(part)-1].Title)
		}
		rows = append(rows, chat.Row{Menu: &chat.Menu{
			Action: c.button(t, action, says, chat.Secondary, argument).Action, Placeholder: chat.Shorten(placeholder, chat.MaxPlaceholder),
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

// stageOf is a stage in which moves of a verb are picked, if the position has it.
func stageOf(t *table.Table, v engine.Verb, name string) (engine.Stage, bool) {
	if s, ok := t.Position.(engine.Stager); ok {
		return s.Stage(v.Name, name)
	}
	return engine.Stage{}, false
}

// stageRows are the menus of a stage.
func (c *call) stageRows(t *table.Table, v engine.Verb, s engine.Stage) []chat.Row {
	action := "pick"
	if s.More {
		action = "stage"
	}
	return c.menuRows(t, action, v, s.Says, s.Offers, 1)
}

// stage shows what there is to pick next, in the place of the board's own menus.
func (m *moving) stage(c *call, t *table.Table, name string) (chat.Reply, error) {
	v, err := c.movesBy(t, name)
	if err != nil {
		return chat.Reply{}, err
	}
	s, ok := stageOf(t, v, strings.Join(c.Request.Values, " "))
	if !ok {
		return chat.Reply{}, unknownButton()
	}
	return m.boards.inPlace(c, t, func(r *chat.Reply) error {
		r.Text += " " + c.Say("%s:", s.Says)
		r.Rows = append(c.stageRows(t, v, s), chat.Row{Buttons: []chat.Button{c.button(t, "back", engine.T("Back"), chat.Secondary, v.Name)}})
		if s.Scene == nil {
			return nil
		}
		file, err := m.boards.pictures.scene(c, t, s.Scene, c.private)
		file.Apart = true
		r.Files = append(r.Files, file)
		return err
	}), nil
}

// menuVerb is the verb of a menu, which may be one of several of it: "place 2".
func menuVerb(t *table.Table, argument string) (engine.Verb, error) {
	name, _, _ := strings.Cut(argument, " ")
	return pressedVerb(t, name)
}

// movesBy is the verb of a menu, with which the caller may move now.
func (c *call) movesBy(t *table.Table, argument string) (engine.Verb, error) {
	v, err := menuVerb(t, argument)
	if err != nil {
		return v, err
	}
	return v, t.RequireMove(c.User.ID, v)
}

// back shows the board with its own menus again.
func (m *moving) back(c *call, t *table.Table, name string) (chat.Reply, error) {
	if _, err := c.movesBy(t, name); err != nil {
		return chat.Reply{}, err
	}
	return m.boards.inPlace(c, t, func(*chat.Reply) error { return nil }), nil
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

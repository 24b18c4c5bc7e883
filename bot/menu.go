package bot

import (
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// menus offer the moves of verbs that ask for it, each in a menu: where a position has
// one move a menu would be a button, and beyond chat.MaxChoices there is no room.
func (c *call) menus(t *table.Table) []chat.Row {
	lister, ok := t.Position.(engine.Lister)
	if !ok || t.Record.Over || t.LevelToMove() != "" {
		return nil
	}
	var rows []chat.Row
	for _, v := range t.Game.Verbs {
		if v.Menu.Empty() || len(v.Args) == 0 {
			continue
		}
		if choices := c.choices(t, v, lister.Moves()); len(choices) > 1 && len(choices) <= chat.MaxChoices {
			action := c.button(t, "pick", v.Menu, chat.Secondary, v.Name).Action
			rows = append(rows, chat.Row{Menu: &chat.Menu{Action: action, Placeholder: c.words.Say(v.Menu), Choices: choices}})
		}
	}
	return rows
}

// choices are the moves of a verb, by the titles that their first argument suggests.
func (c *call) choices(t *table.Table, v engine.Verb, moves []string) []chat.Suggestion {
	titles := map[string]string{}
	if v.Args[0].Suggest != nil {
		for _, n := range v.Args[0].Suggest(t.Position, "") {
			titles[n.ID] = c.words.Say(n.Title)
		}
	}
	var list []chat.Suggestion
	for _, move := range moves {
		words, ok := argumentsOf(t.Game, v, move)
		if !ok {
			continue
		}
		arguments := strings.Join(words, " ")
		title := titles[arguments]
		if title == "" {
			title = arguments
		}
		list = append(list, chat.Suggestion{Name: chat.Shorten(title, chat.MaxChoice), Value: arguments})
	}
	return list
}

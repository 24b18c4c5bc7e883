package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// maxFieldText is the longest text of a form's field.
const maxFieldText = 100

// form asks for a verb's arguments at a table.
func (c *call) form(t *table.Table, v engine.Verb) *chat.Form {
	f := &chat.Form{
		Title:  chat.Shorten(c.say("%s: %s", t.Game.Title, v.Button), chat.MaxTitle),
		Action: c.button(t, "fill", v.Button, chat.Primary, v.Name).Action,
	}
	for _, a := range v.Args {
		f.Fields = append(f.Fields, chat.Field{
			ID: a.Name, Label: chat.Shorten(c.words.Say(a.Help), chat.MaxTitle), Required: a.Required, Max: maxFieldText,
		})
	}
	return f
}

package bot

import (
	"encoding/json"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// preferences are what a person has set for themselves.
type preferences struct {
	Theme string `json:"theme,omitempty"`
}

// preferencesKind is the kind of record that holds them, by user ID.
const preferencesKind = "preferences"

func themeArg() engine.Arg {
	a := engine.Arg{Name: "theme", Help: engine.T("The colours of the boards you call up"), Kind: engine.Pick}
	for _, t := range render.Themes {
		a.Choices = append(a.Choices, engine.Named{ID: t.ID, Title: t.Title})
	}
	return a
}

// settings shows or changes a person's preferences.
func (c *call) settings() (chat.Reply, error) {
	o, err := c.options([]engine.Arg{themeArg()}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	theme := o.Text("theme")
	if theme == "" {
		return c.whisper([]string{c.say("Your boards are drawn in the theme **%s**. `/settings theme:` changes it.", c.theme().Title)}), nil
	}
	value, err := json.Marshal(preferences{Theme: theme})
	if err != nil {
		return chat.Reply{}, err
	}
	if err := c.store.Put(preferencesKind, c.User.ID, value); err != nil {
		return chat.Reply{}, err
	}
	return c.whisper([]string{c.say("From now on your boards are drawn in the theme **%s**.", c.theme().Title)}), nil
}

// theme is the caller's, or the operator's.
func (c *call) theme() render.Theme {
	var p preferences
	value, err := c.store.Get(preferencesKind, c.User.ID)
	switch {
	case err == nil:
		if err := json.Unmarshal(value, &p); err != nil {
			c.log.Error("read preferences", "channel", c.Channel, "err", err)
		}
	case !errors.Is(err, store.ErrNotFound):
		c.log.Error("read preferences", "channel", c.Channel, "err", err)
	}
	if t, ok := render.ThemeByID(p.Theme); ok {
		return t
	}
	t, _ := render.ThemeByID(c.config.Tables.Theme)
	return t
}

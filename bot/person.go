package bot

import (
	"encoding/json"
	"errors"
	"strconv"

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
func (c *call) settings() (Reply, error) {
	o, err := c.options([]engine.Arg{themeArg()}, false)
	if err != nil {
		return Reply{}, err
	}
	theme := o.Text("theme")
	if theme == "" {
		return c.whisper([]string{c.say("Your boards are drawn in the theme **%s**. `/settings theme:` changes it.", c.theme().Title)}), nil
	}
	value, err := json.Marshal(preferences{Theme: theme})
	if err != nil {
		return Reply{}, err
	}
	if err := c.store.Put(preferencesKind, c.User.ID, value); err != nil {
		return Reply{}, err
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

// What a person can have removed.
const (
	forgetSettings = "settings"
	forgetNotes    = "notes"
	forgetAll      = "all"
)

var forgetArg = engine.Arg{
	Name: "what", Help: engine.T("What is to be removed for good"), Kind: engine.Pick, Required: true,
	Choices: []engine.Named{
		{ID: forgetSettings, Title: engine.T("My settings")},
		{ID: forgetNotes, Title: engine.T("What games have kept for me, such as a journal")},
		{ID: forgetAll, Title: engine.T("Both")},
	},
}

// forget removes what is kept of the caller beside the tables, which others share.
func (c *call) forget() (Reply, error) {
	o, err := c.options([]engine.Arg{forgetArg}, false)
	if err != nil {
		return Reply{}, err
	}
	what, removed := o.Text(forgetArg.Name), 0
	if what != forgetNotes {
		if err := c.store.Remove(preferencesKind, c.User.ID); err != nil {
			return Reply{}, err
		}
	}
	if what != forgetSettings {
		if removed, err = c.forgetNotes(); err != nil {
			return Reply{}, err
		}
	}
	said := map[string]engine.Text{
		forgetSettings: engine.T("Your settings are removed."),
		forgetNotes:    engine.T("Your notes are removed: %s.", strconv.Itoa(removed)),
		forgetAll:      engine.T("Your settings and your notes are removed: %s.", strconv.Itoa(removed)),
	}[what]
	return c.whisper([]string{c.words.Say(said), c.say("Tables at which you have played keep your moves and your name, for those who played with you.")}), nil
}

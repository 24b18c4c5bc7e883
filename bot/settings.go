package bot

import (
	"encoding/json"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// settings are what persons have set for themselves.
type settings struct {
	records  records
	standard string // the ID of the theme that the operator has chosen
}

// preferences are the record of one person's settings.
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

// settings shows or changes the caller's preferences.
func (s *settings) settings(c *call) (chat.Reply, error) {
	o, err := c.options([]engine.Arg{themeArg()}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	theme := o.Text("theme")
	if theme == "" {
		return whisper(c.say("Your boards are drawn in the theme **%s**. `/settings theme:` changes it.", s.theme(c).Title)), nil
	}
	value, err := json.Marshal(preferences{Theme: theme})
	if err != nil {
		return chat.Reply{}, err
	}
	err = s.records.Apply(store.Change{
		Put:     []store.Value{{Record: store.Record{Kind: preferencesKind, ID: c.user.ID}, Data: value}},
		Handled: []string{c.request.ID},
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return whisper(c.say("From now on your boards are drawn in the theme **%s**.", s.theme(c).Title)), nil
}

// theme is the caller's, or the operator's.
func (s *settings) theme(c *call) render.Theme {
	var p preferences
	value, err := s.records.Get(preferencesKind, c.user.ID)
	if err == nil {
		err = json.Unmarshal(value, &p)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		c.log.Error("read preferences", "channel", c.request.Channel, "err", err)
	}
	if t, ok := render.ThemeByID(p.Theme); ok {
		return t
	}
	t, _ := render.ThemeByID(s.standard)
	return t
}

package bot

import (
	"encoding/json"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// settings are what persons have set for themselves.
type settings struct {
	records  records
	tables   *table.Tables
	blocking *blocking
	standard string // the ID of the theme that the operator has chosen
}

// preferences are the record of one person's settings.
type preferences struct {
	Theme string `json:"theme,omitempty"`
}

// preferencesKind is the kind of record that holds them, by user ID.
const preferencesKind = "preferences"

func themeArg() engine.Arg {
	a := engine.Arg{Name: "theme", Help: engine.T("The colours of your tables and of what only you see; contrast suits all kinds of colour vision"), Kind: engine.Pick}
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
	if len(c.request.Options) == 0 {
		return s.show(c)
	}
	var said []string
	_, err = applied(c, s.tables, func() (change store.Change, err error) {
		said, err = s.change(c, o.Text("theme"), &change)
		return change, err
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return whisper(said...), nil
}

// show lists the caller's settings.
func (s *settings) show(c *call) (chat.Reply, error) {
	blocked, err := s.blocking.list(c)
	if err != nil {
		return chat.Reply{}, err
	}
	return whisper(c.say("The tables that you open, and what only you see, are drawn in the theme **%s**. %s changes it.", s.theme(c, c.user.ID).Title, engine.Command("settings theme:")), blocked), nil
}

// change adds to a change what the caller sets, and says it: whom they block or unblock,
// and a theme, "" for none.
func (s *settings) change(c *call, theme string, change *store.Change) (said []string, err error) {
	blocked, err := s.blocking.change(c, change)
	if err != nil {
		return nil, err
	}
	if blocked != "" {
		said = append(said, blocked)
	}
	t, ok := render.ThemeByID(theme)
	if !ok {
		return said, nil
	}
	value, err := json.Marshal(preferences{Theme: theme})
	if err != nil {
		return nil, err
	}
	change.Put = append(change.Put, store.Value{Record: store.Record{Kind: preferencesKind, ID: c.user.ID}, Data: value})
	return append(said, c.say("From now on the tables that you open, and what only you see, are drawn in the theme **%s**.", t.Title)), nil
}

// themeAt is the theme of a table, whoever is shown it: that of who opened it. What one
// person alone sees, and what is about no table, is in their own.
func (s *settings) themeAt(c *call, t *table.Table, private bool) render.Theme {
	if t == nil || private {
		return s.theme(c, c.user.ID)
	}
	return s.theme(c, t.Record.Owner)
}

// theme is a person's, or the operator's.
func (s *settings) theme(c *call, user string) render.Theme {
	var p preferences
	value, err := s.records.Get(preferencesKind, user)
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

package show

import (
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// StyleAt returns the style of a table, which is that of its owner for all who see it. Private
// pictures and those about no table have the style of the caller.
func (s *Services) StyleAt(c *Call, t *table.Table, private bool) render.Style {
	if t == nil || private {
		return s.StyleOf(c, c.User.ID)
	}
	return s.StyleOf(c, t.Record.Owner)
}

// StyleOf returns a person's style, with texts in the caller's language.
func (s *Services) StyleOf(c *Call, user string) render.Style {
	p := s.PreferencesOf(c, s.Records, user)
	t, ok := render.ThemeByID(p.Theme)
	if !ok {
		t, ok = render.ThemeByID(s.WaysOf(c).Theme)
	}
	if !ok {
		t, _ = render.ThemeByID(s.Theme)
	}
	return render.Style{Theme: t, Flat: p.Board == Flat, Say: c.Words.Say}
}

// WaysOf returns the ways of the caller's server, those of a new one if they cannot be read.
func (s *Services) WaysOf(c *Call) guild.Ways {
	w, err := guild.Of(s.Records, c.Request.Guild)
	if err != nil {
		c.Log.Error("read the ways of a server", "guild", c.Request.Guild, "err", err)
	}
	return w
}

// PreferencesOf returns a person's preferences.
func (s *Services) PreferencesOf(c *Call, r store.Reader, user string) Preferences {
	p, _, err := PreferencesKind.Get(r, user)
	if err != nil {
		c.Log.Error("read preferences", "channel", c.Request.Channel, "err", err)
	}
	return p
}

// Preferences are one person's settings.
type Preferences struct {
	Theme string `json:"theme,omitempty"`
	Board string `json:"board,omitempty"`
}

// PreferencesKind is the kind of the records of preferences, by user ID.
const PreferencesKind store.Kind[Preferences] = "preferences"

// The orientations of hexagons.
const (
	Pointed = "pointed"
	Flat    = "flat"
)

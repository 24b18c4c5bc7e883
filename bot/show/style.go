package show

import (
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// Styles are how people have set that pictures look, and servers and the operator for those who
// have not. It is safe for concurrent use.
type Styles struct {
	Records  Records
	Servers  *guild.Servers
	Standard string // the ID of the operator's theme
}

// StyleAt is how a table looks, whoever is shown it: as who opened it has set. What one
// person alone sees, and what is about no table, is as they have set.
func (s *Styles) StyleAt(c *Call, t *table.Table, private bool) render.Style {
	if t == nil || private {
		return s.Style(c, c.User.ID)
	}
	return s.Style(c, t.Record.Owner)
}

// Style is how a person has set that pictures look, or the operator, in the caller's words.
func (s *Styles) Style(c *Call, user string) render.Style {
	p := s.Of(c, s.Records, user)
	t, ok := render.ThemeByID(p.Theme)
	if !ok {
		t, ok = render.ThemeByID(s.ways(c).Theme)
	}
	if !ok {
		t, _ = render.ThemeByID(s.Standard)
	}
	return render.Style{Theme: t, Flat: p.Board == Flat, Say: c.Words.Say}
}

// ways are those of the caller's server.
func (s *Styles) ways(c *Call) guild.Ways {
	w, err := s.Servers.Of(c.Request.Guild)
	if err != nil {
		c.Log.Error("read the ways of a server", "guild", c.Request.Guild, "err", err)
	}
	return w
}

// Of are a person's preferences.
func (s *Styles) Of(c *Call, r store.Reader, user string) Preferences {
	p, _, err := PreferencesKind.Get(r, user)
	if err != nil {
		c.Log.Error("read preferences", "channel", c.Request.Channel, "err", err)
	}
	return p
}

// Preferences are the record of one person's settings.
type Preferences struct {
	Theme string `json:"theme,omitempty"`
	Board string `json:"board,omitempty"`
}

// PreferencesKind is the kind of record that holds them, by user ID.
const PreferencesKind store.Kind[Preferences] = "preferences"

// The ways in which boards of hexagons are drawn.
const (
	Pointed = "pointed"
	Flat    = "flat"
)

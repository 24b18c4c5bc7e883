package bot

import (
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// styles are how people have set that pictures look, and servers and the operator for those who
// have not. It is safe for concurrent use.
type styles struct {
	records  records
	servers  *guild.Servers
	standard string // the ID of the operator's theme
}

// styleAt is how a table looks, whoever is shown it: as who opened it has set. What one
// person alone sees, and what is about no table, is as they have set.
func (s *styles) styleAt(c *call, t *table.Table, private bool) render.Style {
	if t == nil || private {
		return s.style(c, c.User.ID)
	}
	return s.style(c, t.Record.Owner)
}

// style is how a person has set that pictures look, or the operator, in the caller's words.
func (s *styles) style(c *call, user string) render.Style {
	p := s.of(c, s.records, user)
	t, ok := render.ThemeByID(p.Theme)
	if !ok {
		t, ok = render.ThemeByID(s.ways(c).Theme)
	}
	if !ok {
		t, _ = render.ThemeByID(s.standard)
	}
	return render.Style{Theme: t, Flat: p.Board == flat, Say: c.Words.Say}
}

// ways are those of the caller's server.
func (s *styles) ways(c *call) guild.Ways {
	w, err := s.servers.Of(c.Request.Guild)
	if err != nil {
		c.Log.Error("read the ways of a server", "guild", c.Request.Guild, "err", err)
	}
	return w
}

// of are a person's preferences.
func (s *styles) of(c *call, r store.Reader, user string) preferences {
	p, _, err := preferencesKind.Get(r, user)
	if err != nil {
		c.Log.Error("read preferences", "channel", c.Request.Channel, "err", err)
	}
	return p
}

// preferences are the record of one person's settings.
type preferences struct {
	Theme string `json:"theme,omitempty"`
	Board string `json:"board,omitempty"`
}

// preferencesKind is the kind of record that holds them, by user ID.
const preferencesKind store.Kind[preferences] = "preferences"

// The ways in which boards of hexagons are drawn.
const (
	pointed = "pointed"
	flat    = "flat"
)

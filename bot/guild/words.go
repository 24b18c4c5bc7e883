package guild

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

func (s *Settings) told(c *chat.Call, w Ways) chat.Reply {
	lines := []string{c.Say("**How I behave on this server**")}
	for _, t := range []engine.Text{w.place(), w.look(), calling[w.Calls], rating[w.Rated], searching[w.Searches], w.standards(), s.posts(w)} {
		if !t.Empty() {
			lines = append(lines, "- "+c.Words.Say(t))
		}
	}
	r := c.Reply(true, lines...)
	r.Data = w
	return r
}

func mentions(channels []string) string {
	return strings.Join(engine.Map(channels, func(id string) string { return "<#" + id + ">" }), ", ")
}

func (w Ways) place() engine.Text {
	where := engine.T("Games are played in all channels.")
	if len(w.Channels) > 0 {
		where = engine.T("Games are played in %s.", mentions(w.Channels))
	}
	if w.Threads {
		return engine.Sentences(where, engine.T("Each table has a thread of its own."))
	}
	return where
}

func (w Ways) look() engine.Text {
	if t, ok := render.ThemeByID(w.Theme); ok {
		return engine.T("Tables of members who have set no theme are drawn in **%s**.", t.Title)
	}
	return engine.Text{}
}

var calling = map[string]engine.Text{
	CallsTurns: engine.T("I mention whose turn it is."),
	CallsEnds:  engine.T("I mention who is challenged, and the players when a game is over."),
	CallsNone:  engine.T("I mention nobody."),
}

var rating = map[bool]engine.Text{
	false: engine.T("Tables are rated where people say so."),
	true:  engine.T("Tables between people are rated where they can be, unless they say otherwise."),
}

var searching = map[string]engine.Text{
	searchAll:      engine.T("Everyone may start analyses and solvers."),
	searchManagers: engine.T("Those who manage the server start analyses and solvers."),
	searchNobody:   engine.T("Nobody starts analyses and solvers here."),
}

func (w Ways) standards() engine.Text {
	var typed []engine.Text
	for _, game := range slices.Sorted(maps.Keys(w.Defaults)) {
		typed = append(typed, engine.T("%s", engine.Command(game+" new "+w.Defaults[game])))
	}
	if len(typed) == 0 {
		return engine.Text{}
	}
	return engine.T("New tables are as if these were typed: %s.", engine.List(", ", typed))
}

func (s *Settings) posts(w Ways) engine.Text {
	g := s.game(w.Daily.Game)
	if g == nil {
		return engine.Text{}
	}
	return engine.T("The puzzle of the day of %s is posted in %s at %s o'clock (%s).",
		g.Title, mentions([]string{w.Daily.Channel}), strconv.Itoa(w.Daily.Hour), w.Daily.Zone)
}

package browse

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// help describes the commands from their own descriptors.
type help struct{ *show.Services }

func (h *help) Help(c *show.Call, cs *show.Commands) (chat.Reply, error) {
	if err := h.Games.Name(c); err != nil {
		return chat.Reply{}, err
	}
	r := c.Place(true)
	if c.Entry == nil {
		r.Text, r.Rows = h.everything(c, cs), []chat.Row{{Buttons: []chat.Button{playButton(c, "play")}}}
	} else {
		id := c.Entry.Game.ID
		r.Text = h.game(c, cs)
		r.Rows = chat.Rows(append([]chat.Button{playButton(c, "play game:"+id)}, c.RulesButtons(c.Entry.Game)...))
	}
	r.Rows = append(r.Rows, h.turning(c))
	return r, nil
}

// playButton returns the button from help to the games that can be begun.
func playButton(c *show.Call, line string) chat.Button {
	b := c.Button(line, engine.T("Play"))
	b.Emoji, b.Style = "▶️", chat.Primary
	return b
}

// turning returns the menu with the help pages of the games.
func (h *help) turning(c *show.Call) chat.Row {
	menu := chat.Menu{Action: c.Button("help", engine.Text{}).Action, Placeholder: c.Say("What can be done in…")}
	for _, entry := range h.Games.All {
		g := entry.Game
		menu.Choices = append(menu.Choices, chat.Suggestion{
			Name: chat.Shorten(c.Words.Say(g.Title), chat.MaxChoice), Value: "game:" + g.ID,
			Detail: chat.Shorten(c.Words.Say(g.Help), chat.MaxChoice), Chosen: entry == c.Entry,
		})
	}
	menu.Choices = menu.Choices[:min(len(menu.Choices), chat.MaxChoices)]
	return chat.Row{Menu: &menu}
}

// everything says how to begin, and lists the commands that belong to no game.
func (h *help) everything(c *show.Call, cs *show.Commands) string {
	lines := []string{
		c.Say("**Sixfold** plays games on boards: with your friends, with whoever joins, or with me."),
		c.Say("%s shows the games and begins one. Under each board stand buttons for all that can be done there; commands do the same.", engine.Command("play")),
		"",
	}
	for _, s := range cs.General {
		lines = append(lines, c.Say("- %s: %s.", engine.Command(s.Name), s.Help))
	}
	for _, g := range cs.Groups {
		lines = append(lines, c.Say("- **%s**: %s.", engine.T(g.Name), g.Help))
		for _, s := range g.Subs {
			lines = append(lines, c.Say("  - %s: %s.", engine.Command(g.Name+" "+s.Name), s.Help))
		}
	}
	for _, s := range cs.About {
		lines = append(lines, c.Say("- *%s*, in the menu of a member: %s.", s.Title(), s.Help))
	}
	return strings.Join(lines, "\n")
}

// game lists the commands of the call's game: those that begin it, those at a table, and the others.
func (h *help) game(c *show.Call, cs *show.Commands) string {
	g := c.Entry.Game
	heads := [3]engine.Text{engine.T("To begin"), engine.T("At a table"), engine.T("And more")}
	var groups [3][]string
	for _, s := range cs.Of[g.ID] {
		n := groupOf(g, s)
		groups[n] = append(groups[n], c.Say("- %s: %s.", g.Command(s.Name), s.Help))
	}
	lines := []string{c.Say("**%s**: %s.", g.Title, g.Help)}
	for i, group := range groups {
		if len(group) > 0 {
			lines = append(append(lines, c.Say("**%s**", heads[i])), group...)
		}
	}
	return strings.Join(lines, "\n")
}

// groupOf is 0 for a command that begins something, 1 for one at a table, and 2 for others.
func groupOf(g *engine.Game, s show.Subcommand) int {
	begins := slices.ContainsFunc(g.Starts, func(start engine.Start) bool { return start.Name == s.Name })
	_, tool := g.Tool(s.Name)
	switch {
	case begins || s.Name == "new" || s.Name == "import":
		return 0
	case tool || s.Name == "export" || s.Name == "replay":
		return 2
	default:
		return 1
	}
}

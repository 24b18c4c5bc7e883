package bot

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// help tells what there is, from the same descriptors as the commands.
type help struct {
	games *registry
}

func (h *help) help(c *call, cs *commands) (chat.Reply, error) {
	var err error
	if c.entry, err = h.games.named(c); err != nil {
		return chat.Reply{}, err
	}
	r := c.Place(true)
	if c.entry == nil {
		r.Text, r.Rows = h.everything(c, cs), []chat.Row{{Buttons: []chat.Button{playButton(c, "play")}}}
	} else {
		id := c.entry.Game.ID
		r.Text = h.game(c, cs)
		r.Rows = ask.Rows(append([]chat.Button{playButton(c, "play game:"+id)}, c.rulesButtons(c.entry.Game)...))
	}
	r.Rows = append(r.Rows, h.turning(c))
	return r, nil
}

// playButton leads from help to what can be begun.
func playButton(c *call, line string) chat.Button {
	b := c.Button(line, engine.T("Play"))
	b.Emoji, b.Style = "▶️", chat.Primary
	return b
}

// turning is the menu that turns to the page of a game.
func (h *help) turning(c *call) chat.Row {
	menu := chat.Menu{Action: c.Button("help", engine.Text{}).Action, Placeholder: c.Say("What can be done in…")}
	for _, entry := range h.games.order {
		g := entry.Game
		menu.Choices = append(menu.Choices, chat.Suggestion{
			Name: chat.Shorten(c.Words.Say(g.Title), chat.MaxChoice), Value: "game:" + g.ID,
			Detail: chat.Shorten(c.Words.Say(g.Help), chat.MaxChoice), Chosen: entry == c.entry,
		})
	}
	menu.Choices = menu.Choices[:min(len(menu.Choices), chat.MaxChoices)]
	return chat.Row{Menu: &menu}
}

// everything tells how to begin, and what belongs to no game.
func (h *help) everything(c *call, cs *commands) string {
	lines := []string{
		c.Say("**Sixfold** plays games on boards: with your friends, with whoever joins, or with me."),
		c.Say("%s shows the games and begins one. Under each board stand buttons for all that can be done there; commands do the same.", engine.Command("play")),
		"",
	}
	for _, s := range cs.general {
		lines = append(lines, c.Say("- %s: %s.", engine.Command(s.name), s.help))
	}
	for _, g := range cs.groups {
		lines = append(lines, c.Say("- **%s**: %s.", engine.T(g.name), g.help))
		for _, s := range g.subs {
			lines = append(lines, c.Say("  - %s: %s.", engine.Command(g.name+" "+s.name), s.help))
		}
	}
	for _, s := range cs.about {
		lines = append(lines, c.Say("- *%s*, in the menu of a member: %s.", s.title(), s.help))
	}
	return strings.Join(lines, "\n")
}

// game lists the commands of the call's game: those with which it begins, those at a table,
// and the others.
func (h *help) game(c *call, cs *commands) string {
	g := c.entry.Game
	heads := [3]engine.Text{engine.T("To begin"), engine.T("At a table"), engine.T("And more")}
	var groups [3][]string
	for _, s := range cs.of[g.ID] {
		n := groupOf(g, s)
		groups[n] = append(groups[n], c.Say("- %s: %s.", g.Command(s.name), s.help))
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
func groupOf(g *engine.Game, s subcommand) int {
	begins := slices.ContainsFunc(g.Starts, func(start engine.Start) bool { return start.Name == s.name })
	_, tool := g.Tool(s.name)
	switch {
	case begins || s.name == "new" || s.name == "import":
		return 0
	case tool || s.name == "export" || s.name == "replay":
		return 2
	default:
		return 1
	}
}

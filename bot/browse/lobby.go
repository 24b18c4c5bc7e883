package browse

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// ChooseGame shows the games to choose from, or the ways to begin one of them.
func (h *Handlers) ChooseGame(c *show.Call) (chat.Reply, error) {
	if err := h.Games.Name(c); err != nil {
		return chat.Reply{}, err
	}
	if c.Entry != nil {
		return h.pictured(c, h.gameLobby(c), func() (chat.Attachment, error) { return h.Cover(c, c.Entry) }), nil
	}
	r := c.Reply(true, c.Say("**What do you want to play?**"))
	r.Rows = chat.Rows(engine.Map(h.Games.All, func(entry *show.Entry) chat.Button {
		return c.Button("play game:"+entry.Game.ID, entry.Game.Title).With(entry.Emoji)
	}))
	return h.pictured(c, r, func() (chat.Attachment, error) { return h.CoverOfAll(c) }), nil
}

// pictured returns a reply with a picture, or without if it cannot be drawn.
func (h *Handlers) pictured(c *show.Call, r chat.Reply, picture func() (chat.Attachment, error)) chat.Reply {
	return c.Later(c.NewReply(true), func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
		c.Ctx = ctx
		file, err := picture()
		if err != nil {
			c.Undrawn(err, "channel", c.Request.Channel)
			return r, nil
		}
		r.Files = []chat.Attachment{file}
		return r, nil
	})
}

func (h *Handlers) gameLobby(c *show.Call) chat.Reply {
	g := c.Entry.Game
	r := c.Reply(true, c.Say("**%s**: %s.", g.Title, g.Help))
	alone := g.Controls.Offers // what one person can begin with
	if line, ok := play.DuelLine(g); ok {
		r.Rows = play.OpponentRows(c, line)
	} else if len(alone) == 0 {
		alone = []engine.Action{{Label: engine.T("Open a table"), Line: "new"}}
	}
	offers := engine.Map(alone, func(act engine.Action) chat.Button { return c.RunButton(nil, act) })
	if len(r.Rows) == 0 && len(offers) > 0 {
		offers[0].Style = chat.Primary
	}
	if last := len(r.Rows) - 1; last >= 0 && len(r.Rows[last].Buttons)+len(offers) <= chat.MaxButtons {
		r.Rows[last].Buttons = append(r.Rows[last].Buttons, offers...)
	} else {
		r.Rows = append(r.Rows, chat.Rows(offers)...)
	}
	commands := c.Button("help game:"+g.ID, engine.T("Commands")).With("⌨️")
	all := c.Button("play", engine.T("All games")).With("◀️")
	r.Rows = append(r.Rows, chat.Row{Buttons: append(readButtons(c), commands, all)})
	return r
}

// Challenge asks in which game the caller challenges a member.
func (h *Handlers) Challenge(c *show.Call) (chat.Reply, error) {
	who, ok := c.Person(MemberArg.Name)
	switch {
	case !ok:
		return chat.Reply{}, engine.Refuse("this command is in the menu of a member")
	case who.ID == c.Request.App:
		return h.ChooseGame(c)
	case who.Bot:
		return chat.Reply{}, play.AnotherBot(who)
	case who.ID != c.User.ID:
		if err := play.RequireAnswerable(c, who); err != nil {
			return chat.Reply{}, err
		}
	}
	var buttons []chat.Button
	for _, entry := range h.Games.All {
		if line, ok := play.DuelLine(entry.Game); ok {
			buttons = append(buttons, duelButton(c, entry, line, who))
		}
	}
	r := chat.Whisper(c.Say("Which game do you want to play against **%s**?", chat.Name(who.Name)))
	if who.ID == c.User.ID {
		r = chat.Whisper(c.Say("Which game do you want to play by yourself, both sides?"))
	}
	r.Rows = chat.Rows(buttons)
	return r, nil
}

// duelButton returns a button that opens a table against a person. It carries as much of their name
// as it has room for, because the bot does not know the name otherwise until they answer.
func duelButton(c *show.Call, entry *show.Entry, line string, who chat.User) chat.Button {
	id := func(name string) string {
		return strings.Join([]string{show.AgainstAction, entry.Game.ID, who.ID + " " + name, line}, ":")
	}
	name := []rune(strings.ReplaceAll(who.Name, ":", " "))
	for len(name) > 0 && len(id(string(name))) > chat.MaxAction {
		name = name[:len(name)-1]
	}
	return chat.Button{Label: c.Words.Say(entry.Game.Title), Emoji: entry.Emoji, Style: chat.Secondary, Action: id(string(name))}
}

// Against reads the person whom a button names, unless the caller has picked one from a menu.
func Against(c *show.Call, named string) error {
	if id, name, ok := strings.Cut(named, " "); ok && len(c.Request.People) == 0 {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			return err
		}
		c.Request.People = []chat.User{{ID: id, Name: cmp.Or(engine.PlainLine(name), id)}}
	}
	if len(c.Request.People) != 1 {
		return show.UnknownButton()
	}
	return nil
}

// MemberArg is the member in whose context menu a command was picked. Nobody types this option.
var MemberArg = engine.Arg{Name: chat.Target}

// Help describes the commands from their own descriptors.
func (h *Handlers) Help(c *show.Call, cs *show.Commands) (chat.Reply, error) {
	if err := h.Games.Name(c); err != nil {
		return chat.Reply{}, err
	}
	r, picture := c.NewReply(true), func() (chat.Attachment, error) { return h.CoverOfAll(c) }
	if c.Entry == nil {
		r.Text, r.Rows = everything(c, cs), []chat.Row{{Buttons: []chat.Button{playButton(c, "play")}}}
	} else {
		id := c.Entry.Game.ID
		r.Text, picture = gameHelp(c, cs), func() (chat.Attachment, error) { return h.Emblem(c, c.Entry) }
		r.Rows = chat.Rows(append([]chat.Button{playButton(c, "play game:"+id)}, readButtons(c)...))
	}
	r.Rows = append(r.Rows, h.helpMenu(c))
	return h.pictured(c, r, picture), nil
}

// readButtons returns the buttons that tell how the call's game is played, and where it comes from.
func readButtons(c *show.Call) []chat.Button {
	list := c.RulesButtons(c.Entry.Game)
	for _, about := range engine.About(c.Entry.Game) {
		list = append(list, c.RunButton(nil, about))
	}
	return list
}

func playButton(c *show.Call, line string) chat.Button {
	b := c.Button(line, engine.T("Play"))
	b.Emoji, b.Style = "▶️", chat.Primary
	return b
}

func (h *Handlers) helpMenu(c *show.Call) chat.Row {
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
func everything(c *show.Call, cs *show.Commands) string {
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

// gameHelp lists the commands of the call's game: those that begin it, those at a table, and the others.
func gameHelp(c *show.Call, cs *show.Commands) string {
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

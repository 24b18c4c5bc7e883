package bot

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// lobby helps people to begin.
type lobby struct {
	games  *registry
	covers *covers
}

// play shows the games to choose from, or what can be begun in one.
func (l *lobby) play(c *call) (chat.Reply, error) {
	var err error
	if c.entry, err = l.games.named(c); err != nil {
		return chat.Reply{}, err
	}
	if c.entry != nil {
		return l.pictured(c, l.one(c), func() (chat.Attachment, error) { return l.covers.one(c, c.entry) }), nil
	}
	r := c.Place(true)
	r.Text = c.Say("**What do you want to play?**")
	var buttons []chat.Button
	for _, entry := range l.games.order {
		b := c.Button("play game:"+entry.Game.ID, entry.Game.Title)
		b.Emoji = entry.Emoji
		buttons = append(buttons, b)
	}
	r.Rows = ask.Rows(buttons)
	return l.pictured(c, r, func() (chat.Attachment, error) { return l.covers.all(c) }), nil
}

// pictured is a reply with a picture, if that can be drawn.
func (l *lobby) pictured(c *call, r chat.Reply, picture func() (chat.Attachment, error)) chat.Reply {
	return c.Later(c.Place(true), func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
		c.Ctx = ctx
		file, err := picture()
		if err != nil {
			c.Failed = true
			c.Log.Error("draw a cover", "channel", c.Request.Channel, "err", err)
			return r, nil
		}
		r.Files = []chat.Attachment{file}
		return r, nil
	})
}

// one shows what can be begun in the call's game.
func (l *lobby) one(c *call) chat.Reply {
	g := c.entry.Game
	r := c.Place(true)
	r.Text = c.Say("**%s**: %s.", g.Title, g.Help)
	if line, ok := duelLine(g); ok {
		r.Rows = opponentRows(c, line)
	}
	var offers []chat.Button
	for _, act := range soloOffers(g) {
		offers = append(offers, c.runButton(nil, act))
	}
	if len(r.Rows) == 0 && len(offers) > 0 {
		offers[0].Style = chat.Primary
	}
	if last := len(r.Rows) - 1; last >= 0 && len(r.Rows[last].Buttons)+len(offers) <= chat.MaxButtons {
		r.Rows[last].Buttons = append(r.Rows[last].Buttons, offers...)
	} else {
		r.Rows = append(r.Rows, ask.Rows(offers)...)
	}
	commands := c.Button("help game:"+g.ID, engine.T("Commands"))
	commands.Emoji = "⌨️"
	all := c.Button("play", engine.T("All games"))
	all.Emoji = "◀️"
	r.Rows = append(r.Rows, chat.Row{Buttons: append(c.rulesButtons(g), commands, all)})
	return r
}

// soloOffers are what one person can begin with.
func soloOffers(g *engine.Game) []engine.Action {
	if _, two := duelLine(g); len(g.Offers) == 0 && !two {
		return []engine.Action{{Label: engine.T("Open a table"), Line: "new"}}
	}
	return g.Offers
}

// challenge asks to which game the caller challenges a member.
func (l *lobby) challenge(c *call) (chat.Reply, error) {
	who, ok := c.Request.Options[memberArg.Name].(chat.User)
	switch {
	case !ok:
		return chat.Reply{}, engine.Refuse("this command is in the menu of a member")
	case who.ID == c.Request.App:
		return l.play(c)
	case who.Bot:
		return chat.Reply{}, anotherBot(who)
	case who.ID != c.User.ID:
		if err := requireAnswerable(c, who); err != nil {
			return chat.Reply{}, err
		}
	}
	var buttons []chat.Button
	for _, entry := range l.games.order {
		if line, ok := duelLine(entry.Game); ok {
			buttons = append(buttons, duelButton(c, entry, line, who))
		}
	}
	r := ask.Whisper(c.Say("Which game do you want to play against **%s**?", chat.Name(who.Name)))
	if who.ID == c.User.ID {
		r = ask.Whisper(c.Say("Which game do you want to play by yourself, both sides?"))
	}
	r.Rows = ask.Rows(buttons)
	return r, nil
}

// duelButton opens a table against a person, whose name it carries as far as there is room:
// until they have answered the bot knows it from nowhere else.
func duelButton(c *call, entry *Entry, line string, who chat.User) chat.Button {
	id := func(name string) string {
		return strings.Join([]string{againstAction, entry.Game.ID, who.ID + " " + name, line}, ":")
	}
	name := []rune(strings.ReplaceAll(who.Name, ":", " "))
	for len(name) > 0 && len(id(string(name))) > chat.MaxAction {
		name = name[:len(name)-1]
	}
	return chat.Button{Label: c.Words.Say(entry.Game.Title), Emoji: entry.Emoji, Style: chat.Secondary, Action: id(string(name))}
}

// against reads whom a button names, unless the caller has picked somebody from a menu.
func against(c *call, named string) error {
	if id, name, ok := strings.Cut(named, " "); ok && len(c.Request.People) == 0 {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			return err
		}
		c.Request.People = []chat.User{{ID: id, Name: cmp.Or(engine.PlainLine(name), id)}}
	}
	if len(c.Request.People) != 1 {
		return unknownButton()
	}
	return nil
}

// memberArg is the member in whose menu a command was picked: the option of that command,
// which nobody types.
var memberArg = engine.Arg{Name: chat.Target}

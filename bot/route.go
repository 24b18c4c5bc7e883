package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// route finds who answers.
func (b *Bot) route(c *call) (chat.Reply, error) {
	switch c.request.Kind {
	case chat.Command:
		return b.command(c)
	case chat.Suggest:
		c.entry = b.games.byID[c.request.Command]
		s, ok := b.commands.find(c.request.Command, c.request.Sub)
		if !ok {
			return chat.Reply{}, nil
		}
		return chat.Reply{Suggestions: b.suggesting.complete(c, s)}, nil
	case chat.Press, chat.Submit:
		return b.press(c)
	}
	return chat.Reply{}, engine.Refuse("this kind of request is not known")
}

// command runs a slash command.
func (b *Bot) command(c *call) (chat.Reply, error) {
	c.entry = b.games.byID[c.request.Command]
	s, ok := b.commands.find(c.request.Command, c.request.Sub)
	switch {
	case !ok && c.entry == nil:
		return chat.Reply{}, engine.Refuse("/%s is not a command of this bot; `/help` lists them", chat.Escape(c.request.Command))
	case !ok:
		return chat.Reply{}, engine.Refuse("/%s %s is not a command; `/help` lists them", c.request.Command, chat.Escape(c.request.Sub))
	}
	if err := s.checkGiven(c.request.Options); err != nil {
		return chat.Reply{}, err
	}
	return s.run(c)
}

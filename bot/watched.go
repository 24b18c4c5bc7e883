package bot

import (
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// Watch has the bot report to w what it does. It must be called before the first
// request.
func (b *Bot) Watch(w *watch.Watch) {
	b.watch = w
	b.pool.Watch(w)
}

// Watched returns what [Bot.Watch] was given last, nil for nothing.
func (b *Bot) Watched() *watch.Watch { return b.watch }

// kindNames are the names of the kinds of requests in figures.
var kindNames = map[chat.Kind]string{chat.Command: "command", chat.Suggest: "autocomplete", chat.Press: "button", chat.Submit: "form"}

// counted does the work of a call, or the last part of it, and reports how the call
// ended. What is left for Later is reported when that is done.
func (c *call) counted(work func() chat.Reply) chat.Reply {
	if c.watch == nil {
		return work()
	}
	result := watch.Failed // unless it returns
	defer func() {
		if result != "" {
			c.watch.Handled(kindNames[c.Kind], c.label(), result)
		}
	}()
	reply := work()
	switch {
	case reply.Later != nil:
		result = ""
	case c.failed:
	case reply.Refused:
		result = watch.Refused
	default:
		result = watch.Done
	}
	return reply
}

// unknown is the label of what the bot has not got.
const unknown = "unknown"

// label names what was asked for, in words of the program alone.
func (c *call) label() string {
	if c.Kind == chat.Press || c.Kind == chat.Submit {
		parts := strings.SplitN(c.Action, ":", 3)
		_, known := actions[parts[0]]
		known = known || parts[0] == runAction || parts[0] == rerunAction
		if len(parts) == 3 && c.games[parts[1]] != nil && known {
			return parts[1] + " " + parts[0]
		}
		return unknown
	}
	for _, s := range c.general {
		if s.name == c.Command {
			return s.name
		}
	}
	if entry := c.games[c.Command]; entry != nil {
		for _, s := range entry.subs {
			if s.name == c.Sub {
				return c.Command + " " + c.Sub
			}
		}
	}
	return unknown
}

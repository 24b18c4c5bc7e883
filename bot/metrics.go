package bot

import (
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// Watch has the bot report to w what it does. It must be called before the first
// request.
func (b *Bot) Watch(w *watch.Watch) {
	b.watch, b.pictures.watch = w, w
	b.pool.Watch(w)
}

// Watched returns what [Bot.Watch] was given last, nil for nothing.
func (b *Bot) Watched() *watch.Watch { return b.watch }

// kindNames are the names of the kinds of requests in figures.
var kindNames = map[chat.Kind]string{chat.Command: "command", chat.Suggest: "autocomplete", chat.Press: "button", chat.Submit: "form"}

// counted does the work of a call, or the last part of it, and reports how the call
// ended. What is left for Later is reported when that is done.
func (b *Bot) counted(c *call, work func() chat.Reply) chat.Reply {
	if b.watch == nil {
		return work()
	}
	result := watch.Failed // unless it returns
	defer func() {
		if result != "" {
			b.watch.Handled(kindNames[c.request.Kind], b.label(c), result)
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
func (b *Bot) label(c *call) string {
	if c.pressed() {
		parts := strings.SplitN(c.request.Action, ":", 3)
		_, known := b.actions[parts[0]]
		known = known || parts[0] == runAction || parts[0] == rerunAction
		if len(parts) == 3 && b.games.byID[parts[1]] != nil && known {
			return parts[1] + " " + parts[0]
		}
		return unknown
	}
	s, ok := b.commands.find(c.request.Command, c.request.Sub)
	switch {
	case !ok:
		return unknown
	case b.games.byID[c.request.Command] == nil:
		return s.name
	default:
		return c.request.Command + " " + s.name
	}
}

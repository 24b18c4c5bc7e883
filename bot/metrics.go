package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// metrics reports to a watch how requests end.
type metrics struct {
	router *router
	watch  *watch.Watch // nil: nobody watches
}

// kindNames are the names of the kinds of requests in figures.
var kindNames = map[chat.Kind]string{chat.Command: "command", chat.Suggest: "autocomplete", chat.Press: "button", chat.Submit: "form"}

// counted does the work of a call, or the last part of it, and reports how the call
// ended. What is left for Later is reported when that is done.
func (m *metrics) counted(c *show.Call, work func() chat.Reply) chat.Reply {
	if m.watch == nil {
		return work()
	}
	result := watch.Failed // unless it returns
	defer func() {
		if result != "" {
			m.watch.Handled(kindNames[c.Request.Kind], m.router.label(c), result)
		}
	}()
	reply := work()
	switch {
	case reply.Later != nil:
		result = ""
	case c.Failed:
	case reply.Refused:
		result = watch.Refused
	default:
		result = watch.Done
	}
	return reply
}

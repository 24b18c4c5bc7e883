package bot

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// The custom IDs of buttons at a finished table of another channel begin with
//
//	at:channel:
//
// What they do is done as in that channel, and shown to the caller alone.
const visitPrefix = "at:"

// visitor begins the custom IDs of buttons where the caller looks at a table of another
// channel; elsewhere it is "".
func (c *call) visitor() string {
	if c.home == "" {
		return ""
	}
	return visitPrefix + c.Request.Channel + ":"
}

// goTo has the caller look at a table of another channel.
func (c *call) goTo(channel string) {
	c.home, c.Request.Channel = c.Request.Channel, channel
	c.Alone, c.private = true, true
}

// visit goes to the channel that the pressed button names, if it does.
func (c *call) visit() error {
	rest, ok := strings.CutPrefix(c.Request.Action, visitPrefix)
	if !ok {
		return nil
	}
	channel, action, ok := strings.Cut(rest, ":")
	if _, err := strconv.ParseUint(channel, 10, 64); err != nil || !ok {
		return unknownButton()
	}
	c.goTo(channel)
	c.Request.Action = action
	return nil
}

// mayVisit refuses a table of another channel to whom it does not concern.
func (c *call) mayVisit(t *table.Table) error {
	if c.home == "" {
		return nil
	}
	return t.MayLookBack(c.User.ID, c.home, c.Request.Guild)
}

// looks reports whether a subcommand of a game only shows a table, or writes its game down.
func looks(entry *Entry, sub string) bool {
	if entry == nil {
		return false
	}
	if v, ok := entry.Game.View(sub); ok {
		return v.Command
	}
	return sub == "show" || sub == "view" || sub == "export" || sub == "replay"
}

// lookedAt are the buttons under a finished table in a history.
func lookedAt(t *table.Table) (list []engine.Action) {
	if len(formatChoices(t.Game, encodes)) > 0 && worthExporting(&t.Brief) {
		list = append(list, engine.Action{Label: engine.T("Export"), Emoji: "📄", Line: "export"})
	}
	return list
}

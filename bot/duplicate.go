package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// twice answers a request that another copy of the bot has carried out: it was delivered to both,
// as by who gave up waiting for the first answer. Nothing is done, and whoever asked sees what
// has become of it.
func (r *router) twice(c *call) chat.Reply {
	if t, ok := r.meant(c); ok {
		return r.boards.show(c, t, table.Notice{Text: t.Headline()})
	}
	return ask.Whisper(c.Say("That is done."))
}

// meant is the table that a request which was carried out was about.
func (r *router) meant(c *call) (*table.Table, bool) {
	if c.Request.Kind == chat.Command {
		c.entry = r.games.byID[c.Request.Command]
		if c.entry == nil || slices.ContainsFunc(c.entry.Game.Tools, func(t engine.Tool) bool { return t.Name == c.Request.Sub }) {
			return nil, false
		}
		t, err := anyTable(c, r.tables, table.OpenFirst)
		return t, err == nil
	}
	parts := strings.SplitN(c.Request.Action, ":", actionParts)
	if len(parts) != actionParts || r.games.byID[parts[1]] == nil {
		return nil, false
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil || number < 1 {
		return nil, false
	}
	c.entry, c.stamp = r.games.byID[parts[1]], parts[3]
	t, err := r.tables.Load(c.Ctx, store.Key{Channel: c.Request.Channel, Game: parts[1], Number: number})
	if err != nil || t.RequireSight(c.User.ID) != nil {
		return nil, false
	}
	c.uses(r.tables, t)
	return t, true
}

package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// duplicate answers a request that has been carried out already: by this process, by one before
// it, or by another copy of the bot. Nothing is changed, and the caller sees the outcome.
func (r *router) duplicate(c *show.Call) chat.Reply {
	if t, ok := r.meant(c); ok {
		return r.boards.Show(c, t, table.Notice{Text: t.Headline()})
	}
	return chat.Whisper(c.Say("That is done."))
}

// meant returns the table of a request that was carried out.
func (r *router) meant(c *show.Call) (*table.Table, bool) {
	if c.Request.Kind == chat.Command {
		c.Entry = r.games.ByID[c.Request.Command]
		if c.Entry == nil || slices.ContainsFunc(c.Entry.Game.Tools, func(t engine.Tool) bool { return t.Name == c.Request.Sub }) {
			return nil, false
		}
		t, err := show.AnyTable(c, r.tables, table.OpenFirst)
		return t, err == nil
	}
	parts := strings.SplitN(c.Request.Action, ":", show.ActionParts)
	if len(parts) != show.ActionParts || r.games.ByID[parts[1]] == nil {
		return nil, false
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil || number < 1 {
		return nil, false
	}
	c.Entry, c.Stamp = r.games.ByID[parts[1]], parts[3]
	t, err := r.tables.Load(c.Ctx, store.Key{Channel: c.Request.Channel, Game: parts[1], Number: number})
	if err != nil || t.RequireSight(c.User.ID) != nil {
		return nil, false
	}
	c.Uses(r.tables, t)
	return t, true
}

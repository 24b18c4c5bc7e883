package bot

import (
	"context"
	"errors"
	"maps"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// requireSearch refuses a search where the caller's server does not allow them one.
func requireSearch(c *call, servers *guild.Servers) error {
	w, err := servers.Of(c.Request.Guild)
	if err != nil {
		return err
	}
	return w.RequireSearch(c.Request.Manages)
}

// requireChannel refuses to open tables where the caller's server does not have them.
func (o *opening) requireChannel(c *call) error {
	w, err := o.servers.Of(c.Request.Guild)
	if err != nil {
		return err
	}
	return w.RequireChannel(c.Request.Channel, c.Request.Parent)
}

// typedValues are the values of a line of a game's command as it is typed.
func typedValues(commands []slash.Command, game, line string) (map[string]any, error) {
	called, err := slash.Parse(commands, "/"+game+" "+line)
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	for _, v := range called.Options {
		values[v.Name] = v.Value
	}
	return values, nil
}

// standards adds to what the caller has given what holds on their server where nothing is
// given. A level is that of the bot, where it is to play and none was named.
func (o *opening) standards(c *call) error {
	w, err := o.servers.Of(c.Request.Guild)
	if err != nil || w.Defaults[c.entry.Game.ID] == "" {
		return err
	}
	usual, err := o.typed(c.entry.Game.ID, "new "+w.Defaults[c.entry.Game.ID])
	if err != nil {
		c.Log.Error("read a server's standards for new tables", "guild", c.Request.Guild, "err", err) // of another version
		return nil
	}
	c.usualLevel, _ = usual[levelName].(string)
	c.Request.Options = maps.Clone(c.Request.Options)
	if c.Request.Options == nil {
		c.Request.Options = map[string]any{}
	}
	for name, value := range only(usual, c.entry.Game.Options) {
		if _, given := c.Request.Options[name]; !given {
			c.Request.Options[name] = value
		}
	}
	return nil
}

// threaded reports whether a new table of the caller's has a thread of its own: where the
// server wants that, in a channel. What nobody else may see needs none.
func (o *opening) threaded(c *call, t *table.Table) bool {
	if c.Request.Guild == "" || c.Request.Parent != "" || !c.Request.Posts || t.Record.Private {
		return false
	}
	w, err := o.servers.Of(c.Request.Guild)
	if err != nil {
		c.Log.Error("read the ways of a server", "guild", c.Request.Guild, "err", err)
	}
	return w.Threads
}

// inThread opens a thread with the table in it. Where the bot may not, the table is opened in
// the channel.
func (o *opening) inThread(c *call, t *table.Table) chat.Reply {
	return c.Later(c.Place(false), func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		if err := o.tables.Claim(c.Request.ID); err != nil {
			return chat.Reply{}, err
		}
		thread, err := o.reach.Thread(ctx, c.Request.Channel, c.Words.Say(threadName(t, c.Words)))
		if err != nil {
			if !errors.Is(err, chat.ErrNoPost) {
				c.Log.Warn("open a thread", "channel", c.Request.Channel, "err", err)
			}
			thread = c.Request.Channel
		}
		if err := o.tables.Create(thread, t, c.Request.ID); err != nil {
			return chat.Reply{}, err
		}
		if thread == c.Request.Channel {
			r := o.boards.show(c, t, t.Announcement())
			return r.Later(ctx, show), nil
		}
		inside := *c
		inside.Request.Channel, inside.Request.Parent, inside.Request.Kind = thread, c.Request.Channel, chat.Command
		if err := o.reach.Post(ctx, thread, o.boards.show(&inside, t, t.Announcement())); err != nil {
			c.Log.Warn("show a table in its thread", t.Attr(), "err", err)
		}
		r := c.Place(false)
		r.Text = c.Say("%s Come to <#%s>.", t.Announcement().Text, thread)
		return r, nil
	})
}

// threadName is what the thread of a table is called.
func threadName(t *table.Table, words chat.Words) engine.Text {
	return engine.T("%s: %s", t.Game.Title, t.PlainPlayers(words))
}

package bot

import (
	"maps"

	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/slash"
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

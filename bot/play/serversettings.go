package play

import (
	"maps"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// RequireSearch refuses a search that the caller's server does not allow them.
func (h *Handlers) RequireSearch(c *show.Call) error {
	w, err := guild.Of(h.Records, c.Request.Guild)
	if err != nil {
		return err
	}
	return w.RequireSearch(c.Request.Manages)
}

// requireChannel refuses to open tables in a channel where the caller's server does not allow it.
func (h *Handlers) requireChannel(c *show.Call) error {
	w, err := guild.Of(h.Records, c.Request.Guild)
	if err != nil {
		return err
	}
	return w.RequireChannel(c.Request.Channel, c.Request.Parent)
}

// TypedValues parses the options of a game's command `new` as they are typed.
func TypedValues(g *engine.Game, options string) (map[string]any, error) {
	command := show.Definitions{Languages: chat.NewLanguages()}.DefineGroup(show.CommandGroup{
		Name: g.ID, Subs: []show.Subcommand{{Name: "new", Params: OpenParams(g, g.Options, Solo(g))}},
	})
	called, err := slash.Parse([]slash.Command{command}, strings.TrimSpace("/"+g.ID+" new "+options))
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	for _, v := range called.Options {
		values[v.Name] = v.Value
	}
	return values, nil
}

// applyDefaults adds the defaults of the caller's server to the options that they have given. A level
// is only used if the bot is to play and no level was named.
func (h *Handlers) applyDefaults(c *show.Call) error {
	w, err := guild.Of(h.Records, c.Request.Guild)
	if err != nil || w.Defaults[c.Entry.Game.ID] == "" {
		return err
	}
	usual, err := TypedValues(c.Entry.Game, w.Defaults[c.Entry.Game.ID])
	if err != nil {
		c.Log.Error("read a server's standards for new tables", "guild", c.Request.Guild, "err", err) // of another version
		return nil
	}
	c.UsualLevel, _ = usual[levelName].(string)
	typed, err := c.Options(c.Entry.Game.Options, false)
	if err != nil {
		return err
	}
	options := chat.Given(usual, c.Entry.Game.Options)
	for _, a := range c.Entry.Game.Options {
		if a.DefaultFor != nil && a.DefaultFor(typed) != nil { // it follows from what was typed
			delete(options, a.Name)
		}
	}
	maps.Copy(options, c.Request.Options)
	c.Request.Options = options
	return nil
}

// CheckDefaults refuses options of a game's command `new` that cannot hold for a whole server.
func CheckDefaults(g *engine.Game, options string) error {
	raw, err := TypedValues(g, options)
	if err != nil {
		return engine.Refuse("%s does not take that; type it to see which options it has, and what they can be", engine.Command(g.ID+" new"))
	}
	for _, option := range []string{OpponentArg.Name, openArg.Name, "versus", helpArg.Name} {
		if _, given := raw[option]; given {
			return engine.Refuse("`%s` is for one table, and cannot hold for all", option)
		}
	}
	_, err = engine.ParseOptions(g.Options, chat.Given(raw, g.Options), false)
	return err
}

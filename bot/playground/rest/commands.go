package rest

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// scoped is a route of the commands of a scope: a guild's ID, or "" for the global ones.
type scoped func(scope string, w http.ResponseWriter, r *http.Request) (any, error)

// serveCommands adds the registration of slash commands.
func (a *api) serveCommands() {
	for _, of := range []string{"/applications/{app}", "/applications/{app}/guilds/{guild}"} {
		add := func(method, path, bucket string, h scoped) {
			a.closed(method+" "+of+path, bucket, func(w http.ResponseWriter, r *http.Request) (any, error) {
				if r.PathValue("app") != world.BotID {
					return nil, rules.NotThisApp
				}
				guild := r.PathValue("guild")
				if guild != "" && guild != world.GuildID {
					return nil, rules.UnknownGuild
				}
				return h(guild, w, r)
			})
		}
		add("GET", "/commands", ratelimit.Lookup, a.listCommands)
		add("PUT", "/commands", ratelimit.Commands, a.putCommands)
		add("POST", "/commands", ratelimit.Commands, a.postCommand)
		add("GET", "/commands/{command}", ratelimit.Lookup, a.getCommand)
		add("PATCH", "/commands/{command}", ratelimit.Commands, a.patchCommand)
		add("DELETE", "/commands/{command}", ratelimit.Commands, a.deleteCommand)
	}
}

func (a *api) listCommands(scope string, _ http.ResponseWriter, _ *http.Request) (any, error) {
	return append([]*rules.Command{}, a.Commands.List(scope)...), nil
}

func (a *api) getCommand(scope string, _ http.ResponseWriter, r *http.Request) (any, error) {
	return a.Commands.Get(scope, r.PathValue("command"))
}

func (a *api) putCommands(scope string, w http.ResponseWriter, r *http.Request) (any, error) {
	var news []*rules.Command
	if _, err := read(w, r, &news); err != nil {
		return nil, err
	}
	list, err := a.Commands.Replace(scope, news)
	return append([]*rules.Command{}, list...), err
}

func (a *api) postCommand(scope string, w http.ResponseWriter, r *http.Request) (any, error) {
	c := &rules.Command{}
	if _, err := read(w, r, c); err != nil {
		return nil, err
	}
	isNew, err := a.Commands.Add(scope, c)
	if isNew {
		return created{c}, err
	}
	return c, err
}

func (a *api) patchCommand(scope string, w http.ResponseWriter, r *http.Request) (any, error) {
	b, err := rules.Read(w, r)
	if err != nil {
		return nil, err
	}
	return a.Commands.Patch(scope, r.PathValue("command"), b.JSON)
}

func (a *api) deleteCommand(scope string, _ http.ResponseWriter, r *http.Request) (any, error) {
	return nil, a.Commands.Delete(scope, r.PathValue("command"))
}

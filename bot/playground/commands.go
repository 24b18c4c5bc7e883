package playground

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// scopedRoute is a route for the commands of a scope: a guild's ID, or "" for global ones.
type scopedRoute func(scope string, r *http.Request) (any, error)

// serveCommands adds the routes of command registration.
func (a *api) serveCommands() {
	for _, of := range []string{"/applications/{app}", "/applications/{app}/guilds/{guild}"} {
		add := func(method, path, bucket string, h scopedRoute) {
			a.closed(method+" "+of+path, bucket, func(r *http.Request) (any, error) {
				if r.PathValue("app") != world.BotID {
					return nil, rules.NotThisApp
				}
				guild := r.PathValue("guild")
				if guild != "" && guild != world.GuildID {
					return nil, rules.UnknownGuild
				}
				return h(guild, r)
			})
		}
		add("GET", "/commands", bucketLookup, a.listCommands)
		add("PUT", "/commands", bucketCommands, a.putCommands)
		add("POST", "/commands", bucketCommands, a.postCommand)
		add("GET", "/commands/{command}", bucketLookup, a.getCommand)
		add("PATCH", "/commands/{command}", bucketCommands, a.patchCommand)
		add("DELETE", "/commands/{command}", bucketCommands, a.deleteCommand)
	}
}

func (a *api) listCommands(scope string, _ *http.Request) (any, error) {
	return rules.NotNull(a.commands.List(scope)), nil
}

func (a *api) getCommand(scope string, r *http.Request) (any, error) {
	return a.commands.Get(scope, r.PathValue("command"))
}

func (a *api) putCommands(scope string, r *http.Request) (any, error) {
	var news []*rules.Command
	if _, err := read(r, &news); err != nil {
		return nil, err
	}
	list, err := a.commands.Replace(scope, news)
	return rules.NotNull(list), err
}

func (a *api) postCommand(scope string, r *http.Request) (any, error) {
	c := &rules.Command{}
	if _, err := read(r, c); err != nil {
		return nil, err
	}
	isNew, err := a.commands.Add(scope, c)
	if isNew {
		return created{c}, err
	}
	return c, err
}

func (a *api) patchCommand(scope string, r *http.Request) (any, error) {
	b, err := rules.Read(r)
	if err != nil {
		return nil, err
	}
	return a.commands.Patch(scope, r.PathValue("command"), b.JSON)
}

func (a *api) deleteCommand(scope string, r *http.Request) (any, error) {
	return nil, a.commands.Delete(scope, r.PathValue("command"))
}

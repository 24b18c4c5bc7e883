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
	}
}

func (a *api) listCommands(scope string, _ *http.Request) (any, error) {
	return rules.NotNull(a.commands.List(scope)), nil
}

func (a *api) putCommands(scope string, r *http.Request) (any, error) {
	var news []*rules.Command
	if _, err := read(r, &news); err != nil {
		return nil, err
	}
	list, err := a.commands.Replace(scope, news)
	return rules.NotNull(list), err
}

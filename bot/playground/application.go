package playground

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// serveGateway adds the routes that tell where the gateway is.
func (a *api) serveGateway() {
	a.open("GET /gateway", bucketNone, func(r *http.Request) (any, error) {
		return object{"url": gatewayURL(r.Host)}, nil
	})
	a.closed("GET /gateway/bot", bucketLookup, func(r *http.Request) (any, error) {
		limit, left, wait := a.limits.left(a.world.Now(), IdentifyLimit)
		return object{
			"url": gatewayURL(r.Host), "shards": 1,
			"session_start_limit": object{
				"total": limit.Calls, "remaining": left, "reset_after": wait.Milliseconds(), "max_concurrency": 1,
			},
		}, nil
	})
}

// serveGuild adds the routes about the application, users and the guild.
func (a *api) serveGuild() {
	application := func(*http.Request) (any, error) { return a.world.ApplicationJSON(), nil }
	a.closed("GET /applications/@me", bucketLookup, application)
	a.closed("GET /oauth2/applications/@me", bucketLookup, application)
	a.closed("GET /users/@me", bucketLookup, func(*http.Request) (any, error) { return a.world.SelfJSON(), nil })
	a.closed("GET /users/@me/guilds", bucketLookup, func(*http.Request) (any, error) {
		return []object{{
			"id": world.GuildID, "name": world.GuildName, "icon": nil, "banner": nil, "owner": false, "features": []string{},
			"permissions": a.world.Bot.Permissions.String(),
		}}, nil
	})
	a.closed("GET /guilds/{guild}", bucketLookup, func(r *http.Request) (any, error) {
		if r.PathValue("guild") != world.GuildID {
			return nil, rules.UnknownGuild
		}
		return a.world.GuildJSON(), nil
	})
}

// serveCommands adds the routes of command registration.
func (a *api) serveCommands() {
	for _, of := range []string{"/applications/{app}", "/applications/{app}/guilds/{guild}"} {
		a.closed("GET "+of+"/commands", bucketLookup, with(scope, func(scope string, _ *http.Request) (any, error) {
			return rules.NotNull(a.commands.List(scope)), nil
		}))
		a.closed("PUT "+of+"/commands", bucketCommands, with(scope, a.putCommands))
	}
}

// scope returns the scope of the commands of a path: a guild's ID, or "" for global ones.
func scope(r *http.Request) (string, error) {
	guild := r.PathValue("guild")
	switch {
	case r.PathValue("app") != world.BotID:
		return "", rules.NotThisApp
	case guild != "" && guild != world.GuildID:
		return "", rules.UnknownGuild
	}
	return guild, nil
}

func (a *api) putCommands(scope string, r *http.Request) (any, error) {
	var news []*rules.Command
	if _, err := read(r, &news); err != nil {
		return nil, err
	}
	list, err := a.commands.Replace(scope, news)
	return rules.NotNull(list), err
}

package rest

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// serveGateway adds what says where the gateway is.
func (a *api) serveGateway() {
	a.open("GET /gateway", ratelimit.None, func(http.ResponseWriter, *http.Request) (any, error) {
		return object{"url": a.Gateway}, nil
	})
	a.closed("GET /gateway/bot", ratelimit.Lookup, func(http.ResponseWriter, *http.Request) (any, error) {
		limit, left, wait := a.Limits.Left(a.World.Now(), ratelimit.Identify)
		return object{
			"url": a.Gateway, "shards": 1,
			"session_start_limit": object{
				"total": limit.Calls, "remaining": left, "reset_after": wait.Milliseconds(), "max_concurrency": 1,
			},
		}, nil
	})
}

// serveGuild adds what a bot may ask about the application, users, and the guild.
func (a *api) serveGuild() {
	about := func(f func(r *http.Request) (any, error)) route {
		return func(_ http.ResponseWriter, r *http.Request) (any, error) { return f(r) }
	}
	guild := func(f func() any) route {
		return about(func(r *http.Request) (any, error) {
			if r.PathValue("guild") != world.GuildID {
				return nil, rules.UnknownGuild
			}
			return f(), nil
		})
	}
	application := about(func(*http.Request) (any, error) { return a.World.ApplicationJSON(), nil })
	a.closed("GET /applications/@me", ratelimit.Lookup, application)
	a.closed("GET /oauth2/applications/@me", ratelimit.Lookup, application)
	a.closed("GET /users/{user}", ratelimit.Lookup, about(a.getUser))
	a.closed("GET /users/@me/guilds", ratelimit.Lookup, about(a.listGuilds))
	a.closed("GET /guilds/{guild}", ratelimit.Lookup, guild(func() any { return a.World.GuildJSON() }))
	a.closed("GET /guilds/{guild}/channels", ratelimit.Lookup, guild(func() any { return a.World.GuildCreateJSON()["channels"] }))
	a.closed("GET /guilds/{guild}/members", ratelimit.Lookup, guild(func() any { return a.World.GuildCreateJSON()["members"] }))
	a.closed("GET /guilds/{guild}/members/{user}", ratelimit.Lookup, about(a.getMember))
}

func (a *api) getUser(r *http.Request) (any, error) {
	id := r.PathValue("user")
	if id == "@me" {
		return a.World.SelfJSON(), nil
	}
	if u := a.World.UserByID(id); u != nil {
		return u.JSON(), nil
	}
	return nil, rules.UnknownUser
}

func (a *api) listGuilds(*http.Request) (any, error) {
	return []object{{
		"id": world.GuildID, "name": world.GuildName, "icon": nil, "banner": nil, "owner": false, "features": []string{},
		"permissions": a.World.Bot.Permissions.String(),
	}}, nil
}

func (a *api) getMember(r *http.Request) (any, error) {
	if r.PathValue("guild") != world.GuildID {
		return nil, rules.UnknownGuild
	}
	if u := a.World.UserByID(r.PathValue("user")); u != nil && a.World.Joined(u) {
		return a.World.MemberJSON(u), nil
	}
	return nil, rules.UnknownMember
}

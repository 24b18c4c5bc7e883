package playground

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// route handles a request. It returns the JSON body, nil for none.
type route func(r *http.Request) (any, error)

type created struct{ body any }

// api is Discord's REST interface, as far as a bot of slash commands uses it. It refuses what
// Discord would refuse, with Discord's error, and records a violation.
type api struct {
	*Server

	mux *http.ServeMux
}

// serveAPI returns a handler for paths without the prefix /api/v10.
func (s *Server) serveAPI() http.Handler {
	a := &api{s, http.NewServeMux()}
	a.serveGateway()
	a.serveInteractions()
	a.serveCommands()
	a.serveChannels()
	a.serveGuild()
	a.open("/", bucketNone, func(*http.Request) (any, error) { return nil, rules.NotFound })
	return a.mux
}

// open adds a route without a token, or with one in its path.
func (a *api) open(pattern, bucket string, h route) { a.add(pattern, bucket, false, h) }

// closed adds a route that requires the bot's token.
func (a *api) closed(pattern, bucket string, h route) { a.add(pattern, bucket, true, h) }

// add adds a route whose result is written, and whose refusals are recorded.
func (a *api) add(pattern, bucket string, closed bool, h route) {
	a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" {
			rules.WriteSentence(w, http.StatusForbidden, "this is for bots, not for pages")
			return
		}
		if a.limits.banned(a.world.Now()) {
			a.refuse(w, r, rules.Banned)
			return
		}
		complaint := a.complaint(r)
		var v any
		err := a.admit(r, bucket, closed, w.Header())
		if err == nil {
			v, err = h(r)
		}
		if refused, ok := errors.AsType[*rules.Error](err); ok {
			a.refuse(w, r, refused)
			return
		}
		if err != nil {
			a.config.Log.Error("playground", "path", r.URL.Path, "error", err)
			rules.WriteJSON(w, http.StatusInternalServerError, object{"code": 0, "message": "500: Internal Server Error"})
			return
		}
		if complaint != nil {
			a.violations.add(Violation{Method: r.Method, Path: r.URL.Path, Message: complaint.Error()})
		}
		writeResult(w, v)
	})
}

// admit refuses a request without the token that it needs, or beyond a rate limit, which it reports
// in the headers.
func (a *api) admit(r *http.Request, bucket string, closed bool, h http.Header) error {
	authorization := r.Header.Get("Authorization")
	if closed && authorization != "Bot "+a.config.Token {
		return rules.Unauthorized
	}
	key := cmp.Or(r.PathValue("channel"), r.PathValue("token"), r.PathValue("guild"), r.PathValue("app"))
	if bucket == bucketLookup {
		key = r.Pattern
	}
	return a.limits.take(a.world.Now(), bucket, key, authorization != "", h)
}

func (a *api) refuse(w http.ResponseWriter, r *http.Request, refused *rules.Error) {
	a.limits.refused(a.world.Now(), refused.Status)
	a.violations.add(Violation{
		Method: r.Method, Path: r.URL.Path, Status: refused.Status, Code: refused.Code, Message: refused.Error(),
	})
	rules.WriteJSON(w, refused.Status, refused.Body())
}

// complaint returns the error of [Config.Check]. The body can be read again afterwards.
func (a *api) complaint(r *http.Request) error {
	if a.config.Check == nil {
		return nil
	}
	data, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(data), r.Body)) // with the error at the end
	if err != nil {
		return nil //nolint:nilerr // the route will meet the same, and refuse it
	}
	return a.config.Check(r, data)
}

func writeResult(w http.ResponseWriter, v any) {
	switch v := v.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case created:
		rules.WriteJSON(w, http.StatusCreated, v.body)
	default:
		rules.WriteJSON(w, http.StatusOK, v)
	}
}

// read decodes a request's JSON into v, and returns the files sent with it.
func read(r *http.Request, v any) (map[int]rules.Upload, error) {
	payload, files, err := rules.Read(r)
	if err != nil {
		return nil, err
	}
	return files, rules.Decode("", payload, v)
}

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

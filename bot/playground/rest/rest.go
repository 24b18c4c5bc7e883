// Package rest is the bot's side of the server: Discord's REST interface, as far as a bot
// of slash commands has a use for it. It is strict: what Discord would refuse it refuses,
// with Discord's error, and has it noted.
package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/audit"
	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// object is JSON in the making.
type object = map[string]any

// Config is what the interface is about.
type Config struct {
	World        *world.World
	Messages     *world.Messages
	Commands     *world.Commands
	Interactions *world.Interactions
	Limits       *ratelimit.Limiter
	Audit        *audit.Log
	Log          *slog.Logger
	Token        string
	Gateway      string // the address of the gateway
	// Check, if there is one, looks at each request, its path without /api/v10 and its
	// body apart. What it complains of is noted, though the request is answered.
	Check func(r *http.Request, body []byte) error
}

// route answers a request: a body for JSON, nil for none.
type route func(w http.ResponseWriter, r *http.Request) (any, error)

// created is a body answered with status 201.
type created struct{ body any }

// api serves the interface.
type api struct {
	Config

	mux *http.ServeMux
}

// Handler serves the interface, without its prefix /api/v10.
func Handler(c Config) http.Handler {
	a := &api{c, http.NewServeMux()}
	a.serveGateway()
	a.serveInteractions()
	a.serveCommands()
	a.serveChannels()
	a.serveGuild()
	a.open("/", ratelimit.None, func(http.ResponseWriter, *http.Request) (any, error) { return nil, rules.NotFound })
	return a.mux
}

// open adds a route that needs no token, or has one in its path.
func (a *api) open(pattern, bucket string, h route) {
	a.mux.Handle(pattern, a.answering(a.limited(bucket, h)))
}

// closed adds a route that needs the bot's token.
func (a *api) closed(pattern, bucket string, h route) {
	a.mux.Handle(pattern, a.answering(a.authorized(a.limited(bucket, h))))
}

// authorized demands the bot's token.
func (a *api) authorized(h route) route {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bot ")
		if !ok || token != a.Token {
			return nil, rules.Unauthorized
		}
		return h(w, r)
	}
}

// limited puts a route into a bucket.
func (a *api) limited(bucket string, h route) route {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		key := cmp.Or(r.PathValue("channel"), r.PathValue("token"), r.PathValue("guild"), r.PathValue("app"))
		if bucket == ratelimit.Lookup {
			key = r.Pattern
		}
		global := r.Header.Get("Authorization") != ""
		if err := a.Limits.Take(a.World.Now(), bucket, key, global, w.Header()); err != nil {
			return nil, err
		}
		return h(w, r)
	}
}

// answering writes what a route returns, and notes what it refuses.
func (a *api) answering(h route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" {
			writeJSON(w, http.StatusForbidden, object{"error": "this is for bots, not for pages"})
			return
		}
		if a.Limits.Banned(a.World.Now()) {
			a.refuse(w, r, rules.Banned)
			return
		}
		complaint := a.complaint(r)
		v, err := h(w, r)
		if refused, ok := errors.AsType[*rules.Error](err); ok {
			a.refuse(w, r, refused)
			return
		}
		if err != nil {
			a.Log.Error("playground", "path", r.URL.Path, "error", err)
			writeJSON(w, http.StatusInternalServerError, object{"code": 0, "message": "500: Internal Server Error"})
			return
		}
		if complaint != nil {
			a.Audit.Add(audit.Violation{Method: r.Method, Path: r.URL.Path, Message: complaint.Error()})
		}
		writeResult(w, v)
	})
}

// refuse answers what the bot should not have asked, and notes it.
func (a *api) refuse(w http.ResponseWriter, r *http.Request, refused *rules.Error) {
	a.Limits.Refused(a.World.Now(), refused.Status)
	a.Audit.Add(audit.Violation{
		Method: r.Method, Path: r.URL.Path, Status: refused.Status, Code: refused.Code, Message: refused.Error(),
	})
	writeJSON(w, refused.Status, refused.Body())
}

// complaint is what [Config.Check] has to say. The body can be read again afterwards.
func (a *api) complaint(r *http.Request) error {
	if a.Check == nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, rules.MaxRequest+1))
	rest := r.Body
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(data), rest), rest}
	if err != nil || len(data) > rules.MaxRequest {
		return nil //nolint:nilerr // the route will meet the same, and refuse it
	}
	return a.Check(r, data)
}

// writeResult answers with what a route returned.
func writeResult(w http.ResponseWriter, v any) {
	switch v := v.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case created:
		writeJSON(w, http.StatusCreated, v.body)
	default:
		writeJSON(w, http.StatusOK, v)
	}
}

// writeJSON sends a body. An error is of the connection, and nobody is left to hear it.
func writeJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // answers are made of strings, numbers and the like
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// read reads a request's JSON into v, and returns the files beside it.
func read(w http.ResponseWriter, r *http.Request, v any) (map[int]rules.Upload, error) {
	b, err := rules.Read(w, r)
	if err != nil {
		return nil, err
	}
	return b.Files, rules.Decode("", b.JSON, v)
}

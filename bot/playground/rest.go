package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// route answers one of the bot's requests: a body for JSON, nil for none.
type route func(w http.ResponseWriter, r *http.Request) (any, error)

// created is a body answered with status 201.
type created struct{ body any }

// rest is the bot's REST API, without its prefix /api/v10.
func (s *Server) rest() http.Handler {
	mux := http.NewServeMux()
	open := func(pattern, bucket string, h route) {
		mux.Handle(pattern, s.answering(s.limited(bucket, h)))
	}
	closed := func(pattern, bucket string, h route) {
		mux.Handle(pattern, s.answering(s.authorized(s.limited(bucket, h))))
	}

	open("GET /gateway", bucketNone, s.getGateway)
	closed("GET /gateway/bot", bucketLookup, s.getGatewayBot)
	open("POST /interactions/{id}/{token}/callback", bucketNone, s.callback)
	open("POST /webhooks/{app}/{token}", bucketWebhook, s.followUp)
	open("GET /webhooks/{app}/{token}/messages/{message}", bucketWebhook, s.getAnswer)
	open("PATCH /webhooks/{app}/{token}/messages/{message}", bucketWebhook, s.patchAnswer)
	open("DELETE /webhooks/{app}/{token}/messages/{message}", bucketWebhook, s.deleteAnswer)

	for _, of := range []string{"/applications/{app}", "/applications/{app}/guilds/{guild}"} {
		closed("GET "+of+"/commands", bucketLookup, s.listCommands)
		closed("PUT "+of+"/commands", bucketCommands, s.putCommands)
		closed("POST "+of+"/commands", bucketCommands, s.postCommand)
		closed("GET "+of+"/commands/{command}", bucketLookup, s.getCommand)
		closed("PATCH "+of+"/commands/{command}", bucketCommands, s.patchCommand)
		closed("DELETE "+of+"/commands/{command}", bucketCommands, s.deleteCommand)
	}

	closed("GET /channels/{channel}", bucketRead, s.getChannel)
	closed("POST /channels/{channel}/typing", bucketSend, s.postTyping)
	closed("GET /channels/{channel}/messages", bucketRead, s.listMessages)
	closed("POST /channels/{channel}/messages", bucketSend, s.postMessage)
	closed("GET /channels/{channel}/messages/{message}", bucketRead, s.getMessage)
	closed("PATCH /channels/{channel}/messages/{message}", bucketEdit, s.patchMessage)
	closed("DELETE /channels/{channel}/messages/{message}", bucketDelete, s.deleteMessage)

	closed("POST /channels/{channel}/threads", bucketThread, s.postThread)
	closed("POST /channels/{channel}/messages/{message}/threads", bucketThread, s.postMessageThread)

	closed("GET /applications/@me", bucketLookup, s.getApplication)
	closed("GET /oauth2/applications/@me", bucketLookup, s.getApplication)
	closed("GET /users/{user}", bucketLookup, s.getUser)
	closed("GET /users/@me/guilds", bucketLookup, s.listGuilds)
	closed("POST /users/@me/channels", bucketLookup, s.postDirect)
	closed("GET /guilds/{guild}", bucketLookup, s.getGuild)
	closed("GET /guilds/{guild}/channels", bucketLookup, s.listChannels)
	closed("GET /guilds/{guild}/members", bucketLookup, s.listMembers)
	closed("GET /guilds/{guild}/members/{user}", bucketLookup, s.getMember)
	open("/", bucketNone, func(http.ResponseWriter, *http.Request) (any, error) { return nil, errNotFound })
	return mux
}

// authorized demands the bot's token.
func (s *Server) authorized(h route) route {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bot ")
		if !ok || token != s.token {
			return nil, errUnauthorized
		}
		return h(w, r)
	}
}

// answering writes what a route returns, and notes what it refuses.
func (s *Server) answering(h route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" {
			refuse(w, http.StatusForbidden, "this is for bots, not for pages")
			return
		}
		if s.limits.banned(s.clock.Now()) {
			s.refuseBot(w, r, errBanned)
			return
		}
		complaint := s.complaint(r)
		v, err := h(w, r)
		if refused, ok := errors.AsType[*apiError](err); ok {
			s.refuseBot(w, r, refused)
			return
		}
		if err != nil {
			s.log.Error("playground", "path", r.URL.Path, "error", err)
			writeJSON(w, http.StatusInternalServerError, object{"code": 0, "message": "500: Internal Server Error"})
			return
		}
		if complaint != nil {
			s.violation(Violation{Method: r.Method, Path: r.URL.Path, Message: complaint.Error()})
		}
		writeResult(w, v)
	})
}

// refuseBot answers what the bot should not have asked, and notes it.
func (s *Server) refuseBot(w http.ResponseWriter, r *http.Request, refused *apiError) {
	s.limits.refused(s.clock.Now(), refused.Status)
	s.violation(Violation{
		Method: r.Method, Path: r.URL.Path, Status: refused.Status, Code: refused.Code, Message: refused.Error(),
	})
	writeJSON(w, refused.Status, refused.body())
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

// complaint is what [Config.Check] has to say. The body can be read again afterwards.
func (s *Server) complaint(r *http.Request) error {
	if s.check == nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	rest := r.Body
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(data), rest), rest}
	if err != nil || len(data) > maxRequest {
		return nil //nolint:nilerr // the route will meet the same, and refuse it
	}
	return s.check(r, data)
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

func (s *Server) getGateway(http.ResponseWriter, *http.Request) (any, error) {
	return object{"url": s.gateway.address()}, nil
}

func (s *Server) getGatewayBot(http.ResponseWriter, *http.Request) (any, error) {
	limit, left, wait := s.limits.left(s.clock.Now(), IdentifyLimit)
	return object{
		"url": s.gateway.address(), "shards": 1,
		"session_start_limit": object{
			"total": limit.Calls, "remaining": left, "reset_after": wait.Milliseconds(), "max_concurrency": 1,
		},
	}, nil
}

// Package page serves people: a page on which they talk with the bot, its JSON interface, and a
// stream of events.
package page

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

type object = map[string]any

// Config holds what the page shows and changes.
type Config struct {
	World        *world.World
	Messages     *world.Messages
	Commands     *world.Commands
	Interactions *world.Interactions
	Log          *slog.Logger
	Stream       *Stream
	Online       func() bool // reports whether the bot is connected
}

type page struct {
	Config

	mu      sync.Mutex
	offered map[string]map[string]any // autocomplete's values by name; by user, command and option
}

// Handler serves the page at /, its files under /web/, its interface under /api/, and attachments
// under /attachments/.
func Handler(c Config) http.Handler {
	p := &page{Config: c, offered: map[string]map[string]any{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /attachments/{id}/{name}", p.attachment)
	mux.HandleFunc("GET /api/state", handleGet(p.state))
	mux.HandleFunc("GET /api/commands", handleGet(p.commandList))
	mux.HandleFunc("GET /api/messages", handleGet(p.history))
	mux.HandleFunc("GET /api/stream", p.stream)
	mux.HandleFunc("POST /api/complete", handlePost(p.inChannel(p.complete)))
	mux.HandleFunc("POST /api/run", handlePost(p.inChannel(p.runCommand)))
	mux.HandleFunc("POST /api/click", handlePost(p.inChannel(p.click)))
	mux.HandleFunc("POST /api/select", handlePost(p.inChannel(p.choose)))
	mux.HandleFunc("POST /api/submit", handlePost(p.submit))
	mux.HandleFunc("POST /api/say", handlePost(p.inChannel(p.say)))
	mux.HandleFunc("POST /api/thread", handlePost(p.inChannel(p.thread)))
	mux.HandleFunc("POST /api/dismiss", handlePost(p.dismiss))
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.Handle("GET /web/", guarded(http.StripPrefix("/web", http.FileServerFS(files))))
	mux.Handle("GET /{$}", guarded(http.FileServerFS(files)))
	return mux
}

// refusal is an error message for the person at the page.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

func refusef(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// request is the body of every POST request; each kind uses some of it.
type request struct {
	User     string         `json:"user"`
	Channel  string         `json:"channel"`
	Text     string         `json:"text"`
	Target   string         `json:"target"`
	Message  string         `json:"message"`
	CustomID string         `json:"custom_id"`
	Values   []string       `json:"values"`
	Modal    string         `json:"modal"`
	Fields   map[string]any `json:"fields"` // a string, or a list of strings for a menu
	Locale   string         `json:"locale"`
	Wait     bool           `json:"wait"`

	files map[string]rules.Upload // by option

	// Set by inChannel.
	by *world.User
	in *world.Channel
}

func (r *request) locale() string { return cmp.Or(r.Locale, world.Locale) }

func handlePost(h func(context.Context, *request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req, status, err := read(r)
		if err != nil {
			rules.WriteSentence(w, status, err.Error())
			return
		}
		v, err := h(r.Context(), req)
		answer(w, v, err)
	}
}

// read decodes the body of a request: JSON or, with files, a form. The status is that of the error.
func read(r *http.Request) (req *request, status int, err error) {
	req = &request{}
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case kind == "application/json": // which a form on another site's page cannot set
		var payload []byte
		if payload, _, err = rules.Read(r); err == nil {
			err = rules.Decode("", payload, req)
		}
	case kind != "multipart/form-data":
		return nil, http.StatusUnsupportedMediaType, errors.New("the body must be application/json")
	case r.Header.Get("X-Playground") == "":
		return nil, http.StatusForbidden, errors.New("multipart/form-data needs the header X-Playground")
	default:
		var f url.Values
		f, req.files, err = rules.ReadForm(r)
		req.User, req.Channel, req.Text = f.Get("user"), f.Get("channel"), f.Get("text")
		req.Locale, req.Wait = f.Get("locale"), f.Get("wait") == "true"
	}
	return req, http.StatusBadRequest, err
}

func handleGet(h func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := h(r)
		answer(w, v, err)
	}
}

func answer(w http.ResponseWriter, v any, err error) {
	switch why, refused := errors.AsType[*refusal](err); {
	case refused:
		rules.WriteSentence(w, http.StatusBadRequest, why.Error())
	case err != nil: // the client is gone, or the server is closing
		rules.WriteSentence(w, http.StatusServiceUnavailable, err.Error())
	default:
		rules.WriteJSON(w, http.StatusOK, v)
	}
}

// person returns a user other than the bot, by key, ID or name.
func (p *page) person(name string) (*world.User, error) {
	if u := p.World.Person(name); u != nil {
		return u, nil
	}
	return nil, refusef("there is no user %q", name)
}

// inChannel returns h for requests in a channel that their user sees.
func (p *page) inChannel(h func(context.Context, *request) (any, error)) func(context.Context, *request) (any, error) {
	return func(ctx context.Context, req *request) (v any, err error) {
		if req.by, req.in, err = p.where(req.User, req.Channel); err != nil {
			return nil, err
		}
		return h(ctx, req)
	}
}

// where returns the user and the channel of a request, if the user sees the channel.
func (p *page) where(userName, channelID string) (*world.User, *world.Channel, error) {
	u, err := p.person(userName)
	if err != nil {
		return nil, nil, err
	}
	name := strings.TrimPrefix(channelID, "#")
	c := cmp.Or(p.World.Channel(name), p.World.Named(name))
	if c == nil || !p.World.Sees(u, c) {
		return nil, nil, refusef("there is no channel %q", channelID)
	}
	return u, c, nil
}

//go:embed web
var web embed.FS

// guarded adds security headers: resources only from here, no framing. The browser must revalidate,
// as a new binary may contain a new page.
func guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; "+
			"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		h.ServeHTTP(w, r)
	})
}

// attachment serves a file. Only pictures are displayed inline: another file may be a page with
// scripts.
func (p *page) attachment(w http.ResponseWriter, r *http.Request) {
	f, data, err := p.Messages.File(r.PathValue("id"), r.PathValue("name"))
	switch {
	case errors.Is(err, world.ErrNoFile):
		rules.WriteSentence(w, http.StatusNotFound, err.Error())
		return
	case err != nil:
		p.Log.Error("playground cannot read a file", "id", f.ID, "error", err)
		rules.WriteSentence(w, http.StatusNotFound, "the file is lost")
		return
	}
	disposition := "attachment"
	if f.Width > 0 {
		disposition = "inline"
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Content-Disposition", fmt.Sprintf("%s; filename=%q", disposition, f.Name))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(data) // the client may disconnect
}

package page

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
	"github.com/sixfold-bot/sixfold/bot/playground/interactions"
	"github.com/sixfold-bot/sixfold/bot/playground/payload"
)

// run serves POST /api/run.
func (p *page) run(w http.ResponseWriter, r *http.Request) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		posted(p.runCommand)(w, r)
		return
	}
	if r.Header.Get("X-Playground") == "" {
		Refuse(w, http.StatusForbidden, "multipart/form-data needs the header X-Playground")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, payload.MaxRequest)
	req, err := readForm(multipart.NewReader(r.Body, params["boundary"]))
	if err != nil {
		Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	answer(w, r, req, p.runCommand)
}

// readForm reads a request as a form: parts with a filename are files for the option
// of their name.
func readForm(m *multipart.Reader) (*request, error) {
	req := &request{files: map[string]payload.Upload{}}
	fields := map[string]*string{"user": &req.User, "channel": &req.Channel, "text": &req.Text, "locale": &req.Locale}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return req, nil
		}
		if err != nil {
			return nil, payload.TooLarge(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, payload.TooLarge(err)
		}
		switch name := part.FormName(); {
		case part.FileName() != "":
			if len(data) > payload.MaxFile {
				return nil, apierror.TooLarge
			}
			req.files[name] = payload.Upload{Name: payload.SafeName(part.FileName()), Data: data}
		case fields[name] != nil:
			*fields[name] = string(data)
		case name == "wait":
			req.Wait = string(data) == "true"
		default:
			return nil, refusef("there is no field %q", name)
		}
	}
}

// runCommand runs a slash command as a user, or one in the menu of a member.
func (p *page) runCommand(ctx context.Context, req *request) (any, error) {
	u, c, err := p.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	i := &interactions.Interaction{Type: interactions.Command, User: u, Channel: c, Locale: req.locale()}
	read := p.commandData
	if req.Target != "" {
		read = p.targetData
	}
	data, err := read(i, req)
	if err != nil {
		return nil, err
	}
	p.Interactions.Open(i, data)
	return p.outcome(ctx, i, req.Wait)
}

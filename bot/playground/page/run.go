package page

import (
	"context"
	"mime"
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func (p *page) run(w http.ResponseWriter, r *http.Request) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		handlePost(p.inChannel(p.runCommand))(w, r)
		return
	}
	if r.Header.Get("X-Playground") == "" {
		rules.WriteSentence(w, http.StatusForbidden, "multipart/form-data needs the header X-Playground")
		return
	}
	req, err := readForm(r, params["boundary"])
	if err != nil {
		rules.WriteSentence(w, http.StatusBadRequest, err.Error())
		return
	}
	v, err := p.inChannel(p.runCommand)(r.Context(), req)
	answer(w, v, err)
}

// readForm reads a request sent as a form. A part with a filename is the file of the option of that
// name.
func readForm(r *http.Request, boundary string) (*request, error) {
	req := &request{files: map[string]rules.Upload{}}
	fields := map[string]*string{"user": &req.User, "channel": &req.Channel, "text": &req.Text, "locale": &req.Locale}
	err := rules.ReadParts(r, boundary, func(part rules.Part) (err error) {
		switch name := part.Field; {
		case part.Filename != "":
			req.files[name], err = part.Upload()
		case fields[name] != nil:
			*fields[name] = string(part.Data)
		case name == "wait":
			req.Wait = string(part.Data) == "true"
		default:
			err = refusef("there is no field %q", name)
		}
		return err
	})
	return req, err
}

// runCommand runs a slash command, or a user command if the request has a target.
func (p *page) runCommand(ctx context.Context, req *request) (any, error) {
	i := &world.Interaction{Type: world.CommandInteraction, User: req.by, Channel: req.in, Locale: req.locale()}
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

// outcome returns an interaction's ID. With wait, it waits for the first answer and returns that
// too.
func (p *page) outcome(ctx context.Context, i *world.Interaction, wait bool) (any, error) {
	if !wait {
		return object{"interaction": i.ID}, nil
	}
	if err := p.Interactions.Wait(ctx, i); err != nil {
		return nil, err
	}
	o, v := p.Interactions.Outcome(i), object{"interaction": i.ID, "message": nil, "modal": nil}
	if o.Late {
		v["notice"] = world.DidNotRespond
	}
	if o.Message != nil {
		v["message"] = view(p.World, p.Messages, o.Message)
	}
	if o.Modal != nil {
		v["modal"] = viewModal(o.Modal)
	}
	return v, nil
}

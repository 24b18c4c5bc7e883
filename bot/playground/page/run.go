package page

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

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
	o, err := p.Interactions.Wait(ctx, i)
	if err != nil {
		return nil, err
	}
	v := object{"interaction": i.ID, "message": nil, "modal": nil}
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

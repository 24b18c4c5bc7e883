package page

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// outcomeView is what run, click, select and submit answer.
type outcomeView struct {
	Interaction string       `json:"interaction"`
	Message     *messageView `json:"message"`
	Modal       *modalView   `json:"modal"`
	Notice      string       `json:"notice,omitempty"`
}

// outcome tells an interaction's ID; with wait, when its first answer is there, the
// answer too.
func (p *page) outcome(ctx context.Context, i *world.Interaction, wait bool) (any, error) {
	if !wait {
		return object{"interaction": i.ID}, nil
	}
	if err := p.Interactions.Wait(ctx, i); err != nil {
		return nil, err
	}
	o, v := p.Interactions.Outcome(i), outcomeView{Interaction: i.ID}
	if o.Late {
		v.Notice = world.DidNotRespond
	}
	if o.Message != nil {
		v.Message = view(p.World, p.Messages, o.Message)
	}
	if o.Modal != nil {
		v.Modal = viewModal(o.Modal)
	}
	return v, nil
}

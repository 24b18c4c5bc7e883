package playground

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// serveInteractions adds the routes that answer interactions.
func (a *api) serveInteractions() {
	a.open("POST /interactions/{id}/{token}/callback", bucketNone, a.callback)
	a.open("POST /webhooks/{app}/{token}", bucketWebhook, a.followUp)
	a.open("GET /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.getting(a.answerOf))
	a.open("PATCH /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.editing(a.answerOf))
	a.open("DELETE /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.deleting(a.answerOf))
}

func (a *api) callback(r *http.Request) (any, error) {
	var c world.Callback
	var err error
	if c.Files, err = read(r, &c); err != nil {
		return nil, err
	}
	response, err := a.interactions.Answer(r.PathValue("id"), r.PathValue("token"), c)
	if err != nil || r.FormValue("with_response") != "true" {
		return nil, err
	}
	return response, nil
}

func readDraft(r *http.Request) (*rules.Draft, error) {
	payload, files, err := rules.Read(r)
	if err != nil {
		return nil, err
	}
	return rules.ReadDraft("", payload, files)
}

func (a *api) followUp(r *http.Request) (any, error) {
	d, err := readDraft(r)
	if err != nil {
		return nil, err
	}
	if r.PathValue("app") != world.BotID {
		return nil, rules.UnknownWebhook
	}
	return a.result(a.interactions.FollowUp(r.PathValue("token"), d))
}

func (a *api) result(m world.Message, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return a.messages.JSON(&m), nil
}

// answerOf returns the message of a path if the interaction's token may edit it.
func (a *api) answerOf(r *http.Request) (world.Message, error) {
	if r.PathValue("app") != world.BotID {
		return world.Message{}, rules.UnknownWebhook
	}
	return a.interactions.Message(r.PathValue("token"), r.PathValue("message"))
}

// finder returns the message of a path, or a refusal.
type finder func(r *http.Request) (world.Message, error)

func (a *api) getting(find finder) route {
	return func(r *http.Request) (any, error) { return a.result(find(r)) }
}

func (a *api) editing(find finder) route {
	return func(r *http.Request) (any, error) {
		d, err := readDraft(r)
		if err != nil {
			return nil, err
		}
		m, err := find(r)
		if err != nil {
			return nil, err
		}
		return a.result(a.messages.Edit(m.Channel, m.ID, d))
	}
}

func (a *api) deleting(find finder) route {
	return func(r *http.Request) (any, error) {
		m, err := find(r)
		if err == nil {
			a.messages.Delete(m.Channel, m.ID)
		}
		return nil, err
	}
}

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
	a.open("GET /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.getAnswer)
	a.open("PATCH /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.patchAnswer)
	a.open("DELETE /webhooks/{app}/{token}/messages/{message}", bucketWebhook, a.deleteAnswer)
}

func (a *api) callback(w http.ResponseWriter, r *http.Request) (any, error) {
	var c world.Callback
	var err error
	if c.Files, err = read(w, r, &c); err != nil {
		return nil, err
	}
	response, err := a.interactions.Answer(r.PathValue("id"), r.PathValue("token"), c)
	if err != nil || r.FormValue("with_response") != "true" {
		return nil, err
	}
	return response, nil
}

func readDraft(w http.ResponseWriter, r *http.Request) (*rules.Draft, map[int]rules.Upload, error) {
	b, err := rules.Read(w, r)
	if err != nil {
		return nil, nil, err
	}
	d, err := rules.ReadDraft("", b.JSON, b.Files)
	return d, b.Files, err
}

func (a *api) followUp(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	if r.PathValue("app") != world.BotID {
		return nil, rules.UnknownWebhook
	}
	return a.result(a.interactions.FollowUp(r.PathValue("token"), d, files))
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

func (a *api) getAnswer(_ http.ResponseWriter, r *http.Request) (any, error) {
	return a.result(a.answerOf(r))
}

func (a *api) patchAnswer(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	m, err := a.answerOf(r)
	if err != nil {
		return nil, err
	}
	return a.result(a.messages.Edit(m.Channel, m.ID, d, files))
}

func (a *api) deleteAnswer(_ http.ResponseWriter, r *http.Request) (any, error) {
	m, err := a.answerOf(r)
	if err != nil {
		return nil, err
	}
	a.messages.Delete(m.Channel, m.ID)
	return nil, nil
}

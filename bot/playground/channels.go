package playground

import (
	"net/http"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func (a *api) serveChannels() {
	a.closed("GET /channels/{channel}", bucketRead, with(a.visible, a.getChannel))
	a.closed("PATCH /channels/{channel}", bucketEdit, with(a.visible, a.patchThread))
	a.closed("DELETE /channels/{channel}", bucketDelete, with(a.visible, func(*world.Channel, *http.Request) (any, error) {
		return nil, rules.MissingPermissions // which the bot lacks to delete a thread
	}))
	a.closed("GET /channels/{channel}/messages", bucketRead, with(a.visible, a.listMessages))
	a.closed("POST /channels/{channel}/messages", bucketSend, with(a.writable, a.postMessage))
	a.closed("GET /channels/{channel}/messages/{message}", bucketRead, with(a.messageOf, a.getMessage))
	a.closed("PATCH /channels/{channel}/messages/{message}", bucketEdit, with(a.ownMessageOr(rules.OtherAuthor), a.editMessage))
	a.closed("DELETE /channels/{channel}/messages/{message}", bucketDelete, with(a.ownMessageOr(rules.MissingPermissions), a.deleteMessage))
	a.closed("POST /channels/{channel}/threads", bucketThread, with(a.writable, a.postThread))
	a.closed("POST /users/@me/channels", bucketLookup, a.postDirect)
}

// with is a route with what its path names, such as a channel, which find returns.
func with[T any](find func(*http.Request) (T, error), h func(T, *http.Request) (any, error)) route {
	return func(r *http.Request) (any, error) {
		found, err := find(r)
		if err != nil {
			return nil, err
		}
		return h(found, r)
	}
}

// visible returns the channel of a path if the bot can see it.
func (a *api) visible(r *http.Request) (*world.Channel, error) {
	c := a.world.Channel(r.PathValue("channel"))
	if c == nil {
		return nil, rules.UnknownChannel
	}
	return c, a.world.MayView(c)
}

// writable returns the channel of a path if the bot may post to it.
func (a *api) writable(r *http.Request) (*world.Channel, error) {
	c, err := a.visible(r)
	if err != nil {
		return nil, err
	}
	return c, a.world.MayPost(c)
}

// messageOf returns the message of a path, unless it is private.
func (a *api) messageOf(r *http.Request) (world.Message, error) {
	c, err := a.visible(r)
	if err != nil {
		return world.Message{}, err
	}
	if m, ok := a.messages.Get(c.ID, r.PathValue("message")); ok && m.To == "" {
		return m, nil
	}
	return world.Message{}, rules.UnknownMessage
}

// ownMessageOr finds the message of a path if it is the bot's own, and otherwise returns the
// refusal.
func (a *api) ownMessageOr(refusal *rules.Error) func(*http.Request) (world.Message, error) {
	return func(r *http.Request) (world.Message, error) {
		m, err := a.messageOf(r)
		if err == nil && m.Author != a.world.Bot.ID {
			err = refusal
		}
		return m, err
	}
}

func (a *api) getChannel(c *world.Channel, _ *http.Request) (any, error) {
	return a.world.ChannelJSON(c), nil
}

const maxPage = 100

// listMessages returns the last messages, the newest first.
func (a *api) listMessages(c *world.Channel, _ *http.Request) (any, error) {
	found := []object{}
	for _, m := range slices.Backward(a.messages.List(c.ID)) {
		if m.To == "" && len(found) < maxPage {
			found = append(found, a.messages.JSON(&m))
		}
	}
	return found, nil
}

func (a *api) postMessage(c *world.Channel, r *http.Request) (any, error) {
	d, err := readDraft(r)
	if err != nil {
		return nil, err
	}
	d.Flags.Value &^= rules.FlagEphemeral // only answers to interactions can be private
	return a.result(a.messages.Post(world.Message{Channel: c.ID, Author: a.world.Bot.ID}, d))
}

// postDirect returns a person's direct message channel with the bot.
func (a *api) postDirect(r *http.Request) (any, error) {
	var to struct {
		Recipient rules.Numeric `json:"recipient_id"`
	}
	if _, err := read(r, &to); err != nil {
		return nil, err
	}
	for _, c := range a.world.Channels() {
		if c.DM != "" && c.DM == string(to.Recipient) {
			return a.world.ChannelJSON(c), nil
		}
	}
	return nil, rules.UnknownUser
}

// postThread opens a thread. The type is required: without one Discord opens a private thread, which
// does not exist here.
func (a *api) postThread(c *world.Channel, r *http.Request) (any, error) {
	d := &rules.Thread{}
	if _, err := read(r, d); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	if c.DM != "" || c.Parent != "" || d.Type == nil || *d.Type != world.PublicThread {
		return nil, rules.WrongChannelType
	}
	return created{a.world.ChannelJSON(a.world.OpenThread(c, a.world.Bot, d))}, nil
}

// patchThread archives a thread of the bot's or reopens it, and ignores other fields.
func (a *api) patchThread(c *world.Channel, r *http.Request) (any, error) {
	if c.Owner != a.world.Bot.ID {
		return nil, rules.MissingPermissions
	}
	var d struct {
		Archived *bool `json:"archived"`
	}
	if _, err := read(r, &d); err != nil {
		return nil, err
	}
	if d.Archived != nil {
		a.world.Archive(c, *d.Archived)
	}
	return a.world.ChannelJSON(c), nil
}

func (a *api) serveInteractions() {
	a.open("POST /interactions/{id}/{token}/callback", bucketNone, a.callback)
	a.open("POST /webhooks/{app}/{token}", bucketWebhook, a.followUp)
	a.open("GET /webhooks/{app}/{token}/messages/{message}", bucketWebhook, with(a.answerOf, a.getMessage))
	a.open("PATCH /webhooks/{app}/{token}/messages/{message}", bucketWebhook, with(a.answerOf, a.editMessage))
	a.open("DELETE /webhooks/{app}/{token}/messages/{message}", bucketWebhook, with(a.answerOf, a.deleteMessage))
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

func (a *api) getMessage(m world.Message, _ *http.Request) (any, error) { return a.result(m, nil) }

func (a *api) editMessage(m world.Message, r *http.Request) (any, error) {
	d, err := readDraft(r)
	if err != nil {
		return nil, err
	}
	return a.result(a.messages.Edit(m.Channel, m.ID, d))
}

func (a *api) deleteMessage(m world.Message, _ *http.Request) (any, error) {
	a.messages.Delete(m.Channel, m.ID)
	return nil, nil
}

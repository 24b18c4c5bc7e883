package rest

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// serveChannels adds channels, their messages and threads.
func (a *api) serveChannels() {
	a.closed("GET /channels/{channel}", ratelimit.Read, a.getChannel)
	a.closed("PATCH /channels/{channel}", ratelimit.Edit, a.patchThread)
	a.closed("DELETE /channels/{channel}", ratelimit.Delete, a.deleteThread)
	a.closed("POST /channels/{channel}/typing", ratelimit.Send, a.postTyping)
	a.closed("GET /channels/{channel}/messages", ratelimit.Read, a.listMessages)
	a.closed("POST /channels/{channel}/messages", ratelimit.Send, a.postMessage)
	a.closed("GET /channels/{channel}/messages/{message}", ratelimit.Read, a.getMessage)
	a.closed("PATCH /channels/{channel}/messages/{message}", ratelimit.Edit, a.patchMessage)
	a.closed("DELETE /channels/{channel}/messages/{message}", ratelimit.Delete, a.deleteMessage)
	a.closed("POST /channels/{channel}/threads", ratelimit.Thread, a.postThread)
	a.closed("POST /channels/{channel}/messages/{message}/threads", ratelimit.Thread, a.postMessageThread)
	a.closed("POST /users/@me/channels", ratelimit.Lookup, a.postDirect)
}

// visible finds the channel of a path, if the bot sees it.
func (a *api) visible(r *http.Request) (*world.Channel, error) {
	c := a.World.Channel(r.PathValue("channel"))
	if c == nil {
		return nil, rules.UnknownChannel
	}
	return c, a.World.MayView(c)
}

// writable finds the channel of a path, if the bot may post there.
func (a *api) writable(r *http.Request) (*world.Channel, error) {
	c, err := a.visible(r)
	if err != nil {
		return nil, err
	}
	return c, a.World.MayPost(c)
}

// messageOf finds the message of a path. Private ones cannot be reached by it.
func (a *api) messageOf(r *http.Request) (world.Message, error) {
	c, err := a.visible(r)
	if err != nil {
		return world.Message{}, err
	}
	if m, ok := a.Messages.Get(c.ID, r.PathValue("message")); ok && m.To == "" {
		return m, nil
	}
	return world.Message{}, rules.UnknownMessage
}

// ownMessageOf is messageOf of the bot's own messages; others are refused.
func (a *api) ownMessageOf(r *http.Request, refusal *rules.Error) (world.Message, error) {
	m, err := a.messageOf(r)
	if err == nil && m.Author != a.World.Bot.ID {
		err = refusal
	}
	return m, err
}

func (a *api) getChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	c, err := a.visible(r)
	if err != nil {
		return nil, err
	}
	return a.World.ChannelJSON(c), nil
}

func (a *api) postTyping(_ http.ResponseWriter, r *http.Request) (any, error) {
	_, err := a.writable(r)
	return nil, err
}

// maxPage is how many messages a request may ask for, and usualPage for how many one
// asks that does not say.
const (
	maxPage   = 100
	usualPage = 50
)

// listMessages answers with the newest first.
func (a *api) listMessages(_ http.ResponseWriter, r *http.Request) (any, error) {
	c, err := a.visible(r)
	if err != nil {
		return nil, err
	}
	limit := usualPage
	if text := r.FormValue("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > maxPage {
			var f rules.Fields
			f.Add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return nil, f.Err()
		}
	}
	before, after := r.FormValue("before"), r.FormValue("after")
	found := []object{}
	for _, m := range slices.Backward(a.Messages.List(c.ID)) {
		in := (before == "" || world.CompareIDs(m.ID, before) < 0) && (after == "" || world.CompareIDs(m.ID, after) > 0)
		if in && m.To == "" && len(found) < limit {
			found = append(found, a.Messages.JSON(&m))
		}
	}
	return found, nil
}

func (a *api) postMessage(w http.ResponseWriter, r *http.Request) (any, error) {
	c, err := a.writable(r)
	if err != nil {
		return nil, err
	}
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	d.Flags.Value &^= rules.FlagEphemeral // only answers to interactions can be private
	if ref := d.Reference; ref != nil {
		if _, ok := a.Messages.Get(c.ID, ref.MessageID); !ok {
			if ref.MustExist == nil || *ref.MustExist {
				var f rules.Fields
				f.Add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
				return nil, f.Err()
			}
			d.Reference = nil
		}
	}
	return a.result(a.Messages.Post(world.Message{Channel: c.ID, Author: a.World.Bot.ID}, d, files))
}

func (a *api) getMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	return a.result(a.messageOf(r))
}

func (a *api) patchMessage(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	m, err := a.ownMessageOf(r, rules.OtherAuthor)
	if err != nil {
		return nil, err
	}
	return a.result(a.Messages.Edit(m.Channel, m.ID, d, files))
}

// deleteMessage deletes the bot's own messages: it may not manage others'.
func (a *api) deleteMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	m, err := a.ownMessageOf(r, rules.MissingPermissions)
	if err != nil {
		return nil, err
	}
	a.Messages.Delete(m.Channel, m.ID)
	return nil, nil
}

// postDirect opens a person's direct messages with the bot.
func (a *api) postDirect(w http.ResponseWriter, r *http.Request) (any, error) {
	var to struct {
		Recipient rules.Numeric `json:"recipient_id"`
	}
	if _, err := read(w, r, &to); err != nil {
		return nil, err
	}
	for _, c := range a.World.Channels() {
		if c.DM != "" && c.DM == string(to.Recipient) {
			return a.World.ChannelJSON(c), nil
		}
	}
	return nil, rules.UnknownUser
}

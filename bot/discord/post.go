package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/panics"
)

// ErrNoPost is returned by Post where the bot may not write.
var ErrNoPost = errors.New("discord: may not post to this channel")

// postBy bounds one post with its waiting for rate limits.
const postBy = time.Minute

// Post sends a message to a channel outside of any interaction, with those that come
// after it. Its errors wrap ErrNoPost where the bot may not. What a reply does later
// may panic: then nothing is sent.
func (d *Connection) Post(ctx context.Context, channel string, r chat.Reply) (err error) {
	defer func() {
		if v := recover(); v != nil {
			d.panicked(v)
			err = panics.ErrPanicked
		}
	}()
	if r.Later != nil {
		r = r.Later(ctx, func(chat.Reply) {})
	}
	if err := d.post(ctx, channel, r); err != nil {
		return err
	}
	for _, next := range r.After {
		if err := d.Post(ctx, channel, next); err != nil {
			return err
		}
	}
	return nil
}

// post sends one message to a channel; see [chat.Live] for one that is the board of a table.
func (d *Connection) post(ctx context.Context, channel string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	r.Private = false
	if r.Live == nil {
		_, err := d.postMessage(ctx, channel, r)
		return err
	}
	now, err := r.Live.Begin(ctx)
	if err != nil {
		return err
	}
	id := ""
	defer func() { r.Live.End(id) }()
	switch {
	case now.Newer, r.Update && now.Message == "":
		return nil
	case r.Update:
		if err = d.rewrite(ctx, channel, now.Message, true, d.postWire(channel, r)); err == nil {
			id = now.Message
		}
		return barred(err)
	}
	if id, err = d.postMessage(ctx, channel, r); err != nil || now.Message == "" {
		return err
	}
	if err := d.rewrite(ctx, channel, now.Message, true, d.postWire(channel, now.Line)); err != nil {
		d.log.Info("the board before could not be changed", "channel", channel, "err", err)
	}
	return nil
}

// postMessage sends a new message, and returns its ID.
func (d *Connection) postMessage(ctx context.Context, channel string, r chat.Reply) (id string, err error) {
	m := d.postWire(channel, r)
	answer, err := d.rest.do(ctx, restCall{
		name: "post", method: http.MethodPost, path: "channels/" + channel + "/messages",
		body: m, files: m.files, asBot: true,
	})
	return messageID(answer), barred(err)
}

// postWire puts a reply in Discord's form.
func (d *Connection) postWire(channel string, r chat.Reply) wireMessage {
	var c cuts
	m := c.message(c.fit(r, defaultFileLimit, d.tooLarge("")))
	if len(c) > 0 {
		d.log.Error("a post went beyond Discord's limits", "channel", channel, "cut", []string(c))
	}
	return m
}

// barred wraps ErrNoPost where the bot may not.
func barred(err error) error {
	if refused, ok := errors.AsType[*restError](err); ok {
		switch refused.Code {
		case codeUnknownChannel, codeMissingAccess, codeNoDirect, codeNoPermission:
			return fmt.Errorf("%w: %w", ErrNoPost, err)
		}
	}
	return err
}

package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// postBy bounds one call of a [chat.Poster] method, including rate limits.
const postBy = time.Minute

// clocksDiffer is by how much the clock of this machine may differ from Discord's.
const clocksDiffer = time.Minute

// Post implements [chat.Poster]. If Reply.Later panics, nothing is sent.
func (d *Connection) Post(ctx context.Context, channel string, r chat.Reply) error {
	r, err := d.runLater(ctx, r)
	if err == nil {
		err = d.post(ctx, channel, r)
	}
	for _, next := range r.After {
		if err == nil {
			err = d.Post(ctx, channel, next)
		}
	}
	return err
}

// Send implements [chat.Poster].
func (d *Connection) Send(ctx context.Context, channel string, r chat.Reply) (message string, err error) {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	if r, err = d.runLater(ctx, r); err != nil {
		return "", err
	}
	return d.postMessage(ctx, channel, r)
}

// Edit implements [chat.Poster].
func (d *Connection) Edit(ctx context.Context, channel, message string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	r, err := d.runLater(ctx, r)
	if err != nil {
		return err
	}
	return postError(d.rewrite(ctx, channel, message, true, d.postWire(channel, r)))
}

// part is a message, or a component of it, as [Connection.Find] looks at it.
type part struct {
	CustomID   string `json:"custom_id"`
	Content    string `json:"content"`
	Components []part `json:"components"`
}

func (p part) has(mark string) bool {
	line, _, _ := strings.Cut(p.Content, "\n")
	return p.CustomID == mark || line == mark || slices.ContainsFunc(p.Components, func(inner part) bool { return inner.has(mark) })
}

// Find implements [chat.Poster]. It derives the times of messages from their IDs.
func (d *Connection) Find(ctx context.Context, channel string, since time.Time, mark string) (message string, err error) {
	if mark == "" { // every message without text begins like that
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	answer, err := d.look(ctx, "find", "channels/"+channel+"/messages?limit=100")
	if err != nil {
		return "", postError(err)
	}
	var found []struct {
		ID     string
		Author struct{ ID string }
		part
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return "", fmt.Errorf("discord: find: %w", err)
	}
	self := d.self()
	for _, m := range found {
		at, err := discordgo.SnowflakeTimestamp(m.ID)
		if err == nil && !at.Before(since.Add(-clocksDiffer)) && (self == "" || m.Author.ID == self) && m.has(mark) {
			return m.ID, nil
		}
	}
	return "", nil
}

// Direct implements [chat.Poster]. Discord returns the channel of a person's direct messages, and
// creates it if necessary.
func (d *Connection) Direct(ctx context.Context, person string, r chat.Reply) error {
	channel, err := d.openChannel(ctx, restCall{
		name: "direct", method: http.MethodPost, path: "users/@me/channels",
		body: map[string]string{"recipient_id": person}, asBot: true, idempotent: true,
	})
	if err != nil {
		return err
	}
	return d.Post(ctx, channel, r)
}

// threadPutAway is the inactivity after which Discord archives a thread: a day, in minutes.
const threadPutAway = 24 * 60

// Thread implements [chat.Poster].
func (d *Connection) Thread(ctx context.Context, channel, name string) (thread string, err error) {
	return d.openChannel(ctx, restCall{
		name: "thread", method: http.MethodPost, path: "channels/" + channel + "/threads",
		body: map[string]any{"name": chat.Shorten(name, chat.MaxThread), "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": threadPutAway}, asBot: true,
	})
}

// Reaches implements [chat.Poster]. If the bot may not see the channel, it may have left the
// server, so that is asked for too.
func (d *Connection) Reaches(ctx context.Context, server, channel string) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	_, err := d.look(ctx, "look", "channels/"+channel)
	if server == "" || !hasCode(err, codeMissingAccess) {
		return postError(err)
	}
	if _, left := d.look(ctx, "look", "guilds/"+server); hasCode(left, codeMissingAccess, codeUnknownGuild) {
		return fmt.Errorf("%w: %w: %w", chat.ErrNoPost, chat.ErrLeft, left)
	}
	return postError(err)
}

// Unthread implements [chat.Poster]. Deleting a thread takes a permission that the bot does not ask
// for but may have; archiving takes none for the thread's creator.
func (d *Connection) Unthread(ctx context.Context, thread string) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	c := restCall{name: "unthread", method: http.MethodDelete, path: "channels/" + thread, asBot: true, idempotent: true}
	_, err := d.rest.do(ctx, c)
	if hasCode(err, codeNoPermission) {
		c.method, c.body = http.MethodPatch, map[string]bool{"archived": true}
		_, err = d.rest.do(ctx, c)
	}
	return postError(err)
}

// openChannel makes a call that opens a channel, and returns the channel's ID.
func (d *Connection) openChannel(ctx context.Context, c restCall) (channel string, err error) {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	answer, err := d.rest.do(ctx, c)
	if err != nil {
		return "", postError(err)
	}
	if channel = messageID(answer); channel == "" {
		return "", fmt.Errorf("discord: %s: the answer names no channel", c.name)
	}
	return channel, nil
}

// runLater runs Reply.Later. A panic is logged, and returned as [watch.ErrPanicked].
func (d *Connection) runLater(ctx context.Context, r chat.Reply) (done chat.Reply, err error) {
	defer watch.Recover(d.log, &err)
	if r.Later != nil {
		r = r.Later(ctx, func(chat.Reply) {})
	}
	return r, nil
}

// post sends one message to a channel, or with [chat.BoardTracker] the board of a table.
func (d *Connection) post(ctx context.Context, channel string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	r.Private = false
	if r.Board == nil {
		_, err := d.postMessage(ctx, channel, r)
		return err
	}
	now, err := r.Board.Begin(ctx)
	if err != nil {
		return err
	}
	id := ""
	defer func() { r.Board.End(id) }()
	switch {
	case now.Newer, now.Answers, r.Update && now.Message == "":
		return nil
	case r.Update:
		if err = d.rewrite(ctx, channel, now.Message, true, d.postWire(channel, r)); err == nil {
			id = now.Message
		}
		return postError(err)
	}
	if id, err = d.postMessage(ctx, channel, r); err != nil || now.Message == "" {
		return err
	}
	if err := d.rewrite(ctx, channel, now.Message, true, d.postWire(channel, now.Line)); err != nil {
		d.log.Info("the board before could not be changed", "channel", channel, "err", err)
	}
	return nil
}

func (d *Connection) postMessage(ctx context.Context, channel string, r chat.Reply) (id string, err error) {
	m := d.postWire(channel, r)
	answer, err := d.rest.do(ctx, restCall{
		name: "post", method: http.MethodPost, path: "channels/" + channel + "/messages",
		body: m, files: m.files, asBot: true,
	})
	return messageID(answer), postError(err)
}

func (d *Connection) postWire(channel string, r chat.Reply) wireMessage {
	var c cuts
	m := c.message(c.fit(r, defaultFileLimit, d.tooLarge("")))
	if len(c) > 0 {
		d.log.Error("a post went beyond Discord's limits", "channel", channel, "cut", []string(c))
	}
	return m
}

package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// deliver sends a reply, or with [chat.BoardTracker] the board of a table. It waits for other messages of
// the board before it locks the exchange, so that the acknowledgement can be sent meanwhile.
func (e *exchange) deliver(r chat.Reply) error {
	if r.Board == nil || r.Form != nil {
		return e.send(r)
	}
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(answerBy))
	defer cancel()
	now, err := r.Board.Begin(ctx)
	if err != nil {
		return err
	}
	id := ""
	defer func() { r.Board.End(id) }()
	e.mu.Lock()
	defer e.mu.Unlock()
	r.Update = r.Update && e.in.onMessage
	if now.Newer {
		return e.sendOwn(r, now)
	}
	id, err = e.sendBoard(r, now)
	if id == "" {
		return err
	}
	e.board = id
	if r.Update && id != e.in.Message {
		e.d.paths.Delete(e.in.Message)
	}
	if now.Message != "" && now.Message != id && (now.Message != e.in.Message || !r.Update) {
		line := now.Line
		line.Private = r.Private
		e.logUnshrunk(e.rewrite(now.Message, line))
	}
	if now.Message != id {
		e.d.paths.Delete(now.Message)
	}
	return err
}

// sendBoard sends a board, and returns the ID of the message that carries it. The lock is held.
func (e *exchange) sendBoard(r chat.Reply, now chat.Board) (id string, err error) {
	calls := len(r.Mentions) > 0
	pressedStands := now.Message == "" || now.Message == e.in.Message
	switch {
	case e.board != "" && e.board == now.Message && !calls: // this exchange has shown it
		switch _, err = e.fill(r); {
		case isUnknown(err): // deleted meanwhile
			return e.followBoard(r, now)
		case err != nil: // it still shows what it did
			return "", err
		}
		return e.board, nil
	case e.board != "" && now.Message != "" && !calls: // it has moved to another message
		if e.rewrite(now.Message, r) == nil {
			return now.Message, nil
		}
		return e.followBoard(r, now)
	case r.Update && pressedStands && !calls && !now.Buried && e.state != asMessage:
		if e.state == asUpdate {
			_, err = e.fill(r)
		} else {
			_, err = e.respond(r)
		}
		if err == nil {
			e.notePath(e.in.Message, e.path())
			return e.in.Message, nil
		}
		if !isUnknown(err) {
			return "", err
		}
		r.Update = false // the pressed message is deleted
	}
	return e.newBoard(r, now)
}

// newBoard sends a board as a message of its own, and shrinks a pressed board to a line. While
// there is no first answer, the shrinking is it; if the board then cannot be sent, it replaces the
// line. A pressed private message that is spent is replaced by its text likewise.
func (e *exchange) newBoard(r chat.Reply, now chat.Board) (id string, err error) {
	line := now.Pressed
	if now.Message == e.in.Message {
		line = now.Line
	}
	line.Update, line.Private = true, r.Private
	spent := r.Spent != "" && !r.Update && e.in.OnPrivate
	if spent {
		line = chat.Reply{Text: r.Spent, Update: true, Private: true}
	}
	switch {
	case e.state == unanswered && (r.Update || spent):
		if _, err = e.respond(line); err != nil { // the pressed message is deleted or dismissed
			return e.answerBoard(r, now)
		}
		return e.followBoard(r, now)
	case r.Update && e.state == asUpdate:
		pressed := e.path()
		if id, err = e.followBoard(r, now); err == nil && id != e.in.Message {
			_, shrunk := e.editAt(pressed, line)
			e.logUnshrunk(shrunk)
		}
		return id, err
	case e.state == asUpdate:
		return e.followBoard(r, now)
	default:
		return e.answerBoard(r, now)
	}
}

// answerBoard answers with a board. Filling a deferred answer notifies nobody, so with mentions the
// deferred answer becomes a line, and the board follows it.
func (e *exchange) answerBoard(r chat.Reply, now chat.Board) (id string, err error) {
	r.Update = false
	switch {
	case e.state == unanswered:
		id, err = e.respond(r)
	case r.Private != e.private:
		if err = e.takeAway(); err != nil {
			return "", err
		}
		if e.state == unanswered {
			return e.answerBoard(r, now)
		}
		return e.followBoard(r, now)
	case len(r.Mentions) > 0:
		own := now.Own
		own.Private = r.Private
		if _, err = e.fill(own); err != nil {
			return "", err
		}
		return e.followBoard(r, now)
	default:
		id, err = e.fill(r)
	}
	if err != nil {
		return "", err
	}
	if id == "" { // an HTTP response does not report it
		answer, err := e.call(restCall{name: "read answer", method: http.MethodGet, path: e.path(), idempotent: true})
		if id = messageID(answer); err != nil || id == "" {
			e.log().Warn("it could not be told which message carries the board", "err", err)
			return "", nil
		}
	}
	e.notePath(id, e.path())
	return id, nil
}

// followBoard sends a board as a further message. If that fails, the board replaces the answer's
// message, unless that is not a board or has another visibility, and whom it mentions is called by a message
// of its own. A message that arrived although the call failed then shows the board too; its buttons work
// until the next move, and are outdated after that.
//
// A load balancer may give one interaction to two copies of the bot. The one that comes later edits the
// board of the other.
func (e *exchange) followBoard(r chat.Reply, now chat.Board) (id string, err error) {
	if now.Answers && e.board == "" {
		id = now.Message
		_, err = e.editAt(e.webhook()+"/messages/"+id, r)
	} else {
		id, err = e.followUp(r)
	}
	if err == nil {
		e.notePath(id, e.webhook()+"/messages/"+id)
		e.state, e.message, e.private = asMessage, id, r.Private
		return id, nil
	}
	if e.state == asUpdate && !r.Update || e.state == asMessage && e.private != r.Private {
		return "", err
	}
	e.log().Warn("a board was not sent as a new message", "err", err)
	id, edited := e.edit(r)
	if edited != nil {
		return "", errors.Join(err, edited)
	}
	e.notePath(id, e.path())
	e.callInChannel(chat.Reply{Text: r.Text, Mentions: r.Mentions, Private: r.Private})
	return id, nil
}

// sendOwn answers with a line about the reply if a newer board is already shown.
func (e *exchange) sendOwn(r chat.Reply, now chat.Board) error {
	line := now.Own
	line.Update, line.Private = r.Update, r.Private
	switch pressed := r.Update && e.in.Message == now.Message; {
	case pressed && e.state == unanswered:
		return e.postpone(true, false)
	case pressed, e.board != "": // nothing is left to say
		return nil
	}
	return e.sendLocked(line)
}

// logUnshrunk logs that an earlier board could not be shrunk. Pressing it tells where the game
// continues.
func (e *exchange) logUnshrunk(err error) {
	if err != nil {
		e.log().Info("the board before could not be changed", "err", err)
	}
}

// rewrite replaces a message in the channel. A private one can be edited with a token only.
func (e *exchange) rewrite(message string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(e.d.sending, sendBy)
	defer cancel()
	return e.d.rewrite(ctx, e.in.Channel, message, e.in.Posts && !r.Private, e.wire(r))
}

// notePath records the path by which a message can be edited while the interaction's token is
// valid.
func (e *exchange) notePath(message, path string) {
	e.d.paths.Store(message, path)
	time.AfterFunc(tokenBy-time.Since(e.received), func() { e.d.paths.CompareAndDelete(message, path) })
}

// errForeign is returned for a message that cannot be edited.
var errForeign = errors.New("rewrite: the bot is no member there, and the token has run out")

// rewrite replaces a message: with the token that made it or, if the bot is a member, as the bot.
func (d *Connection) rewrite(ctx context.Context, channel, message string, member bool, m wireMessage) error {
	m = m.update()
	c := restCall{name: "rewrite", method: http.MethodPatch, body: m, files: m.files, idempotent: true}
	err := errForeign
	if path, ok := d.paths.Load(message); ok {
		c.path = path.(string)
		if _, err = d.rest.do(ctx, c); err == nil || hasCode(err, codeUnknownMessage) {
			return err
		}
	}
	if !member {
		return err
	}
	c.path, c.asBot = "channels/"+channel+"/messages/"+message, true
	_, err = d.rest.do(ctx, c)
	return err
}

package discord

import (
	"context"
	"errors"
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// deliver sends a reply; see [chat.Live] for one that is the board of a table. It waits its
// turn before anything of the exchange is locked: what takes long is acknowledged meanwhile.
func (e *exchange) deliver(r chat.Reply) error {
	if r.Live == nil || r.Form != nil {
		return e.send(r)
	}
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(answerBy))
	defer cancel()
	now, err := r.Live.Begin(ctx)
	if err != nil {
		return err
	}
	id := ""
	defer func() { r.Live.End(id) }()
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
		e.d.paths.drop(e.in.Message)
	}
	if now.Message != "" && now.Message != id && (now.Message != e.in.Message || !r.Update) {
		line := now.Line
		line.Private = r.Private
		e.logUnshrunk(e.rewrite(now.Message, line))
	}
	if now.Message != id {
		e.d.paths.drop(now.Message)
	}
	return err
}

// sendBoard sends a board, and returns the ID of the message that carries it. The lock is
// held.
func (e *exchange) sendBoard(r chat.Reply, now chat.Board) (id string, err error) {
	calls := len(r.Mentions) > 0
	pressedStands := now.Message == "" || now.Message == e.in.Message
	switch {
	case e.board != "" && e.board == now.Message && !calls: // it has been shown before
		if _, err = e.fill(r); isUnknown(err) { // somebody has deleted it since
			return e.followBoard(r)
		}
		return e.board, err
	case e.board != "" && now.Message != "" && !calls: // it is elsewhere since
		if e.rewrite(now.Message, r) == nil {
			return now.Message, nil
		}
		return e.followBoard(r)
	case r.Update && pressedStands && !calls && !now.Buried && e.standing != asMessage:
		if e.standing == asUpdate {
			_, err = e.fill(r)
		} else {
			_, err = e.respond(r)
		}
		if err == nil {
			e.mayEdit(e.in.Message, e.path())
			return e.in.Message, nil
		}
		if !isUnknown(err) {
			return "", err
		}
		r.Update = false // somebody has deleted the pressed one
		return e.newBoard(r, now)
	default:
		return e.newBoard(r, now)
	}
}

// newBoard sends a board as a message of its own. A board that was pressed shrinks: as the
// first answer where that is still to come, and is given back where nothing could be sent
// after it.
func (e *exchange) newBoard(r chat.Reply, now chat.Board) (id string, err error) {
	if r.Spent != "" && !r.Update && e.in.OnPrivate && e.standing == unanswered {
		return e.spend(r, now)
	}
	line := now.Pressed
	if now.Message == e.in.Message {
		line = now.Line
	}
	line.Update, line.Private = true, r.Private
	switch {
	case r.Update && e.standing == unanswered:
		if _, err = e.respond(line); err != nil { // somebody has deleted it
			return e.answerBoard(r, now)
		}
		return e.followBoard(r)
	case r.Update && e.standing == asUpdate:
		pressed := e.path()
		if id, err = e.followBoard(r); err == nil && id != e.in.Message {
			_, shrunk := e.editAt(pressed, line)
			e.logUnshrunk(shrunk)
		}
		return id, err
	case e.standing == asUpdate:
		return e.followBoard(r)
	default:
		return e.answerBoard(r, now)
	}
}

// spend sends a board after the pressed message, which its reader alone sees, has become
// words.
func (e *exchange) spend(r chat.Reply, now chat.Board) (id string, err error) {
	if _, err = e.respond(chat.Reply{Text: r.Spent, Update: true, Private: true}); err != nil { // it has been dismissed
		return e.answerBoard(r, now)
	}
	return e.followBoard(r)
}

// answerBoard answers with a board. What was promised can be filled only, which calls
// nobody: where somebody is called it becomes a line, and the board comes after it.
func (e *exchange) answerBoard(r chat.Reply, now chat.Board) (id string, err error) {
	r.Update = false
	switch {
	case e.standing == unanswered:
		id, err = e.respond(r)
	case r.Private != e.private:
		if err = e.takeAway(); err != nil {
			return "", err
		}
		return e.followBoard(r)
	case len(r.Mentions) > 0:
		own := now.Own
		own.Private = r.Private
		if _, err = e.fill(own); err != nil {
			return "", err
		}
		return e.followBoard(r)
	default:
		id, err = e.fill(r)
	}
	if err != nil {
		return "", err
	}
	if id == "" { // an answer by HTTP has not told
		answer, err := e.call(restCall{name: "read answer", method: http.MethodGet, path: e.path(), idempotent: true})
		if id = messageID(answer); err != nil || id == "" {
			e.log().Warn("it could not be told which message carries the board", "err", err)
			return "", nil
		}
	}
	e.mayEdit(id, e.path())
	return id, nil
}

// followBoard sends a board as a further message; where that fails, what stands for the
// answer carries it, if that was a board and whoever sees it may see this one.
func (e *exchange) followBoard(r chat.Reply) (id string, err error) {
	id, err = e.followUp(r)
	if err == nil {
		e.mayEdit(id, e.webhook()+"/messages/"+id)
		e.standing, e.message, e.private = asMessage, id, r.Private
		return id, nil
	}
	if e.standing == asUpdate && !r.Update || e.standing == asMessage && e.private != r.Private {
		return "", err
	}
	e.log().Warn("a board was not sent as a new message", "err", err)
	id, edited := e.edit(r)
	if edited != nil {
		return "", errors.Join(err, edited)
	}
	e.mayEdit(id, e.path())
	return id, nil
}

// sendOwn answers where a newer board stands already: what the reply was about becomes a
// line.
func (e *exchange) sendOwn(r chat.Reply, now chat.Board) (err error) {
	line := now.Own
	line.Update, line.Private = r.Update, r.Private
	switch pressed := r.Update && e.in.Message == now.Message; {
	case pressed && e.standing == unanswered:
		_, err = e.callback(wireAnswer{Type: answerDeferUpdate})
		e.stand(true, false)
	case pressed, e.board != "": // all has been said
	default:
		err = e.put(line)
	}
	return err
}

// logUnshrunk notes that a board before could not become a line, and stays: who presses it is
// told where the game goes on.
func (e *exchange) logUnshrunk(err error) {
	if err != nil {
		e.log().Info("the board before could not be changed", "err", err)
	}
}

// rewrite replaces a message of the channel. One that a person alone sees can be reached by
// a token only.
func (e *exchange) rewrite(message string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(e.d.sending, sendBy)
	defer cancel()
	return e.d.rewrite(ctx, e.in.Channel, message, e.in.Posts && !r.Private, e.wire(r))
}

// mayEdit notes the path by which a message can be edited while the interaction's token
// lives.
func (e *exchange) mayEdit(message, path string) { e.d.paths.add(message, path, e.received) }

// errForeign is returned for a message that nothing is left to edit by.
var errForeign = errors.New("rewrite: the bot is no member there, and the token has run out")

// rewrite replaces a message: by the token that has made it, else as the bot, where that is
// a member.
func (d *Connection) rewrite(ctx context.Context, channel, message string, member bool, m wireMessage) error {
	m = m.update()
	c := restCall{name: "rewrite", method: http.MethodPatch, body: m, files: m.files, idempotent: true}
	err := errForeign
	if path, ok := d.paths.get(message); ok {
		c.path = path
		if _, err = d.rest.do(ctx, c); err == nil || isGone(err) {
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

// isGone reports whether somebody has deleted a message.
func isGone(err error) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && refused.Code == codeUnknownMessage
}

package discord

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/panics"
)

// receive takes an interaction as it arrives, to be answered by callback. It returns
// at once, and is called for one after the other, so that their order holds.
func (d *Connection) receive(raw json.RawMessage) {
	defer d.guard()
	e, err := d.read(raw)
	_ = d.take(e, err) // there is nobody else to tell
}

// read decodes an interaction. Where the error is not nil, the exchange holds what
// could be read.
func (d *Connection) read(raw []byte) (*exchange, error) {
	received := time.Now()
	d.mu.Lock()
	user := d.user
	d.mu.Unlock()
	in, err := decodeInteraction(raw, user)
	return &exchange{d: d, in: in, received: received, first: byCallback{d, in.ID, in.token}}, err
}

// Why take leaves an interaction unanswered, besides that it could not be read.
var (
	errTwice   = errors.New("discord: interaction handled before")
	errClosing = errors.New("discord: closing")
)

// take has an interaction answered: handled, or refused where it could not be read.
// Its error says why no answer will come.
func (d *Connection) take(e *exchange, err error) error {
	switch {
	case err != nil:
		e.log().Warn("an interaction was refused", "err", err)
		if errors.Is(err, errNotOurs) || !e.excuse(textGarbled) {
			return err
		}
	case !d.recent.add(e.in.ID), d.before(e):
		e.log().Info("an interaction arrived twice")
		return errTwice
	case !d.begin():
		return d.turnAway(e)
	case d.config.Turn != nil && !d.config.Turn.Sure():
		e.followLeader()
	default:
		e.start()
	}
	return nil
}

// turnAway refuses an interaction that came while the connection closes, late where another copy of
// the bot may answer: one that takes the place of this one may not have been there yet. It returns an
// error where there is no way to.
func (d *Connection) turnAway(e *exchange) error {
	text := textClosing
	if d.yielding() {
		text = textAnswerUnknown
	}
	switch {
	case d.config.Turn == nil && e.excuse(text):
	case d.config.Turn != nil && e.answerable():
		d.late.Go(func() { e.answerUnknown(text) })
	default:
		return errClosing
	}
	return nil
}

// before reports whether an interaction was handled before the program was started. Once
// that is longer ago than an interaction can be answered, none can have been.
func (d *Connection) before(e *exchange) bool {
	if d.config.Handled == nil || e.in.Kind == chat.Suggest || time.Since(d.started) > answerBy {
		return false
	}
	known, err := d.config.Handled(e.in.ID)
	if err != nil {
		e.log().Warn("it could not be told whether an interaction was handled before", "err", err)
	}
	return known
}

// guard is deferred where nobody is left to tell of a panic: the program goes on.
func (d *Connection) guard() {
	if v := recover(); v != nil {
		d.panicked(v)
	}
}

func (d *Connection) panicked(v any) { panics.Log(d.log, v) }

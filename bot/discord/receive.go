package discord

import (
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// receive starts answering an interaction of the gateway, by callback. It returns at once. Calls
// must not overlap, so that the order of interactions holds.
func (d *Connection) receive(raw json.RawMessage) {
	defer watch.Recover(d.log, nil)
	e, err := d.read(raw)
	_ = d.take(e, err) // there is nobody to report it to
}

// read decodes an interaction. If the error is not nil, the exchange holds what could be decoded.
func (d *Connection) read(raw []byte) (*exchange, error) {
	received := time.Now()
	in, err := decodeInteraction(raw, d.self())
	return &exchange{d: d, in: in, received: received, mu: make(chanMutex, 1)}, err
}

// Reasons why take leaves a readable interaction unanswered.
var (
	errTwice   = errors.New("discord: interaction handled before")
	errClosing = errors.New("discord: closing")
)

// take starts answering an interaction: it is handled, or refused if err says that it could not be
// decoded. The error says why there will be no answer.
func (d *Connection) take(e *exchange, err error) error {
	switch {
	case err != nil:
		e.log().Warn("an interaction was refused", "err", err)
		if errors.Is(err, errNotOurs) || !e.refuseLater(textGarbled) {
			return err
		}
	case !d.recent.add(e.in.ID), d.handledBefore(e):
		e.log().Info("an interaction arrived twice")
		return errTwice
	case !d.begin():
		return d.refuseClosing(e)
	case d.config.Turn != nil && !d.config.Turn.Sure():
		e.followLeader()
	default:
		e.start()
	}
	return nil
}

// refuseClosing refuses an interaction that arrived while the connection closes. With other copies
// of the bot it does so late, since one of them may answer; a copy that replaces this one may not
// have been connected yet. It returns an error if no answer is possible.
func (d *Connection) refuseClosing(e *exchange) error {
	text := textClosing
	if d.yields.Load() {
		text = textAnswerUnknown
	}
	switch {
	case d.config.Turn == nil && e.refuseLater(text):
	case d.config.Turn != nil && e.answerable() && d.background(func() { e.answerUnknown(text) }):
	default:
		return errClosing
	}
	return nil
}

// handledBefore reports whether an interaction was carried out before this connection was made. It
// looks only during the first answerBy, since older interactions cannot be answered. With several
// copies of the bot it is always false: the copy that carried it out may not have answered, so the
// handler shows what was done.
func (d *Connection) handledBefore(e *exchange) bool {
	if d.config.Handled == nil || d.config.Copies > 1 || e.in.Kind == chat.Suggest || time.Since(d.started) > answerBy {
		return false
	}
	known, err := d.config.Handled(e.in.ID)
	if err != nil {
		e.log().Warn("it could not be told whether an interaction was handled before", "err", err)
	}
	return known
}

// lastingIDs holds snowflakes for at least keep, and at most twice that while others arrive. It is
// safe for concurrent use.
type lastingIDs struct {
	keep time.Duration

	mu               sync.Mutex
	recent, previous map[uint64]bool
	rotated          time.Time // when recent last became previous
}

// add records an ID and reports whether it is new.
func (l *lastingIDs) add(snowflake string) bool {
	id, _ := strconv.ParseUint(snowflake, 10, 64) // validated by the caller
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.rotated) >= l.keep {
		l.recent, l.previous, l.rotated = map[uint64]bool{}, l.recent, now
	}
	if l.recent[id] || l.previous[id] {
		return false
	}
	l.recent[id] = true
	return true
}

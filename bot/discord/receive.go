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
	case d.config.Turn != nil && e.answerable() && d.later(func() { e.answerUnknown(text) }):
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

func (d *Connection) panicked(v any) { watch.LogPanic(d.log, v) }

// recentIDs remembers the interactions that came last: after a gap, Discord may
// deliver one twice. The zero value is ready; it is safe for concurrent use.
type recentIDs struct {
	mu   sync.Mutex
	seen map[string]bool
	ring [1024]string // a gap of minutes at several a second
	next int
}

// add notes an ID and reports whether it is new.
func (r *recentIDs) add(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		return false
	}
	if r.seen == nil {
		r.seen = make(map[string]bool, len(r.ring))
	}
	delete(r.seen, r.ring[r.next])
	r.seen[id] = true
	r.ring[r.next] = id
	r.next = (r.next + 1) % len(r.ring)
	return true
}

// lastingIDs remembers snowflakes for a time at least, and for twice that time at
// most while others come. It is safe for concurrent use.
type lastingIDs struct {
	keep time.Duration

	mu               sync.Mutex
	recent, previous map[uint64]struct{}
	rotated          time.Time // when recent last became previous
}

// add notes an ID and reports whether it is new.
func (l *lastingIDs) add(snowflake string) bool {
	id, _ := strconv.ParseUint(snowflake, 10, 64) // it has been checked
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.rotated) >= l.keep {
		l.recent, l.previous, l.rotated = map[uint64]struct{}{}, l.recent, now
	}
	_, known := l.recent[id]
	if !known {
		_, known = l.previous[id]
	}
	if !known {
		l.recent[id] = struct{}{}
	}
	return !known
}

// queues run the jobs of one key one after another, in the order in which they were
// added, and those of different keys side by side. The zero value is ready; it is
// safe for concurrent use. A key without jobs costs nothing.
type queues struct {
	mu      sync.Mutex
	waiting map[string][]func() // a key is there while one of its jobs runs
}

// add has the job run when all earlier jobs of the key are done. It returns at once.
// The job must not panic.
func (q *queues) add(key string, job func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if waiting, busy := q.waiting[key]; busy {
		q.waiting[key] = append(waiting, job)
		return
	}
	if q.waiting == nil {
		q.waiting = map[string][]func(){}
	}
	q.waiting[key] = nil
	go q.run(key, job)
}

func (q *queues) run(key string, job func()) {
	for job != nil {
		job()
		job = q.next(key)
	}
}

// next takes the key's next job; where there is none, it forgets the key.
func (q *queues) next(key string) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := q.waiting[key]
	if len(waiting) == 0 {
		delete(q.waiting, key)
		return nil
	}
	job := waiting[0]
	waiting[0] = nil // what is done must not stay in memory
	q.waiting[key] = waiting[1:]
	return job
}

// What Discord allows, and how far inside of it the bot stays.
const (
	// deferAfter is when an interaction without an answer is acknowledged. Refusals
	// come before, so that they can be private.
	deferAfter = 1500 * time.Millisecond
	// leaderTimeout is when what another copy may be answering is answered: that one has at least
	// acknowledged it by then, and has been seen since, if it lives.
	leaderTimeout = deferAfter + 900*time.Millisecond
	// workBy ends the work on an answer, and answerBy its sending: the token of the
	// interaction lives for 15 minutes.
	workBy   = 14*time.Minute + 30*time.Second
	answerBy = 15 * time.Minute
	// tokenBy is how long a message is edited by the token of the interaction that made it.
	tokenBy = answerBy - time.Minute
	// suggestBy ends the work on suggestions, which cannot be acknowledged.
	suggestBy = 2 * time.Second
	// fetchBy ends the fetching of an attachment.
	fetchBy = 5 * time.Second
	// sendBy bounds one message.
	sendBy = 20 * time.Second
	// showEvery is the least time between two pictures of progress.
	showEvery = time.Second
)

// firstBy is when a first answer is given up: Discord's limit is 3 s. Packages load and outage, where
// Discord is patient, have it be later.
var firstBy = 2900 * time.Millisecond

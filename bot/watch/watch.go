// Package watch counts what a bot does, and writes it down as Prometheus reads it.
//
// Every method may be called on a nil [*Watch], which counts nothing: so a bot that
// nobody watches pays nothing. There is no registry besides the Watch itself.
//
// Labels are names that the program knows, such as those of its commands, never what
// people write: else each new text would be kept for ever.
package watch

import (
	"sync/atomic"
	"time"
)

// Result is how a request ended.
type Result string

// The results: done as asked; refused, with words that say what would be right; or
// failed, for a reason that is in the log.
const (
	Done    Result = "done"
	Refused Result = "refused"
	Failed  Result = "failed"
)

// Watch counts. It is safe for concurrent use. Make one with [New].
type Watch struct {
	handled counters // by kind, command and result
	limited counters // by call

	connected         atomic.Bool
	logins, resumes   atomic.Uint64
	missed, unsent    atomic.Uint64
	waiting, thinking atomic.Int64
	writes            atomic.Uint64
	first, suggested  *histogram
	queued, thought   *histogram
	drawn, committed  *histogram
}

// The edges of the histograms' buckets, in seconds.
var (
	// A first answer is lost after 3 s; the bot acknowledges after 1.5 s.
	answerEdges = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3, 5}
	thinkEdges  = []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}
	workEdges   = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}
)

// New returns a Watch that has counted nothing.
func New() *Watch {
	return &Watch{
		first: newHistogram(answerEdges), suggested: newHistogram(answerEdges),
		queued: newHistogram(thinkEdges), thought: newHistogram(thinkEdges),
		drawn: newHistogram(workEdges), committed: newHistogram(workEdges),
	}
}

// Handled counts a request that has been worked on. Kind is what the person did, such
// as "command" or "button".
func (w *Watch) Handled(kind, command string, r Result) {
	if w != nil {
		w.handled.add(kind, command, string(r))
	}
}

// Answered counts a first answer that Discord has taken, by the time since the
// interaction arrived.
func (w *Watch) Answered(after time.Duration) {
	if w != nil {
		w.first.observe(after)
	}
}

// Suggested is Answered for autocomplete.
func (w *Watch) Suggested(after time.Duration) {
	if w != nil {
		w.suggested.observe(after)
	}
}

// Missed counts an interaction whose first answer came too late, or not at all.
func (w *Watch) Missed() {
	if w != nil {
		w.missed.Add(1)
	}
}

// Unsent counts a message other than a first answer that could not be sent.
func (w *Watch) Unsent() {
	if w != nil {
		w.unsent.Add(1)
	}
}

// Limited counts an answer 429 to a call of that name.
func (w *Watch) Limited(call string) {
	if w != nil {
		w.limited.add(call)
	}
}

// Connected notes whether the bot receives what people do.
func (w *Watch) Connected(is bool) {
	if w != nil {
		w.connected.Store(is)
	}
}

// LoggedIn counts a new session with Discord, and Resumed one that went on.
func (w *Watch) LoggedIn() {
	if w != nil {
		w.logins.Add(1)
	}
}

// Resumed counts a session that went on where it had dropped.
func (w *Watch) Resumed() {
	if w != nil {
		w.resumes.Add(1)
	}
}

// Ready reports whether the bot is connected; a nil Watch does not know, and says no.
func (w *Watch) Ready() bool { return w != nil && w.connected.Load() }

// Queued notes that a player of the bot's waits for its turn to think. It is followed
// by Began or by Left.
func (w *Watch) Queued() {
	if w != nil {
		w.waiting.Add(1)
	}
}

// Left notes that a player has been stopped while it waited.
func (w *Watch) Left() {
	if w != nil {
		w.waiting.Add(-1)
	}
}

// Began notes that a player has waited, and now thinks. It is followed by Ended.
func (w *Watch) Began(waited time.Duration) {
	if w != nil {
		w.waiting.Add(-1)
		w.thinking.Add(1)
		w.queued.observe(waited)
	}
}

// Ended notes how long a player has thought.
func (w *Watch) Ended(thought time.Duration) {
	if w != nil {
		w.thinking.Add(-1)
		w.thought.observe(thought)
	}
}

// Drawn counts a picture, by the time of drawing and encoding it.
func (w *Watch) Drawn(took time.Duration) {
	if w != nil {
		w.drawn.observe(took)
	}
}

// Committed counts a commit of the store, by its time, and the writes in it.
func (w *Watch) Committed(took time.Duration, writes int) {
	if w != nil {
		w.committed.observe(took)
		w.writes.Add(uint64(writes))
	}
}

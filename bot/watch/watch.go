// Package watch collects a bot's metrics for Prometheus.
//
// All methods but Expose may be called on a nil [*Watch], which does nothing. A Watch has its own
// registry.
//
// Labels are known names, such as those of commands, never what people write: every distinct value
// would be kept for ever.
//
// The package also has [Recover] for panics, and [Refusals] for repeated refusals.
package watch

import (
	"io"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/common/expfmt"

	"github.com/sixfold-bot/sixfold/store"
)

// Result is the result of a request.
type Result string

// Results: done as asked; refused, with an explanation; or failed, with the reason in the log.
const (
	Done    Result = "done"
	Refused Result = "refused"
	Failed  Result = "failed"
)

// Watch is a set of metrics. It is safe for concurrent use. Use [New] to create one.
type Watch struct {
	registry *prometheus.Registry
	ready    atomic.Bool // set by Connected

	handled   *prometheus.CounterVec // by kind, command and result
	limited   *prometheus.CounterVec // by call
	refused   *prometheus.CounterVec // by reason
	beyond    *prometheus.CounterVec // by limit
	connected prometheus.Gauge

	logins, resumes   prometheus.Counter
	missed, unsent    prometheus.Counter
	writes            prometheus.Counter
	waiting, thinking prometheus.Gauge
	first, suggested  prometheus.Histogram
	queued, thought   prometheus.Histogram
	drawn, committed  prometheus.Histogram

	queue queue

	tablesOpen, tablesThinking, storeBytes prometheus.Gauge // set by Expose
}

// Bounds of the histograms' buckets, in seconds.
var (
	// A first answer is lost after 3 s; the bot acknowledges after 1.5 s.
	answerBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3, 5}
	thinkBuckets  = []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}
	workBuckets   = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}
)

// New returns a Watch with all metrics at zero.
func New() *Watch {
	w := &Watch{registry: prometheus.NewRegistry()}
	f := promauto.With(w.registry)
	counter := func(name, help string) prometheus.Counter {
		return f.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return f.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	gauge := func(name, help string) prometheus.Gauge {
		return f.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		return f.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
	}
	w.handled = counters("sixfold_interactions_total", "Interactions handled.", "kind", "command", "result")
	w.first = histogram("sixfold_first_answer_seconds", "From receiving an interaction to Discord's taking its first answer.", answerBuckets)
	w.suggested = histogram("sixfold_autocomplete_seconds", "The same for autocomplete.", answerBuckets)
	w.missed = counter("sixfold_deadline_misses_total", "Interactions without a first answer within Discord's 3 s.")
	w.unsent = counter("sixfold_unsent_messages_total", "Further messages that could not be sent.")
	w.limited = counters("sixfold_rate_limited_total", "Answers 429 by Discord.", "call")
	w.refused = counters("sixfold_endpoint_refused_total", "Requests to the endpoint refused before they were read.", "reason")
	w.beyond = counters("sixfold_limit_refused_total", "Requests refused by a limit of the settings.", "limit")
	w.connected = gauge("sixfold_gateway_connected", "1 while the bot receives interactions.")
	w.logins = counter("sixfold_gateway_logins_total", "New sessions with Discord.")
	w.resumes = counter("sixfold_gateway_resumes_total", "Sessions that went on after a drop.")
	w.tablesOpen = gauge("sixfold_tables_open", "Tables that are not over.")
	w.tablesThinking = gauge("sixfold_tables_thinking", "Tables that await one of the bot's players.")
	w.waiting = gauge("sixfold_thinkers_waiting", "Players of the bot's in the queue to think.")
	w.thinking = gauge("sixfold_thinkers_active", "Players of the bot's that think.")
	w.queued = histogram("sixfold_thinking_wait_seconds", "Waiting to think.", thinkBuckets)
	w.thought = histogram("sixfold_thinking_seconds", "Thinking.", thinkBuckets)
	w.drawn = histogram("sixfold_drawing_seconds", "Drawing and encoding a picture.", workBuckets)
	w.committed = histogram("sixfold_commit_seconds", "Making a commit of the store durable.", workBuckets)
	w.writes = counter("sixfold_store_writes_total", "Writes, of which commits hold many.")
	w.storeBytes = gauge("sixfold_store_bytes", "Size of the store's file.")
	w.registry.MustRegister(collectors.NewGoCollector())
	f.NewCounterFunc(prometheus.CounterOpts{Name: "go_gc_cycles_total", Help: "Garbage collections."}, garbageCollections)
	return w
}

func garbageCollections() float64 {
	cycles := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(cycles)
	return float64(cycles[0].Value.Uint64())
}

// ContentType is the media type of Expose's output.
const ContentType = string(expfmt.FmtText)

// Expose writes all metrics, with those of the store, in Prometheus's text format 0.0.4.
func (w *Watch) Expose(out io.Writer, st store.Stats) error {
	w.tablesOpen.Set(float64(st.Open))
	w.tablesThinking.Set(float64(st.Thinking))
	w.storeBytes.Set(float64(st.Bytes))
	families, err := w.registry.Gather()
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(out, family); err != nil {
			return err
		}
	}
	return err
}

// Handled counts a handled request. kind is the kind of request, such as "command" or "button".
func (w *Watch) Handled(kind, command string, r Result) {
	if w != nil {
		w.handled.WithLabelValues(kind, command, string(r)).Inc()
	}
}

// Answered records a first answer that Discord has accepted, with the time since the interaction
// arrived.
func (w *Watch) Answered(after time.Duration) {
	if w != nil {
		w.first.Observe(after.Seconds())
	}
}

// Suggested is Answered for autocomplete.
func (w *Watch) Suggested(after time.Duration) {
	if w != nil {
		w.suggested.Observe(after.Seconds())
	}
}

// Missed counts an interaction whose first answer was late or missing.
func (w *Watch) Missed() {
	if w != nil {
		w.missed.Inc()
	}
}

// Unsent counts a message, other than a first answer, that could not be sent.
func (w *Watch) Unsent() {
	if w != nil {
		w.unsent.Inc()
	}
}

// Limited counts a 429 response to a named call.
func (w *Watch) Limited(call string) {
	if w != nil {
		w.limited.WithLabelValues(call).Inc()
	}
}

// RefusedRequest counts a request to the endpoint that was refused unread. The reason is one of a
// few words such as "unsigned".
func (w *Watch) RefusedRequest(reason string) {
	if w != nil {
		w.refused.WithLabelValues(reason).Inc()
	}
}

// BeyondLimit counts a request refused by the limit with this key in the settings.
func (w *Watch) BeyondLimit(limit string) {
	if w != nil {
		w.beyond.WithLabelValues(limit).Inc()
	}
}

// Connected records whether the bot receives interactions.
func (w *Watch) Connected(is bool) {
	if w != nil {
		w.ready.Store(is)
		w.connected.Set(0)
		if is {
			w.connected.Set(1)
		}
	}
}

// LoggedIn counts a new session with Discord.
func (w *Watch) LoggedIn() {
	if w != nil {
		w.logins.Inc()
	}
}

// Resumed counts a resumed session.
func (w *Watch) Resumed() {
	if w != nil {
		w.resumes.Inc()
	}
}

// Ready reports whether the bot is connected. A nil Watch returns false.
func (w *Watch) Ready() bool { return w != nil && w.ready.Load() }

// Queued records that a player of the bot's waits to think. It must be followed by Began or Left.
func (w *Watch) Queued() {
	if w != nil {
		w.waiting.Inc()
	}
}

// Left records that a waiting player was stopped.
func (w *Watch) Left() {
	if w != nil {
		w.waiting.Dec()
	}
}

// Began records that a player starts to think after waiting. It must be followed by Ended.
func (w *Watch) Began(waited time.Duration) {
	if w != nil {
		w.waiting.Dec()
		w.thinking.Inc()
		w.queued.Observe(waited.Seconds())
	}
}

// Ended records the duration of a player's thinking.
func (w *Watch) Ended(thought time.Duration) {
	if w != nil {
		w.thinking.Dec()
		w.thought.Observe(thought.Seconds())
	}
}

// Drawn records the time to draw and encode a picture.
func (w *Watch) Drawn(took time.Duration) {
	if w != nil {
		w.drawn.Observe(took.Seconds())
	}
}

// Committed records the duration of a commit of the store, and its number of writes.
func (w *Watch) Committed(took time.Duration, writes int) {
	if w != nil {
		w.committed.Observe(took.Seconds())
		w.writes.Add(float64(writes))
	}
}

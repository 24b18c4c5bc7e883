// Package watch collects a bot's metrics for Prometheus.
//
// A [Watch] has its own registry. Its exported metrics are recorded where what they count happens.
//
// Labels are known names, such as those of commands, never what people write: every distinct value
// would be kept for ever.
//
// The package also has [Recover] for panics, [Refusals] for repeated refusals, [Crowd] for those who
// come uncalled, and [Turns] for what must be done one after the other.
package watch

import (
	"io"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/common/expfmt"

	"github.com/sixfold-bot/sixfold/store"
)

// Results of requests: done as asked; refused, with an explanation; or failed, with the reason in
// the log.
const (
	Done    = "done"
	Refused = "refused"
	Failed  = "failed"
)

// Roles of a process: it answers people, it takes over from the one that does, or it is a worker.
const (
	Leading    = "leading"
	StandingBy = "standing by"
	Thinking   = "thinking"
)

// Watch is a set of metrics. It is safe for concurrent use. Use [New] to create one.
type Watch struct {
	registry *prometheus.Registry

	Handled *prometheus.CounterVec // requests, by kind such as "button", command and result
	Limited *prometheus.CounterVec // answers 429, by call
	Unread  *prometheus.CounterVec // requests to the endpoint refused unread, by reason
	Beyond  *prometheus.CounterVec // requests refused by a limit, by its key in the settings

	Logins, Resumes prometheus.Counter   // new sessions with Discord, and resumed ones
	First, Suggests prometheus.Histogram // from an interaction's arrival to its accepted first answer; for autocomplete
	Missed          prometheus.Counter   // interactions whose first answer was late or missing
	Unsent          prometheus.Counter   // messages, other than first answers, that could not be sent

	Waiting, Thinking prometheus.Gauge     // players of the bot's that wait to think, and that think
	Queued, Thought   prometheus.Histogram // how long they waited and thought
	Drawn             prometheus.Histogram // the time to draw and encode a picture
	Unrated           prometheus.Gauge     // games that a damaged record, or one of a newer version, keeps from being rated

	// Of a cluster: its log, and its queue of jobs.
	LogServers, LogWanted, LogBytes, LogLimit         prometheus.Gauge
	QueueJobs, QueueAtWork, QueueOldest, QueueWorkers prometheus.Gauge

	ready     *prometheus.GaugeVec // by role
	connected prometheus.Gauge
	writes    prometheus.Counter
	committed prometheus.Histogram

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
	w.Handled = counters("sixfold_interactions_total", "Interactions handled.", "kind", "command", "result")
	w.First = histogram("sixfold_first_answer_seconds", "From receiving an interaction to Discord's taking its first answer.", answerBuckets)
	w.Suggests = histogram("sixfold_autocomplete_seconds", "The same for autocomplete.", answerBuckets)
	w.Missed = counter("sixfold_deadline_misses_total", "Interactions without a first answer within Discord's 3 s.")
	w.Unsent = counter("sixfold_unsent_messages_total", "Further messages that could not be sent.")
	w.Limited = counters("sixfold_rate_limited_total", "Answers 429 by Discord.", "call")
	w.Unread = counters("sixfold_endpoint_refused_total", "Requests to the endpoint refused before they were read.", "reason")
	w.Beyond = counters("sixfold_limit_refused_total", "Requests refused by a limit of the settings.", "limit")
	w.ready = f.NewGaugeVec(prometheus.GaugeOpts{Name: "sixfold_ready", Help: "1 for the role of the process, while it can play it."}, []string{"role"})
	w.connected = gauge("sixfold_gateway_connected", "1 while the bot receives interactions.")
	w.Logins = counter("sixfold_gateway_logins_total", "New sessions with Discord.")
	w.Resumes = counter("sixfold_gateway_resumes_total", "Sessions that went on after a drop.")
	w.tablesOpen = gauge("sixfold_tables_open", "Tables that are not over.")
	w.tablesThinking = gauge("sixfold_tables_thinking", "Tables that await one of the bot's players.")
	w.Waiting = gauge("sixfold_thinkers_waiting", "Players of the bot's in the queue to think.")
	w.Thinking = gauge("sixfold_thinkers_active", "Players of the bot's that think.")
	w.Queued = histogram("sixfold_thinking_wait_seconds", "Waiting to think.", thinkBuckets)
	w.Thought = histogram("sixfold_thinking_seconds", "Thinking.", thinkBuckets)
	w.Drawn = histogram("sixfold_drawing_seconds", "Drawing and encoding a picture.", workBuckets)
	w.Unrated = gauge("sixfold_games_unrated", "Games that a damaged record, or one of a newer version, keeps from being rated.")
	w.LogServers = gauge("sixfold_log_servers", "NATS servers that hold the cluster's log.")
	w.LogWanted = gauge("sixfold_log_servers_wanted", "NATS servers that should hold the cluster's log.")
	w.LogBytes = gauge("sixfold_log_bytes", "Size of the cluster's log.")
	w.LogLimit = gauge("sixfold_log_limit_bytes", "Size at which the cluster's log is full; 0 for none.")
	w.QueueJobs = gauge("sixfold_queue_jobs", "Jobs in the cluster's queue, those at work too.")
	w.QueueAtWork = gauge("sixfold_queue_jobs_at_work", "Jobs of the cluster's queue that somebody thinks about.")
	w.QueueOldest = gauge("sixfold_queue_oldest_seconds", "Age of the oldest job in the cluster's queue.")
	w.QueueWorkers = gauge("sixfold_queue_workers", "Copies and workers that take jobs from the cluster's queue.")
	w.committed = histogram("sixfold_commit_seconds", "Making a commit of the store durable.", workBuckets)
	w.writes = counter("sixfold_store_writes_total", "Writes, of which commits hold many.")
	w.storeBytes = gauge("sixfold_store_bytes", "Size of the store's file.")
	w.registry.MustRegister(collectors.NewGoCollector())
	return w
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

// Connected records whether the bot receives interactions.
func (w *Watch) Connected(is bool) { w.connected.Set(oneIf(is)) }

// Ready records the role of the process, and whether it can play it.
func (w *Watch) Ready(role string, is bool) {
	for _, other := range []string{Leading, StandingBy, Thinking} {
		w.ready.WithLabelValues(other).Set(oneIf(is && other == role))
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Committed records the duration of a commit of the store, and its number of writes.
func (w *Watch) Committed(took time.Duration, writes int) {
	w.committed.Observe(took.Seconds())
	w.writes.Add(float64(writes))
}

// QueueEnded counts jobs of the cluster's queue by what became of them in this copy, with a count for
// each result.
func (w *Watch) QueueEnded(counts map[string]func() uint64) {
	for result, n := range counts {
		promauto.With(w.registry).NewCounterFunc(prometheus.CounterOpts{
			Name: "sixfold_queue_jobs_total", Help: "Jobs of the cluster's queue, by what became of them in this copy.",
			ConstLabels: prometheus.Labels{"result": result},
		}, func() float64 { return float64(n()) })
	}
}

package watch

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// QueueStats is the state of the cluster's queue of jobs.
type QueueStats struct {
	Jobs, AtWork, Workers int
	Oldest                time.Duration // 0 without any
	// Counted since this copy started: jobs done here, how many of those another worker had
	// started, jobs given up here, and jobs refused by a full queue.
	Done, Again, GivenUp, Full uint64
}

// queue holds the metrics of [QueueStats], registered at first use.
type queue struct {
	jobs, atWork, workers, oldest prometheus.Gauge
	ended                         *prometheus.CounterVec // by result
	before                        QueueStats
}

// Queue records the queue's state. It must be called by one goroutine.
func (w *Watch) Queue(s QueueStats) {
	q := &w.queue
	if q.ended == nil {
		f := promauto.With(w.registry)
		gauge := func(name, help string) prometheus.Gauge {
			return f.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		}
		q.jobs = gauge("sixfold_queue_jobs", "Jobs in the cluster's queue, those at work too.")
		q.atWork = gauge("sixfold_queue_jobs_at_work", "Jobs of the cluster's queue that somebody thinks about.")
		q.oldest = gauge("sixfold_queue_oldest_seconds", "Age of the oldest job in the cluster's queue.")
		q.workers = gauge("sixfold_queue_workers", "Copies and workers that take jobs from the cluster's queue.")
		q.ended = f.NewCounterVec(prometheus.CounterOpts{Name: "sixfold_queue_jobs_total", Help: "Jobs of the cluster's queue, by what became of them in this copy."}, []string{"result"})
	}
	q.jobs.Set(float64(s.Jobs))
	q.atWork.Set(float64(s.AtWork))
	q.workers.Set(float64(s.Workers))
	q.oldest.Set(s.Oldest.Seconds())
	for _, c := range []struct {
		result        string
		now, previous uint64
	}{
		{"done", s.Done, q.before.Done},
		{"again", s.Again, q.before.Again},
		{"given_up", s.GivenUp, q.before.GivenUp},
		{"full", s.Full, q.before.Full},
	} {
		q.ended.WithLabelValues(c.result).Add(float64(c.now - c.previous))
	}
	q.before = s
}

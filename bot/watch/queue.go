package watch

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Standing is how the queue of what the copies of a bot have to think about stands.
type Standing struct {
	Jobs, AtWork, Workers int
	Oldest                time.Duration // 0 without any
	// Since this copy began: jobs done here, of those the ones that another had begun, jobs given up
	// here, and jobs that found no room.
	Done, Again, GivenUp, Full uint64
}

// queue is what is exposed of a [Standing], from the first one on.
type queue struct {
	once                          sync.Once
	jobs, atWork, workers, oldest prometheus.Gauge
	ended                         *prometheus.CounterVec // by result
	before                        Standing
}

// Queue notes how the queue stands. It is for one goroutine.
func (w *Watch) Queue(s Standing) {
	if w == nil {
		return
	}
	q := &w.queue
	q.once.Do(func() {
		f := promauto.With(w.registry)
		gauge := func(name, help string) prometheus.Gauge {
			return f.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		}
		q.jobs = gauge("sixfold_queue_jobs", "Jobs in the cluster's queue, those at work too.")
		q.atWork = gauge("sixfold_queue_jobs_at_work", "Jobs of the cluster's queue that somebody thinks about.")
		q.oldest = gauge("sixfold_queue_oldest_seconds", "Age of the oldest job in the cluster's queue.")
		q.workers = gauge("sixfold_queue_workers", "Copies and workers that take jobs from the cluster's queue.")
		q.ended = f.NewCounterVec(prometheus.CounterOpts{Name: "sixfold_queue_jobs_total", Help: "Jobs of the cluster's queue, by what became of them in this copy."}, []string{"result"})
	})
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

package watch

import (
	"strings"
	"testing"
	"time"
)

// TestQueue: a bot without a cluster has nobody at its queue, and counts are not added twice.
func TestQueue(t *testing.T) {
	w := New()
	if got := exposed(t, w); !strings.Contains(got, "\nsixfold_queue_workers 0\n") {
		t.Errorf("a bot without a cluster exposes\n%s", got)
	}
	w.Queue(QueueStats{Jobs: 3, AtWork: 1, Workers: 2, Oldest: 1500 * time.Millisecond, Done: 4, Full: 1})
	w.Queue(QueueStats{Jobs: 2, AtWork: 2, Workers: 2, Done: 6, Again: 1, Full: 1})
	got := exposed(t, w)
	for _, want := range []string{
		"sixfold_queue_jobs 2", "sixfold_queue_jobs_at_work 2", "sixfold_queue_workers 2", "sixfold_queue_oldest_seconds 0",
		`sixfold_queue_jobs_total{result="done"} 6`, `sixfold_queue_jobs_total{result="again"} 1`,
		`sixfold_queue_jobs_total{result="given_up"} 0`, `sixfold_queue_jobs_total{result="full"} 1`,
	} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("there is no line %s in\n%s", want, got)
		}
	}
}

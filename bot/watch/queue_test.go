package watch

import (
	"strings"
	"testing"
)

// TestQueueEnded: the jobs of a cluster's queue appear once somebody counts them, as they stand.
func TestQueueEnded(t *testing.T) {
	w := New()
	if got := exposed(t, w); strings.Contains(got, "sixfold_queue_jobs_total") {
		t.Errorf("a bot without a cluster counts its jobs:\n%s", got)
	}
	done := uint64(4)
	w.QueueEnded(map[string]func() uint64{"done": func() uint64 { return done }, "full": func() uint64 { return 1 }})
	exposed(t, w)
	done = 6
	got := exposed(t, w)
	for _, want := range []string{`sixfold_queue_jobs_total{result="done"} 6`, `sixfold_queue_jobs_total{result="full"} 1`} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("there is no line %s in\n%s", want, got)
		}
	}
}

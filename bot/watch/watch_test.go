package watch

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// exposed returns a watch's output, and checks its format line by line.
func exposed(t *testing.T, w *Watch) string {
	t.Helper()
	var out bytes.Buffer
	if err := w.Expose(&out, store.Stats{Bytes: 4096, Open: 7, Thinking: 2}); err != nil {
		t.Fatal(err)
	}
	sample := regexp.MustCompile(`^([a-z_]+)(\{([a-z]+="([^"\\\n]|\\["\\n])*",?)+\})? [-+0-9.e]+$`)
	family, seen := "", map[string]bool{}
	for line := range strings.Lines(out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if words := strings.Fields(line); strings.HasPrefix(line, "# HELP ") {
			family = words[2]
			if seen[family] {
				t.Errorf("the family %s comes twice", family)
			}
			seen[family] = true
			continue
		} else if strings.HasPrefix(line, "# TYPE "+family+" ") {
			continue
		}
		if m := sample.FindStringSubmatch(line); m == nil || !strings.HasPrefix(m[1], family) {
			t.Errorf("under %s there is the line %q", family, line)
		}
	}
	return out.String()
}

func TestExpose(t *testing.T) {
	w := New()
	w.Handled.WithLabelValues("command", "hex move", Done).Inc()
	w.Handled.WithLabelValues("command", "hex move", Done).Inc()
	w.Handled.WithLabelValues("button", "hex undo", Refused).Inc()
	w.Limited.WithLabelValues("post").Inc()
	w.Unread.WithLabelValues("unsigned").Inc()
	for _, d := range []time.Duration{time.Millisecond, 1500 * time.Millisecond, 3 * time.Second, 3*time.Second + 1, time.Minute} {
		w.First.Observe(d.Seconds())
	}
	w.Suggests.Observe(1)
	w.Missed.Inc()
	w.Unsent.Inc()
	w.Connected(true)
	w.Logins.Inc()
	w.Resumes.Inc()
	w.Waiting.Set(0)
	w.Thinking.Inc()
	w.Queued.Observe(1)
	w.Queued.Observe(1)
	w.Thought.Observe(2)
	w.Drawn.Observe(0.003)
	w.Committed(time.Millisecond, 5)
	got := exposed(t, w)
	for _, want := range []string{
		`sixfold_interactions_total{command="hex undo",kind="button",result="refused"} 1`,
		`sixfold_interactions_total{command="hex move",kind="command",result="done"} 2`,
		`sixfold_first_answer_seconds_bucket{le="1.5"} 2`,
		`sixfold_first_answer_seconds_bucket{le="3"} 3`, // answers after 3 s are lost
		`sixfold_first_answer_seconds_bucket{le="5"} 4`,
		`sixfold_first_answer_seconds_bucket{le="+Inf"} 5`,
		`sixfold_first_answer_seconds_count 5`,
		`sixfold_first_answer_seconds_sum 67.501000001`,
		`sixfold_autocomplete_seconds_count 1`,
		`sixfold_deadline_misses_total 1`,
		`sixfold_unsent_messages_total 1`,
		`sixfold_rate_limited_total{call="post"} 1`,
		`sixfold_endpoint_refused_total{reason="unsigned"} 1`,
		`sixfold_gateway_connected 1`,
		`sixfold_gateway_logins_total 1`,
		`sixfold_gateway_resumes_total 1`,
		`sixfold_tables_open 7`,
		`sixfold_tables_thinking 2`,
		`sixfold_thinkers_waiting 0`,
		`sixfold_thinkers_active 1`,
		`sixfold_thinking_wait_seconds_count 2`,
		`sixfold_thinking_seconds_sum 2`,
		`sixfold_drawing_seconds_bucket{le="0.0025"} 0`,
		`sixfold_drawing_seconds_bucket{le="0.005"} 1`,
		`sixfold_commit_seconds_count 1`,
		`sixfold_store_writes_total 5`,
		`sixfold_store_bytes 4096`,
	} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("there is no line %s", want)
		}
	}
	if !regexp.MustCompile(`(?m)^go_memstats_heap_alloc_bytes [1-9]`).MatchString(got) {
		t.Error("there is no heap")
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestExposeEscapesLabels(t *testing.T) {
	w := New()
	w.Handled.WithLabelValues("command", "a\"b\\c\nd", Done).Inc()
	if got, want := exposed(t, w), `command="a\"b\\c\nd"`; !strings.Contains(got, want) {
		t.Errorf("there is no %s in\n%s", want, got)
	}
}

func TestWatchIsSafeForConcurrentUse(t *testing.T) {
	w := New()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				w.Handled.WithLabelValues("command", "hex move", Done).Inc()
				w.First.Observe(1)
				w.Thinking.Inc()
				w.Thinking.Dec()
				if err := w.Expose(&bytes.Buffer{}, store.Stats{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := exposed(t, w)
	for _, want := range []string{`result="done"} 800`, "sixfold_first_answer_seconds_count 800", "sixfold_thinkers_active 0"} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
}

func TestEveryFigureIsExplained(t *testing.T) {
	readme, err := os.ReadFile("../operate/README.md")
	if err != nil {
		t.Fatal(err)
	}
	used := New()
	used.Handled.WithLabelValues("command", "hex move", Done).Inc()
	used.Limited.WithLabelValues("post").Inc()
	used.Unread.WithLabelValues("unsigned").Inc()
	families := regexp.MustCompile(`(?m)^# TYPE (sixfold_\S+) `).FindAllStringSubmatch(exposed(t, used), -1)
	if len(families) == 0 {
		t.Error("there are no figures")
	}
	for _, family := range families {
		if !bytes.Contains(readme, []byte("`"+family[1]+"`")) {
			t.Errorf("the operator is not told of %s", family[1])
		}
	}
}

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
	w.Handled("command", "hex move", Done)
	w.Handled("command", "hex move", Done)
	w.Handled("button", "hex undo", Refused)
	w.Limited("post")
	w.RefusedRequest("unsigned")
	for _, d := range []time.Duration{time.Millisecond, 1500 * time.Millisecond, 3 * time.Second, 3*time.Second + 1, time.Minute} {
		w.Answered(d)
	}
	w.Suggested(time.Second)
	w.Missed()
	w.Unsent()
	w.Connected(true)
	w.LoggedIn()
	w.Resumed()
	w.Queued()
	w.Queued()
	w.Queued()
	w.Began(time.Second)
	w.Began(time.Second)
	w.Ended(2 * time.Second)
	w.Left()
	w.Drawn(3 * time.Millisecond)
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
	w.Handled("command", "a\"b\\c\nd", Done)
	if got, want := exposed(t, w), `command="a\"b\\c\nd"`; !strings.Contains(got, want) {
		t.Errorf("there is no %s in\n%s", want, got)
	}
}

// TestNilWatchCountsNothing calls every method on a nil Watch.
func TestNilWatchCountsNothing(t *testing.T) {
	var w *Watch
	if n := testing.AllocsPerRun(10, func() {
		w.Handled("a", "b", Done)
		w.Answered(1)
		w.Suggested(1)
		w.Missed()
		w.Unsent()
		w.Limited("a")
		w.RefusedRequest("a")
		w.Connected(true)
		w.LoggedIn()
		w.Queue(QueueStats{})
		w.Resumed()
		w.Queued()
		w.Left()
		w.Began(1)
		w.Ended(1)
		w.Drawn(1)
		w.Committed(1, 1)
	}); n != 0 {
		t.Errorf("it allocates %v times", n)
	}
	if w.Ready() {
		t.Error("it is ready")
	}
}

func TestWatchIsSafeForConcurrentUse(t *testing.T) {
	w := New()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				w.Handled("command", "hex move", Done)
				w.Answered(time.Second)
				w.Queued()
				w.Began(0)
				w.Ended(0)
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
	used.Handled("command", "hex move", Done)
	used.Limited("post")
	used.RefusedRequest("unsigned")
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

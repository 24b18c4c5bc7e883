package watch

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Prometheus's text format is written here rather than by its own library, which is
// 2.5 MB of program for what follows.

// ContentType is that of what Expose writes.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Expose writes everything counted, in Prometheus's text format 0.0.4.
func (w *Watch) Expose(out io.Writer, st store.Stats) error {
	var p page
	p.labelled("sixfold_interactions_total", "Interactions handled.", &w.handled, "kind", "command", "result")
	p.histogram("sixfold_first_answer_seconds", "From receiving an interaction to Discord's taking its first answer.", w.first)
	p.histogram("sixfold_autocomplete_seconds", "The same for autocomplete.", w.suggested)
	p.counter("sixfold_deadline_misses_total", "Interactions without a first answer within Discord's 3 s.", w.missed.Load())
	p.counter("sixfold_unsent_messages_total", "Further messages that could not be sent.", w.unsent.Load())
	p.labelled("sixfold_rate_limited_total", "Answers 429 by Discord.", &w.limited, "call")
	p.gauge("sixfold_gateway_connected", "1 while the bot receives interactions.", number(w.connected.Load()))
	p.counter("sixfold_gateway_logins_total", "New sessions with Discord.", w.logins.Load())
	p.counter("sixfold_gateway_resumes_total", "Sessions that went on after a drop.", w.resumes.Load())
	p.gauge("sixfold_tables_open", "Tables that are not over.", int64(st.Open))
	p.gauge("sixfold_tables_thinking", "Tables that await one of the bot's players.", int64(st.Thinking))
	p.gauge("sixfold_thinkers_waiting", "Players of the bot's in the queue to think.", w.waiting.Load())
	p.gauge("sixfold_thinkers_active", "Players of the bot's that think.", w.thinking.Load())
	p.histogram("sixfold_thinking_wait_seconds", "Waiting to think.", w.queued)
	p.histogram("sixfold_thinking_seconds", "Thinking.", w.thought)
	p.histogram("sixfold_drawing_seconds", "Drawing and encoding a picture.", w.drawn)
	p.histogram("sixfold_commit_seconds", "Making a commit of the store durable.", w.committed)
	p.counter("sixfold_store_writes_total", "Writes, of which commits hold many.", w.writes.Load())
	p.gauge("sixfold_store_bytes", "Size of the store's file.", st.Bytes)
	p.process()
	_, err := out.Write(p.Bytes())
	return err
}

// page is a text in the making.
type page struct{ bytes.Buffer }

func (p *page) head(name, kind, help string) {
	fmt.Fprintf(p, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (p *page) counter(name, help string, value uint64) {
	p.head(name, "counter", help)
	fmt.Fprintf(p, "%s %d\n", name, value)
}

func (p *page) gauge(name, help string, value int64) {
	p.head(name, "gauge", help)
	fmt.Fprintf(p, "%s %d\n", name, value)
}

// labelled writes a family of counters, sorted.
func (p *page) labelled(name, help string, c *counters, labels ...string) {
	p.head(name, "counter", help)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.SortedFunc(maps.Keys(c.counts), func(a, b key) int { return slices.Compare(a[:], b[:]) }) {
		for i, label := range labels {
			lead := ","
			if i == 0 {
				lead = name + "{"
			}
			fmt.Fprintf(p, `%s%s="%s"`, lead, label, escaper.Replace(key[i]))
		}
		fmt.Fprintf(p, "} %d\n", c.counts[key])
	}
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (p *page) histogram(name, help string, h *histogram) {
	p.head(name, "histogram", help)
	var count uint64
	for i := range h.counts {
		count += h.counts[i].Load()
		edge := "+Inf"
		if i < len(h.edges) {
			edge = strconv.FormatFloat(h.edges[i], 'g', -1, 64)
		}
		fmt.Fprintf(p, "%s_bucket{le=%q} %d\n", name, edge, count)
	}
	sum := time.Duration(h.sum.Load()).Seconds()
	fmt.Fprintf(p, "%s_sum %s\n%s_count %d\n", name, strconv.FormatFloat(sum, 'g', -1, 64), name, count)
}

// process writes what is of the process, under the names that dashboards know.
func (p *page) process() {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(samples)
	p.gauge("go_goroutines", "Goroutines.", int64(runtime.NumGoroutine()))
	p.gauge("go_memstats_heap_alloc_bytes", "Heap in use.", int64(samples[0].Value.Uint64()))
	p.counter("go_gc_cycles_total", "Garbage collections.", samples[1].Value.Uint64())
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// key is the labels' values; those that a family lacks are empty.
type key [3]string

// counters are counts by labels.
type counters struct {
	mu     sync.Mutex
	counts map[key]uint64
}

func (c *counters) add(labels ...string) {
	var k key
	copy(k[:], labels)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[key]uint64{}
	}
	c.counts[k]++
}

// histogram counts durations by buckets.
type histogram struct {
	edges  []float64       // seconds, rising, each belonging to the bucket below it
	counts []atomic.Uint64 // one more: beyond the last edge
	sum    atomic.Int64    // nanoseconds
}

func newHistogram(edges []float64) *histogram {
	return &histogram{edges: edges, counts: make([]atomic.Uint64, len(edges)+1)}
}

func (h *histogram) observe(d time.Duration) {
	i, _ := slices.BinarySearch(h.edges, d.Seconds())
	h.counts[i].Add(1)
	h.sum.Add(int64(d))
}

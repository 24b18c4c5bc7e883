package logtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Report is the result of a run of [Work].
type Report struct {
	Changes   int // acknowledged, or found to have landed
	Conflicts int
	Unclear   int             // attempts with an unclear outcome
	Landed    int             // of these, attempts that had landed
	Times     []time.Duration // of each change until its acknowledgement
	Gap       time.Duration   // longest time without a change
	Took      time.Duration   // from the first attempt to the last change
}

// At returns a quantile of the times of all changes, such as 0.99.
func (r *Report) At(part float64) time.Duration {
	if len(r.Times) == 0 {
		return 0
	}
	slices.Sort(r.Times)
	return r.Times[min(int(part*float64(len(r.Times))), len(r.Times)-1)]
}

// Load describes the work of the writers.
type Load struct {
	Writers int
	Rows    int           // per change, besides the counters
	Pause   time.Duration // of each writer, between changes
	More    func(done int) bool
}

// Work makes writers, each with its own log and view, increment one counter until More returns
// false, through conflicts and unclear outcomes. It checks that no acknowledged change is lost or
// done twice, and that followers receive only states of the log. The log must be empty.
func Work(t testing.TB, open func() changelog.Log, load Load) *Report {
	t.Helper()
	w := &work{load: load, report: &Report{}}
	late := newView(t, open(), 0, nil) // only reads
	views := []*view{late}
	group, ctx := errgroup.WithContext(t.Context())
	writers := make([]*writer, load.Writers)
	for i := range writers {
		log := open()
		writers[i] = &writer{
			work: w, log: log, view: newView(t, log, 0, nil),
			name: "w" + strconv.Itoa(i) + strconv.FormatUint(rand.Uint64(), 36), random: rand.New(rand.NewPCG(1, uint64(i))),
		}
		views = append(views, writers[i].view)
	}
	w.begun = time.Now()
	w.last = w.begun
	for _, wr := range writers {
		group.Go(func() error { return wr.run(ctx) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	views = append(views, newView(t, late.log, 0, nil))
	final := w.history.check(t, late.log, views...)
	if got := final[counter]; got != strconv.Itoa(w.report.Changes) && w.report.Changes > 0 {
		t.Errorf("the counter is at %s after %d changes", got, w.report.Changes)
	}
	for _, wr := range writers {
		if got := final[id{"writers", wr.name}]; wr.done > 0 && got != strconv.Itoa(wr.done) {
			t.Errorf("writer %s has done %d changes, and the log says %s", wr.name, wr.done, got)
		}
	}
	return w.report
}

var counter = id{"all", "counter"}

// work is shared by all writers.
type work struct {
	load    Load
	history history

	mu     sync.Mutex
	report *Report
	begun  time.Time
	last   time.Time // of the last change
}

func (w *work) more() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.load.More(w.report.Changes)
}

// done records a change and its duration.
func (w *work) done(took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report.Changes++
	w.report.Times = append(w.report.Times, took)
	w.report.Gap = max(w.report.Gap, time.Since(w.last))
	w.last = time.Now()
	w.report.Took = w.last.Sub(w.begun)
}

// tried counts an attempt. An unclear one has landed if there is no error.
func (w *work) tried(unclear bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if unclear {
		w.report.Unclear++
	}
	if unclear && err == nil {
		w.report.Landed++
	}
	if errors.Is(err, changelog.ErrConflict) {
		w.report.Conflicts++
	}
}

// writer is a process that changes the state.
type writer struct {
	work   *work
	log    changelog.Log
	view   *view
	name   string
	random *rand.Rand
	number uint64 // of the last attempt
	done   int
}

func (w *writer) run(ctx context.Context) error {
	for ctx.Err() == nil && w.work.more() {
		if err := w.change(ctx); err != nil {
			return fmt.Errorf("writer %s: %w", w.name, err)
		}
		time.Sleep(w.work.load.Pause)
	}
	return nil
}

// change makes one change, with as many attempts as necessary.
func (w *writer) change(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	started := time.Now()
	for {
		after, now := w.view.now()
		rows := w.rows(now)
		w.number++
		head, unclear, err := attempt(ctx, w.log, after, changelog.Attempt{Writer: w.name, Number: w.number}, rows)
		w.work.tried(unclear, err)
		if errors.Is(err, changelog.ErrConflict) {
			if err := w.catchUp(ctx, after); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		w.done++
		w.work.done(time.Since(started))
		if err := w.work.history.add(change{after: after, head: head, rows: rows}); err != nil {
			return err
		}
		return w.catchUp(ctx, after)
	}
}

// catchUp brings the view beyond a head: to the next one, which is usually on its way, or to the
// log's present head.
func (w *writer) catchUp(ctx context.Context, after uint64) error {
	soon, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if w.view.reach(soon, after+1) == nil {
		return nil
	}
	head, err := Patient(w.log).Head(ctx)
	if err != nil {
		return err
	}
	return w.view.reach(ctx, head)
}

// rows returns the rows of the next change.
func (w *writer) rows(now state) []changelog.Row {
	n, _ := strconv.Atoi(now[counter]) // at first there is none
	rows := []changelog.Row{
		{Bucket: counter.bucket, Key: counter.key, Value: []byte(strconv.Itoa(n + 1))},
		{Bucket: "writers", Key: w.name, Value: []byte(strconv.Itoa(w.done + 1))},
	}
	for _, k := range w.random.Perm(max(2*w.work.load.Rows, 1))[:w.work.load.Rows] {
		r := changelog.Row{Bucket: "b\xffytes", Key: "k\x00" + strconv.Itoa(k), Value: fmt.Appendf(nil, "%s %d %d", w.name, w.done, n)}
		if w.random.IntN(4) == 0 {
			r.Value = nil
		}
		rows = append(rows, r)
	}
	return rows
}

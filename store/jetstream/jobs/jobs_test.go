package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// servers are three servers for all tests that stop none, each with its own bucket.
var servers struct {
	sync.Once
	list    []*server.Server
	urls    []string
	buckets atomic.Int64
}

// site is a queue on three servers.
type site struct {
	t    *testing.T
	urls []string
	name string
	bounds
}

// quick are bounds for tests that lose workers.
var quick = func() bounds {
	b := defaults
	b.lapse, b.renew, b.look = time.Second, 200*time.Millisecond, 300*time.Millisecond
	return b
}()

// patient are bounds for tests in which no job may lapse, however busy the machine is: the lapse
// time exceeds the time that anybody waits for an answer.
var patient = func() bounds {
	b := defaults
	b.lapse = 50 * time.Second
	return b
}()

func newSite(t *testing.T, b bounds) *site {
	t.Helper()
	servers.Do(func() { servers.list, servers.urls = natstest.Start(forAll{t}, 3) })
	return &site{t, servers.urls, fmt.Sprint("b", servers.buckets.Add(1)), b}
}

// forAll is the test that starts the servers for all tests.
type forAll struct{ *testing.T }

func (f forAll) Cleanup(func()) {}

// TempDir outlives the test.
func (f forAll) TempDir() string {
	dir, err := os.MkdirTemp(folder, "")
	if err != nil {
		f.Fatal(err)
	}
	return dir
}

var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "jobs-*"); err != nil {
		panic(err)
	}
	_ = flag.Set("test.parallel", "2") // unless an argument says otherwise: tests wait for the servers, not for a processor
	code := m.Run()
	for _, s := range servers.list {
		s.Shutdown()
		s.WaitForShutdown()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// open is a process at the queue, which is there.
func (s *site) open() *Queue {
	s.t.Helper()
	q := s.connect()
	if err := q.Ready(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return q
}

// connect is a process that has not used the queue yet.
func (s *site) connect() *Queue {
	s.t.Helper()
	q, err := open(jetstream.Options{URLs: s.urls, Bucket: s.name}, s.bounds)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = q.Close() })
	return q
}

// doing is the function of a worker.
type doing func(ctx context.Context, kind Kind, body []byte) ([]byte, error)

// work runs a worker process, with two jobs of each kind at a time, until end is called or the test
// ends.
func (s *site) work(do doing) (q *Queue, end func()) {
	s.t.Helper()
	q = s.open()
	return q, s.workIn(q, do)
}

func (s *site) workIn(q *Queue, do doing) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		q.Work(ctx, rooms(do))
	}()
	end = func() { stop(); <-ended }
	s.t.Cleanup(end)
	return end
}

// place is one of two rooms that a worker has for each kind.
type place struct {
	do   doing
	kind Kind
	free chan struct{}
	held bool
}

func (p *place) Do(ctx context.Context, body []byte) ([]byte, error) {
	if !p.held {
		select {
		case p.free <- struct{}{}:
			p.held = true
		default:
			return nil, errors.New("no room")
		}
	}
	return p.do(ctx, p.kind, body)
}

func (p *place) Leave() {
	if p.held {
		<-p.free
	}
	p.held = false
}

// rooms lets a worker do two jobs of each kind at a time.
func rooms(do doing) Enter {
	free := map[Kind]chan struct{}{Short: make(chan struct{}, 2), Long: make(chan struct{}, 2)}
	return func(ctx context.Context, kind Kind, _ uint64) (Room, error) {
		select {
		case free[kind] <- struct{}{}:
			return &place{do, kind, free[kind], true}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// echo is work that is done at once.
func echo(_ context.Context, _ Kind, body []byte) ([]byte, error) {
	return append([]byte("answer to "), body...), nil
}

// wants asks a question and compares the answer.
func wants(t *testing.T, q *Queue, j Job, want string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 40*time.Second)
	defer stop()
	got, err := q.Ask(ctx, j)
	if err != nil || string(got) != want {
		t.Errorf("the answer to %s is %q, %v; want %q", j.ID, got, err, want)
	}
}

// TestOneQuestionIsOneJob: any number of askers, also in several processes and later, get the same
// answer.
func TestOneQuestionIsOneJob(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	var done atomic.Int32
	goOn := make(chan struct{})
	slow := func(ctx context.Context, kind Kind, body []byte) ([]byte, error) {
		done.Add(1)
		<-goOn
		return echo(ctx, kind, body)
	}
	s.work(slow)
	s.work(slow)
	askers := []*Queue{s.open(), s.open()}
	var all sync.WaitGroup
	for i := range 20 {
		for _, q := range askers {
			all.Go(func() {
				id := fmt.Sprint("q", i/2)
				wants(t, q, Job{ID: id, Kind: Kinds[i/2%2], Body: []byte(id)}, "answer to "+id)
			})
		}
	}
	natstest.Until(t, "all questions are asked", func() bool { stands, err := askers[0].Status(t.Context(), 0); return err == nil && stands.Jobs == 10 })
	close(goOn)
	all.Wait()
	wants(t, askers[0], Job{ID: "q3", Kind: Long, Body: []byte("q3")}, "answer to q3")
	if n := done.Load(); n != 10 {
		t.Errorf("10 questions were worked on %d times", n)
	}
	stands, err := askers[0].Status(t.Context(), 300*time.Millisecond)
	if err != nil || len(stands.Workers) != 2 {
		t.Errorf("the queue has %+v, %v; want two workers", stands, err)
	}
	natstest.Until(t, "all jobs are off the queue", func() bool {
		stands, err := askers[0].Status(t.Context(), 0)
		return err == nil && stands.Jobs == 0 && stands.Oldest.IsZero() && stands.AtWork == 0
	})
}

// TestLostWorker: a job begun by a dead process is done by another.
func TestLostWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t, quick)
	begun := make(chan struct{}, 1)
	dead, _ := s.work(func(ctx context.Context, _ Kind, _ []byte) ([]byte, error) {
		offer(begun, struct{}{})
		<-ctx.Done()
		return nil, ctx.Err()
	})
	go func() {
		<-begun
		_ = dead.Close()
		s.work(echo)
	}()
	wants(t, s.open(), Job{ID: "one", Kind: Long, Body: []byte("one")}, "answer to one")
}

// TestSlowWorkIsRenewed: a worker renews its job, so that nobody else begins a job that takes
// longer than the lapse time.
func TestSlowWorkIsRenewed(t *testing.T) {
	t.Parallel()
	if defaults.lapse < 3*defaults.renew {
		t.Errorf("a job that is renewed every %v lapses after %v", defaults.renew, defaults.lapse)
	}
	b := patient
	b.renew = 10 * time.Millisecond
	s := newSite(t, b)
	asker := s.open()
	renewed := make(chan struct{})
	_, err := asker.conn.Subscribe("$JS.ACK.>", func(m *nats.Msg) {
		if strings.Contains(m.Subject, ".JOBS_"+s.name+".") && string(m.Data) == "+WPI" {
			offer(renewed, struct{}{})
		}
	})
	if err := errors.Join(err, asker.conn.Flush()); err != nil {
		t.Fatal(err)
	}
	var begun atomic.Int32
	slow := func(ctx context.Context, kind Kind, body []byte) ([]byte, error) {
		begun.Add(1)
		for range 3 {
			select {
			case <-renewed:
			case <-ctx.Done():
			}
		}
		return echo(ctx, kind, body)
	}
	s.work(slow)
	s.work(slow)
	wants(t, asker, Job{ID: "one", Kind: Long, Body: []byte("one")}, "answer to one")
	if n := begun.Load(); n != 1 {
		t.Errorf("the job was begun %d times", n)
	}
}

// TestEndingWorkerReturnsItsJobs: it does so at once.
func TestEndingWorkerReturnsItsJobs(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	begun := make(chan struct{}, 1)
	_, end := s.work(func(ctx context.Context, _ Kind, _ []byte) ([]byte, error) {
		offer(begun, struct{}{})
		<-ctx.Done()
		return []byte("the best so far"), nil
	})
	go func() {
		<-begun
		end()
		s.work(echo)
	}()
	wants(t, s.open(), Job{ID: "one", Kind: Short, Body: []byte("one")}, "answer to one")
}

// TestOrderlyEndsAreNoTries: a job that outlives any number of workers which were told to end is done.
func TestOrderlyEndsAreNoTries(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	go func() {
		for range Tries + 1 {
			begun := make(chan struct{}, 1)
			_, end := s.work(func(ctx context.Context, _ Kind, _ []byte) ([]byte, error) {
				offer(begun, struct{}{})
				<-ctx.Done()
				return nil, ctx.Err()
			})
			<-begun
			end()
		}
		s.work(echo)
	}()
	wants(t, s.open(), Job{ID: "one", Kind: Long, Body: []byte("one")}, "answer to one")
}

// TestKillingJobIsGivenUp: after several workers, and askers are told, then and later.
func TestKillingJobIsGivenUp(t *testing.T) {
	t.Parallel()
	s := newSite(t, quick)
	var killed atomic.Int32
	for range Tries + 2 {
		q := s.open()
		s.workIn(q, func(ctx context.Context, _ Kind, _ []byte) ([]byte, error) {
			killed.Add(1)
			_ = q.Close()
			<-ctx.Done()
			return nil, ctx.Err()
		})
	}
	asker := s.open()
	for range 2 {
		if _, err := asker.Ask(t.Context(), Job{ID: "killer", Kind: Long}); !errors.Is(err, ErrGivenUp) {
			t.Errorf("the answer is %v, want that it was given up", err)
		}
	}
	if n := killed.Load(); n != Tries {
		t.Errorf("the job has killed %d workers, want %d", n, Tries)
	}
}

// TestAskerGoes: another asker of the same question gets the answer of the running job.
func TestAskerGoes(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	var begun atomic.Int32
	goOn := make(chan struct{})
	s.work(func(ctx context.Context, kind Kind, body []byte) ([]byte, error) {
		begun.Add(1)
		<-goOn
		return echo(ctx, kind, body)
	})
	first := s.open()
	job := Job{ID: "one", Kind: Long, Body: []byte("one")}
	ctx, leave := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	job.Began = func() { leave(gone) }
	if _, err := first.Ask(ctx, job); !errors.Is(err, gone) {
		t.Fatalf("who goes gets %v", err)
	}
	_ = first.Close()
	second := s.open()
	time.AfterFunc(100*time.Millisecond, func() { close(goOn) })
	job.Began = nil
	wants(t, second, job, "answer to one")
	if n := begun.Load(); n != 1 {
		t.Errorf("the job was begun %d times", n)
	}
}

// TestCancel ends a running job, and removes a waiting one from the queue.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	begun, stopped := make(chan struct{}, 1), make(chan struct{}, 1)
	asker := s.open()
	// The asker must leave before the job is cancelled, because it resubmits a missing job.
	ask := func(id string) (leave func()) {
		ctx, end := context.WithCancel(t.Context())
		var asked sync.WaitGroup
		asked.Go(func() { _, _ = asker.Ask(ctx, Job{ID: id, Kind: Long}) })
		return func() { end(); asked.Wait() }
	}
	leave := ask("one")
	natstest.Until(t, "the job waits", func() bool { stands, err := asker.Status(t.Context(), 0); return err == nil && stands.Jobs == 1 })
	leave()
	asker.Cancel("one")
	if stands, err := asker.Status(t.Context(), 0); err != nil || stands.Jobs != 0 {
		t.Errorf("the queue has %+v, %v after the job was cancelled", stands, err)
	}
	s.work(func(ctx context.Context, _ Kind, _ []byte) ([]byte, error) {
		offer(begun, struct{}{})
		<-ctx.Done()
		offer(stopped, struct{}{})
		return nil, ctx.Err()
	})
	leave = ask("two")
	<-begun
	leave()
	asker.Cancel("two")
	<-stopped
}

// TestUnknownJobIsLeftToOthers: the asker is told if there are no others.
func TestUnknownJobIsLeftToOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	s.work(func(context.Context, Kind, []byte) ([]byte, error) { return nil, ErrUnknown })
	asker := s.open()
	if _, err := asker.Ask(t.Context(), Job{ID: "new", Kind: Short}); !errors.Is(err, ErrUnknown) {
		t.Errorf("the answer is %v, want that nobody knows it", err)
	}
	s.work(echo)
	wants(t, asker, Job{ID: "known", Kind: Short, Body: []byte("x")}, "answer to x")
}

// TestUnknownJobIsNotGivenUp: whoever asks after another has gone is told that nobody knows it, too.
func TestUnknownJobIsNotGivenUp(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	ctx, leave := context.WithCancel(t.Context())
	var seen atomic.Int32
	s.work(func(context.Context, Kind, []byte) ([]byte, error) {
		if seen.Add(1) == Tries-1 {
			leave()
		}
		return nil, ErrUnknown
	})
	asker, job := s.open(), Job{ID: "new", Kind: Long}
	if _, err := asker.Ask(ctx, job); !errors.Is(err, context.Canceled) {
		t.Errorf("who goes gets %v", err)
	}
	if _, err := asker.Ask(t.Context(), job); !errors.Is(err, ErrUnknown) {
		t.Errorf("who asks after that gets %v, want that nobody knows it", err)
	}
}

// TestFullQueue: it refuses jobs, and accepts them again when there is room.
func TestFullQueue(t *testing.T) {
	t.Parallel()
	b := patient
	b.jobs = 3
	s := newSite(t, b)
	asker := s.open()
	ctx, leave := context.WithTimeout(t.Context(), time.Minute) // else a queue that takes one too many waits for ever
	defer leave()
	var all sync.WaitGroup
	for i := range b.jobs {
		all.Go(func() { _, _ = asker.Ask(ctx, Job{ID: fmt.Sprint(i), Kind: Long}) })
	}
	natstest.Until(t, "the queue is full", func() bool { stands, err := asker.Status(ctx, 0); return err == nil && stands.Jobs == b.jobs })
	if _, err := asker.Ask(ctx, Job{ID: "more", Kind: Long}); !errors.Is(err, ErrFull) {
		t.Fatalf("one job too many gets %v", err)
	}
	if _, err := asker.Ask(t.Context(), Job{ID: "large", Kind: Long, Body: make([]byte, MaxBody+1)}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a job that is too large gets %v", err)
	}
	s.work(echo)
	all.Wait()
	natstest.Until(t, "there is room", func() bool { stands, err := asker.Status(t.Context(), 0); return err == nil && stands.Jobs == 0 })
	wants(t, asker, Job{ID: "more", Kind: Long, Body: []byte("x")}, "answer to x")
}

// TestShortJobsPassLongOnes: while all workers are busy with long ones.
func TestShortJobsPassLongOnes(t *testing.T) {
	t.Parallel()
	s := newSite(t, patient)
	goOn := make(chan struct{})
	defer close(goOn)
	s.work(func(ctx context.Context, kind Kind, body []byte) ([]byte, error) {
		if kind == Long {
			<-goOn
		}
		return echo(ctx, kind, body)
	})
	asker := s.open()
	for i := range 10 {
		go func() { _, _ = asker.Ask(t.Context(), Job{ID: fmt.Sprint("long", i), Kind: Long}) }()
	}
	natstest.Until(t, "long jobs wait", func() bool { stands, err := asker.Status(t.Context(), 0); return err == nil && stands.Jobs == 10 })
	wants(t, asker, Job{ID: "short", Kind: Short, Body: []byte("x")}, "answer to x")
}

// TestLostLeader: a job that runs meanwhile is answered.
func TestLostLeader(t *testing.T) {
	t.Parallel()
	list, urls := natstest.Start(t, 3)
	s := &site{t, urls, "games", quick}
	begun := make(chan struct{}, 1)
	goOn := make(chan struct{})
	s.work(func(ctx context.Context, kind Kind, body []byte) ([]byte, error) {
		offer(begun, struct{}{})
		<-goOn
		return echo(ctx, kind, body)
	})
	asker := s.open()
	go func() {
		<-begun
		if have, err := asker.ready(context.Background(), time.Minute); err == nil {
			if info, err := have.jobs.Info(context.Background()); err == nil {
				i := slices.IndexFunc(list, func(l *server.Server) bool { return l.Name() == info.Cluster.Leader })
				list[i].Shutdown()
			}
		}
		close(goOn)
	}()
	wants(t, asker, Job{ID: "one", Kind: Long, Body: []byte("one")}, "answer to one")
}

// TestNoServers: the asker is told soon.
func TestNoServers(t *testing.T) {
	t.Parallel()
	list, urls := natstest.Start(t, 1)
	b := quick
	b.answer = 200 * time.Millisecond
	s := &site{t, urls, "games", b}
	q := s.connect()
	list[0].Shutdown()
	if _, err := q.Ask(t.Context(), Job{ID: "one", Kind: Long}); !errors.Is(err, ErrUnreachable) || strings.Contains(err.Error(), "%!") {
		t.Errorf("without servers the answer is %v", err)
	}
}

// TestForeignStream: it is not used, and the error says what it is.
func TestForeignStream(t *testing.T) {
	t.Parallel()
	s := newSite(t, quick)
	q := s.connect()
	c := q.jobsConfig()
	c.Retention = js.LimitsPolicy
	if _, err := jetstream.Repeat(t.Context(), time.Second, 50*time.Millisecond, func(error) bool { return true }, func(ctx context.Context) (js.Stream, error) { return q.api.CreateStream(ctx, c) }); err != nil {
		t.Fatal(err)
	}
	_, asked := q.Ask(t.Context(), Job{ID: "one", Kind: Long})
	_, looked := q.Status(t.Context(), 0)
	for _, err := range []error{asked, looked, q.Ready(t.Context())} {
		if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "JOBS_"+s.name+": it was not made by Sixfold") {
			t.Errorf("a stream of another purpose: %v", err)
		}
	}
}

// BenchmarkAsk measures the overhead of the queue.
func BenchmarkAsk(b *testing.B) {
	_, urls := natstest.Start(b, 3)
	q, err := Open(jetstream.Options{URLs: urls, Bucket: "games"})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	var all sync.WaitGroup
	all.Go(func() { q.Work(ctx, rooms(echo)) })
	b.Cleanup(func() { stop(); all.Wait(); _ = q.Close() })
	if err := q.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		if _, err := q.Ask(ctx, Job{ID: fmt.Sprint(n), Kind: Short, Body: make([]byte, 1000)}); err != nil {
			b.Fatal(err)
		}
	}
}

// offer sends without blocking; v is dropped if the channel is full.
func offer[T any](to chan<- T, v T) {
	select {
	case to <- v:
	default:
	}
}

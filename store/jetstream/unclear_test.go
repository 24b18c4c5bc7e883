package jetstream

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// TestConflictThatIsNone simulates a former leader that still refuses changes for a moment after
// another was elected: a change that was accepted is not reported as refused.
func TestConflictThatIsNone(t *testing.T) {
	t.Parallel()
	l := opened(t, three(t))
	log := logtest.Patient(l)
	head := added(t, l, 1, counted(1)...) // from then on the server delivers to the bucket, too
	_, err := l.link.conn.Subscribe(l.prefix+headKey, func(m *nats.Msg) {
		_ = m.Respond(fmt.Appendf(nil, `{"error":{"code":400,"err_code":%d,"description":"wrong last sequence"}}`, codeConflict))
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := uint64(2); n <= 20; n++ {
		next, err := log.Append(t.Context(), head, changelog.Attempt{Writer: "w", Number: n}, counted(n))
		if newest, failed := log.Head(t.Context()); err != nil || failed != nil || next != newest {
			t.Fatalf("change %d to the state of %d: %d, %v; the log is at %d, %v", n, head, next, err, newest, failed)
		}
		head = next
	}
}

// counted is a change of one row.
func counted(n uint64) []changelog.Row {
	return []changelog.Row{{Bucket: "b", Key: "k", Value: []byte(strconv.FormatUint(n, 10))}}
}

// TestUnclear repeatedly swallows the servers' answers and then cuts the connections: writers must
// find out what has landed.
func TestUnclear(t *testing.T) {
	t.Parallel()
	o := three(t)
	opened(t, o) // creates the bucket
	var proxies []*natstest.Proxy
	open := func() changelog.Log {
		server := shared.urls()[len(proxies)%len(shared.urls())]
		p := natstest.Between(t, strings.TrimPrefix(server, "nats://"))
		proxies = append(proxies, p)
		through := o
		through.URLs = []string{p.URL().String()}
		return opened(t, through)
	}
	random := rand.New(rand.NewPCG(20, 2))
	rounds := 30
	if logtest.Long() {
		rounds = 5000
	}
	r := disturbed(t, open, logtest.Load{Writers: 3, Rows: 3}, func(more func(int)) { // now all logs are open
		for range rounds {
			p := proxies[random.IntN(len(proxies))]
			p.Set(natstest.Trouble{Swallow: true})
			more(1 + random.IntN(5))
			p.Set(natstest.Trouble{Cut: true})
			p.Set(natstest.Trouble{})
			more(1 + random.IntN(5))
		}
	})
	if r.Unclear == 0 {
		t.Error("nothing was tried")
	}
}

// disturbed runs writers while the servers are disturbed. disturb is called once they run; its
// argument waits until they have made a number of further changes.
func disturbed(t *testing.T, open func() changelog.Log, load logtest.Load, disturb func(more func(n int))) *logtest.Report {
	t.Helper()
	var done atomic.Int64
	more := func(n int) {
		want := done.Load() + int64(n)
		natstest.Until(t, "the writers go on", func() bool { return done.Load() >= want })
	}
	ended := make(chan struct{})
	begin := sync.OnceFunc(func() {
		t.Cleanup(func() { <-ended })
		go func() {
			defer close(ended)
			disturb(more)
		}()
	})
	load.More = func(n int) bool {
		begin()
		done.Store(int64(n))
		select {
		case <-ended:
			return false
		default:
			return true
		}
	}
	r := logtest.Work(t, open, load)
	t.Logf("%d changes, %d conflicts, %d unclear, of which %d had landed; longest gap %v", r.Changes, r.Conflicts, r.Unclear, r.Landed, r.Gap)
	if r.Changes == 0 {
		t.Error("nothing was tried")
	}
	return r
}

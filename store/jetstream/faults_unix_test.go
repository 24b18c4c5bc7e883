//go:build unix

package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// fault is something that befalls one of three nodes, while the other two go on.
type fault struct {
	name string
	run  func(t testing.TB, all []*natstest.Node, n *natstest.Node)
}

// faults last for a while each. That a node hangs, others notice only after some seconds.
func faults(length time.Duration) []fault {
	return []fault{
		{"killed", func(t testing.TB, _ []*natstest.Node, n *natstest.Node) {
			t.Helper()
			n.Kill()
			time.Sleep(length)
			n.Start(t)
		}},
		{"paused", func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			_ = n.Command.Process.Signal(syscall.SIGSTOP)
			time.Sleep(length)
			_ = n.Command.Process.Signal(syscall.SIGCONT)
		}},
		{"cut off from the others", func(_ testing.TB, all []*natstest.Node, n *natstest.Node) {
			n.Cut(all, true)
			time.Sleep(length)
			n.Cut(all, false)
		}},
		{"cut off from its clients", func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			n.Clients.Set(natstest.Trouble{Cut: true})
			time.Sleep(length)
			n.Clients.Set(natstest.Trouble{})
		}},
		{"answering nobody", func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			n.Clients.Set(natstest.Trouble{Swallow: true})
			time.Sleep(min(length, time.Second))
			n.Clients.Set(natstest.Trouble{Cut: true})
			n.Clients.Set(natstest.Trouble{})
		}},
	}
}

// TestFaults has writers work while nodes are taken away from them: nothing that was
// acknowledged is lost, and nothing is done twice.
func TestFaults(t *testing.T) {
	all := natstest.Nodes(t, logtest.Long())
	o := through(all)
	watch := opened(t, o)
	random := rand.New(rand.NewPCG(20, 3))
	rounds, pause := 1, 2*time.Millisecond
	length := func() time.Duration { return 2 * time.Second }
	if logtest.Long() {
		rounds, pause = 20, 10*time.Millisecond
		length = func() time.Duration {
			if random.IntN(4) == 0 {
				return 20 * time.Second
			}
			return time.Duration(1+random.IntN(5000)) * time.Millisecond
		}
	}
	ended := make(chan struct{})
	begun := false
	var done atomic.Int64
	r := logtest.Work(t, func() changelog.Log { return opened(t, o) }, logtest.Load{
		Writers: 3, Rows: 5, Pause: pause,
		More: func(n int) bool {
			if !begun {
				begun = true
				go func() {
					defer close(ended)
					for range rounds {
						strike(t, all, watch, random, length, &done)
					}
				}()
			}
			done.Store(int64(n))
			select {
			case <-ended:
				return false
			default:
				return true
			}
		},
	})
	t.Logf("%d changes, %d conflicts, %d unclear, of which %d had landed; longest gap %v", r.Changes, r.Conflicts, r.Unclear, r.Landed, r.Gap)
	if r.Changes == 0 {
		t.Error("nothing was tried")
	}
}

// strike has every fault befall a node, and says what writers did meanwhile.
func strike(t *testing.T, all []*natstest.Node, watch *Log, random *rand.Rand, length func() time.Duration, done *atomic.Int64) {
	t.Helper()
	for i, f := range faults(length()) {
		n := all[random.IntN(len(all))]
		if i == 0 || logtest.Long() && random.IntN(2) == 0 {
			n = leader(t, watch, all)
		}
		before, started := done.Load(), time.Now()
		f.run(t, all, n)
		time.Sleep(500 * time.Millisecond)
		t.Logf("%s %s for %v: %d changes", n.Name, f.name, time.Since(started).Round(time.Millisecond), done.Load()-before)
	}
}

// leader returns the node that leads the bucket.
func leader(t testing.TB, l *Log, all []*natstest.Node) *natstest.Node {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		info, err := l.stream.Info(ctx)
		cancel()
		if err == nil && info.Cluster != nil {
			for _, n := range all {
				if n.Name == info.Cluster.Leader {
					return n
				}
			}
		}
		if t.Context().Err() != nil {
			panic(fmt.Sprint("no leader: ", err))
		}
	}
}

// TestCutOff cuts the server off to which a log is connected: it goes to one of the others,
// though its connection is as good as ever.
func TestCutOff(t *testing.T) {
	all := natstest.Nodes(t, false)
	l := opened(t, through(all))
	name := l.link.conn.ConnectedServerName()
	for _, n := range all {
		if n.Name == name {
			n.Cut(all, true)
		}
	}
	// A change may still land just before the cut, so one alone says nothing.
	for deadline := time.Now().Add(time.Minute); ; {
		_, err := l.Append(t.Context(), 0, changelog.Attempt{Writer: "a", Number: 1}, nil)
		landed := err == nil || errors.Is(err, changelog.ErrConflict)
		if landed && l.link.conn.ConnectedServerName() != name {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("a log that is connected to %s, which is cut off, stays there: %v", name, err)
		}
	}
}

// through returns options for a new bucket on nodes.
func through(all []*natstest.Node) Options {
	return Options{URLs: natstest.URLs(all), Bucket: "b", Application: "1"}
}

//go:build unix

package jetstream

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"syscall"
	"testing"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// fault is a temporary fault of one of three nodes, while the other two continue.
type fault struct {
	name       string
	begin, end func(t testing.TB, all []*natstest.Node, n *natstest.Node)
}

var faults = []fault{
	{
		"killed",
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) { n.Kill() },
		func(t testing.TB, _ []*natstest.Node, n *natstest.Node) { t.Helper(); n.Start(t) },
	},
	{
		"paused",
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			_ = n.Command.Process.Signal(syscall.SIGSTOP)
		},
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			_ = n.Command.Process.Signal(syscall.SIGCONT)
		},
	},
	{
		"cut off from the others",
		func(_ testing.TB, all []*natstest.Node, n *natstest.Node) { n.Cut(all, true) },
		func(_ testing.TB, all []*natstest.Node, n *natstest.Node) { n.Cut(all, false) },
	},
	{
		"cut off from its clients",
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) { n.Clients.Set(natstest.Trouble{Cut: true}) },
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) { n.Clients.Set(natstest.Trouble{}) },
	},
	{
		"answering nobody",
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			n.Clients.Set(natstest.Trouble{Swallow: true})
		},
		func(_ testing.TB, _ []*natstest.Node, n *natstest.Node) {
			n.Clients.Set(natstest.Trouble{Cut: true})
			n.Clients.Set(natstest.Trouble{})
		},
	},
}

// TestFaults disables the node that leads the bucket until writers have continued without it; with
// SIXFOLD_LONG=1 also others, and for longer. Nothing acknowledged is lost or done twice. The
// faults are divided between two clusters, so that they wait for elections in parallel.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, some := range map[string][]fault{"of the node": faults[:2], "of its network": faults[2:]} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			befall(t, some)
		})
	}
}

// befall has faults befall the nodes of a cluster, one after the other.
func befall(t *testing.T, faults []fault) {
	t.Helper()
	all := natstest.Plan(t, logtest.Long())
	natstest.Run(t, all)
	o := through(all)
	watch := opened(t, o)
	random := rand.New(rand.NewPCG(20, 3))
	load, rounds := logtest.Load{Writers: 3, Rows: 5}, 1
	if logtest.Long() {
		load.Pause, rounds = 10*time.Millisecond, 20
	}
	disturbed(t, func() changelog.Log { return opened(t, o) }, load, func(more func(int)) {
		for range rounds {
			for _, f := range faults {
				n := leader(t, watch, all)
				if logtest.Long() && random.IntN(2) == 0 {
					n = all[random.IntN(len(all))]
				}
				f.begin(t, all, n)
				if logtest.Long() {
					time.Sleep(time.Duration(random.IntN(10_000)) * time.Millisecond) // shorter and longer than it takes to be noticed
				}
				more(20)
				f.end(t, all, n)
				more(20)
			}
		}
	})
}

// leader returns the node that leads the bucket.
func leader(t testing.TB, l *Log, all []*natstest.Node) (leads *natstest.Node) {
	t.Helper()
	natstest.Until(t, "the bucket has a leader", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		info, err := l.stream.Info(ctx)
		if err != nil || info.Cluster == nil {
			return false
		}
		i := slices.IndexFunc(all, func(n *natstest.Node) bool { return n.Name == info.Cluster.Leader })
		if i >= 0 {
			leads = all[i]
		}
		return i >= 0
	})
	return leads
}

// TestCutOff cuts off the server to which a log is connected: the log changes to another server,
// although its connection still works.
func TestCutOff(t *testing.T) {
	t.Parallel()
	all := natstest.Plan(t, false)
	natstest.Run(t, all)
	l := opened(t, through(all))
	name := l.link.conn.ConnectedServerName()
	for _, n := range all {
		if n.Name == name {
			n.Cut(all, true)
		}
	}
	// An answer may still come just before the cut. Only requests that need a majority are made,
	// because a former leader still reports conflicts by itself for a while.
	natstest.Until(t, "the log goes to another server", func() bool {
		_, err := l.Head(t.Context())
		return err == nil && l.link.conn.ConnectedServerName() != name
	})
}

// TestUnavailable: a log changes the server also where that answers, but says that it cannot serve,
// as one that is cut off from the others does once it knows that there is no leader.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	l := opened(t, three(t))
	name := l.link.conn.ConnectedServerName()
	natstest.Until(t, "the log goes to another server", func() bool {
		_, err := insist(t.Context(), l.link, func(context.Context) (int, error) {
			if l.link.conn.ConnectedServerName() == name {
				return 0, &js.APIError{Code: http.StatusServiceUnavailable, ErrorCode: 10008}
			}
			return 0, nil
		})
		return err == nil
	})
}

// through returns options for a new bucket on nodes.
func through(all []*natstest.Node) Options {
	return Options{URLs: natstest.URLs(all), Bucket: "b", Application: "1"}
}

package jetstream

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// cluster is three servers in this process.
type cluster struct {
	options []*server.Options
	servers []*server.Server
}

// addresses finds free ports.
func addresses(t testing.TB, n int) []*url.URL {
	t.Helper()
	var urls []*url.URL
	for _, port := range natstest.FreePorts(t, n) {
		urls = append(urls, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	return urls
}

func port(u *url.URL) int {
	n, _ := strconv.Atoi(u.Port())
	return n
}

// start starts n servers that know each other; change may alter their options first.
func start(t testing.TB, dir string, n int, change func(*server.Options)) *cluster {
	t.Helper()
	all := addresses(t, 2*n)
	clients, routes := all[:n], all[n:]
	c := &cluster{}
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprintf("n%d", i+1),
			Host:       "127.0.0.1", Port: port(clients[i]),
			JetStream: true, StoreDir: fmt.Sprintf("%s/n%d", dir, i+1), JetStreamMaxStore: 1 << 34,
			NoLog: true, NoSigs: true,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: port(routes[i]), NoAdvertise: true}
			o.Routes = routes
		}
		if change != nil {
			change(o)
		}
		c.options = append(c.options, o)
		c.servers = append(c.servers, nil)
		c.run(t, i)
	}
	return c
}

// run starts one of the servers, once more if need be.
func (c *cluster) run(t testing.TB, i int) {
	t.Helper()
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		t.Fatal(err)
	}
	c.servers[i] = s
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatalf("server %d does not start", i)
	}
}

func (c *cluster) stop() {
	for _, s := range c.servers {
		s.Shutdown()
	}
	for _, s := range c.servers {
		s.WaitForShutdown()
	}
}

func (c *cluster) urls() []string {
	var urls []string
	for _, o := range c.options {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return urls
}

// shared are three servers for tests that stop none, each with its own bucket.
var shared struct {
	sync.Once
	*cluster
	dir     string
	buckets atomic.Int64
}

func TestMain(m *testing.M) {
	natstest.Child()
	_ = flag.Set("test.parallel", "6") // unless an argument says otherwise: tests wait for servers, not for a processor
	code := m.Run()
	if shared.cluster != nil {
		shared.stop()
		_ = os.RemoveAll(shared.dir)
	}
	os.Exit(code)
}

// three returns options for a new bucket on three servers.
func three(t testing.TB) Options {
	t.Helper()
	shared.Do(func() {
		var err error
		if shared.dir, err = os.MkdirTemp("", "sixfold-jetstream"); err != nil {
			t.Fatal(err)
		}
		shared.cluster = start(t, shared.dir, 3, nil)
	})
	return shared.bucket()
}

func (c *cluster) bucket() Options {
	return Options{URLs: c.urls(), Bucket: fmt.Sprintf("b%d", shared.buckets.Add(1)), Application: "1"}
}

// opened opens a log, for as long as the test runs.
func opened(t testing.TB, o Options) *Log {
	t.Helper()
	l, err := patientlyOpened(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// patientlyOpened opens a log as soon as the servers answer: those that were just started have no
// leader yet, and on a busy machine they are slow.
func patientlyOpened(ctx context.Context, o Options) (*Log, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for wait := time.Second; ; wait *= 2 {
		try, cancel := context.WithTimeout(ctx, wait)
		l, err := Open(try, o)
		cancel()
		if err == nil || ctx.Err() != nil {
			return l, err
		}
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	logtest.Run(t, func(t *testing.T) func() changelog.Log {
		t.Helper()
		o := three(t)
		return func() changelog.Log { return opened(t, o) }
	})
}

// Package natstest runs NATS servers in the process of a test.
package natstest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// waitTimeout is the limit after which a waiting test fails.
const waitTimeout = 2 * time.Minute

// Start starts n servers that form a cluster with an elected leader, and returns them with their
// URLs. They end with the test.
func Start(t testing.TB, n int) (list []*server.Server, urls []string) {
	t.Helper()
	var routes []*url.URL
	ports := FreePorts(t, 2*n)
	for _, port := range ports[n:] {
		routes = append(routes, &url.URL{Scheme: "nats", Host: "127.0.0.1:" + strconv.Itoa(port)})
	}
	for i := range n {
		o := &server.Options{
			ServerName: "n" + strconv.Itoa(i), Host: "127.0.0.1", Port: ports[i], NoLog: true, NoSigs: true,
			JetStream: true, StoreDir: t.TempDir(),
		}
		if n > 1 {
			o.Routes, o.Cluster = routes, server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[n+i]}
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		list, urls = append(list, s), append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	Until(t, "the servers have a leader", func() bool { return slices.ContainsFunc(list, (*server.Server).JetStreamIsLeader) })
	return list, urls
}

// Until waits until a condition holds, or the test ends.
func Until(t testing.TB, what string, is func() bool) {
	t.Helper()
	// Servers do not announce when they are ready, so they are polled.
	for began := time.Now(); !is() && t.Context().Err() == nil; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > waitTimeout {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// given are the ports that FreePorts has returned in this process.
var given sync.Map

// FreePorts returns ports that are not in use. They lie below those that systems give to outgoing
// connections, so that a server that is stopped finds its port free when it starts again.
func FreePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for len(ports) < n {
		port := 20_000 + rand.IntN(12_000)
		if _, taken := given.LoadOrStore(port, true); taken {
			continue
		}
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
		if err == nil {
			_ = l.Close()
			ports = append(ports, port)
		}
	}
	return ports
}

package jetstream

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// childOptions is where a child process finds the options of the server that it is to be.
const childOptions = "SIXFOLD_TEST_NATS"

// node is a server that is a child process.
type node struct {
	Name          string
	Dir           string
	Client, Route int      // ports
	Routes        []string // to the other nodes
	SyncAlways    bool
	client        *proxy
	routes        []*proxy // of others to this one
	command       *exec.Cmd
}

// child is a server, until it is killed.
func child(options string) {
	var n node
	if err := json.Unmarshal([]byte(options), &n); err != nil {
		panic(err)
	}
	o := &server.Options{
		ServerName: n.Name, Host: "127.0.0.1", Port: n.Client,
		JetStream: true, StoreDir: n.Dir, JetStreamMaxStore: 1 << 34, SyncAlways: n.SyncAlways,
		NoLog: true, NoSigs: true,
		// Others reach this server only through the routes that they are told of.
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: n.Route, NoAdvertise: true, Advertise: "127.0.0.1:1"},
	}
	for _, r := range n.Routes {
		u, err := url.Parse(r)
		if err != nil {
			panic(err)
		}
		o.Routes = append(o.Routes, u)
	}
	s, err := server.NewServer(o)
	if err != nil {
		panic(err)
	}
	s.Start()
	for os.Getppid() != 1 { // ends with the test, even if that is killed
		time.Sleep(time.Second)
	}
	os.Exit(1)
}

// nodes starts three servers as child processes, with proxies between each two of them and
// before each.
func nodes(t testing.TB, always bool) []*node {
	t.Helper()
	dir := t.TempDir()
	var all []*node
	ports := addresses(t, 6)
	for i := range 3 {
		all = append(all, &node{
			Name: fmt.Sprintf("n%d", i+1), Dir: fmt.Sprintf("%s/n%d", dir, i+1), SyncAlways: always,
			Client: port(ports[i]), Route: port(ports[i+3]), client: between(t, ports[i].Host),
		})
	}
	for i, n := range all {
		for j, other := range all {
			if i != j {
				p := between(t, ports[j+3].Host)
				other.routes = append(other.routes, p)
				n.Routes = append(n.Routes, p.url().String())
			}
		}
	}
	for _, n := range all {
		n.start(t)
		t.Cleanup(n.kill)
	}
	return all
}

// cut separates a node from the others, and mends that. Its clients stay.
func (n *node) cut(all []*node, cut bool) {
	for i, other := range all {
		if other == n {
			for _, p := range other.routes {
				p.set(func() { p.cut = cut })
			}
			continue
		}
		// The proxies of a node are in the order of those who use them.
		users := append(append([]*node{}, all[:i]...), all[i+1:]...)
		for k, user := range users {
			if user == n {
				p := other.routes[k]
				p.set(func() { p.cut = cut })
			}
		}
	}
}

func (n *node) start(t testing.TB) {
	t.Helper()
	options, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	n.command = exec.Command(os.Args[0], "-test.run=^$") //nolint:noctx // ended by kill
	n.command.Env = append(os.Environ(), childOptions+"="+string(options))
	n.command.Stderr = os.Stderr
	if err := n.command.Start(); err != nil {
		t.Fatal(err)
	}
}

// kill ends the process as a crash would.
func (n *node) kill() {
	_ = n.command.Process.Kill()
	_ = n.command.Wait()
}

// through returns options for a new bucket on nodes.
func through(all []*node) Options {
	o := Options{Bucket: "b", Application: "1"}
	for _, n := range all {
		o.URLs = append(o.URLs, n.client.url().String())
	}
	return o
}

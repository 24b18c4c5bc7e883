package natstest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// childOptions is the environment variable with the options of a child's server.
const childOptions = "SIXFOLD_TEST_NATS"

// Node is a server in a child process, so that it can be killed.
type Node struct {
	Name       string
	Dir        string   // of its data
	Routes     []string // to the other nodes
	SyncAlways bool
	Command    *exec.Cmd        `json:"-"`
	Clients    *Proxy           `json:"-"` // in front of this node
	routes     map[*Node]*Proxy // from the other nodes to this one
	led        sync.WaitGroup
}

// heard are the addresses at which a node listens, as its process reports them. Each start takes
// free ports, because another process may have taken those of the previous start.
type heard struct{ Clients, Routes string }

// Child runs a server and does not return if the process was started by a [Node]. TestMain of tests
// that use nodes must call it first.
func Child() {
	options := os.Getenv(childOptions)
	if options == "" {
		return
	}
	var n Node
	if err := json.Unmarshal([]byte(options), &n); err != nil {
		panic(err)
	}
	o := &server.Options{
		ServerName: n.Name, Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: n.Dir, JetStreamMaxStore: 1 << 34, SyncAlways: n.SyncAlways,
		NoLog: true, NoSigs: true,
		// Other servers can reach this one only through the configured routes.
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoAdvertise: true, Advertise: "127.0.0.1:1"},
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
	if !s.ReadyForConnections(waitTimeout) {
		panic("the server does not listen")
	}
	if err := json.NewEncoder(os.Stdout).Encode(heard{s.Addr().String(), s.ClusterAddr().String()}); err != nil {
		panic(err)
	}
	for os.Getppid() != 1 { // ends with the test, even if that is killed
		time.Sleep(time.Second)
	}
	os.Exit(1)
}

// Run starts planned nodes, which end with the test.
func Run(t testing.TB, all []*Node) {
	t.Helper()
	for _, n := range all {
		n.Start(t)
		t.Cleanup(n.Kill)
	}
}

// Plan returns three servers, which [Run] starts as child processes, with proxies between each two
// of them and in front of each.
func Plan(t testing.TB, always bool) []*Node {
	t.Helper()
	dir := disktest.TempDir(t, 2<<30) // more than the disks of three nodes; waiting for a slow one causes elections
	var all []*Node
	for i := range 3 {
		all = append(all, &Node{
			Name: fmt.Sprintf("n%d", i+1), Dir: fmt.Sprintf("%s/n%d", dir, i+1), SyncAlways: always,
			Clients: Between(t, ""), routes: map[*Node]*Proxy{},
		})
	}
	for _, n := range all {
		for _, other := range all {
			if other != n {
				other.routes[n] = Between(t, "")
				n.Routes = append(n.Routes, other.routes[n].URL().String())
			}
		}
	}
	return all
}

// URLs returns the addresses of nodes for clients.
func URLs(all []*Node) (urls []string) {
	for _, n := range all {
		urls = append(urls, n.Clients.URL().String())
	}
	return urls
}

// Cut separates a node from the others, or reconnects it. It stays reachable for clients.
func (n *Node) Cut(all []*Node, cut bool) {
	for _, other := range all {
		if other != n {
			n.routes[other].Set(Trouble{Cut: cut})
			other.routes[n].Set(Trouble{Cut: cut})
		}
	}
}

// Start starts the process, for the first time or again.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	options, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	n.Command = exec.Command(os.Args[0], "-test.run=^$") //nolint:noctx // ended by Kill
	n.Command.Env = append(os.Environ(), childOptions+"="+string(options))
	n.Command.Stderr = os.Stderr
	says, err := n.Command.StdoutPipe()
	if err == nil {
		err = n.Command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	n.led.Go(func() { n.lead(says) })
}

// lead connects the proxies to the addresses at which the node listens, once it reports them.
func (n *Node) lead(says io.Reader) {
	var at heard
	if json.NewDecoder(says).Decode(&at) != nil {
		return // it was killed before
	}
	n.Clients.leadTo(at.Clients)
	for _, p := range n.routes {
		p.leadTo(at.Routes)
	}
}

// Kill ends the process like a crash.
func (n *Node) Kill() {
	_ = n.Command.Process.Kill()
	n.led.Wait()
	_ = n.Command.Wait()
}

// Ready reports whether JetStream answers through all nodes.
func Ready(all []*Node) bool {
	return !slices.ContainsFunc(all, func(n *Node) bool {
		_, err := n.ask("$JS.API.INFO")
		return err != nil
	})
}

// Leader returns the node that leads a bucket, nil if unknown.
func Leader(all []*Node, bucket string) *Node {
	for _, n := range all {
		answer, err := n.ask("$JS.API.STREAM.INFO.KV_" + bucket)
		var info struct{ Cluster struct{ Leader string } }
		if err != nil || json.Unmarshal(answer, &info) != nil {
			continue
		}
		if i := slices.IndexFunc(all, func(n *Node) bool { return n.Name == info.Cluster.Leader }); i >= 0 {
			return all[i]
		}
	}
	return nil
}

// ask sends a JetStream request through the node.
func (n *Node) ask(subject string) ([]byte, error) {
	c, err := nats.Connect(n.Clients.URL().String(), nats.Timeout(time.Second))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	m, err := c.Request(subject, nil, 2*time.Second)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

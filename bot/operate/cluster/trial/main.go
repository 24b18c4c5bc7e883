// Command trial runs a whole cluster on this machine for experiments: three NATS servers, three
// copies of Sixfold and two workers, each a separate process that may be killed, and one
// playground. A killed process is restarted after some seconds.
//
//	go run ./bot/operate/cluster/trial
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

const (
	nodes   = 3 // NATS servers, and the same number of copies of the bot
	workers = 2
	module  = "github.com/sixfold-bot/sixfold"
	// restartAfter leaves time to observe the others meanwhile.
	restartAfter = 15 * time.Second
	// asNode is the first argument of a process of this command that runs a NATS server. Its
	// number, the folder and the ports follow: those for clients, then those for the other servers.
	asNode = "node"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := cluster
	if len(os.Args) == 4+2*nodes && os.Args[1] == asNode {
		run = node
	}
	if err := run(ctx); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "trial: error:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

// cluster starts everything, and waits until the context ends.
func cluster(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "sixfold-trial-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	program := filepath.Join(folder, "sixfold")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, module)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build sixfold: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ports, err := freePorts(2 * nodes)
	if err != nil {
		return err
	}
	page, err := playground.New(playground.Config{Addr: "127.0.0.1:8666"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, page.Close()) }()
	settings, err := writeSettings(folder, page, ports[:nodes])
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	for i := range nodes {
		number := strconv.Itoa(i)
		token := []string{"SIXFOLD_TOKEN=" + page.Token(), "SIXFOLD_TOKEN_FILE="}
		data := filepath.Join(folder, "copy"+number+".db")
		all.Go(func() {
			keep(ctx, "NATS server "+number, nil, self, append([]string{asNode, number, folder}, ports...)...)
		})
		all.Go(func() { keep(ctx, "copy "+number, token, program, "--config", settings, "--data", data) })
	}
	for i := range workers {
		all.Go(func() { keep(ctx, "worker "+strconv.Itoa(i), nil, program, "worker", "--config", settings) })
	}
	fmt.Printf("Sixfold plays at %s once a copy has logged in. Kill what you like: it is started again after %s.\n"+
		"To look at the cluster: %s cluster check --all --config %s\n", page.URL(), restartAfter, program, settings)
	all.Wait()
	return nil
}

func writeSettings(folder string, page *playground.Server, ports []string) (path string, err error) {
	var servers []string
	for _, port := range ports {
		servers = append(servers, fmt.Sprintf("%q", "nats://127.0.0.1:"+port))
	}
	path = filepath.Join(folder, "config.toml")
	text := fmt.Sprintf("[discord]\napi = %q\n[store]\nkind = \"jetstream\"\n[cluster]\nservers = [%s]\n",
		page.APIBase()+"api/v9/", strings.Join(servers, ", "))
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// keep runs a process, and restarts it until the context ends.
func keep(ctx context.Context, name string, environment []string, program string, args ...string) {
	for ctx.Err() == nil {
		c := exec.CommandContext(ctx, program, args...)
		c.Env, c.Stderr = append(os.Environ(), environment...), prefixed(name)
		c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
		c.WaitDelay = 10 * time.Second
		if err := c.Start(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			return
		}
		fmt.Printf("%s has process %d\n", name, c.Process.Pid)
		if err := c.Wait(); ctx.Err() == nil {
			fmt.Printf("%s has ended: %v\n", name, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(restartAfter):
		}
	}
}

// prefixed writes to standard error, with a name before each write, which is a log line.
type prefixed string

// Write implements [io.Writer].
func (p prefixed) Write(b []byte) (int, error) {
	_, err := fmt.Fprintf(os.Stderr, "%s: %s", string(p), b)
	return len(b), err
}

// node runs a NATS server, as given by the arguments.
func node(ctx context.Context) error {
	name, folder, ports := os.Args[2], os.Args[3], os.Args[4:]
	number, err := strconv.Atoi(name)
	if err != nil {
		return err
	}
	forClients, err := strconv.Atoi(ports[number])
	if err != nil {
		return err
	}
	forServers, err := strconv.Atoi(ports[nodes+number])
	if err != nil {
		return err
	}
	o := &server.Options{
		ServerName: "n" + name, Host: "127.0.0.1", Port: forClients, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: filepath.Join(folder, "nats"+name), SyncAlways: true,
		Cluster: server.ClusterOpts{Name: "trial", Host: "127.0.0.1", Port: forServers},
	}
	for _, port := range ports[nodes:] {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: "127.0.0.1:" + port})
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

func freePorts(n int) (ports []string, err error) {
	for range n {
		l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // once all are known
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
	}
	return ports, nil
}

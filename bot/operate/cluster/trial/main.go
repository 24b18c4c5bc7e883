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
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
)

const (
	nodes   = 3 // NATS servers, and the same number of copies of the bot
	workers = 2
	// The first ports of this machine that the servers take: for clients, and for each other.
	clientPort, routePort = 8670, 8680
	// restartAfter leaves time to observe the others meanwhile.
	restartAfter = 15 * time.Second
)

func main() {
	if err := operate.UntilSignal(cluster); err != nil {
		fmt.Fprintln(os.Stderr, "trial: error:", err)
		os.Exit(1)
	}
}

// cluster starts everything, and waits until the context ends.
func cluster(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "sixfold-trial-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	build := exec.CommandContext(ctx, "go", "build", "-o", folder, "github.com/sixfold-bot/sixfold", "github.com/nats-io/nats-server/v2")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build sixfold and nats-server: %w", err)
	}
	sixfold, nats := filepath.Join(folder, "sixfold"), filepath.Join(folder, "nats-server")
	page, err := playground.New(playground.Config{Addr: "127.0.0.1:8666"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, page.Close()) }()
	settings, err := writeSettings(folder, page)
	if err != nil {
		return err
	}
	token := []string{"SIXFOLD_TOKEN=" + page.Token(), "SIXFOLD_TOKEN_FILE="}
	var all sync.WaitGroup
	for i := range nodes {
		data := filepath.Join(folder, fmt.Sprintf("copy%d.db", i))
		all.Go(func() { keep(ctx, fmt.Sprint("NATS server ", i), nil, nats, "--config", nodeFile(folder, i, "conf")) })
		all.Go(func() { keep(ctx, fmt.Sprint("copy ", i), token, sixfold, "--config", settings, "--data", data) })
	}
	for i := range workers {
		all.Go(func() { keep(ctx, fmt.Sprint("worker ", i), nil, sixfold, "worker", "--config", settings) })
	}
	fmt.Printf("Sixfold plays at %s once a copy has logged in. Kill what you like: it is started again after %s.\n"+
		"To look at the cluster: %s cluster check --all --config %s\n", page.URL(), restartAfter, sixfold, settings)
	all.Wait()
	return nil
}

// writeSettings writes the settings of the servers, and those of the bot, whose path it returns.
func writeSettings(folder string, page *playground.Server) (path string, err error) {
	var servers, routes []string
	for i := range nodes {
		servers = append(servers, fmt.Sprintf(`"nats://127.0.0.1:%d"`, clientPort+i))
		routes = append(routes, fmt.Sprintf(`"nats://127.0.0.1:%d"`, routePort+i))
	}
	for i := range nodes {
		text := fmt.Sprintf(`
server_name: n%d
listen: "127.0.0.1:%d"
logfile: %q
jetstream { store_dir: %q, sync_interval: always }
cluster { name: trial, listen: "127.0.0.1:%d", routes: [%s] }
`, i, clientPort+i, nodeFile(folder, i, "log"), nodeFile(folder, i, "data"), routePort+i, strings.Join(routes, ", "))
		if err := os.WriteFile(nodeFile(folder, i, "conf"), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	path = filepath.Join(folder, "config.toml")
	text := fmt.Sprintf("[discord]\napi = %q\n[store]\nkind = \"jetstream\"\n[cluster]\nservers = [%s]\n",
		page.APIBase()+"api/v9/", strings.Join(servers, ", "))
	return path, os.WriteFile(path, []byte(text), 0o600)
}

func nodeFile(folder string, i int, kind string) string {
	return filepath.Join(folder, fmt.Sprintf("n%d.%s", i, kind))
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

func (p prefixed) Write(b []byte) (int, error) {
	_, err := fmt.Fprintf(os.Stderr, "%s: %s", string(p), b)
	return len(b), err
}

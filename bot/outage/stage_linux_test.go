package outage

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// folder holds the program, built once for all tests; main.go is two folders up.
var folder string

// long is set to run what takes minutes in full.
var long = os.Getenv("SIXFOLD_LONG") == "1"

func TestMain(m *testing.M) {
	natstest.Child()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "sixfold"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	build := exec.CommandContext(context.Background(), "go", "build", "-o", folder, "../..")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// stage is a cluster of three servers, three copies of the bot, a playground in front of them
// and people in it.
type stage struct {
	t      *testing.T
	began  time.Time
	pace   time.Duration // between two things that a client asks for
	page   *playground.Server
	nodes  []*natstest.Node
	disks  []*natstest.Disk // theirs; nil where the machine does not let them have any
	copies []*copyOfBot
	rooms  []*room
	holder atomic.Int64 // the copy that came to hold the lease of the shard or of the clock last
	nexts  atomic.Int64 // how often a copy came to be next in line for the shard
	client http.Client

	mu      sync.Mutex
	firsts  []first
	faults  []span
	oddness map[string]int // answers that nobody expects
}

// first is a first answer.
type first struct {
	asked, took time.Duration
	silent      bool // there was none
	stuck       bool // it promised another, which did not come
}

// span is a fault, and the time it took.
type span struct {
	name     string
	from, to time.Duration
}

// now is the time since the start.
func (s *stage) now() time.Duration { return time.Since(s.began) }

func (s *stage) note(f first) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.firsts = append(s.firsts, f)
}

// odd notes an answer that nobody expects.
func (s *stage) odd(a action, m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oddness[fmt.Sprintf("%s, private %v: %.150s", a.kind, m.Private, m.Content)]++
}

// set puts up a stage. Its people act through the page; interactions come through the
// gateway or, by a load balancer, to an endpoint of each copy.
func set(t *testing.T, endpoints bool, rooms int, pace time.Duration) *stage {
	t.Helper()
	page, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = page.Close() })
	s := &stage{t: t, began: time.Now(), pace: pace, page: page, nodes: natstest.Plan(t, true), oddness: map[string]int{}}
	if s.disks, err = natstest.Disks(t, s.nodes); err != nil {
		t.Logf("servers have no disks of their own: %v", err)
	}
	natstest.Run(t, s.nodes)
	s.client.Transport = &http.Transport{MaxIdleConnsPerHost: 2 * rooms}
	s.await("JetStream on all servers", func() bool { return natstest.Ready(s.nodes) })
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	dir := t.TempDir()
	for i := range 3 {
		c := &copyOfBot{
			t: t, number: i, token: page.Token(), config: filepath.Join(dir, strconv.Itoa(i)+".toml"), data: filepath.Join(dir, strconv.Itoa(i)+".db"),
			log: &journal{holds: func(lease string) { s.held(i, lease) }},
		}
		discord := fmt.Sprintf("[discord]\napi = %q\n", page.APIBase()+"api/v9/")
		if endpoints {
			c.endpoint = freeAddress(t)
			discord += fmt.Sprintf("endpoint = %q\npublic_key = %q\n", c.endpoint, hex.EncodeToString(key.Public().(ed25519.PublicKey)))
		}
		settings := discord + "[store]\nkind = \"jetstream\"\n[cluster]\nservers = [\"" + strings.Join(natstest.URLs(s.nodes), `", "`) + "\"]\n" +
			"[limits]\nperson_commands = 100000\nperson_tables = 1000\n"
		if err := os.WriteFile(c.config, []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		c.start()
		t.Cleanup(func() {
			c.kill()
			if t.Failed() {
				t.Logf("copy %d:\n%s", i, c.log.tail(30))
			}
		})
		s.copies = append(s.copies, c)
	}
	if endpoints {
		balance(t, page, key, s.copies)
	}
	s.await("all copies of the bot", s.ready)
	s.furnish(rooms)
	s.t.Logf("furnished after %v", s.now())
	return s
}

// held notes that a copy has come to hold a lease.
func (s *stage) held(number int, lease string) {
	if strings.HasPrefix(lease, "next/") {
		s.nexts.Add(1)
	} else {
		s.holder.Store(int64(number))
	}
}

// await waits for something that must come.
func (s *stage) await(what string, is func() bool) {
	s.t.Helper()
	for began := time.Now(); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > hang {
			s.t.Fatalf("%s: not within %v", what, hang)
		}
	}
}

// ready reports whether all copies have opened their stores.
func (s *stage) ready() bool {
	return !slices.ContainsFunc(s.copies, func(c *copyOfBot) bool { return !c.log.ready.Load() })
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// hang is when what should happen never will. It bounds a test of a broken program, and says
// nothing of how fast one is.
const hang = 3 * time.Minute

// furnish opens the rooms, each with a table.
func (s *stage) furnish(rooms int) {
	s.t.Helper()
	var all sync.WaitGroup
	limit := make(chan struct{}, 8)
	for n := range rooms {
		r := &room{s: s, user: []string{"you", "friend", "ada", "ben", "cho"}[n%5], level: n%8 == 0}
		s.rooms = append(s.rooms, r)
		var opened struct{ Channel string }
		body := fmt.Sprintf(`{"user":%q,"channel":"games","text":"Room %d"}`, r.user, n)
		if !s.call(http.MethodPost, "api/thread", []byte(body), &opened) {
			s.t.Fatal("a thread is not opened")
		}
		r.channel = opened.Channel
		command := "/hex new @" + r.user + " size:" + strconv.Itoa(size) + " swap:false"
		if r.level {
			command = "/hex new size:5 level:easy swap:false"
		}
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			// What is unclear may have opened a table.
			for began := time.Now(); ; time.Sleep(200 * time.Millisecond) {
				if m := s.run(r.user, r.channel, "/hex show"); m != nil && m.alt() != "" {
					return
				}
				s.run(r.user, r.channel, command)
				if time.Since(began) > hang {
					s.t.Error("no table can be opened")
					return
				}
			}
		})
	}
	all.Wait()
	s.firsts = nil
}

// perform has everybody play while something happens.
func (s *stage) perform(seed uint64, happens func()) {
	ctx, end := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for n, r := range s.rooms {
		for client := range 2 {
			if r.level && client > 0 {
				continue
			}
			all.Go(func() { r.play(ctx, client, rand.New(rand.NewPCG(seed, uint64(2*n+client)))) })
		}
	}
	happens()
	end()
	all.Wait()
}

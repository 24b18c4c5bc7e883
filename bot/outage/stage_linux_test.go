package outage

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// long enables the full versions of slow tests.
var long = os.Getenv("SIXFOLD_LONG") == "1"

func TestMain(m *testing.M) {
	natstest.Child()
	if settings := os.Getenv(orders); settings != "" {
		if err := program(settings); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// stage is a cluster of three servers, three copies of the bot, a playground and people.
type stage struct {
	t        *testing.T
	began    time.Time
	pace     time.Duration // average pause between a client's actions
	page     *playground.Server
	nodes    []*natstest.Node
	disks    []*natstest.Disk // the nodes' disks; nil if the machine does not permit them
	copies   []*copyOfBot
	rooms    []*room
	holder   atomic.Int64 // number of the copy that last acquired the lease of the shard or of the clock
	leads    atomic.Int64 // number of the copy that last acquired the lease of the shard
	client   http.Client
	balancer *balancer // nil behind the gateway

	mu      sync.Mutex
	open    map[time.Duration]bool // times of the requests without a first answer
	firsts  []*first
	faults  []span
	oddness map[string]int // unexpected answers
}

// first is a first answer.
type first struct {
	asked, took time.Duration
	silent      bool // no answer came
	stuck       bool // it was a deferral, and the answer never came
}

// span is the time of a fault.
type span struct {
	name     string
	from, to time.Duration
}

// now is the time since the start.
func (s *stage) now() time.Duration { return time.Since(s.began) }

// ask records a request, and returns its time.
func (s *stage) ask() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.now()
	s.open[asked] = true
	return asked
}

// note records a first answer.
func (s *stage) note(f *first) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, f.asked)
	s.firsts = append(s.firsts, f)
}

// odd records an unexpected answer.
func (s *stage) odd(a action, m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oddness[fmt.Sprintf("%s, private %v: %.150s", a.kind, m.Private, m.Content)]++
}

// set creates a stage. clock is the page's, nil for the system's. Interactions arrive through the
// gateway or, with endpoints, through a load balancer to an endpoint of each copy. newer are the numbers of the
// copies of a later version.
func set(t *testing.T, endpoints bool, rooms int, pace time.Duration, clock world.Clock, newer ...int) *stage {
	t.Helper()
	page, err := playground.New(playground.Config{Addr: "127.0.0.1:0", Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = page.Close() })
	s := &stage{t: t, began: time.Now(), pace: pace, page: page, nodes: natstest.Plan(t, true), open: map[time.Duration]bool{}, oddness: map[string]int{}}
	if s.disks, err = natstest.Disks(t, s.nodes); err != nil {
		t.Logf("servers have no disks of their own: %v", err)
	}
	natstest.Run(t, s.nodes)
	s.client.Transport = &http.Transport{MaxIdleConnsPerHost: 2 * rooms}
	s.await("JetStream on all servers", func() bool { return natstest.Ready(s.nodes) })
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	dir := t.TempDir()
	for i := range 3 {
		name := filepath.Join(dir, strconv.Itoa(i))
		c := &copyOfBot{
			Source: operate.Source{Settings: name + ".toml", Data: name + ".db"},
			t:      t, number: i, token: page.Token(), newer: slices.Contains(newer, i), log: &journal{holds: func(lease string) { s.held(i, lease) }},
		}
		discord := fmt.Sprintf("[discord]\napi = %q\n", page.APIBase()+"api/v9/")
		if endpoints {
			discord += fmt.Sprintf("endpoint = \"127.0.0.1:0\"\npublic_key = %q\n", hex.EncodeToString(key.Public().(ed25519.PublicKey)))
		}
		settings := discord + "[store]\nkind = \"jetstream\"\n[cluster]\nservers = [\"" + strings.Join(natstest.URLs(s.nodes), `", "`) + "\"]\n" +
			"[limits]\nperson_commands = 100000\nperson_tables = 1000\n[think]\nlimit = \"1s\"\n"
		if err := os.WriteFile(c.Settings, []byte(settings), 0o600); err != nil {
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
	s.await("all copies of the bot", s.ready)
	if endpoints {
		s.await("their endpoints", s.listening)
		s.balancer = balance(t, page, key, s.copies)
	} else {
		s.await("a copy that leads and one that is next in line", s.twoConnected)
	}
	if rooms > 0 {
		s.furnish(rooms)
		s.t.Logf("furnished after %v", s.now())
	}
	return s
}

// held records that a copy has acquired a lease.
func (s *stage) held(number int, lease string) {
	switch {
	case strings.HasPrefix(lease, "next/"):
		return
	case strings.HasPrefix(lease, "shard/"):
		s.leads.Store(int64(number))
	}
	s.holder.Store(int64(number))
}

// await polls for a condition, as other processes do not signal it.
func (s *stage) await(what string, is func() bool) {
	s.t.Helper()
	for began := time.Now(); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > hang {
			s.t.Fatalf("%s: not within %v", what, hang)
		}
	}
}

// ready reports whether all copies have opened their stores.
func (s *stage) ready() bool { return s.count(func(j *journal) bool { return j.ready.Load() }) == 3 }

// listening reports whether all copies accept interactions by HTTP.
func (s *stage) listening() bool {
	return s.count(func(j *journal) bool { return j.endpoint.Load() != nil }) == 3
}

// twoConnected reports whether the copy that leads the shard and the next in line are connected.
func (s *stage) twoConnected() bool {
	return s.count(func(j *journal) bool { return j.connected.Load() }) == 2
}

// count returns the number of copies for which a condition holds.
func (s *stage) count(is func(*journal) bool) (n int) {
	for _, c := range s.copies {
		if is(c.log) {
			n++
		}
	}
	return n
}

// hang is the time after which a condition counts as failed. It is no measure of speed.
const hang = 3 * time.Minute

// furnish opens the rooms, each with a table.
func (s *stage) furnish(rooms int) {
	s.t.Helper()
	var all sync.WaitGroup
	limit := make(chan struct{}, 8)
	for n := range rooms {
		r := &room{s: s, user: []string{"you", "friend", "ada", "ben", "cho"}[n%5], level: n%8 == 0}
		s.rooms = append(s.rooms, r)
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			for began := time.Now(); !r.open(n); {
				if time.Since(began) > hang {
					s.t.Error("no table can be opened")
					return
				}
			}
		})
	}
	all.Wait()
	if s.t.Failed() {
		s.t.FailNow()
	}
	s.firsts = nil
}

// open opens the room in a new thread, and reports whether its table is there. If not, the thread
// must not be used, as the table may still appear.
func (r *room) open(n int) bool {
	var opened struct{ Channel string }
	body := fmt.Sprintf(`{"user":%q,"channel":"games","text":"Room %d"}`, r.user, n)
	if !r.s.call(http.MethodPost, "api/thread", []byte(body), &opened) {
		return false
	}
	r.channel = opened.Channel
	command := "/hex new @" + r.user + " size:" + strconv.Itoa(size) + " swap:false"
	if r.level {
		command = "/hex new size:5 level:easy swap:false"
	}
	m := r.s.run(r.user, r.channel, command)
	return m != nil && m.alt() != ""
}

// perform lets everybody play while happens runs.
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
	defer all.Wait()
	defer end()
	happens()
}

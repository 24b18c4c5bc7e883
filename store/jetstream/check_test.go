package jetstream

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// TestStatus: a log says on how many servers it is, and how full.
func TestStatus(t *testing.T) {
	t.Parallel()
	o := three(t)
	o.MaxBytes = 1 << 20
	l := opened(t, o)
	natstest.Until(t, "three servers hold it", func() bool {
		s, err := l.Status(t.Context())
		return err == nil && s.Servers == 3 && s.Wanted == 3 && s.Limit == 1<<20
	})
	if _, err := logtest.Patient(l).Append(t.Context(), 0, changelog.Attempt{Writer: "a", Number: 1}, slicesRepeat(1, 300<<10)); err != nil {
		t.Fatal(err)
	}
	natstest.Until(t, "it has grown", func() bool {
		s, err := l.Status(t.Context())
		return err == nil && s.Bytes > 300<<10
	})
	alone, err := opened(t, one(t, nil)).Status(t.Context())
	if want := (Status{Servers: 1, Wanted: 1, Bytes: alone.Bytes}); err != nil || alone != want {
		t.Errorf("on a single server: %+v, %v", alone, err)
	}
}

// finds checks that there is a finding of a level that contains a text.
func finds(t *testing.T, all []Finding, level Level, says string) {
	t.Helper()
	for _, f := range all {
		if f.Level == level && strings.Contains(f.Says, says) {
			return
		}
	}
	t.Errorf("no %q among\n%s", says, list(all))
}

func list(all []Finding) string {
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, "%-7s %s: %s\n", f.Level, f.About, f.Says)
	}
	return b.String()
}

// TestCheckOfACluster checks servers that have just started, without and with a bucket, then a
// sound cluster, and at last one that has lost a server.
func TestCheckOfACluster(t *testing.T) {
	t.Parallel()
	c := start(t, t.TempDir(), 3, func(o *server.Options) { o.SyncAlways, o.HTTPHost, o.HTTPPort = true, "127.0.0.1", -1 })
	t.Cleanup(c.stop)
	o := c.bucket()
	o.MaxBytes = 1 << 20
	watched := func() Options {
		o := o
		for _, s := range c.servers {
			o.Monitors = append(o.Monitors, "http://"+s.MonitorAddr().String())
		}
		return o
	}
	waits(t, watched())
	opened(t, o).Close()
	c.stop()
	for i := range c.servers {
		c.run(t, i)
	}
	waits(t, watched())

	l, o := opened(t, o), watched()
	var all []Finding
	natstest.Until(t, "the replicas are up to date", func() bool {
		all = looked(t, o)
		return !strings.Contains(list(all), "behind")
	})
	for _, f := range all {
		if f.Level != OK {
			t.Errorf("%s: %s: %s", f.Level, f.About, f.Says)
		}
	}
	finds(t, all, OK, "Its copy on")
	finds(t, all, OK, "before it is acknowledged")
	finds(t, all, OK, "Its clock agrees")
	finds(t, all, OK, "is of version "+server.VERSION)
	t.Logf("\n%s", list(all))

	down := 0
	if info, err := l.stream.Info(t.Context()); err == nil && info.Cluster.Leader == "n1" {
		down = 1
	}
	c.servers[down].Shutdown()
	natstest.Until(t, "the others miss it", func() bool {
		all = looked(t, o)
		return strings.Contains(list(all), "is offline")
	})
	finds(t, all, Wrong, fmt.Sprintf("Its copy on n%d is offline", down+1))
	finds(t, all, Wrong, "none of the NATS servers "+c.urls()[down]+" answers")
	finds(t, all, Wrong, "It does not answer")
}

// TestCheckOfAServerWithoutJetStream: a server whose disk was full runs on without JetStream, which
// is wrong and names the server to restart. One that has left for good is missing.
func TestCheckOfAServerWithoutJetStream(t *testing.T) {
	t.Parallel()
	c := start(t, t.TempDir(), 3, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", -1 })
	t.Cleanup(c.stop)
	o := c.bucket()
	l := opened(t, o)
	natstest.Until(t, "all hold the log", func() bool { return strings.Count(list(looked(t, o)), "is up to date") == 2 })
	info, err := l.stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	full := c.servers[slices.IndexFunc(c.servers, func(s *server.Server) bool { return s.Name() == info.Cluster.Replicas[0].Name })]
	if err := full.ShutdownJetStream(); err != nil { // what a server does that finds its disk full
		t.Fatal(err)
	}
	o.Monitors = []string{"http://" + full.MonitorAddr().String()}
	all := looked(t, o)
	for _, about := range []string{"server nats://" + full.Addr().String(), "monitoring " + o.Monitors[0]} {
		if !slices.ContainsFunc(all, func(f Finding) bool {
			return f.Level == Wrong && f.About == about && strings.Contains(f.Says, "restart "+full.Name())
		}) {
			t.Errorf("of %s nothing is said among\n%s", about, list(all))
		}
	}
	if !logtest.Long() { // they wait for five seconds
		return
	}
	natstest.Until(t, "the others miss its copy", func() bool {
		return strings.Contains(list(looked(t, o)), "Make room on the disk and restart "+full.Name())
	})
	if s, err := l.Status(t.Context()); err != nil || s.Servers != 2 || s.Wanted != 3 {
		t.Errorf("then the log is kept so: %+v, %v", s, err)
	}
}

// TestCheckOfReplicas: it is wrong that fewer servers than configured hold the log, and each server
// is told from the others.
func TestCheckOfReplicas(t *testing.T) {
	quiet := replicaQuiet + time.Second
	for _, tt := range []struct {
		name  string
		peers []*js.PeerInfo
		level Level
		says  string
	}{
		{"well", []*js.PeerInfo{{Name: "n2", Current: true, Active: replicaQuiet}, {Name: "n3", Current: true}}, OK, "Its copy on n2 is up to date."},
		{"away", []*js.PeerInfo{{Name: "n2", Current: true, Offline: true}, {Name: "n3", Current: true}}, Wrong, "Start n2 again"},
		{"silent", []*js.PeerInfo{{Name: "n2", Current: true}, {Name: "n3", Current: true, Active: quiet}}, Wrong, "is silent for 6s. Make room on the disk and restart n3"},
		{"behind", []*js.PeerInfo{{Name: "n2", Lag: 7}, {Name: "n3", Current: true}}, Wrong, "is 7 changes behind. If that number stays, restart n2"},
		{"missing", []*js.PeerInfo{{Name: "n2", Current: true}}, Wrong, "It has a place on 2 servers, and needs 3."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &check{}
			c.replicas("bucket b", &js.StreamInfo{Config: js.StreamConfig{Replicas: 3}, Cluster: &js.ClusterInfo{Leader: "n1", Replicas: tt.peers}})
			finds(t, c.findings, tt.level, tt.says)
			bad := slices.DeleteFunc(c.findings, func(f Finding) bool { return f.Level == OK })
			if wrong := tt.level == Wrong; len(bad) > 1 || (len(bad) == 1) != wrong || c.passing != wrong {
				t.Errorf("found\n%s", list(bad))
			}
		})
	}
	c := &check{}
	c.replicas("bucket b", &js.StreamInfo{Config: js.StreamConfig{Replicas: 1}, Cluster: &js.ClusterInfo{}})
	finds(t, c.findings, Wrong, "It has no leader.")
	finds(t, c.findings, Warning, "It is kept on 1 servers.")

	// A server without a leader names itself among all, and knows nothing of the others.
	c = &check{}
	all := &js.StreamInfo{Config: js.StreamConfig{Replicas: 3}, Cluster: &js.ClusterInfo{Replicas: []*js.PeerInfo{{Name: "n1"}, {Name: "n2"}, {Name: "n3", Current: true}}}}
	c.replicas("bucket b", all)
	if len(c.findings) != 1 {
		t.Errorf("without a leader:\n%s", list(c.findings))
	}
	if n := holders(all.Cluster); n != 1 {
		t.Errorf("without a leader %d servers hold the log, of one that runs", n)
	}
}

// waits checks servers that have just started, which may take long on a busy machine. In the end
// nothing may be wrong.
func waits(t *testing.T, o Options) {
	t.Helper()
	for _, f := range checkFor(t.Context(), o, 3*time.Minute) {
		if f.Level == Wrong {
			t.Errorf("%s: %s", f.About, f.Says)
		}
	}
}

// looked returns the findings of a check that does not wait.
func looked(t *testing.T, o Options) []Finding {
	t.Helper()
	c := &check{o: o, now: time.Now}
	c.run(t.Context())
	return c.findings
}

func TestCheckFinds(t *testing.T) {
	t.Parallel()
	o := one(t, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", -1 })
	finds(t, Check(t.Context(), Options{}), Wrong, "no NATS server is named")
	finds(t, Check(t.Context(), o), Warning, "There is none yet")
	finds(t, Check(t.Context(), o), Warning, "cannot be seen from here")
	o.MaxBytes = 1 << 20
	l := opened(t, o)
	finds(t, Check(t.Context(), o), Warning, "With fewer than 3")
	finds(t, Check(t.Context(), o), OK, "0 of 1 MB are used")
	if _, err := logtest.Patient(l).Append(t.Context(), 0, changelog.Attempt{Writer: "a", Number: 1}, slicesRepeat(3, 300<<10)); err != nil {
		t.Fatal(err)
	}
	finds(t, Check(t.Context(), o), Warning, "Raise the limit")
	other := o
	other.Application = "2"
	finds(t, Check(t.Context(), other), Wrong, "holds the games of application 1")
	boundless := o
	boundless.Bucket, boundless.MaxBytes = "boundless", 0
	opened(t, boundless)
	finds(t, Check(t.Context(), boundless), Warning, "no limit of its own")
	more := o
	more.Replicas = 3
	finds(t, Check(t.Context(), more), Wrong, "--replicas 3")
	old := o
	old.URLs = []string{pretend(t, "2.10.0")}
	finds(t, Check(t.Context(), old), Wrong, "2.10.0")

	now := time.Now()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"server_name":"n1","version":"2.15.2","now":%q,"jetstream":{"config":{"sync_interval":120000000000}}}`,
			now.Add(-5*time.Second).Format(time.RFC3339Nano))
	}))
	defer page.Close()
	o.Monitors = []string{page.URL}
	c := &check{o: o, now: func() time.Time { return now }}
	c.run(t.Context())
	finds(t, c.findings, Warning, "only every 2m0s")
	finds(t, c.findings, Warning, "5s apart")
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"nats://127.0.0.1:4222": true, "nats://localhost:4222": true, "nats://[::1]:4222": true,
		"nats://10.0.0.1:4222": false, "nats://example.org": false, "nats://:4222": false,
	} {
		if got := loopback(address); got != want {
			t.Errorf("loopback(%q) = %v", address, got)
		}
	}
}

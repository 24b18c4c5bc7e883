package jetstream

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// one starts a single server, for as long as the test runs.
func one(t *testing.T, change func(*server.Options)) Options {
	t.Helper()
	c := start(t, t.TempDir(), 1, change)
	t.Cleanup(c.stop)
	o := c.bucket()
	o.Replicas = 1
	return o
}

// refused opens a log that must not open, and checks that the sentence says what to do.
func refused(t *testing.T, o Options, want error, says string) {
	t.Helper()
	refusedIn(t.Context(), t, o, want, says)
}

// refusedIn is refused with a context.
func refusedIn(ctx context.Context, t *testing.T, o Options, want error, says string) {
	t.Helper()
	l, err := Open(ctx, o)
	if err == nil {
		l.Close()
	}
	if !errors.Is(err, want) || !strings.Contains(err.Error(), says) {
		t.Errorf("Open: %v\nwant %v, with %q", err, want, says)
	}
}

// TestOpenLosesTheServers: servers that go away while the log is opened may come back, so Open must
// not give up.
func TestOpenLosesTheServers(t *testing.T) {
	t.Parallel()
	o := one(t, nil)
	p := natstest.Between(t, strings.TrimPrefix(o.URLs[0], "nats://"))
	o.URLs = []string{p.URL().String()}
	o, err := o.complete()
	if err != nil {
		t.Fatal(err)
	}
	link, err := dial(o)
	if err != nil {
		t.Fatal(err)
	}
	defer link.conn.Close()
	p.Set(natstest.Trouble{Cut: true})
	natstest.Until(t, "the connection is lost", func() bool { return !link.conn.IsConnected() })
	if _, err := open(t.Context(), link, o); !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "lost") {
		t.Errorf("open: %v", err)
	}
}

// TestBucketThatIsThereAndIsNot: contradictory answers about a bucket that is being created are
// temporary.
func TestBucketThatIsThereAndIsNot(t *testing.T) {
	for _, err := range []error{js.ErrStreamNotFound, fmt.Errorf("made: %w", js.ErrStreamNotFound), context.DeadlineExceeded} {
		if got := creationError(Options{Replicas: 3}, err); !errors.Is(got, ErrUnreachable) {
			t.Errorf("%v: %v", err, got)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	password := func(o *server.Options) { o.Username, o.Password = "sixfold", "secret" }
	t.Run("no server", func(t *testing.T) {
		o := Options{URLs: []string{"nats://u:secret@" + addresses(t, 1)[0].Host}, Bucket: "b"}
		refused(t, o, ErrUnreachable, "u:xxxxx@127.0.0.1")
		refused(t, Options{Bucket: "b"}, ErrUnreachable, "no NATS server is named")
	})
	t.Run("names and numbers", func(t *testing.T) {
		o := Options{URLs: []string{"nats://127.0.0.1:1"}, Bucket: "a.b"}
		refused(t, o, ErrSettings, "cannot be the name of a bucket")
		o.Bucket, o.Replicas = "b", 7
		refused(t, o, ErrSettings, "not 7")
		o.Replicas, o.CertFile = 0, "cert.pem"
		refused(t, o, ErrTLS, "a certificate needs its key")
		o.KeyFile = "key.pem"
		refused(t, o, ErrTLS, "check its name")
		o.CertFile, o.KeyFile, o.CredentialsFile = "", "", "missing.creds"
		refused(t, o, ErrCredentials, "missing.creds")
	})
	t.Run("a wrong password", func(t *testing.T) {
		o := one(t, password)
		o.User, o.Password = "sixfold", "wrong"
		refused(t, o, ErrCredentials, "check the user")
		o.User = ""
		refused(t, o, ErrCredentials, "check the user")
		o.User, o.Password = "sixfold", "secret"
		opened(t, o)
		o.Password, o.PasswordFile = "", filepath.Join(t.TempDir(), "password")
		refused(t, o, ErrCredentials, "the password cannot be read")
		if err := os.WriteFile(o.PasswordFile, []byte("secret\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		opened(t, o)
	})
	t.Run("a user without rights", func(t *testing.T) {
		o := one(t, func(o *server.Options) {
			o.Users = []*server.User{{Username: "u", Password: "p", Permissions: &server.Permissions{
				Publish: &server.SubjectPermission{Allow: []string{"games.>"}},
			}}}
		})
		o.User, o.Password = "u", "p"
		refused(t, o, ErrCredentials, "may not do what the log needs")
	})
	t.Run("no JetStream", func(t *testing.T) {
		refused(t, one(t, func(o *server.Options) { o.JetStream = false }), ErrNoJetStream, "`jetstream` block")
	})
	t.Run("small messages", func(t *testing.T) {
		refused(t, one(t, func(o *server.Options) { o.MaxPayload = 64 << 10 }), ErrSettings, "`max_payload`")
	})
	t.Run("too little room for the bucket", func(t *testing.T) {
		o := one(t, func(o *server.Options) { o.JetStreamMaxStore = 1 << 20 })
		o.MaxBytes = 1 << 21
		refused(t, o, changelog.ErrFull, "no room left")
	})
	t.Run("too few servers", func(t *testing.T) {
		c := start(t, t.TempDir(), 1, nil)
		t.Cleanup(c.stop)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { // until then it has had an answer
			natstest.Until(t, "it asks again", func() bool {
				info, err := c.servers[0].Jsz(nil)
				return err == nil && info.API.Errors > 2
			})
			cancel()
		})
		refusedIn(ctx, t, c.bucket(), ErrSettings, "too few")
		all.Wait()
	})
	t.Run("an older server", func(t *testing.T) {
		refused(t, Options{URLs: []string{pretend(t, "2.14.6")}, Bucket: "b"}, ErrOldServer, "2.14.6")
	})
}

// pretend is a server that announces a version and does nothing else.
func pretend(t *testing.T, version string) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				fmt.Fprintf(conn, "INFO {\"server_id\":\"old\",\"server_name\":\"old\",\"version\":%q,\"headers\":true,\"max_payload\":1048576}\r\n", version)
				for lines := bufio.NewScanner(conn); lines.Scan(); {
					if lines.Text() == "PING" {
						fmt.Fprint(conn, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return "nats://" + l.Addr().String()
}

func TestOpenRefusesBuckets(t *testing.T) {
	t.Parallel()
	o := three(t)
	o.Replicas = 1
	l := opened(t, o)
	fewer := o
	fewer.Replicas = 3
	refused(t, fewer, ErrSettings, "--replicas 3")
	other := o
	other.Application = "2"
	refused(t, other, ErrOtherBot, "a bucket of its own")

	foreign := three(t)
	if _, err := l.js.CreateKeyValue(t.Context(), js.KeyValueConfig{Bucket: foreign.Bucket}); err != nil {
		t.Fatal(err)
	}
	refused(t, foreign, ErrSettings, "not made by Sixfold")

	for _, tt := range []struct {
		name   string
		change func(*js.StreamConfig)
		says   string
	}{
		{"direct gets", func(c *js.StreamConfig) { c.AllowDirect = true }, "direct gets must be off"},
		{"no atomic batches", func(c *js.StreamConfig) { c.AllowAtomicPublish = false }, "atomic publishing"},
		{"several messages a key", func(c *js.StreamConfig) { c.MaxMsgsPerSubject = 5 }, "one message per subject"},
		{"ageing", func(c *js.StreamConfig) { c.MaxAge = time.Hour }, "must not age"},
		{"discarding old messages", func(c *js.StreamConfig) { c.Discard = js.DiscardOld }, "discard new messages"},
		{"more subjects", func(c *js.StreamConfig) { c.Subjects = append(c.Subjects, "more."+c.Name) }, "its subjects"},
		{"a later format", func(c *js.StreamConfig) { c.Metadata[metaFormat] = "2" }, "newer version"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := three(t)
			o.Replicas = 1
			c := opened(t, o).stream.CachedInfo().Config
			tt.change(&c)
			if _, err := l.js.UpdateStream(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			refused(t, o, ErrSettings, tt.says)
		})
	}
}

// TestFull fills a bucket: changes are refused completely, and earlier ones stay.
func TestFull(t *testing.T) {
	t.Parallel()
	o := three(t)
	o.MaxBytes = 1 << 20
	fill(t, o)
}

func fill(t *testing.T, o Options) {
	t.Helper()
	l := opened(t, o)
	log := logtest.Patient(l)
	value := make([]byte, 100<<10)
	head, i := uint64(0), uint64(0)
	var err error
	for ; i < 20 && err == nil; i++ {
		var next uint64
		next, err = log.Append(t.Context(), head, changelog.Attempt{Writer: "a", Number: i + 1}, []changelog.Row{
			{Bucket: "tables", Key: fmt.Sprint("small", i), Value: []byte("x")},
			{Bucket: "tables", Key: fmt.Sprint("large", i), Value: value},
		})
		if err == nil {
			head = next
		}
	}
	if !errors.Is(err, changelog.ErrFull) || !strings.Contains(err.Error(), "make room") {
		t.Fatalf("after %d changes of 100 KiB each into 1 MiB: %v, want ErrFull", i, err)
	}
	if landed, err := log.Landed(t.Context(), changelog.Attempt{Writer: "a", Number: i}); landed && err == nil {
		t.Error("the change that was refused has landed")
	}
	rows, err := read(t, l, 0, head)
	if err != nil || len(rows) != 2*int(i-1) {
		t.Errorf("the log holds %d rows (%v), want %d", len(rows), err, 2*(i-1))
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	l := opened(t, three(t))
	log := logtest.Patient(l)
	many := make([]changelog.Row, MaxRows+1)
	for i := range many {
		many[i] = changelog.Row{Bucket: "tables", Key: fmt.Sprint(i), Value: []byte("x")}
	}
	for name, rows := range map[string][]changelog.Row{
		"998 rows": many,
		"1 MiB":    {{Bucket: "tables", Key: "k", Value: make([]byte, 1<<20)}},
		"20 MiB":   slicesRepeat(40, 1<<19),
	} {
		if _, err := log.Append(t.Context(), 0, changelog.Attempt{Writer: "a", Number: 1}, rows); !errors.Is(err, changelog.ErrTooLarge) {
			t.Errorf("%s: %v, want ErrTooLarge", name, err)
		}
	}
	if _, err := log.Append(t.Context(), 0, changelog.Attempt{Writer: "a", Number: 1}, many[:MaxRows]); err != nil {
		t.Errorf("%d rows: %v", MaxRows, err)
	}
	if _, err := l.Append(t.Context(), 0, changelog.Attempt{Writer: "a.b", Number: 2}, nil); err == nil {
		t.Error("a writer may be called a.b")
	}
}

func slicesRepeat(n, size int) []changelog.Row {
	rows := make([]changelog.Row, n)
	for i := range rows {
		rows[i] = changelog.Row{Bucket: "tables", Key: fmt.Sprint(i), Value: make([]byte, size)}
	}
	return rows
}

func TestOlder(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"2.14.9", "2.15.0", true},
		{"2.15.0", "2.15.0", false},
		{"2.15.0-RC.1", "2.15.0", false},
		{"v2.9.10", "2.15.0", true},
		{"3.0.0", "2.15.0", false},
		{"", "2.15.0", false},
	} {
		if got := older(tt.a, tt.b); got != tt.want {
			t.Errorf("older(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

// TestOpenAtOnce: copies of the bot that start simultaneously create one bucket.
func TestOpenAtOnce(t *testing.T) {
	t.Parallel()
	rounds := 1
	if logtest.Long() {
		rounds = 20
	}
	for range rounds {
		o := three(t)
		ids := make([]string, 4)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				l, err := patientlyOpened(t.Context(), o)
				if err != nil {
					t.Error(err)
					return
				}
				ids[i] = l.ID()
				l.Close()
			})
		}
		all.Wait()
		if slices.ContainsFunc(ids, func(id string) bool { return id != ids[0] }) {
			t.Errorf("they have logs %v, want one", ids)
		}
	}
}

// TestTimesOfTrouble: servers that elect a leader, or are too busy to answer, are waited for and are
// no matter of settings or certificates.
func TestTimesOfTrouble(t *testing.T) {
	electing := &js.APIError{Code: http.StatusServiceUnavailable, ErrorCode: 10008}
	if !mayPass(electing) || !errors.Is(creationError(Options{}, electing), ErrUnreachable) {
		t.Errorf("without a leader: %v", creationError(Options{}, electing))
	}
	busy := fmt.Errorf("nats: tls error: %w", &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded})
	if err := connectError([]string{"tls://a"}, busy); !errors.Is(err, ErrUnreachable) || errors.Is(err, ErrTLS) {
		t.Errorf("after %v: %v", busy, err)
	}
}

// TestServersThatHaveNotHeardOfTheBucket: the leader may be the last to hear of a bucket that
// others already have. That is no reason to give up, unlike other errors.
func TestServersThatHaveNotHeardOfTheBucket(t *testing.T) {
	t.Parallel()
	l := opened(t, three(t))
	for _, tt := range []struct {
		err   error
		asked int
	}{{js.ErrStreamNotFound, 3}, {js.ErrConsumerNotFound, 1}} {
		asked := 0
		_, err := insist(t.Context(), l.link, func(context.Context) (int, error) {
			if asked++; asked < 3 {
				return 0, tt.err
			}
			return 1, nil
		})
		if asked != tt.asked || (err == nil) != (tt.asked == 3) {
			t.Errorf("after %v: asked %d times, %v", tt.err, asked, err)
		}
	}
}

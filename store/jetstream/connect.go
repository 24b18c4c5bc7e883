package jetstream

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Options say where a log is and who opens it.
type Options struct {
	URLs        []string // of the servers, such as nats://127.0.0.1:4222; more are found by asking these
	Bucket      string   // letters, digits, - and _
	Application string   // the bot's ID; a bucket of another one is refused
	Replicas    int      // 3 unless given; with 1, nothing survives the loss of its server
	// MaxBytes bounds a bucket that is created; 0 does not. The servers keep that much room for
	// it. Without a bound they find out in the midst of a change that they are full: three come
	// to a halt then, and one alone, of version 2.15.2, stores half of it.
	MaxBytes int64

	// At most one way to say who connects; a user may also be part of a URL.
	CredentialsFile string // a JWT and its key, as nsc writes them
	NKeyFile        string // the seed of a key
	User, Password  string
	PasswordFile    string // whose first line is the password, in its place

	CAFile            string // certificates that servers are trusted by; the system's if empty
	CertFile, KeyFile string // what this bot shows to servers that ask for a certificate

	Monitors []string // where servers tell of themselves, such as http://127.0.0.1:8222; for [Check]
}

// DefaultReplicas is on how many servers a bucket is kept: any one of three may be lost.
const DefaultReplicas = 3

// OldestServer is the oldest version that the log works with. Atomic batches came with 2.12;
// since 2.15 `sync_interval: always` puts the log of the replicas on disk before it answers.
const OldestServer = "2.15.0"

// leastPayload is the size of a message that servers must take, in bytes: their default.
const leastPayload = 1 << 20

func (o Options) complete() (Options, error) {
	if o.Replicas == 0 {
		o.Replicas = DefaultReplicas
	}
	switch {
	case len(o.URLs) == 0:
		return o, explain(ErrUnreachable, "no NATS server is named; give the address of at least one")
	case !plainName.MatchString(o.Bucket):
		return o, explain(ErrSettings, "%q cannot be the name of a bucket; use letters, digits, - and _", o.Bucket)
	case o.Replicas < 1 || o.Replicas > 5:
		return o, explain(ErrSettings, "a bucket has 1 to 5 replicas, not %d; use 3", o.Replicas)
	case (o.CertFile == "") != (o.KeyFile == ""):
		return o, explain(ErrTLS, "a certificate needs its key, and a key its certificate; name both files")
	}
	for _, path := range []string{o.CredentialsFile, o.NKeyFile} {
		if err := readable(path); err != nil {
			return o, explain(ErrCredentials, "the credentials cannot be read (%v); check the name of the file and who may read it", err)
		}
	}
	if o.PasswordFile != "" {
		text, err := os.ReadFile(o.PasswordFile)
		if err != nil {
			return o, explain(ErrCredentials, "the password cannot be read (%v); check the name of the file and who may read it", err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		o.Password = strings.TrimSpace(first)
	}
	for _, path := range []string{o.CAFile, o.CertFile, o.KeyFile} {
		if err := readable(path); err != nil {
			return o, explain(ErrTLS, "a file for TLS cannot be read (%v); check its name and who may read it", err)
		}
	}
	return o, nil
}

func readable(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// connect connects to one of the servers, and for ever again to any of them. A server that
// hangs is given up after two to three seconds.
func connect(o Options, more ...nats.Option) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("sixfold"),
		nats.Timeout(2 * time.Second),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent now fails now: the caller asks and tries again
		nats.PingInterval(time.Second),
		nats.MaxPingsOutstanding(2),
		nats.IgnoreAuthErrorAbort(),                                       // credentials that are changed on the servers one by one
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // told by the calls that fail
	}
	switch {
	case o.CredentialsFile != "":
		options = append(options, nats.UserCredentials(o.CredentialsFile))
	case o.NKeyFile != "":
		key, err := nats.NkeyOptionFromSeed(o.NKeyFile)
		if err != nil {
			return nil, explain(ErrCredentials, "the key in %s cannot be used (%v); it is the seed that `nsc` or `nk -gen user` writes", o.NKeyFile, err)
		}
		options = append(options, key)
	case o.User != "":
		options = append(options, nats.UserInfo(o.User, o.Password))
	}
	if o.CAFile != "" {
		options = append(options, nats.RootCAs(o.CAFile))
	}
	if o.CertFile != "" {
		options = append(options, nats.ClientCert(o.CertFile, o.KeyFile))
	}
	conn, err := nats.Connect(strings.Join(o.URLs, ","), append(options, more...)...)
	if err != nil {
		return nil, whyNot(o.URLs, err)
	}
	return conn, nil
}

// Connect returns a connection of its own to the servers that could keep a log, for what is
// said beside it. The caller closes it. Of the options, those about the bucket do not matter.
func Connect(o Options) (*nats.Conn, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	conn, err := connect(o)
	if err != nil {
		return nil, err
	}
	if err := suits(conn); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// suits reports why the server of a connection cannot keep the log.
func suits(conn *nats.Conn) error {
	if v := conn.ConnectedServerVersion(); older(v, OldestServer) {
		return explain(ErrOldServer, "the NATS server %s is of version %s; the log needs %s or later on all of them", conn.ConnectedServerName(), v, OldestServer)
	}
	if n := conn.MaxPayload(); n < leastPayload {
		return explain(ErrSettings, "the NATS server %s takes messages of at most %d bytes; set `max_payload` to at least %d on all of them", conn.ConnectedServerName(), n, leastPayload)
	}
	return nil
}

// older reports whether version a is before b. What cannot be read is not older.
func older(a, b string) bool {
	x, ok := numbers(a)
	y, _ := numbers(b)
	if !ok {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

func numbers(version string) (n [3]int, ok bool) {
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "v"), "-")
	parts := strings.Split(version, ".")
	if len(parts) != len(n) {
		return n, false
	}
	for i, p := range parts {
		var err error
		if n[i], err = strconv.Atoi(p); err != nil {
			return n, false
		}
	}
	return n, true
}

// redacted returns addresses without the passwords that they may hold.
func redacted(urls []string) []string {
	var r []string
	for _, s := range urls {
		for s := range strings.SplitSeq(s, ",") {
			u, err := url.Parse(s)
			if err != nil {
				r = append(r, fmt.Sprintf("(address of %d letters)", len(s)))
				continue
			}
			r = append(r, u.Redacted())
		}
	}
	return r
}

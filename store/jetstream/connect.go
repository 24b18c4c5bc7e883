package jetstream

import (
	"fmt"
	"go/version"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Options say where a log is and how to connect to it.
type Options struct {
	URLs        []string // such as nats://127.0.0.1:4222; further servers are discovered from these
	Bucket      string   // letters, digits, - and _
	Application string   // the bot's ID; a bucket of another bot is refused
	Replicas    int      // default 3; with 1, nothing survives the loss of the server
	// MaxBytes bounds a bucket that is created; 0 means no bound. The servers reserve that much
	// space. Without a bound they notice during a change that they are full: three servers then
	// stop, and a single one, of version 2.15.2, stores half of the change.
	MaxBytes int64

	// Credentials, at most one kind; a user may also be part of a URL.
	CredentialsFile string // a JWT and its key, as written by nsc
	User, Password  string
	PasswordFile    string // a file with the password in its first line

	CAFile            string // certificate authorities of the servers; empty for the system's
	CertFile, KeyFile string // client certificate, for servers that ask for one

	Monitors []string // monitoring addresses of the servers, such as http://127.0.0.1:8222, for [Check]
}

// DefaultReplicas is the number of servers that keep a bucket: any one of three may be lost.
const DefaultReplicas = 3

// OldestServer is the oldest supported version. Atomic batches came with 2.12; since 2.15
// `sync_interval: always` also syncs the log of the replicas before an answer.
const OldestServer = "2.15.0"

// minPayload is the message size that servers must accept, in bytes: their default.
const minPayload = 1 << 20

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
	if err := readable(o.CredentialsFile); err != nil {
		return o, explain(ErrCredentials, "the credentials cannot be read (%v); check the name of the file and who may read it", err)
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

// connect connects to one of the servers, and reconnects to any of them without limit. A server
// that hangs is given up after two to three seconds.
func connect(o Options, more ...nats.Option) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("sixfold"),
		nats.Timeout(2 * time.Second),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1), // fail at once instead: the caller repeats its request
		nats.PingInterval(time.Second),
		nats.MaxPingsOutstanding(2),
		nats.IgnoreAuthErrorAbort(),                                       // credentials may be changed on one server after the other
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the failing calls report the errors
	}
	switch {
	case o.CredentialsFile != "":
		options = append(options, nats.UserCredentials(o.CredentialsFile))
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
		return nil, connectError(o.addresses(), err)
	}
	return conn, nil
}

// Connect returns a separate connection to the servers of a log, for messages beside it. The caller
// closes it. The options for the bucket are ignored.
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

// suits returns why the connected server cannot keep the log.
func suits(conn *nats.Conn) error {
	if v := conn.ConnectedServerVersion(); older(v, OldestServer) {
		return explain(ErrOldServer, "the NATS server %s is of version %s; the log needs %s or later on all of them", conn.ConnectedServerName(), v, OldestServer)
	}
	if n := conn.MaxPayload(); n < minPayload {
		return explain(ErrSettings, "the NATS server %s takes messages of at most %d bytes; set `max_payload` to at least %d on all of them", conn.ConnectedServerName(), n, minPayload)
	}
	return nil
}

// older reports whether version a is before b. An unreadable version is not older. Versions of NATS
// are in order as those of Go are.
func older(a, b string) bool {
	a, _, _ = strings.Cut("go"+strings.TrimPrefix(a, "v"), "-")
	return version.IsValid(a) && version.Compare(a, "go"+b) < 0
}

// addresses returns the addresses of the servers one by one: each URL may be a list.
func (o Options) addresses() []string { return strings.Split(strings.Join(o.URLs, ","), ",") }

// redacted returns an address without its password.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Sprintf("(address of %d letters)", len(address))
	}
	return u.Redacted()
}

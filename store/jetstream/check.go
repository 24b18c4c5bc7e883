package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// Level is the severity of a [Finding].
type Level string

// The levels of findings.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, but something could be lost or stop
	Wrong   Level = "wrong"   // it does not work as it should
)

// Finding is a result of [Check], in sentences for the operator.
type Finding struct {
	Level Level  `json:"level"`
	About string `json:"about"` // the subject, such as a server, or "clock"
	Says  string `json:"says"`
}

// The limits beyond which there is a warning.
const (
	clockApart   = time.Second
	almostFull   = 0.8             // of a limit
	replicaQuiet = 5 * time.Second // of silence: replicas are heard of every second
)

// electBy is how long servers that have just started or lost their leader may fail before that
// counts as wrong.
const electBy = 10 * time.Second

// Check inspects a cluster and its log: servers, replicas, limits, clocks, and whether changes are
// synced to disk before they are acknowledged. It creates nothing, and writes one barrier to an
// existing log. Problems that may pass while servers start or elect a leader are checked again for
// 10 seconds before they are reported.
func Check(ctx context.Context, o Options) []Finding { return checkFor(ctx, o, electBy) }

// checkFor is Check with a limit for problems that may pass.
func checkFor(ctx context.Context, o Options, longest time.Duration) []Finding {
	for began := time.Now(); ; {
		c := &check{o: o, now: time.Now}
		c.run(ctx)
		if !c.passing || time.Since(began) > longest || Pause(ctx, attemptTimeout/2) != nil {
			return c.findings
		}
	}
}

// check is one pass of Check.
type check struct {
	o        Options
	now      func() time.Time
	findings []Finding
	passing  bool // a problem was found that may pass by itself
}

func (c *check) say(level Level, about, format string, args ...any) {
	c.findings = append(c.findings, Finding{Level: level, About: about, Says: fmt.Sprintf(format, args...)})
}

// lacks reports a problem that may exist only while servers start or elect a leader.
func (c *check) lacks(about, format string, args ...any) {
	c.passing = true
	c.say(Wrong, about, format, args...)
}

// fails reports an error. Errors of credentials, certificates, settings and versions do not pass by
// themselves.
func (c *check) fails(about string, err error) {
	lasting := []error{ErrCredentials, ErrTLS, ErrOldServer, ErrSettings, ErrOtherBot}
	c.passing = c.passing || !slices.ContainsFunc(lasting, func(other error) bool { return errors.Is(err, other) })
	c.say(Wrong, about, "%v", err)
}

// again repeats a request that times out: a server that is not the leader yet drops it.
func again[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	return Repeat(ctx, 2*attemptTimeout, 0, func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }, ask)
}

func (c *check) run(ctx context.Context) {
	var err error
	if c.o, err = c.o.complete(); err != nil {
		c.say(Wrong, "configuration", "%v", err)
		return
	}
	for _, address := range c.o.addresses() {
		c.server(address)
	}
	c.monitors(ctx)
	link, err := dial(c.o)
	if err != nil {
		c.fails("cluster", err)
		return
	}
	defer link.conn.Close()
	if suits(link.conn) != nil {
		return // already reported for the server
	}
	api, err := js.New(link.conn)
	if err != nil {
		c.say(Wrong, "cluster", "%v", err)
		return
	}
	c.account(ctx, api)
	c.bucket(ctx, link, api)
}

// server checks one server on a connection of its own.
func (c *check) server(address string) {
	about := "server " + redacted(address)
	alone := c.o
	alone.URLs = []string{address}
	conn, err := connect(alone, nats.NoReconnect())
	if err != nil {
		c.fails(about, err)
		return
	}
	defer conn.Close()
	if err := suits(conn); err != nil {
		c.say(Wrong, about, "%v", err)
	} else {
		c.say(OK, about, "%s answers, and is of version %s.", conn.ConnectedServerName(), conn.ConnectedServerVersion())
	}
	if has, _ := conn.ConnectedServerJetStream(); !has {
		c.withoutJetStream(about, conn.ConnectedServerName())
	}
	_, tls := conn.TLSConnectionState()
	switch {
	case tls == nil:
		c.say(OK, about, "The connection is encrypted.")
	case loopback(address):
		c.say(OK, about, "The connection is not encrypted, and does not leave this machine.")
	default:
		c.say(Wrong, about, "The connection leaves this machine and is not encrypted. Give the servers certificates, and name the file of their authority here.")
	}
}

// withoutJetStream reports a server that runs without JetStream. It goes without when its disk is
// full, and stays so when there is room again.
func (c *check) withoutJetStream(about, server string) {
	c.lacks(about, "%s runs without JetStream, as after its disk was full. Make room there, and restart %s.", server, server)
}

func loopback(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())
}

// account checks the storage limit of the account.
func (c *check) account(ctx context.Context, api js.JetStream) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	info, err := again(ctx, api.AccountInfo)
	if err != nil {
		c.fails("account", apiFailure(err))
		return
	}
	c.room("account", info.Store, info.Limits.MaxStore)
}

// room checks how much of a limit is used, in bytes.
func (c *check) room(about string, used uint64, limit int64) {
	switch {
	case limit <= 0:
		c.say(OK, about, "%d MB are used, and nothing but the disks limits them.", used>>20)
	case float64(used) < almostFull*float64(limit):
		c.say(OK, about, "%d of %d MB are used.", used>>20, limit>>20)
	default:
		c.say(Warning, about, "%d of %d MB are used. When they are full, no move is taken any more. Raise the limit: `nats stream edit KV_%s --max-bytes`.", used>>20, limit>>20, c.o.Bucket)
	}
}

// bucket checks the log itself.
func (c *check) bucket(ctx context.Context, link *link, api js.JetStream) {
	about := "bucket " + c.o.Bucket
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	stream, err := again(ctx, func(ctx context.Context) (js.Stream, error) { return api.Stream(ctx, "KV_"+c.o.Bucket) })
	if errors.Is(err, js.ErrStreamNotFound) {
		c.say(Warning, about, "There is none yet. The first bot that starts makes it.")
		return
	}
	if err != nil {
		c.fails(about, apiFailure(err))
		return
	}
	info := stream.CachedInfo()
	if err := fits(c.o, info.Config); err != nil {
		c.say(Wrong, about, "%v", err)
		return
	}
	c.say(OK, about, "Its settings are those that the log needs. It holds %d messages.", info.State.Msgs)
	if c.room(about, info.State.Bytes, info.Config.MaxBytes); info.Config.MaxBytes <= 0 {
		c.say(Warning, about, "It has no limit of its own, so that servers whose disks are full come to a halt instead of refusing moves. Run `nats stream edit %s --max-bytes 4GB`, with less than the servers' `max_file_store`.", info.Config.Name)
	}
	if lost := info.State.Lost; lost != nil && len(lost.Msgs) > 0 {
		c.say(Wrong, about, "%d messages could not be read from the disk of a server. End the bots, and restore a backup.", len(lost.Msgs))
	}
	c.replicas(about, info)
	l := &Log{link: link, js: api, stream: stream, prefix: "$KV." + c.o.Bucket + "."}
	sent := c.now()
	wall, err := l.publish(ctx, l.message(barrierKey, nil))
	if err != nil {
		c.lacks(about, "It takes no message (%v). More than half of its servers must run and see each other.", err)
		return
	}
	took := c.now().Sub(sent)
	c.say(OK, about, "It has taken a message within %v.", took.Round(10*time.Microsecond))
	if m, err := l.next(ctx, wall, barrierKey); err == nil && m.Sequence == wall {
		c.clock(about, m.Time, sent, took)
	}
}

// replicas checks that as many servers as configured hold the bucket.
func (c *check) replicas(about string, info *js.StreamInfo) {
	if info.Config.Replicas < DefaultReplicas {
		c.say(Warning, about, "It is kept on %d servers. With fewer than %d, the loss of one ends the games until it is back, or for good.", info.Config.Replicas, DefaultReplicas)
	}
	if info.Cluster == nil {
		return
	}
	if info.Cluster.Leader == "" {
		c.lacks(about, "It has no leader. More than half of its servers must run and see each other.")
		return // a server without one knows nothing of the others
	}
	if n := len(info.Cluster.Replicas) + 1; n < info.Config.Replicas {
		c.lacks(about, "It has a place on %d servers, and needs %d. Add a server with JetStream to the cluster.", n, info.Config.Replicas)
	}
	for _, p := range info.Cluster.Replicas {
		switch {
		case upToDate(p):
			c.say(OK, about, "Its copy on %s is up to date.", p.Name)
		case p.Offline:
			c.lacks(about, "Its copy on %s is offline. Start %s again, or replace it: if another is lost, the games end.", p.Name, p.Name)
		case p.Active > replicaQuiet:
			c.lacks(about, "Its copy on %s is silent for %v. Make room on the disk and restart %s: if another is lost, the games end.", p.Name, p.Active.Round(time.Second), p.Name)
		default:
			c.lacks(about, "Its copy on %s catches up, and is %d changes behind. If that number stays, restart %s.", p.Name, p.Lag, p.Name)
		}
	}
}

func upToDate(p *js.PeerInfo) bool { return p.Current && !p.Offline && p.Active <= replicaQuiet }

// Status is how a log is kept.
type Status struct {
	Servers, Wanted int   // that hold all of it, and that should
	Bytes, Limit    int64 // its size, and that at which it is full; 0 for none
}

// Status asks the servers how the log is kept.
func (l *Log) Status(ctx context.Context) (Status, error) {
	stream, err := insist(ctx, l.link, func(ctx context.Context) (js.Stream, error) {
		return l.js.Stream(ctx, l.stream.CachedInfo().Config.Name)
	})
	if err != nil {
		return Status{}, err
	}
	info := stream.CachedInfo()
	s := Status{Servers: 1, Wanted: info.Config.Replicas, Bytes: int64(info.State.Bytes), Limit: max(info.Config.MaxBytes, 0)}
	if info.Cluster != nil {
		s.Servers = holders(info.Cluster)
	}
	return s, nil
}

// holders returns how many servers hold all of a log. Its leader is none of the replicas.
func holders(c *js.ClusterInfo) int {
	n := len(slices.DeleteFunc(slices.Clone(c.Replicas), func(p *js.PeerInfo) bool { return !upToDate(p) }))
	if c.Leader == "" {
		return n
	}
	return n + 1
}

// clock compares a server's time, read between sent and sent+took, with the local one.
func (c *check) clock(about string, theirs, sent time.Time, took time.Duration) {
	if apart := max(sent.Sub(theirs), theirs.Sub(sent.Add(took))); apart > clockApart {
		c.say(Warning, about, "Its clock and the one of this machine are %v apart. Set both by NTP: games have clocks, too.", apart.Round(10*time.Millisecond))
		return
	}
	c.say(OK, about, "Its clock agrees with the one of this machine.")
}

// monitors checks the monitoring pages of the servers, if they are configured.
func (c *check) monitors(ctx context.Context) {
	if len(c.o.Monitors) == 0 {
		c.say(Warning, "sync_interval", "Whether changes are on disk before they are acknowledged cannot be seen from here. Set `sync_interval: always` in the jetstream block of every server, and name their monitoring addresses to have it checked.")
	}
	for _, address := range c.o.Monitors {
		c.monitor(ctx, strings.TrimSuffix(address, "/"))
	}
}

func (c *check) monitor(ctx context.Context, address string) {
	about := "monitoring " + redacted(address)
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	var page struct {
		Name      string    `json:"server_name"`
		Version   string    `json:"version"`
		Now       time.Time `json:"now"`
		JetStream struct {
			Config *struct {
				SyncInterval time.Duration `json:"sync_interval"`
				SyncAlways   bool          `json:"sync_always"`
			} `json:"config"`
		} `json:"jetstream"`
	}
	sent := c.now()
	if err := fetch(ctx, address+"/varz", &page); err != nil {
		c.lacks(about, "It does not answer (%v).", err)
		return
	}
	c.clock(about, page.Now, sent, c.now().Sub(sent))
	if older(page.Version, OldestServer) {
		c.say(Wrong, about, "%s is of version %s; the log needs %s or later.", page.Name, page.Version, OldestServer)
	}
	switch config := page.JetStream.Config; {
	case config == nil:
		c.withoutJetStream(about, page.Name)
	case !config.SyncAlways:
		c.say(Warning, about, "%s puts changes on disk only every %v. A loss of power at two servers at once would lose moves that were acknowledged: set `sync_interval: always` in its jetstream block.", page.Name, config.SyncInterval)
	default:
		c.say(OK, about, "%s puts each change on disk before it is acknowledged.", page.Name)
	}
}

func fetch(ctx context.Context, address string, page any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	return json.NewDecoder(http.MaxBytesReader(nil, answer.Body, 1<<20)).Decode(page)
}

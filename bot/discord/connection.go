// Package discord connects the bot to Discord. It decodes interactions into [chat.Request] values
// and sends each [chat.Reply] within Discord's limits.
//
// An interaction goes through these files, in this order:
//   - connection.go: [Connect] registers the commands, and opens the gateway or the HTTP endpoint.
//   - gateway.go keeps a connection to Discord's gateway open: one relay (relay.go) after another,
//     which passes interactions to discordgo, whose handler calls receive. Or endpoint.go accepts it.
//   - receive.go has it decoded (decode.go), and drops what was delivered before.
//   - exchange.go has it handled in the order of its channel, and acknowledges it in time. The time
//     limits stand there.
//   - board.go sends the reply, and keeps one board message per table.
//   - answer.go sends single messages: the first answer by Discord's callback or in the HTTP response,
//     later ones by the interaction's webhook.
//   - encode.go encodes them, and rest.go makes the calls within the rate limits.
//
// Only looked up are codes.go, which classifies Discord's refusals, form.go, attachment.go, post.go for
// messages that answer nothing, and commands.go, which registers the slash commands. The bot is a
// [Handler]; nothing here knows a game.
package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// Handler is implemented by the bot.
type Handler interface {
	Handle(ctx context.Context, r chat.Request) chat.Reply
	Commands() []slash.Command
	// Translate returns a text in the language of a Discord locale.
	Translate(locale string, t engine.Text) string
}

// Records store small values by kind and ID; see package store.
type Records interface {
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
}

// Config configures a connection.
type Config struct {
	Token config.Secret
	// API is the base URL of the REST interface, such as http://127.0.0.1:8666/api/v9/; "" means
	// Discord's. With a loopback host the client refuses to connect to any other.
	API string
	// Guild is the ID of the server to register commands in; "" registers them globally.
	Guild string
	// Endpoint is the host:port at which to accept interactions by HTTP, signed for PublicKey, in
	// place of the gateway. "" selects the gateway.
	Endpoint string
	// Shard is the gateway's shard, from 0 to Shards-1. Shards 0 and 1 mean no sharding.
	Shard, Shards int
	// Logins are shared by all connections of a process; nil if there is only one.
	Logins *Logins
	// Turn, if not nil, tells which of several copies connected for the same shard answers; see
	// [exchange.followLeader].
	Turn Turn
	// Copies is the number of copies of the bot, which share its rate limit; 0 means one.
	Copies int
	// PublicKey is the application's key in hexadecimal; see [config.ParsePublicKey].
	PublicKey string
	// Records store the hash of the commands registered last.
	Records Records
	// Handled, if not nil, reports whether an interaction has changed stored state. It detects
	// duplicates from before the process started.
	Handled func(interaction string) (bool, error)
	// Linked, if not nil, is called when the gateway is lost or comes back. When it is lost, silent
	// is the time since the last message from it.
	Linked func(up bool, silent time.Duration)
	// Watch, if not nil, is where metrics of the connection and the answers are recorded.
	Watch *watch.Watch
}

// Turn tells which of several copies of the bot answers; package operate implements it. It is safe
// for concurrent use.
type Turn interface {
	// Sure reports whether this copy answers and no other copy can.
	Sure() bool
	// Await waits until it is known which copy answers an interaction received at came, and reports
	// whether it is this one. The error is the context's if that ends first.
	Await(ctx context.Context, came time.Time) (ours bool, err error)
}

// Connection is a connection to Discord. It is safe for concurrent use.
type Connection struct {
	bot            Handler
	config         Config
	log            *slog.Logger
	client         *http.Client
	rest           *rest
	queues         watch.Turns[string] // by channel
	recent         lastingIDs          // after a gap Discord may deliver an interaction twice, and anybody may repeat a request
	paths          sync.Map            // by message ID, the webhook path by which its token edits it
	foreignAnswers *watch.Refusals     // interactions answered by another program though this copy leads
	// started is when recent began to record interactions.
	started time.Time
	// firstBy is the maximum age of an interaction at its first answer.
	firstBy time.Duration

	transport transport
	// over ends when the connection has ended, and finish ends it with a lasting fault, or nil. The
	// first call of finish counts.
	over   context.Context
	finish context.CancelCauseFunc
	// working ends when work on replies must stop, sending when all sending must.
	working, sending   context.Context
	stopWork, stopSend context.CancelFunc

	user   atomic.Value // a string: the bot's own user ID, nil until it is known
	yields atomic.Bool  // another copy of the bot has replaced this one

	mu     sync.Mutex
	closed bool
	busy   sync.WaitGroup // exchanges; Add only while not closed
	left   bool           // the transport has closed
	jobs   sync.WaitGroup // started by background; Go only while not left
}

// transport delivers interactions.
type transport interface {
	// open starts delivery to an application.
	open(ctx context.Context, app application) error
	// close stops delivery and disconnects. It may be called without open.
	close()
	// connected reports whether interactions can arrive.
	connected() bool
	// alive returns an error if the transport is neither connected nor trying to connect.
	alive(now time.Time) error
}

// Connect registers the commands if they have changed, logs in, and serves until Close. If Discord
// does not answer or rejects the commands, it logs that and retries; a permanent refusal is a
// [FinalError]. The context bounds connecting only.
func Connect(ctx context.Context, bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	d, err := newConnection(bot, c, log)
	if err != nil {
		return nil, err
	}
	if err := d.open(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// open connects, and closes the connection on failure.
func (d *Connection) open(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			_ = d.Close() // the error of connecting matters more
		}
	}()
	app, err := d.findApplication(ctx)
	if err != nil {
		return err
	}
	// Before the login: a server that the bot is not in is refused for good, and each failed start
	// would otherwise use up a login.
	if err := d.syncCommands(ctx, app.ID); Final(err) != nil {
		return err
	} else if err != nil {
		d.background(func() { d.keepSyncing(app.ID, err) })
	}
	return d.transport.open(ctx, app)
}

// findApplication asks who the bot is until Discord answers or refuses for good.
func (d *Connection) findApplication(ctx context.Context) (application, error) {
	for wait := retryDelay; ; wait = min(2*wait, maxDelay) {
		app, err := d.whoAmI(ctx)
		if err == nil || Final(err) != nil || ctx.Err() != nil {
			return app, err
		}
		d.log.Warn("not connected to Discord", "err", err, "again_in", wait)
		if pause(ctx, wait) != nil {
			return app, err
		}
	}
}

func newConnection(bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	c.API, c.Logins, c.Watch = cmp.Or(c.API, discordgo.EndpointAPI), cmp.Or(c.Logins, &Logins{}), cmp.Or(c.Watch, watch.New())
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || !strings.HasSuffix(c.API, "/") {
		return nil, fmt.Errorf("discord: %q is no base of an API: it must be a URL that ends in a slash", c.API)
	}
	d := &Connection{bot: bot, config: c, log: log, recent: lastingIDs{keep: 2 * freshness}, started: time.Now(), firstBy: firstBy}
	d.foreignAnswers = watch.NewRefusals(log, "somebody else has answered; if that goes on, another bot or cluster runs with the same token: end one of them")
	d.over, d.finish = context.WithCancelCause(context.Background())
	d.working, d.stopWork = context.WithCancel(context.Background())
	d.sending, d.stopSend = context.WithCancel(context.Background())
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	if config.IsLoopback(api.Hostname()) {
		dialer.Control, transport.Proxy = onlyLoopback, nil
	}
	d.client = &http.Client{Transport: transport}
	d.rest = &rest{base: c.API, token: c.Token, client: d.client, limits: newLimits(max(1, c.Copies)), watch: c.Watch}
	if c.Endpoint == "" {
		d.transport = newGateway(d, transport)
	} else {
		d.transport, err = newEndpoint(d)
	}
	return d, err
}

// Done is closed when the connection has ended, by Close or by a lasting fault.
func (d *Connection) Done() <-chan struct{} { return d.over.Done() }

// Err returns the fault that ended the connection: nil while it lasts and after Close.
func (d *Connection) Err() error {
	if fault := context.Cause(d.over); !errors.Is(fault, context.Canceled) {
		return fault
	}
	return nil
}

// Connected reports whether the gateway is open or the endpoint is listening.
func (d *Connection) Connected() bool { return d.transport.connected() }

// Alive passes through the channel queues as an interaction does, and returns the error of the
// transport, which is nil while it is connected or reconnecting. It does not return if the queues
// are stuck.
func (d *Connection) Alive() error {
	if d.begin() {
		done := make(chan struct{})
		d.queues.Add("", func() { close(done) }) // no channel has this ID
		<-done
		d.end()
	}
	return d.transport.alive(time.Now())
}

const (
	// Close cancels work in progress after graceBy, and stops waiting for answers after drainBy.
	// The rest of the 10 s until the process is killed is for other shutdown work.
	graceBy = 2 * time.Second
	drainBy = 5 * time.Second
)

// HandOver closes as [Connection.Close] does when another copy of the bot has replaced this one. It
// stays until that copy has had time to log in, and refuses interactions that neither has answered.
func (d *Connection) HandOver() error {
	d.mu.Lock()
	if !d.closed { // after Close, senders were already told of a restart
		d.yields.Store(true)
	}
	d.mu.Unlock()
	return d.Close()
}

// Close accepts no new work, waits up to 5 seconds for answers in flight, and disconnects.
func (d *Connection) Close() error {
	d.mu.Lock()
	closed := d.closed
	d.closed = true
	d.mu.Unlock()
	if closed {
		<-d.Done()
		return nil
	}
	began, idle := time.Now(), make(chan struct{})
	go func() { d.busy.Wait(); close(idle) }()
	grace := time.AfterFunc(graceBy, d.stopWork)
	defer grace.Stop()
	drained := true
	select {
	case <-idle:
	case <-time.After(drainBy):
		drained = false
	}
	d.stopWork()
	if d.yields.Load() {
		_ = pause(d.sending, time.Until(began.Add(openTimeout)))
	}
	d.transport.close()
	d.finish(nil)
	d.mu.Lock()
	d.left = true
	d.mu.Unlock()
	d.jobs.Wait()
	d.foreignAnswers.Report()
	d.stopSend()
	d.client.CloseIdleConnections()
	if !drained {
		return errors.New("discord: closed with answers still unsent")
	}
	return nil
}

// self returns the ID of the bot's user, "" if it is not known yet.
func (d *Connection) self() string {
	id, _ := d.user.Load().(string)
	return id
}

// begin adds an exchange to busy, and reports whether the connection still accepts work.
func (d *Connection) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.busy.Add(1)
	return true
}

func (d *Connection) end() { d.busy.Done() }

// background starts f, such as a late refusal or the registration of commands, unless [Connection.Close]
// has waited for such already.
func (d *Connection) background(f func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left {
		return false
	}
	d.jobs.Go(func() {
		defer watch.Recover(d.log, nil)
		f()
	})
	return true
}

func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("discord: %s is not on loopback", address)
	}
	return nil
}

// Library is the Discord client library in use.
const Library = "discordgo " + discordgo.VERSION

// APIVersion is the version of Discord's API in use, and API the base URL of its REST interface,
// ending in a slash.
var (
	APIVersion = discordgo.APIVersion
	API        = discordgo.EndpointAPI
)

// Package discord is everything that knows Discord: it connects, decodes what people do
// into a [chat.Request], and carries the [chat.Reply] back within Discord's limits.
//
// An interaction comes in through the gateway (gateway.go opens one connection after the other,
// each a relay of relay.go; logins.go lets them log in one at a time) or by HTTP (endpoint.go).
// receive.go decodes it (decode.go), drops what was delivered twice, and has it handled in the
// order of its channel. answer.go is the exchange: it answers in time, first by callback or in
// the HTTP response (callback.go), then by REST (rest.go, which keeps to the rate limits). The
// board of a table goes out so that it is the only one (board.go). encode.go puts replies into
// Discord's form; codes.go says what a refusal means. The slash commands are written in
// commands.go. The bot itself is a [Handler]; nothing here knows a game.
package discord

import (
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
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// Handler is what the connection asks: the bot.
type Handler interface {
	Handle(ctx context.Context, r chat.Request) chat.Reply
	Commands() []slash.Command
	// Translate says a text in the language of a Discord locale.
	Translate(locale string, t engine.Text) string
}

// Records keep small values under a kind and an ID; see package store.
type Records interface {
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
}

// Config says how to connect.
type Config struct {
	Token config.Secret
	// API is the base of the REST interface, such as http://127.0.0.1:8666/api/v9/;
	// "" is Discord's. With one on loopback, nothing is sent anywhere else.
	API string
	// Guild is the ID of the one server to write commands to; "": everywhere.
	Guild string
	// Endpoint is the address to listen on for interactions, host:port. Discord then
	// brings them by HTTP, signed for PublicKey, and no gateway is opened. "": the
	// gateway brings them.
	Endpoint string
	// Shard is which of Shards parts of the servers the gateway is for, from 0; no parts where
	// Shards is 0 or 1.
	Shard, Shards int
	// Logins are shared by the connections of a program; nil: there is only this one.
	Logins *Logins
	// Turn, if not nil, says who answers where other copies of the bot are connected for the same
	// shard; see [exchange.followLeader].
	Turn Turn
	// Copies is among how many connections the rate limit of the bot is shared, 0 for one.
	Copies int
	// PublicKey is the application's, in hexadecimal digits; see [config.ParsePublicKey].
	PublicKey string
	// Records keep the hash of the commands that were written last.
	Records Records
	// Handled, if not nil, reports whether an interaction has changed something: what came
	// before the program was started can be told only from what is stored.
	Handled func(interaction string) (bool, error)
	// Linked, if not nil, is told when the gateway is lost, with how long nothing has come
	// from it by then, and when it is there again.
	Linked func(up bool, silent time.Duration)
	// Watch, if not nil, is told how the connection and the answers fare.
	Watch *watch.Watch
}

// Turn says which of several copies of the bot answers; package operate has one that does. It is safe for concurrent
// use.
type Turn interface {
	// Sure reports whether this copy does, and no other can.
	Sure() bool
	// Await returns when it is known which copy answers what came at a time, and reports whether
	// it is this one. The error is the context's, if that ends before.
	Await(ctx context.Context, came time.Time) (ours bool, err error)
}

// Connection is a connection to Discord. It is safe for concurrent use.
type Connection struct {
	bot    Handler
	config Config
	log    *slog.Logger
	client *http.Client
	rest   *rest
	queues queues
	recent recentIDs
	paths  paths
	rivals *watch.Refusals // of what somebody else has answered, though it fell to this copy of the bot
	// started is when the program began to remember interactions by itself.
	started time.Time
	// firstBy is how old an interaction may be when it is first answered.
	firstBy time.Duration

	transport transport
	// working ends when thoughts have to, and sending when everything has.
	working, sending   context.Context
	stopWork, stopSend context.CancelFunc

	mu     sync.Mutex
	user   string // the bot's own user ID, "" until it is known
	closed bool
	yields bool           // to another copy of the bot, which has taken its place
	busy   sync.WaitGroup // exchanges; grows only while not closed
	left   bool           // the transport has closed
	late   sync.WaitGroup // refusals of what came later, and the commands; grows only while not left
}

// transport brings interactions.
type transport interface {
	// open begins to bring them to an application.
	open(ctx context.Context, app application) error
	// close brings no more of them, and leaves. It may be called without open.
	close()
	// connected reports whether interactions come.
	connected() bool
	// alive returns an error where it neither brings any nor tries to.
	alive(now time.Time) error
	// over is closed when the transport has ended, by close or by a fault that lasts,
	// and fault says which: nil for close.
	over() <-chan struct{}
	fault() error
}

// Connect writes the commands where they have changed, logs in, and serves until Close. Where
// Discord does not answer, or does not take the commands, it tries again and says so in the log;
// what it refuses for good is a [FinalError]. The context is for connecting alone.
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

// open connects, and closes the connection where that fails.
func (d *Connection) open(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			_ = d.Close() // nothing is lost: the error of connecting matters more
		}
	}()
	app, err := d.findApplication(ctx)
	if err != nil {
		return err
	}
	// Before the login, since a server that the bot is not in is refused for good, and each
	// start that ends would use up a login.
	if err := d.syncCommands(ctx, app.ID); final(err) != nil {
		return err
	} else if err != nil {
		d.later(func() { d.keepSyncing(app.ID, err) })
	}
	return d.transport.open(ctx, app)
}

// findApplication asks who the bot is until Discord says so, or refuses for good.
func (d *Connection) findApplication(ctx context.Context) (application, error) {
	for wait := retryDelay; ; wait = min(2*wait, maxDelay) {
		app, err := d.whoAmI(ctx)
		if err == nil || final(err) != nil || ctx.Err() != nil {
			return app, err
		}
		d.log.Warn("not connected to Discord", "err", err, "again_in", wait)
		if pause(ctx, wait) != nil {
			return app, err
		}
	}
}

// newConnection prepares a connection without opening it.
func newConnection(bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	if c.API == "" {
		c.API = discordgo.EndpointAPI
	}
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || !strings.HasSuffix(c.API, "/") {
		return nil, fmt.Errorf("discord: %q is no base of an API: it must be a URL that ends in a slash", c.API)
	}
	if c.Logins == nil {
		c.Logins = &Logins{}
	}
	d := &Connection{bot: bot, config: c, log: log, started: time.Now(), firstBy: firstBy}
	d.rivals = watch.NewRefusals(log, "somebody else has answered; if that goes on, another bot or cluster runs with the same token: end one of them")
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
	d.rest = newREST(c.API, c.Token, d.client)
	d.rest.limits.share(c.Copies)
	d.rest.watch = c.Watch
	if c.Endpoint == "" {
		d.transport = newGateway(d, dialer.DialContext)
	} else {
		d.transport, err = newEndpoint(d)
	}
	return d, err
}

// Done is closed when the connection has ended, by Close or by a fault that lasts.
func (d *Connection) Done() <-chan struct{} { return d.transport.over() }

// Err says why the connection ended: nil while it lasts and after Close.
func (d *Connection) Err() error { return d.transport.fault() }

// Connected reports whether interactions come: the gateway is open, or the endpoint listens.
func (d *Connection) Connected() bool { return d.transport.connected() }

// Alive goes the way of an interaction, as far as the queues of the channels, and returns
// once that is free. Its error says that nothing is brought and nobody tries to. A connection
// that is lost, and is being opened again, lives; one that is stuck does not return.
func (d *Connection) Alive() error {
	if d.begin() {
		done := make(chan struct{})
		d.queues.add("", func() { close(done) }) // no channel has such an ID
		<-done
		d.end()
	}
	return d.transport.alive(time.Now())
}

const (
	// graceBy is when Close has thoughts end, and drainBy when it stops to wait for
	// answers. What is left of 10 s is for the rest of the program.
	graceBy = 2 * time.Second
	drainBy = 5 * time.Second
)

// HandOver closes as [Connection.Close] does, for another copy of the bot that has taken the place of this
// one. It stays until that one has had the time to log in: what comes meanwhile, and is not answered,
// is told of here.
func (d *Connection) HandOver() error {
	d.mu.Lock()
	d.yields = d.yields || !d.closed // what was told by then stays true
	d.mu.Unlock()
	return d.Close()
}

// yielding reports whether another copy of the bot has taken the place of a connection that closes.
func (d *Connection) yielding() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.yields
}

// Close takes no new work, waits for the answers in flight, for 5 seconds at most,
// and leaves.
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
	if d.yielding() {
		_ = pause(d.sending, time.Until(began.Add(openTimeout)))
	}
	d.transport.close()
	d.leave()
	d.rivals.Report()
	d.stopSend()
	d.client.CloseIdleConnections()
	if !drained {
		return errors.New("discord: closed with answers still unsent")
	}
	return nil
}

// setUser notes who the bot is.
func (d *Connection) setUser(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.user = id
}

// begin counts an exchange in, unless the connection closes.
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

// later runs what [Connection.Close] waits for after all answers, and reports whether it still does.
func (d *Connection) later(f func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left {
		return false
	}
	d.late.Go(func() {
		defer d.guard()
		f()
	})
	return true
}

// leave waits for all that is run so.
func (d *Connection) leave() {
	d.mu.Lock()
	d.left = true
	d.mu.Unlock()
	d.late.Wait()
}

// onlyLoopback refuses to dial any other host.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("discord: %s is not on loopback", address)
	}
	return nil
}

// Library is what speaks to Discord here.
const Library = "discordgo " + discordgo.VERSION

// The version of Discord's interfaces that it speaks, and the base of the REST interface of
// that version, which ends in a slash.
var (
	APIVersion = discordgo.APIVersion
	API        = discordgo.EndpointAPI
)

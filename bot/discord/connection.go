// Package discord is everything that knows Discord: it connects, decodes what people do
// into a [chat.Request], and carries the [chat.Reply] back within Discord's limits.
//
// An interaction comes in through the gateway (gateway.go) or by HTTP (endpoint.go), is
// decoded (decode.go) and becomes an exchange (exchange.go), which has it handled in the
// order of its channel (queue.go) and answers in time (answer.go): a first answer by
// callback or in the HTTP response (callback.go), all further ones by REST (rest.go)
// within the rate limits (ratelimit.go), encoded in encode.go. The slash commands are
// written in commands.go. The bot itself is a [Handler]; nothing here knows a game.
package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"github.com/sixfold-bot/sixfold/bot/panics"
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

// DiscordConfig says how to connect.
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
	// PublicKey is the application's, in hexadecimal digits; see [ParsePublicKey].
	PublicKey string
	// Records keep the hash of the commands that were written last.
	Records Records
	// Watch, if not nil, is told how the connection and the answers fare.
	Watch *watch.Watch
}

// Discord is a connection to Discord. It is safe for concurrent use.
type Connection struct {
	bot    Handler
	config Config
	log    *slog.Logger
	client *http.Client
	rest   *rest
	queues queues
	recent recentIDs
	// firstBy is how old an interaction may be when it is first answered.
	firstBy time.Duration

	transport transport
	// working ends when thoughts have to, and sending when everything has.
	working, sending   context.Context
	stopWork, stopSend context.CancelFunc

	mu     sync.Mutex
	user   string // the bot's own user ID, "" until it is known
	closed bool
	busy   sync.WaitGroup // exchanges; grows only while not closed
}

// transport brings interactions.
type transport interface {
	// open begins to bring them, and returns the app's ID.
	open(ctx context.Context) (app string, err error)
	// close brings no more of them, and leaves. It may be called without open.
	close()
	// over is closed when the transport has ended, by close or by a fault that lasts,
	// and fault says which: nil for close.
	over() <-chan struct{}
	fault() error
}

// Connect logs in, writes the commands where they have changed, and serves until
// Close. The context is for connecting alone.
func Connect(ctx context.Context, bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	d, err := newConnection(bot, c, log)
	if err != nil {
		return nil, err
	}
	app, err := d.transport.open(ctx)
	if err == nil {
		err = d.syncCommands(ctx, app)
	}
	if err != nil {
		_ = d.Close() // nothing is lost: the error of connecting matters more
		return nil, err
	}
	return d, nil
}

// newDiscord prepares a connection without opening it.
func newConnection(bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	if c.API == "" {
		c.API = discordgo.EndpointAPI
	}
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || !strings.HasSuffix(c.API, "/") {
		return nil, fmt.Errorf("discord: %q is no base of an API: it must be a URL that ends in a slash", c.API)
	}
	d := &Connection{bot: bot, config: c, log: log, firstBy: firstBy}
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
	d.rest.watch = c.Watch
	if c.Endpoint == "" {
		d.transport, err = newGateway(d, dialer)
	} else {
		d.transport, err = newEndpoint(d)
	}
	return d, err
}

// onlyLoopback refuses to dial any other host.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("discord: %s is not on loopback", address)
	}
	return nil
}

// Done is closed when the connection has ended, by Close or by a fault that lasts.
func (d *Connection) Done() <-chan struct{} { return d.transport.over() }

// Err says why the connection ended: nil while it lasts and after Close.
func (d *Connection) Err() error { return d.transport.fault() }

const (
	// graceBy is when Close has thoughts end, and drainBy when it stops to wait for
	// answers. What is left of 10 s is for the rest of the program.
	graceBy = 2 * time.Second
	drainBy = 5 * time.Second
)

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
	idle := make(chan struct{})
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
	d.transport.close()
	d.stopSend()
	d.client.CloseIdleConnections()
	if !drained {
		return errors.New("discord: closed with answers still unsent")
	}
	return nil
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

// receive takes an interaction as it arrives, to be answered by callback. It returns
// at once, and is called for one after the other, so that their order holds.
func (d *Connection) receive(raw json.RawMessage) {
	defer d.guard()
	e, err := d.read(raw)
	_ = d.take(e, err) // there is nobody else to tell
}

// read decodes an interaction. Where the error is not nil, the exchange holds what
// could be read.
func (d *Connection) read(raw []byte) (*exchange, error) {
	received := time.Now()
	d.mu.Lock()
	user := d.user
	d.mu.Unlock()
	in, err := decodeInteraction(raw, user)
	return &exchange{d: d, in: in, received: received, first: byCallback{d, in.ID, in.token}}, err
}

// Why take leaves an interaction unanswered, besides that it could not be read.
var (
	errTwice   = errors.New("discord: interaction handled before")
	errClosing = errors.New("discord: closing")
)

// take has an interaction answered: handled, or refused where it could not be read.
// Its error says why no answer will come.
func (d *Connection) take(e *exchange, err error) error {
	switch {
	case err != nil:
		e.log().Warn("an interaction was refused", "err", err)
		if errors.Is(err, errNotOurs) || !e.excuse(textGarbled) {
			return err
		}
	case !d.recent.add(e.in.ID):
		e.log().Info("an interaction arrived twice")
		return errTwice
	case !d.begin():
		if !e.excuse(textClosing) {
			return errClosing
		}
	default:
		e.start()
	}
	return nil
}

// guard is deferred where nobody is left to tell of a panic: the program goes on.
func (d *Connection) guard() {
	if v := recover(); v != nil {
		d.panicked(v)
	}
}

func (d *Connection) panicked(v any) { panics.Log(d.log, v) }

// get fetches an attachment.
func (d *Connection) get(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, hidePath(err)
	}
	request.Header.Set("User-Agent", userAgent)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, hidePath(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errTooLarge
	}
	return data, err
}

// ErrNoPost is returned by Post where the bot may not write.
var ErrNoPost = errors.New("discord: may not post to this channel")

// postBy bounds one post with its waiting for rate limits.
const postBy = time.Minute

// Post sends a message to a channel outside of any interaction, with those that come
// after it. Its errors wrap ErrNoPost where the bot may not. What a reply does later
// may panic: then nothing is sent.
func (d *Connection) Post(ctx context.Context, channel string, r chat.Reply) (err error) {
	defer func() {
		if v := recover(); v != nil {
			d.panicked(v)
			err = panics.ErrPanicked
		}
	}()
	if r.Later != nil {
		r = r.Later(ctx, func(chat.Reply) {})
	}
	if err := d.post(ctx, channel, r); err != nil {
		return err
	}
	for _, next := range r.After {
		if err := d.Post(ctx, channel, next); err != nil {
			return err
		}
	}
	return nil
}

// post sends one message to a channel.
func (d *Connection) post(ctx context.Context, channel string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postBy)
	defer cancel()
	var c cuts
	r.Private = false
	m := c.message(c.fit(r, defaultFileLimit, d.tooLarge("")))
	if len(c) > 0 {
		d.log.Error("a post went beyond Discord's limits", "channel", channel, "cut", []string(c))
	}
	_, err := d.rest.do(ctx, restCall{
		name: "post", method: http.MethodPost, path: "channels/" + channel + "/messages",
		body: m, files: m.files, asBot: true,
	})
	if refused, ok := errors.AsType[*restError](err); ok {
		switch refused.Code {
		case codeUnknownChannel, codeMissingAccess, codeNoDirect, codeNoPermission:
			return fmt.Errorf("%w: %w", ErrNoPost, err)
		}
	}
	return err
}

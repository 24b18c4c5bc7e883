package bot

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
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// Handler is what the connection asks: a [Bot].
type Handler interface {
	Handle(ctx context.Context, r Request) Reply
	Commands() []slash.Command
	// Translate says a text in the language of a Discord locale.
	Translate(locale string, t engine.Text) string
}

var _ Handler = (*Bot)(nil)

// Translate says a text in the language of a Discord locale.
func (b *Bot) Translate(locale string, t engine.Text) string { return b.words(locale).Say(t) }

// Records keep small values under a kind and an ID; see package store.
type Records interface {
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
}

// DiscordConfig says how to connect.
type DiscordConfig struct {
	Token Secret
	// API is the base of the REST interface, such as http://127.0.0.1:8666/api/v9/;
	// "" is Discord's. With one on loopback, nothing is sent anywhere else.
	API string
	// Guild is the ID of the one server to write commands to; "": everywhere.
	Guild string
	// Records keep the hash of the commands that were written last.
	Records Records
}

// Discord is a connection to Discord. It is safe for concurrent use.
type Discord struct {
	bot    Handler
	config DiscordConfig
	log    *slog.Logger
	client *http.Client
	rest   *rest
	queues queues
	recent recentIDs
	// firstBy is how old an interaction may be when it is first answered.
	firstBy time.Duration

	gateway *gateway
	// working ends when thoughts have to, and sending when everything has.
	working, sending   context.Context
	stopWork, stopSend context.CancelFunc

	mu     sync.Mutex
	user   string // the bot's own user ID, "" until it is known
	closed bool
	busy   sync.WaitGroup // exchanges; grows only while not closed
}

// Connect logs in, writes the commands where they have changed, and serves until
// Close. The context is for connecting alone.
func Connect(ctx context.Context, bot Handler, c DiscordConfig, log *slog.Logger) (*Discord, error) {
	d, err := newDiscord(bot, c, log)
	if err != nil {
		return nil, err
	}
	app, err := d.gateway.open(ctx)
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
func newDiscord(bot Handler, c DiscordConfig, log *slog.Logger) (*Discord, error) {
	if c.API == "" {
		c.API = discordgo.EndpointAPI
	}
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || !strings.HasSuffix(c.API, "/") {
		return nil, fmt.Errorf("discord: %q is no base of an API: it must be a URL that ends in a slash", c.API)
	}
	d := &Discord{bot: bot, config: c, log: log, firstBy: firstBy}
	d.working, d.stopWork = context.WithCancel(context.Background())
	d.sending, d.stopSend = context.WithCancel(context.Background())
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	if isLoopback(api.Hostname()) {
		dialer.Control, transport.Proxy = onlyLoopback, nil
	}
	d.client = &http.Client{Transport: transport}
	d.rest = newREST(c.API, c.Token, d.client)
	d.gateway, err = newGateway(d, dialer)
	return d, err
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
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
func (d *Discord) Done() <-chan struct{} { return d.gateway.done }

// Err says why the connection ended: nil while it lasts and after Close.
func (d *Discord) Err() error { return d.gateway.fault() }

const (
	// graceBy is when Close has thoughts end, and drainBy when it stops to wait for
	// answers. What is left of 10 s is for the rest of the program.
	graceBy = 2 * time.Second
	drainBy = 8 * time.Second
)

// Close takes no new work, waits for the answers in flight, for 8 seconds at most,
// and leaves.
func (d *Discord) Close() error {
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
	d.gateway.close()
	d.stopSend()
	d.client.CloseIdleConnections()
	if !drained {
		return errors.New("discord: closed with answers still unsent")
	}
	return nil
}

// begin counts an exchange in, unless the connection closes.
func (d *Discord) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.busy.Add(1)
	return true
}

func (d *Discord) end() { d.busy.Done() }

// receive takes an interaction as it arrives. It returns at once, and is called for
// one after the other, so that their order holds.
func (d *Discord) receive(raw json.RawMessage) {
	defer func() {
		if v := recover(); v != nil {
			d.log.Error("panic", "type", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
		}
	}()
	received := time.Now()
	d.mu.Lock()
	user := d.user
	d.mu.Unlock()
	in, err := decodeInteraction(raw, user)
	e := &exchange{d: d, in: in, received: received}
	switch {
	case err != nil:
		e.log().Warn("an interaction was refused", "err", err)
		if !errors.Is(err, errNotOurs) {
			e.excuse(textGarbled)
		}
	case !d.recent.add(in.ID):
		e.log().Info("an interaction arrived twice")
	case !d.begin():
		e.excuse(textClosing)
	default:
		e.start()
	}
}

// get fetches an attachment.
func (d *Discord) get(ctx context.Context, address string) ([]byte, error) {
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
var ErrNoPost = errors.New("bot: may not post to this channel")

// Post sends a message to a channel outside of any interaction, with those that come
// after it. Its errors wrap ErrNoPost where the bot may not.
func (d *Discord) Post(ctx context.Context, channel string, r Reply) error {
	if r.Later != nil {
		r = r.Later(ctx, func(Reply) {})
	}
	var c cuts
	r.Private = false
	m := c.message(r)
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
	if err != nil {
		return err
	}
	for _, next := range r.After {
		if err := d.Post(ctx, channel, next); err != nil {
			return err
		}
	}
	return nil
}

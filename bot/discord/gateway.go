package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// gateway keeps a discordgo session open.
//
// discordgo logs in again for ever after a close code that is final, without telling
// anybody, so its own reconnecting is off: a Disconnect opens it again here, where
// the error of opening can be seen.
type gateway struct {
	d       *Connection
	session *discordgo.Session
	dialNet dialFunc

	dropped chan struct{}             // of size 1: discordgo has left the socket
	hungUp  chan struct{}             // of size 1: the goodbye was answered
	ready   chan string               // of size 1: the app's ID
	heard   atomic.Pointer[time.Time] // when something came last, nil for never
	tried   atomic.Pointer[time.Time] // when it was opened last, or that was tried
	up      atomic.Bool               // interactions come
	*ending

	// keeping ends when the session is to be opened no more, and life when its
	// socket has to close.
	keeping, life context.Context
	letGo, end    context.CancelFunc
	kept          sync.WaitGroup
}

const (
	handshakeBy = 10 * time.Second
	// goodbyeBy is for the other side to answer the goodbye.
	goodbyeBy = 1500 * time.Millisecond
	// silentFor is when a socket counts as dead. Discord wants a heartbeat about
	// every 41 s, and answers each.
	silentFor = 2 * time.Minute
	// breather is how long to wait before the first try: discordgo's heartbeat may
	// notice the same drop a moment later, and closes whatever is open then.
	breather = 250 * time.Millisecond
	// settled is how long a connection stands until the next drop is a new story.
	settled = time.Minute
	// maxBackoff keeps logging in under Discord's limit of 1,000 a day.
	maxBackoff = 2 * time.Minute
	// stuckAfter is when a gateway from which nothing comes, and which does not try to open
	// it again either, lives no more: silence is noticed before, and tries lie less apart.
	stuckAfter = silentFor + maxBackoff + 6*handshakeBy
)

func newGateway(d *Connection, dial dialFunc) (*gateway, error) {
	session, err := discordgo.New("Bot " + string(d.config.Token))
	if err != nil {
		return nil, err
	}
	g := &gateway{
		d: d, session: session,
		dialNet: dial, dropped: make(chan struct{}, 1), hungUp: make(chan struct{}, 1), ready: make(chan string, 1), ending: newEnding(),
	}
	g.life, g.end = context.WithCancel(context.Background())
	g.keeping, g.letGo = context.WithCancel(g.life)
	session.Identify.Intents = discordgo.IntentsNone // interactions need none
	session.ShardID, session.ShardCount = d.config.Shard, max(d.config.Shards, 1)
	session.StateEnabled = false
	session.ShouldReconnectOnError = false
	session.SyncEvents = true // in order; the handlers return at once
	session.LogLevel = -1     // it would log the token, and to standard error
	session.Client = &http.Client{Transport: rebased{g.life, d.config.API, d.client.Transport}, Timeout: handshakeBy}
	session.Dialer = &websocket.Dialer{HandshakeTimeout: handshakeBy, NetDialContext: g.dial}
	if t, ok := d.client.Transport.(*http.Transport); ok {
		session.Dialer.Proxy = t.Proxy
	}
	session.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { g.onReady(r) })
	session.AddHandler(func(_ *discordgo.Session, _ *discordgo.Resumed) { g.onResumed() })
	session.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) { g.onDisconnect() })
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			d.receive(e.RawData)
		}
	})
	return g, nil
}

// offer sends where there is room.
func offer[T any](to chan T, value T) {
	select {
	case to <- value:
	default:
	}
}

func (g *gateway) onReady(r *discordgo.Ready) {
	app := ""
	if r.Application != nil {
		app = r.Application.ID
	}
	if r.User != nil {
		g.d.mu.Lock()
		g.d.user = r.User.ID
		g.d.mu.Unlock()
		if app == "" {
			app = r.User.ID
		}
	}
	g.d.log.Info("logged in", "app", app)
	g.d.config.Watch.LoggedIn()
	g.linked(true)
	offer(g.ready, app)
}

func (g *gateway) onResumed() {
	g.d.log.Info("the session with Discord goes on")
	g.d.config.Watch.Resumed()
	g.linked(true)
}

func (g *gateway) onDisconnect() {
	g.linked(false)
	offer(g.dropped, struct{}{})
}

// linked tells who wants to know whether interactions come.
func (g *gateway) linked(up bool) {
	g.up.Store(up)
	g.d.config.Watch.Connected(up)
	if g.d.config.Linked != nil {
		var silent time.Duration
		if last := g.heard.Load(); !up && last != nil {
			silent = time.Since(*last)
		}
		g.d.config.Linked(up, silent)
	}
}

// open logs in for the first time, and returns the app's ID.
func (g *gateway) open(ctx context.Context) (app string, err error) {
	stop := context.AfterFunc(ctx, g.end)
	defer stop()
	if err := g.session.Open(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", explain(err)
	}
	g.kept.Go(g.keep)
	select {
	case app = <-g.ready:
		return app, nil
	case <-g.done:
		return "", g.fault()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// keep opens the session again whenever it drops, until the gateway ends or the
// reason of a drop is final.
func (g *gateway) keep() {
	wait, since := breather, time.Now()
	for {
		select {
		case <-g.keeping.Done():
			return
		case <-g.dropped:
		}
		if time.Since(since) > settled {
			wait = breather
		}
		for {
			g.d.log.Warn("the connection to Discord is lost", "again_in", wait)
			if pause(g.keeping, wait) != nil {
				return
			}
			wait = min(2*wait, maxBackoff)
			if open, err := g.reopen(); err != nil {
				g.finish(explain(err))
				return
			} else if open {
				break
			}
		}
		g.d.log.Info("the connection to Discord is open again")
		since = time.Now()
	}
}

// reopen tries once. Its error is final.
func (g *gateway) reopen() (open bool, err error) {
	select {
	case <-g.dropped: // of the same connection
	default:
	}
	now := time.Now()
	g.tried.Store(&now)
	err = g.session.Open()
	switch {
	case err == nil, errors.Is(err, discordgo.ErrWSAlreadyOpen):
		return true, nil
	case isFinal(err):
		return false, err
	}
	g.d.log.Warn("the connection to Discord was not opened", "err", hidePath(err))
	return false, nil
}

// connected reports whether interactions come.
func (g *gateway) connected() bool { return g.up.Load() }

// alive returns an error where nothing has come for so long that the gateway must have
// noticed, and nobody tries to open it again.
func (g *gateway) alive(now time.Time) error {
	var last time.Time
	for _, sign := range []*atomic.Pointer[time.Time]{&g.heard, &g.tried} {
		if at := sign.Load(); at != nil && at.After(last) {
			last = *at
		}
	}
	if still := now.Sub(last); !last.IsZero() && still > stuckAfter {
		return fmt.Errorf("the gateway has stood still for %s", still.Round(time.Second))
	}
	return nil
}

// finish ends the gateway, for a reason or, by close, for none.
func (g *gateway) finish(err error) {
	g.letGo()
	g.up.Store(false)
	g.end()
	g.d.config.Watch.Connected(false)
	g.ending.finish(err)
}

// close says goodbye and ends the gateway.
func (g *gateway) close() {
	g.letGo()
	// discordgo's Close sleeps for a second after the goodbye, and waits for an
	// opening that may not come about: it is left behind.
	goodbye := make(chan struct{})
	go func() { _ = g.session.Close(); close(goodbye) }()
	select {
	case <-g.hungUp:
	case <-goodbye:
	case <-time.After(goodbyeBy):
	}
	g.end()
	g.kept.Wait()
	g.finish(nil)
}

// dialFunc connects as [net.Dialer.DialContext] does.
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// dial connects, and closes the socket when the gateway ends or the socket stays
// silent: discordgo reads without a deadline.
func (g *gateway) dial(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(g.keeping, cancel)()
	conn, err := g.dialNet(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &watchedConn{Conn: conn, g: g}
	c.forget = context.AfterFunc(g.life, func() { _ = conn.Close() })
	return c, nil
}

// watchedConn is a connection on which something must arrive now and then, and which
// tells of an answer to the goodbye.
type watchedConn struct {
	net.Conn
	g      *gateway
	forget func() bool
	bye    atomic.Bool // the goodbye is written
}

func (c *watchedConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(silentFor)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(b)
	if now := time.Now(); n > 0 {
		c.g.heard.Store(&now)
	}
	if c.bye.Load() {
		offer(c.g.hungUp, struct{}{})
	}
	return n, err
}

func (c *watchedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if c.g.keeping.Err() != nil {
		c.bye.Store(true)
	}
	return n, err
}

func (c *watchedConn) Close() error {
	c.forget()
	return c.Conn.Close()
}

// rebased sends discordgo's calls to another base. Its endpoint variables are global
// to the process and each computed once; and what is not below the base, such as its
// own address by mistake, is refused. Since discordgo knows no contexts, none outlasts life.
type rebased struct {
	life context.Context //nolint:containedctx // see above
	base string
	next http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (r rebased) RoundTrip(request *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(request.URL.String(), discordgo.EndpointAPI)
	if !ok {
		return nil, fmt.Errorf("discord: no call to %s", request.URL.Host)
	}
	to, err := request.URL.Parse(r.base + rest)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(request.Context())
	forget := context.AfterFunc(r.life, cancel)
	context.AfterFunc(ctx, func() { forget() })
	request = request.Clone(ctx)
	request.URL, request.Host = to, ""
	return r.next.RoundTrip(request)
}

// finalCodes are the close codes after which logging in again cannot work, in words
// for the operator.
var finalCodes = map[int]string{
	4004: "the token is not valid: copy it again from the Discord developer portal",
	4010: "the shard is not valid",
	4011: "the bot is in too many servers for one connection",
	4012: "Discord no longer speaks this version of the gateway",
	4013: "the intents are not valid",
	4014: "the intents are not allowed for this bot",
}

// FinalError is returned where Discord refuses the bot until somebody changes its token or
// its settings: whoever tries again is refused again.
type FinalError struct {
	why string // of finalCodes
	err error
}

func (e *FinalError) Error() string { return fmt.Sprintf("discord: %s (%v)", e.why, e.err) }

// Unwrap returns what Discord has answered.
func (e *FinalError) Unwrap() error { return e.err }

// isFinal reports whether logging in again is of no use.
func isFinal(err error) bool {
	if code, ok := errors.AsType[*websocket.CloseError](err); ok {
		return finalCodes[code.Code] != ""
	}
	refused, ok := errors.AsType[*discordgo.RESTError](err)
	return ok && refused.Response != nil && refused.Response.StatusCode == http.StatusUnauthorized
}

// explain puts the reason in words for the operator.
func explain(err error) error {
	if code, ok := errors.AsType[*websocket.CloseError](err); ok && finalCodes[code.Code] != "" {
		return &FinalError{finalCodes[code.Code], err}
	}
	if isFinal(err) {
		return &FinalError{finalCodes[4004], err}
	}
	return fmt.Errorf("discord: connect: %w", hidePath(err))
}

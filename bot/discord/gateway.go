package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// gateway keeps a connection to Discord's gateway: it opens one after the other, each a
// [relay], resumes the session of the one before where that can be, and logs in else.
type gateway struct {
	d      *Connection
	dialer *websocket.Dialer

	// Of the goroutine of keep and, while it waits for a relay, of that.
	session   *session      // nil: to log in
	wait      time.Duration // before the next connection
	lastLogin time.Time
	apart     time.Duration            // how far the next login is from it
	leaves    func(rest time.Duration) // the turn to log in; nil while it has none

	pipe func() (net.Conn, net.Conn) // connects discordgo

	up           atomic.Bool               // interactions come
	lastReceived atomic.Pointer[time.Time] // nil: nothing yet
	lastAttempt  atomic.Pointer[time.Time] // to connect
	ready        chan struct{}             // closed once it has been up
	isReady      func()
	*ending

	keeping context.Context // until it says goodbye
	stop    context.CancelFunc
	kept    sync.WaitGroup
}

const (
	// openTimeout is for a connection to be logged in, and for each message to be written.
	openTimeout = 10 * time.Second
	// closeTimeout is for Discord to answer the goodbye.
	closeTimeout = 1500 * time.Millisecond
	// heartbeatTimeout is when a silent socket counts as dead. Discord wants a heartbeat
	// about every 41 s, and answers each.
	heartbeatTimeout = 2 * time.Minute
	// retryDelay is how long to wait before the first try, and doubles up to maxDelay.
	retryDelay = 250 * time.Millisecond
	maxDelay   = 30 * time.Second
	// loginDelay is how far logins are apart at least: Discord takes one in five seconds. It doubles
	// up to maxLoginDelay, which keeps logging in under Discord's limit of 1,000 a day.
	loginDelay    = 5 * time.Second
	maxLoginDelay = 100 * time.Second
	// stableAfter is how long a connection stands until both delays are those of a first try again.
	stableAfter = time.Minute
	// stuckAfter is when a gateway from which nothing comes, and which does not try to open
	// it again either, is dead: all timeouts and the longest delay have passed.
	stuckAfter = heartbeatTimeout + maxLoginDelay + askTimeout + 2*openTimeout
	// reservedLogins are left of what Discord allows a day, for an operator who mends what uses
	// them up: beyond the limit Discord resets the token.
	reservedLogins = 50
)

// dialFunc connects as [net.Dialer.DialContext] does.
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

func newGateway(d *Connection, dial dialFunc) *gateway {
	g := &gateway{
		d: d, ready: make(chan struct{}), ending: newEnding(), wait: retryDelay, pipe: net.Pipe,
		dialer: &websocket.Dialer{HandshakeTimeout: openTimeout, NetDialContext: dial},
	}
	g.isReady = sync.OnceFunc(func() { close(g.ready) })
	g.keeping, g.stop = context.WithCancel(context.Background())
	if t, ok := d.client.Transport.(*http.Transport); ok {
		g.dialer.Proxy = t.Proxy
	}
	return g
}

// loggedIn notes that a session has begun, as a user if Discord tells.
func (g *gateway) loggedIn(bot *discordgo.User) {
	if bot != nil {
		g.d.setUser(bot.ID)
	}
	g.d.log.Info("logged in")
	g.d.config.Watch.LoggedIn()
	g.linked(true)
}

// resumed notes that a session goes on.
func (g *gateway) resumed() {
	g.d.log.Info("the session with Discord goes on")
	g.d.config.Watch.Resumed()
	g.linked(true)
}

// linked tells who wants to know whether interactions come.
func (g *gateway) linked(up bool) {
	if g.up.Swap(up) == up {
		return
	}
	if up {
		g.isReady()
	}
	g.d.config.Watch.Connected(up)
	if g.d.config.Linked != nil {
		var silent time.Duration
		if last := g.lastReceived.Load(); !up && last != nil {
			silent = time.Since(*last)
		}
		g.d.config.Linked(up, silent)
	}
}

// open logs in for the first time.
func (g *gateway) open(ctx context.Context, _ application) error {
	g.kept.Go(g.keep)
	select {
	case <-g.ready:
		return nil
	case <-g.done:
		return g.fault()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keep connects, and connects again whenever a connection ends, until the gateway ends or
// Discord refuses it for good.
func (g *gateway) keep() {
	for {
		now := time.Now()
		g.lastAttempt.Store(&now)
		err := g.connect()
		g.linked(false)
		if g.keeping.Err() != nil {
			return
		}
		if final(err) != nil {
			g.finish(final(err))
			return
		}
		wait := g.delay(err)
		g.d.log.Warn("not connected to Discord", "err", hidePath(err), "again_in", wait.Round(time.Millisecond))
		if pause(g.keeping, wait) != nil {
			return
		}
	}
}

// delay is how long to wait for the next connection after one that ended for a reason.
func (g *gateway) delay(err error) time.Duration {
	wait := g.wait
	g.wait = min(2*g.wait, maxDelay)
	if errors.Is(err, errInvalidSession) {
		wait = max(wait, time.Second+rand.N(4*time.Second)) // as Discord asks
	}
	if g.session == nil {
		wait = max(wait, time.Until(g.lastLogin.Add(g.apart)))
	}
	return wait
}

// logsIn notes a login.
func (g *gateway) logsIn(now time.Time) {
	g.leaveTurn(loginDelay)
	g.lastLogin = now
	g.apart = min(max(2*g.apart, loginDelay), maxLoginDelay)
}

// leaveTurn lets others log in after a time, unless it has done so.
func (g *gateway) leaveTurn(rest time.Duration) {
	if g.leaves != nil {
		g.leaves(rest)
		g.leaves = nil
	}
}

// connect opens a connection, and returns why it has ended.
func (g *gateway) connect() error {
	defer g.leaveTurn(0)
	address, err := g.address()
	if err != nil {
		return err
	}
	r, err := g.dial(g.keeping, strings.TrimSuffix(address, "/")+"/", g.session)
	if err != nil {
		if g.session != nil {
			g.session.URL = "" // may be gone, as its session need not be
		}
		return err
	}
	err = r.run(g.keeping)
	if r.stood() {
		g.wait, g.apart = retryDelay, 0
	}
	before := g.session
	if g.session = r.left(err); g.session == nil && before != nil {
		g.wait = retryDelay // Discord is there, and logins have their own delay
	}
	return err
}

// address is where to connect: where the session can be resumed, or where Discord says.
func (g *gateway) address() (string, error) {
	switch {
	case g.session == nil:
		return g.mayLogIn()
	case g.session.URL == "":
		told, err := g.whereabouts()
		return told.URL, err
	}
	return g.session.URL, nil
}

// whereabouts is what Discord tells of its gateway.
type whereabouts struct {
	URL   string `json:"url"`
	Limit struct {
		Total     int   `json:"total"`
		Remaining int   `json:"remaining"`
		After     int64 `json:"reset_after"` // milliseconds
		AtOnce    int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

func (g *gateway) whereabouts() (told whereabouts, err error) {
	err = g.d.ask(g.keeping, "gateway/bot", &told)
	return told, err
}

// mayLogIn returns where the gateway is, when it is the turn of this connection. It waits while Discord
// allows no more than the last few logins, which it counts for earlier processes too, so that no loop
// can use them up.
func (g *gateway) mayLogIn() (address string, err error) {
	for said := false; ; {
		told, err := g.whereabouts()
		if err != nil {
			return "", err
		}
		limit := told.Limit
		if limit.Total == 0 || limit.Remaining > min(reservedLogins, limit.Total/2) {
			if err := g.takeTurn(limit.AtOnce); err == nil || g.keeping.Err() != nil {
				return told.URL, err
			}
		} else {
			reset := time.Duration(limit.After) * time.Millisecond
			if !said {
				g.d.log.Error("Discord allows hardly any more logins, and resets the token of a bot that exceeds them: waiting; find out what starts the bot over and over again",
					"left", limit.Remaining, "reset_in", reset.Round(time.Minute))
				said = true
			}
			if err := pause(g.keeping, min(max(reset, retryDelay), maxLoginDelay)); err != nil {
				return "", err
			}
		}
		now := time.Now()
		g.lastAttempt.Store(&now)
	}
}

// takeTurn waits for the turn to log in, but no longer than a login may be put off: where many wait,
// what Discord allows is not what it was, and who waits is not stuck.
func (g *gateway) takeTurn(atOnce int) (err error) {
	ctx, cancel := context.WithTimeout(g.keeping, maxLoginDelay)
	defer cancel()
	g.leaves, err = g.d.config.Logins.enter(ctx, g.d.config.Shard%max(atOnce, 1))
	return err
}

// connected reports whether interactions come.
func (g *gateway) connected() bool { return g.up.Load() }

// alive returns an error where nothing has come for so long that the gateway must have
// noticed, and nobody tries to open it again.
func (g *gateway) alive(now time.Time) error {
	var last time.Time
	for _, sign := range []*atomic.Pointer[time.Time]{&g.lastReceived, &g.lastAttempt} {
		if at := sign.Load(); at != nil && at.After(last) {
			last = *at
		}
	}
	if still := now.Sub(last); !last.IsZero() && still > stuckAfter {
		return fmt.Errorf("the gateway has stood still for %s", still.Round(time.Second))
	}
	return nil
}

// close says goodbye and ends the gateway.
func (g *gateway) close() {
	g.stop()
	g.kept.Wait()
	g.finish(nil)
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
	why string // in words for the operator
	err error
}

func (e *FinalError) Error() string { return fmt.Sprintf("discord: %s (%v)", e.why, e.err) }

// Unwrap returns what Discord has answered.
func (e *FinalError) Unwrap() error { return e.err }

// final returns err as a [FinalError] where logging in again is of no use, else nil.
func final(err error) error {
	if refused, ok := errors.AsType[*FinalError](err); ok {
		return refused
	}
	if code, ok := errors.AsType[*websocket.CloseError](err); ok && finalCodes[code.Code] != "" {
		return &FinalError{finalCodes[code.Code], err}
	}
	return nil
}

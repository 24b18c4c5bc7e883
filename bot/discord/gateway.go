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

	"github.com/gorilla/websocket"

	"github.com/sixfold-bot/sixfold/bot/watch"
)

// gateway keeps a connection to Discord's gateway open. Each connection is a [relay], which resumes
// the previous session if possible and logs in otherwise.
type gateway struct {
	d      *Connection
	dialer *websocket.Dialer

	// Owned by the goroutine of run, and by the relay's while run waits for it.
	session     *session      // nil: log in
	wait        time.Duration // delay before the next connection
	lastLogin   time.Time
	loginWait   time.Duration // minimum time from lastLogin to the next login
	releaseTurn func()        // ends the turn to log in; nil without a turn

	pipe func() (net.Conn, net.Conn) // connects to discordgo

	up           atomic.Bool               // interactions can arrive
	lastReceived atomic.Pointer[time.Time] // nil: nothing yet
	lastAttempt  atomic.Pointer[time.Time] // last attempt to connect
	ready        context.Context           // ends at the first connection
	isReady      context.CancelFunc

	running context.Context // ends at close
	stop    context.CancelFunc
	stopped sync.WaitGroup // for run
}

const (
	// openTimeout bounds logging in, and each write.
	openTimeout = 10 * time.Second
	// closeTimeout bounds the wait for Discord's answer to a close frame.
	closeTimeout = 1500 * time.Millisecond
	// heartbeatTimeout is the silence after which a socket counts as dead. Discord asks for a
	// heartbeat about every 41 s, and acknowledges each.
	heartbeatTimeout = 2 * time.Minute
	// retryDelay is the delay before the first retry. It doubles up to maxDelay.
	retryDelay = 250 * time.Millisecond
	maxDelay   = 30 * time.Second
	// loginDelay is the minimum time between logins: Discord accepts one in five seconds. It
	// doubles up to maxLoginDelay, which stays below Discord's limit of 1,000 logins a day.
	loginDelay    = 5 * time.Second
	maxLoginDelay = 100 * time.Second
	// stableAfter is how long a connection must last for both delays to be reset.
	stableAfter = time.Minute
	// stuckAfter is the silence, without an attempt to connect, after which the gateway counts as
	// dead: all timeouts and the longest delay have passed.
	stuckAfter = heartbeatTimeout + maxLoginDelay + askTimeout + 2*openTimeout
	// reservedLogins of the daily limit are left for an operator who repairs what uses them up.
	// Discord resets the token of a bot that exceeds the limit.
	reservedLogins = 50
)

func newGateway(d *Connection, transport *http.Transport) *gateway {
	g := &gateway{
		d: d, wait: retryDelay, pipe: net.Pipe,
		dialer: &websocket.Dialer{HandshakeTimeout: openTimeout, NetDialContext: transport.DialContext, Proxy: transport.Proxy},
	}
	g.ready, g.isReady = context.WithCancel(context.Background())
	g.running, g.stop = context.WithCancel(context.Background())
	return g
}

// linked reports a change of whether interactions can arrive.
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

// open starts run, and waits for the first login.
func (g *gateway) open(ctx context.Context, _ application) error {
	g.stopped.Go(g.run)
	select {
	case <-g.ready.Done():
		return nil
	case <-g.d.Done():
		return g.d.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run connects again whenever a connection ends, until close or a permanent refusal.
func (g *gateway) run() {
	for {
		now := time.Now()
		g.lastAttempt.Store(&now)
		err := g.connect()
		g.linked(false)
		if g.running.Err() != nil {
			return
		}
		if Final(err) != nil {
			g.d.finish(Final(err))
			return
		}
		wait := g.delay(err)
		g.d.log.Warn("not connected to Discord", "err", HidePath(err), "again_in", wait.Round(time.Millisecond))
		if pause(g.running, wait) != nil {
			return
		}
	}
}

// delay returns how long to wait before the next connection, given why the last one ended.
func (g *gateway) delay(err error) time.Duration {
	wait := g.wait
	g.wait = min(2*g.wait, maxDelay)
	if errors.Is(err, errInvalidSession) {
		wait = max(wait, time.Second+rand.N(4*time.Second)) // as Discord requires
	}
	if g.session == nil {
		wait = max(wait, time.Until(g.lastLogin.Add(g.loginWait)))
	}
	return wait
}

func (g *gateway) noteLogin(now time.Time) {
	g.leaveTurn(loginDelay)
	g.lastLogin = now
	g.loginWait = min(max(2*g.loginWait, loginDelay), maxLoginDelay)
}

// leaveTurn lets the next connection log in after rest, if this one has the turn.
func (g *gateway) leaveTurn(rest time.Duration) {
	if g.releaseTurn != nil {
		time.AfterFunc(rest, g.releaseTurn)
		g.releaseTurn = nil
	}
}

func (g *gateway) connect() error {
	defer g.leaveTurn(0)
	address, err := g.address()
	if err != nil {
		return err
	}
	r, err := g.dial(g.running, strings.TrimSuffix(address, "/")+"/", g.session)
	if err != nil {
		if g.session != nil {
			g.session.URL = "" // the address may be gone though the session lives
		}
		return err
	}
	err = r.run(g.running)
	if r.greeted && time.Since(r.opened) > stableAfter {
		g.wait, g.loginWait = retryDelay, 0
	}
	before := g.session
	if g.session = r.nextSession(err); g.session == nil && before != nil {
		g.wait = retryDelay // Discord answers, and loginDelay limits logins
	}
	return err
}

// address returns the URL to connect to: the session's, or the one that Discord names.
func (g *gateway) address() (string, error) {
	switch {
	case g.session == nil:
		return g.mayLogIn()
	case g.session.URL == "":
		told, err := g.fetchInfo()
		return told.URL, err
	}
	return g.session.URL, nil
}

// GatewayInfo is Discord's answer about the gateway.
type GatewayInfo struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // wanted for so many servers
	Limit  struct {
		Total     int   `json:"total"`
		Remaining int   `json:"remaining"`
		After     int64 `json:"reset_after"` // milliseconds
		AtOnce    int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

func (g *gateway) fetchInfo() (told GatewayInfo, err error) {
	err = g.d.ask(g.running, "gateway/bot", &told)
	return told, err
}

// mayLogIn waits for this connection's turn to log in, and returns the gateway's address. While
// Discord allows only the last reservedLogins, it waits: Discord's count spans processes, so no
// restart loop can use them up.
func (g *gateway) mayLogIn() (address string, err error) {
	for said := false; ; {
		told, err := g.fetchInfo()
		if err != nil {
			return "", err
		}
		limit := told.Limit
		if limit.Total == 0 || limit.Remaining > min(reservedLogins, limit.Total/2) {
			if err := g.takeTurn(limit.AtOnce); err == nil || g.running.Err() != nil {
				return told.URL, err
			}
		} else {
			reset := time.Duration(limit.After) * time.Millisecond
			if !said {
				g.d.log.Error("Discord allows hardly any more logins, and resets the token of a bot that exceeds them: waiting; find out what starts the bot over and over again",
					"left", limit.Remaining, "reset_in", reset.Round(time.Minute))
				said = true
			}
			if err := pause(g.running, min(max(reset, retryDelay), maxLoginDelay)); err != nil {
				return "", err
			}
		}
		now := time.Now()
		g.lastAttempt.Store(&now)
	}
}

// takeTurn waits for the turn to log in, for maxLoginDelay at most. The caller then asks Discord
// again, since the limits may have changed, and counts as alive.
func (g *gateway) takeTurn(atOnce int) (err error) {
	ctx, cancel := context.WithTimeout(g.running, maxLoginDelay)
	defer cancel()
	g.releaseTurn, err = g.d.config.Logins.Acquire(ctx, g.d.config.Shard%max(atOnce, 1))
	return err
}

func (g *gateway) connected() bool { return g.up.Load() }

// alive returns an error after stuckAfter without a message or an attempt to connect.
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

func (g *gateway) close() {
	g.stop()
	g.stopped.Wait()
}

// finalCodes are the close codes after which another login must fail, explained to the operator.
var finalCodes = map[int]string{
	4004: "the token is not valid: copy it again from the Discord developer portal",
	4010: "the shard is not valid",
	4011: "the bot is in too many servers for one connection",
	4012: "Discord no longer speaks this version of the gateway",
	4013: "the intents are not valid",
	4014: "the intents are not allowed for this bot",
}

// FinalError is a refusal by Discord that lasts until the operator changes the token or the
// settings; retrying is useless.
type FinalError struct {
	why string // explained to the operator
	err error
}

func (e *FinalError) Error() string { return fmt.Sprintf("discord: %s (%v)", e.why, e.err) }

// Unwrap returns Discord's answer.
func (e *FinalError) Unwrap() error { return e.err }

// Final returns err as a [FinalError] if another login must fail, else nil.
func Final(err error) error {
	if refused, ok := errors.AsType[*FinalError](err); ok {
		return refused
	}
	if code, ok := errors.AsType[*websocket.CloseError](err); ok && finalCodes[code.Code] != "" {
		return &FinalError{finalCodes[code.Code], err}
	}
	return nil
}

// Logins serializes the logins of a process's connections: of the shards with the same remainder
// modulo max_concurrency, Discord accepts one login in five seconds. The zero value is ready to
// use; it is safe for concurrent use.
type Logins struct{ watch.Turns[int] } // by remainder

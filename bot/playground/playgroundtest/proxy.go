package playgroundtest

import (
	"cmp"
	"context"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Proxy forwards a bot's requests and connections to a server, and injects faults. It is safe for
// concurrent use.
type Proxy struct {
	server  *url.URL
	clock   world.Clock // for delays
	network world.Network
	address string // host:port of the proxy
	http    *http.Server
	served  sync.WaitGroup  // until http has ended
	ctx     context.Context // ends with the proxy
	cancel  context.CancelFunc
	links   sync.WaitGroup
	active  active

	mu       sync.Mutex
	attempts []Attempt
	open     map[*link]bool
	sessions map[string]*session // by ID
}

// NewProxy starts a proxy on a free loopback port for the server at a base URL. It ends with the
// test.
func NewProxy(t testing.TB, server string, clock world.Clock, network world.Network) *Proxy {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := network.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{
		server: u, clock: clock, network: network, address: listener.Addr().String(),
		open: map[*link]bool{}, sessions: map[string]*session{},
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.http = &http.Server{Handler: p.handler(), ReadHeaderTimeout: 10 * time.Second}
	p.served.Go(func() { _ = p.http.Serve(listener) }) // Close ends it
	t.Cleanup(p.Close)
	return p
}

// APIBase returns the proxy's base URL, to which "api/v9/" is added.
func (p *Proxy) APIBase() string { return "http://" + p.address + "/" }

// Close cuts all connections. Further calls do nothing.
func (p *Proxy) Close() {
	p.cancel()
	_ = p.http.Close() // errors of connections that end anyway
	p.served.Wait()
	p.links.Wait()
}

// Inject injects a fault, and returns its ID for [Proxy.End], or "" if it is over at once.
func (p *Proxy) Inject(f Fault) (id string) {
	f.Count = cmp.Or(f.Count, 1)
	switch f.Kind {
	case Drop:
		p.each((*link).drop)
	case Reconnect:
		p.each(func(l *link) {
			l.say(p.ctx, rules.OpReconnect, nil)
			p.clock.AfterFunc(5*time.Second, l.drop)
		})
	case Invalid: // the bot may log in again on the same socket
		p.each(func(l *link) {
			l.endSession(!f.Resumable)
			l.say(p.ctx, rules.OpInvalidSession, f.Resumable)
		})
	case Close:
		code := websocket.StatusCode(f.Code)
		p.each(func(l *link) {
			l.endSession(rules.EndsSession(code))
			go func() { _ = l.bot.Close(code, closeText) }() // which waits for the bot
		})
	case Say:
		p.each(func(l *link) { l.sendText(p.ctx, f.Text) })
	case Still:
		p.each((*link).silence)
	default:
		return p.active.add(f)
	}
	return ""
}

// Attempt is a bot's attempt to log in or to resume a session, successful or not.
type Attempt struct {
	At      time.Time
	Resumes bool
}

// Attempts returns the attempts so far, oldest first.
func (p *Proxy) Attempts() []Attempt {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.attempts)
}

// Active returns the pending faults, oldest first.
func (p *Proxy) Active() []Fault { return p.active.all() }

// End ends a fault, and reports whether it was pending. Interactions that it held are delivered in
// their original order.
func (p *Proxy) End(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.end(id)
}

// each calls f with every connection that has a session.
func (p *Proxy) each(f func(*link)) {
	p.mu.Lock()
	links := slices.Collect(maps.Keys(p.open))
	links = slices.DeleteFunc(links, func(l *link) bool { return l.session == nil })
	p.mu.Unlock()
	for _, l := range links {
		f(l)
	}
}

// handler forwards requests that no fault strikes.
func (p *Proxy) handler() http.Handler {
	pass := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(p.server)
			r.Out.Host = r.In.Host // the server's URLs are the proxy's
		},
		Transport:     &http.Transport{DialContext: p.network.DialContext, DisableCompression: true, MaxIdleConnsPerHost: 100},
		FlushInterval: -1,                         // forward the events of a stream at once
		ErrorLog:      log.New(io.Discard, "", 0), // the bot sees the errors
	}
	mux := http.NewServeMux()
	mux.Handle("/", duplex(pass))
	mux.Handle("GET /gateway/", p.faulty(http.HandlerFunc(p.gateway)))
	for _, version := range versions {
		mux.Handle(version+"/", p.faulty(duplex(pass)))
	}
	return mux
}

// duplex allows a response to start before the whole request is forwarded. Otherwise net/http
// closes the request's body first, and the proxy, about to read its end, cuts the connection from
// which it is reading the response.
func duplex(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // fails only without a connection
		next.ServeHTTP(w, r)
	})
}

package playgroundtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

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

// NewProxy starts a proxy on a free loopback port for the server at a base URL. [Proxy.Close] ends
// it.
func NewProxy(server string, clock world.Clock, network world.Network) (*Proxy, error) {
	u, err := url.Parse(server)
	if err != nil {
		return nil, fmt.Errorf("fault: %w", err)
	}
	listener, err := network.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("fault: %w", err)
	}
	p := &Proxy{
		server: u, clock: clock, network: network, address: listener.Addr().String(),
		open: map[*link]bool{}, sessions: map[string]*session{},
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.http = &http.Server{Handler: p.handler(), ReadHeaderTimeout: 10 * time.Second}
	p.served.Go(func() { _ = p.http.Serve(listener) }) // Close ends it
	return p, nil
}

// APIBase returns the proxy's base URL, to which "api/v9/" is added.
func (p *Proxy) APIBase() string { return "http://" + p.address + "/" }

// Close cuts all connections. Further calls do nothing.
func (p *Proxy) Close() error {
	p.cancel()
	err := p.http.Close()
	p.served.Wait()
	p.links.Wait()
	return err
}

// Inject injects a fault, and returns its ID for [Proxy.End], or "" if it is over at once.
func (p *Proxy) Inject(f Fault) (id string, err error) {
	f.Count = cmp.Or(f.Count, 1)
	switch f.Kind {
	case Drop:
		p.each((*link).drop)
	case Reconnect:
		p.each((*link).reconnect)
	case Invalid:
		p.each(func(l *link) { l.invalidate(f.Resumable) })
	case Close:
		p.each(func(l *link) { l.closeWith(f.Code) })
	case Say:
		p.each(func(l *link) { l.sendText(p.ctx, f.Text) })
	case Still:
		p.each((*link).silence)
	case Shuffle:
		return p.shuffle(f)
	default:
		return p.active.add(f), nil
	}
	return "", nil
}

// shuffle makes all connections hold interactions.
func (p *Proxy) shuffle(f Fault) (id string, err error) {
	links := p.loggedIn()
	if len(links) == 0 {
		return "", errors.New("fault: nobody is logged in whose interactions could be shuffled")
	}
	f.ID = p.active.add(f)
	for _, l := range links {
		l.hold(f)
	}
	return f.ID, nil
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
	for _, l := range p.loggedIn() {
		l.release(id)
	}
	return p.active.end(id)
}

func (p *Proxy) loggedIn() []*link {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []*link
	for l := range p.open {
		if l.session != nil {
			list = append(list, l)
		}
	}
	return list
}

func (p *Proxy) each(f func(*link)) {
	for _, l := range p.loggedIn() {
		f(l)
	}
}

// handler forwards requests that no fault strikes.
func (p *Proxy) handler() http.Handler {
	pass := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(p.server)
			r.Out.Host = p.server.Host
		},
		Transport:      &http.Transport{DialContext: p.network.DialContext, DisableCompression: true, MaxIdleConnsPerHost: 100},
		ModifyResponse: p.rewriteAddress,
		FlushInterval:  -1,                         // forward the events of a stream at once
		ErrorLog:       log.New(io.Discard, "", 0), // the bot sees the errors
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

// rewriteAddress replaces the gateway's address in a response by the proxy's.
func (p *Proxy) rewriteAddress(r *http.Response) error {
	if !strings.HasSuffix(r.Request.URL.Path, "/gateway") && !strings.HasSuffix(r.Request.URL.Path, "/gateway/bot") {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	text := p.proxied(string(body))
	r.Body = io.NopCloser(strings.NewReader(text))
	r.ContentLength = int64(len(text))
	r.Header.Set("Content-Length", fmt.Sprint(len(text)))
	return nil
}

// proxied replaces the server's address by the proxy's.
func (p *Proxy) proxied(text string) string {
	return strings.ReplaceAll(text, p.server.Host, p.address)
}

package playgroundtest

import (
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

// Proxy passes a bot's requests and connections on to a server. It is safe for
// concurrent use.
type Proxy struct {
	server  *url.URL
	clock   world.Clock // delays pass by it
	network world.Network
	address string // host:port of the proxy
	http    *http.Server
	served  chan struct{}   // closed when http has ended
	ctx     context.Context // ends with the proxy
	cancel  context.CancelFunc
	links   sync.WaitGroup
	active  active

	mu       sync.Mutex
	attempts []Attempt
	open     map[*link]bool
	sessions map[string]*session // by ID
}

// NewProxy starts a proxy on a free port of the loopback interface of a network, for the server
// at this address. [Proxy.Close] ends it.
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
		server: u, clock: clock, network: network, address: listener.Addr().String(), served: make(chan struct{}),
		open: map[*link]bool{}, sessions: map[string]*session{},
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.http = &http.Server{Handler: p.handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(p.served)
		_ = p.http.Serve(listener) // it ends by Close
	}()
	return p, nil
}

// APIBase stands in place of the server's: to it "api/v9/" is added.
func (p *Proxy) APIBase() string { return "http://" + p.address + "/" }

// Close cuts all connections. Further calls do nothing.
func (p *Proxy) Close() error {
	p.cancel()
	err := p.http.Close()
	<-p.served
	p.links.Wait()
	return err
}

// Inject makes a fault happen, or has it strike later, and returns its ID for
// [Proxy.End], "" if it is over at once.
func (p *Proxy) Inject(f Fault) (id string, err error) {
	if err := f.check(); err != nil {
		return "", fmt.Errorf("fault: %w", err)
	}
	switch f.Kind {
	case Drop:
		p.each((*link).drop)
	case Reconnect:
		p.each((*link).reconnect)
	case Invalid:
		p.each(func(l *link) { l.invalidate(f.Resumable) })
	case Close:
		p.each(func(l *link) { l.expel(f.Code) })
	case Say:
		p.each(func(l *link) { l.utter(p.ctx, f.Text) })
	case Still:
		p.each((*link).beStill)
	case Shuffle:
		return p.shuffle(f)
	default:
		return p.active.add(f), nil
	}
	return "", nil
}

// shuffle has all connections hold what comes to them.
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

// Attempt is a bot's try to log in, or to resume a session, whatever became of it.
type Attempt struct {
	At      time.Time
	Resumes bool
}

// Attempts are those so far, oldest first.
func (p *Proxy) Attempts() []Attempt {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.attempts)
}

// Active are the faults that will still strike, oldest first.
func (p *Proxy) Active() []Fault { return p.active.all() }

// End ends a fault, and reports whether it was there. Interactions that it held are
// delivered as they came.
func (p *Proxy) End(id string) bool {
	for _, l := range p.loggedIn() {
		l.release(id)
	}
	return p.active.end(id)
}

// loggedIn are the connections that have logged in.
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

// handler passes on what no fault strikes.
func (p *Proxy) handler() http.Handler {
	pass := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(p.server)
			r.Out.Host = p.server.Host
		},
		Transport:      &http.Transport{DialContext: p.network.DialContext, DisableCompression: true, MaxIdleConnsPerHost: 100},
		ModifyResponse: p.readdress,
		FlushInterval:  -1,                         // events of a stream pass at once
		ErrorLog:       log.New(io.Discard, "", 0), // the bot sees what went wrong
	}
	mux := http.NewServeMux()
	mux.Handle("/", duplex(pass))
	mux.Handle("GET /gateway/", p.faulty(http.HandlerFunc(p.gateway)))
	for _, version := range []string{"/api/v9", "/api/v10"} {
		mux.Handle(version+"/", http.StripPrefix(version, p.faulty(prefixed(version, duplex(pass)))))
	}
	return mux
}

// duplex lets an answer begin before the end of the request was passed on. Else net/http
// closes the request's body first, and the proxy, which was about to see that nothing more
// comes, cuts the connection from which the answer is being read.
func duplex(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // where there is a connection
		next.ServeHTTP(w, r)
	})
}

// prefixed gives a request back the prefix that was stripped of it.
func prefixed(prefix string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = prefix+r.URL.Path, ""
		next.ServeHTTP(w, r)
	})
}

// readdress leads a bot that asks for the gateway's address to the proxy.
func (p *Proxy) readdress(r *http.Response) error {
	if !strings.HasSuffix(r.Request.URL.Path, "/gateway") && !strings.HasSuffix(r.Request.URL.Path, "/gateway/bot") {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	text := p.ours(string(body))
	r.Body = io.NopCloser(strings.NewReader(text))
	r.ContentLength = int64(len(text))
	r.Header.Set("Content-Length", fmt.Sprint(len(text)))
	return nil
}

// ours puts the proxy's address in place of the server's.
func (p *Proxy) ours(text string) string { return strings.ReplaceAll(text, p.server.Host, p.address) }

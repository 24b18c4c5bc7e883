package jetstream

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// proxy stands between two ends of connections and can come between them.
type proxy struct {
	listener net.Listener
	to       string

	mu      sync.Mutex
	cond    *sync.Cond
	cut     bool // ends connections, and takes no new ones
	swallow bool // what the server answers is lost
	hold    bool // nothing passes either way, until later
	conns   map[net.Conn]bool
}

// between starts a proxy to a server, for as long as the test runs.
func between(t testing.TB, to string) *proxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to, conns: map[net.Conn]bool{}}
	p.cond = sync.NewCond(&p.mu)
	go p.run()
	t.Cleanup(func() {
		_ = l.Close()
		p.set(func() { p.cut, p.hold = true, false })
	})
	return p
}

func (p *proxy) url() *url.URL {
	return &url.URL{Scheme: "nats", Host: p.listener.Addr().String()}
}

// set changes what the proxy does.
func (p *proxy) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	if p.cut {
		for c := range p.conns {
			_ = c.Close()
		}
		clear(p.conns)
	}
	p.cond.Broadcast()
}

func (p *proxy) run() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		to, err := (&net.Dialer{}).Dial("tcp", p.to)
		if err != nil {
			_ = from.Close()
			continue
		}
		p.set(func() { p.conns[from], p.conns[to] = true, true })
		go p.pass(from, to, false)
		go p.pass(to, from, true)
	}
}

// pass copies one way.
func (p *proxy) pass(from, to net.Conn, answers bool) {
	defer func() { _, _ = from.Close(), to.Close() }()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		p.mu.Lock()
		for p.hold {
			p.cond.Wait()
		}
		lost := p.swallow && answers
		p.mu.Unlock()
		if n > 0 && !lost {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

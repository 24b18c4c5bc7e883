package natstest

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// Trouble is how a [Proxy] disturbs connections.
type Trouble struct {
	Cut     bool // connections end, and new ones are refused
	Swallow bool // the server's answers are lost
	Hold    bool // nothing passes in either direction until later
}

// Proxy forwards connections and can disturb them.
type Proxy struct {
	listener net.Listener

	mu      sync.Mutex
	to      string
	cond    *sync.Cond
	trouble Trouble
	conns   map[net.Conn]bool
}

// Between starts a proxy to a server, host:port, or "" if the address is set later. It ends with
// the test.
func Between(t testing.TB, to string) *Proxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, to: to, conns: map[net.Conn]bool{}}
	p.cond = sync.NewCond(&p.mu)
	go p.run()
	t.Cleanup(func() {
		_ = l.Close()
		p.Set(Trouble{Cut: true})
	})
	return p
}

// URL returns the address of the proxy.
func (p *Proxy) URL() *url.URL {
	return &url.URL{Scheme: "nats", Host: p.listener.Addr().String()}
}

// Set replaces the disturbance; the zero value lets everything pass.
func (p *Proxy) Set(trouble Trouble) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trouble = trouble
	if trouble.Cut {
		for c := range p.conns {
			_ = c.Close()
		}
		clear(p.conns)
	}
	p.cond.Broadcast()
}

// leadTo makes new connections go to another server, host:port.
func (p *Proxy) leadTo(to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = to
	p.cond.Broadcast()
}

// leads waits for the target of new connections and returns it.
func (p *Proxy) leads() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.to == "" && !p.trouble.Cut {
		p.cond.Wait()
	}
	return p.to
}

func (p *Proxy) run() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		to, err := (&net.Dialer{}).Dial("tcp", p.leads())
		if err != nil || !p.admit(from, to) {
			_ = from.Close()
			if err == nil {
				_ = to.Close()
			}
			continue
		}
		go p.pass(from, to, false)
		go p.pass(to, from, true)
	}
}

// admit registers a connection, unless connections are refused.
func (p *Proxy) admit(from, to net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.trouble.Cut {
		p.conns[from], p.conns[to] = true, true
	}
	return !p.trouble.Cut
}

// pass copies data in one direction.
func (p *Proxy) pass(from, to net.Conn, answers bool) {
	defer func() {
		_, _ = from.Close(), to.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, from)
		delete(p.conns, to)
	}()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		p.mu.Lock()
		for p.trouble.Hold {
			p.cond.Wait()
		}
		lost := p.trouble.Swallow && answers
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

package playgroundtest

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// Network is a network in memory for [testing/synctest], whose clock would stop during waits on
// real sockets. It treats every address as its own. The zero value is ready to use; it is safe for
// concurrent use.
type Network struct {
	mu        sync.Mutex
	listeners map[string]*listener // by address
}

// Listen listens on a free loopback port, whatever the address.
func (n *Network) Listen(context.Context, string, string) (net.Listener, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = map[string]*listener{}
	}
	l := &listener{
		address: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1 + len(n.listeners)},
		dialled: make(chan net.Conn), closed: make(chan struct{}),
	}
	l.close = sync.OnceFunc(func() { close(l.closed) })
	n.listeners[l.address.String()] = l
	return l, nil
}

// DialContext connects to the listener at an address.
func (n *Network) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	n.mu.Lock()
	l := n.listeners[address]
	n.mu.Unlock()
	if l == nil {
		return nil, fmt.Errorf("dial %s: nobody listens", address)
	}
	here, there := net.Pipe()
	select {
	case l.dialled <- there:
		return here, nil
	case <-l.closed:
		return nil, fmt.Errorf("dial %s: nobody listens any more", address)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type listener struct {
	address net.Addr
	dialled chan net.Conn
	close   func()
	closed  chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.dialled:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.close()
	return nil
}

func (l *listener) Addr() net.Addr { return l.address }

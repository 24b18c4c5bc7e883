package watch

import (
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
)

// Crowd bounds how many strangers are attended to at a time where anybody may come. A newcomer
// never waits: when it is full, the one that came first must go, of those from the network with the
// most. So no network can keep the others out. It is safe for concurrent use. Use [NewCrowd] to
// create one.
type Crowd struct {
	most int

	mu     sync.Mutex
	inside []stranger // in the order in which they came
}

type stranger struct {
	key  any
	from netip.Prefix
	out  func()
}

// NewCrowd returns an empty crowd of at most that many.
func NewCrowd(most int) *Crowd { return &Crowd{most: most} }

// Enter adds a stranger from an address, such as "192.0.2.1:80"; one that is inside comes anew. Its
// out is called if it must go; it must not block, nor use the crowd.
func (c *Crowd) Enter(key any, address string, out func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(key)
	c.inside = append(c.inside, stranger{key, network(address), out})
	if len(c.inside) > c.most {
		count := map[netip.Prefix]int{}
		for _, s := range c.inside {
			count[s.from]++
		}
		most := slices.Max(slices.Collect(maps.Values(count)))
		first := c.inside[slices.IndexFunc(c.inside, func(s stranger) bool { return count[s.from] == most })]
		first.out()
		c.remove(first.key)
	}
}

// Leave removes a stranger, if it is in the crowd.
func (c *Crowd) Leave(key any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(key)
}

func (c *Crowd) remove(key any) {
	c.inside = slices.DeleteFunc(c.inside, func(s stranger) bool { return s.key == key })
}

// State is a [http.Server.ConnState] with which a connection comes when it is opened and with each
// request, and leaves when it is closed.
func (c *Crowd) State(conn net.Conn, state http.ConnState) {
	if state == http.StateClosed {
		c.Leave(conn)
	} else if state != http.StateIdle {
		c.Enter(conn, conn.RemoteAddr().String(), func() { _ = conn.Close() })
	}
}

// network returns who holds an address: those of IPv6 are given out by 2⁶⁴.
func network(address string) netip.Prefix {
	at, _ := netip.ParseAddrPort(address) // others count as one network
	host := at.Addr().Unmap()
	p, _ := host.Prefix(min(host.BitLen(), 64))
	return p
}

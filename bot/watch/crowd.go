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
// never waits: when it is full, the one that has been in it longest must go, of those from the
// network with the most. So no network can keep the others out. It is safe for concurrent use. Use
// [NewCrowd] to create one.
type Crowd struct {
	most int

	mu     sync.Mutex
	inside []stranger           // the newest last
	count  map[netip.Prefix]int // of inside, by network
}

type stranger struct {
	key  any
	from netip.Prefix
	out  func()
}

// NewCrowd returns an empty crowd of at most that many.
func NewCrowd(most int) *Crowd { return &Crowd{most: most, count: map[netip.Prefix]int{}} }

// Enter adds a stranger from an address, such as "192.0.2.1:80", unless it is in the crowd. Its out
// is called if it must go; it must not block, nor use the crowd.
func (c *Crowd) Enter(key any, address string, out func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.find(key) >= 0 {
		return
	}
	s := stranger{key, network(address), out}
	c.inside = append(c.inside, s)
	c.count[s.from]++
	if len(c.inside) > c.most {
		most := slices.Max(slices.Collect(maps.Values(c.count)))
		c.remove(slices.IndexFunc(c.inside, func(s stranger) bool { return c.count[s.from] == most })).out()
	}
}

// Leave removes a stranger, and reports whether it was in the crowd.
func (c *Crowd) Leave(key any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := c.find(key)
	if i >= 0 {
		c.remove(i)
	}
	return i >= 0
}

// State is a [http.Server.ConnState] with which connections are in the crowd until they are closed.
// One that has left it enters anew with its next request.
func (c *Crowd) State(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew, http.StateActive:
		c.Enter(conn, conn.RemoteAddr().String(), func() { _ = conn.Close() })
	case http.StateClosed, http.StateHijacked:
		c.Leave(conn)
	case http.StateIdle:
	}
}

func (c *Crowd) find(key any) int {
	return slices.IndexFunc(c.inside, func(s stranger) bool { return s.key == key })
}

func (c *Crowd) remove(i int) stranger {
	s := c.inside[i]
	c.inside = slices.Delete(c.inside, i, i+1)
	if c.count[s.from]--; c.count[s.from] == 0 {
		delete(c.count, s.from)
	}
	return s
}

// network returns who holds an address: those of IPv6 are given out by 2⁶⁴.
func network(address string) netip.Prefix {
	at, _ := netip.ParseAddrPort(address) // others count as one network
	host := at.Addr().Unmap()
	p, _ := host.Prefix(min(host.BitLen(), 64))
	return p
}

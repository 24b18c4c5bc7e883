package world

import (
	"context"
	"net"
	"time"
)

// Clock tells the time and calls later. Tests replace it.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in a goroutine of its own after d, unless stopped before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// SystemClock is the time that passes.
type SystemClock struct{}

// Now is the time.
func (SystemClock) Now() time.Time { return time.Now() }

// AfterFunc calls f after d.
func (SystemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Network is where servers listen and are dialled. Tests replace it.
type Network interface {
	Listen(ctx context.Context, network, address string) (net.Listener, error)
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// MachineNetwork is the network of the machine.
func MachineNetwork() Network {
	return &struct {
		net.ListenConfig
		net.Dialer
	}{}
}

package world

import (
	"context"
	"net"
)

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

package discord

import (
	"fmt"
	"net/netip"
	"syscall"
)

// onlyLoopback refuses to dial any other host.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("discord: %s is not on loopback", address)
	}
	return nil
}

package natstest

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
	_ "unsafe" // for go:linkname
)

// haste is the factor by which elections in tests are faster than usual. By default servers notice
// the loss of a leader after 4 to 9 seconds and have no option for it, and tests remove leaders. On
// a busy machine the time is needed, because a slow leader would be considered lost.
var haste = sync.OnceValue(func() time.Duration {
	var load float64 // average of the last minute
	told, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, err = fmt.Sscan(string(told), &load)
	}
	if err == nil && load > 3*float64(runtime.NumCPU()) {
		return 1
	}
	return 2
})

// hasten speeds up the elections of all servers in this process, which calls it once. The servers of
// a cluster must agree on the factor, so a process passes it to those that it starts.
func hasten(times time.Duration) {
	for _, setting := range []*time.Duration{&minElectionTimeout, &maxElectionTimeout, &heartbeats, &lostQuorumInterval, &lostQuorumCheck} {
		*setting /= times
	}
}

//go:linkname minElectionTimeout github.com/nats-io/nats-server/v2/server.minElectionTimeout
var minElectionTimeout time.Duration

//go:linkname maxElectionTimeout github.com/nats-io/nats-server/v2/server.maxElectionTimeout
var maxElectionTimeout time.Duration

//go:linkname heartbeats github.com/nats-io/nats-server/v2/server.hbInterval
var heartbeats time.Duration

//go:linkname lostQuorumInterval github.com/nats-io/nats-server/v2/server.lostQuorumInterval
var lostQuorumInterval time.Duration

//go:linkname lostQuorumCheck github.com/nats-io/nats-server/v2/server.lostQuorumCheck
var lostQuorumCheck time.Duration

package natstest

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
	_ "unsafe" // for go:linkname
)

// haste is how many times as soon as usual the servers of a test hold elections: they miss a leader
// that is lost after 4 to 9 seconds, have no option for it, and tests take leaders away. On a busy
// machine the time is needed, for else a leader is missed that is only slow.
var haste = sync.OnceValue(func() time.Duration {
	if busy() {
		return 1
	}
	return 2
})

// hasten has all servers of the process hold elections so many times as soon. Servers of one cluster
// must agree on that, so that a process tells it those that it starts.
func hasten(times time.Duration) {
	for setting, usual := range usually {
		*setting = usual / times
	}
}

// usually is what servers do by themselves.
var usually = func() map[*time.Duration]time.Duration {
	all := map[*time.Duration]time.Duration{}
	for _, setting := range []*time.Duration{&minElectionTimeout, &maxElectionTimeout, &heartbeats, &lostQuorumInterval, &lostQuorumCheck} {
		all[setting] = *setting
	}
	return all
}()

// busy reports whether more than three threads for each processor have wanted to run in the last
// minute. Where that is not known it is taken for false.
func busy() bool {
	var load float64
	told, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, err = fmt.Sscan(string(told), &load)
	}
	return err == nil && load > 3*float64(runtime.NumCPU())
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

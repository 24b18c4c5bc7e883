package natstest

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
	_ "unsafe" // for go:linkname
)

// hasteVariable tells child processes the factor, on which the servers of a cluster must agree.
const hasteVariable = "SIXFOLD_TEST_HASTE"

// Elections in tests are twice as fast as usual. By default servers notice the loss of a leader
// after 4 to 9 seconds and have no option for it, and tests remove leaders. On a busy machine the
// time is needed, because a slow leader would be considered lost.
func init() {
	haste, err := strconv.Atoi(os.Getenv(hasteVariable))
	if err != nil {
		haste = 2
		var load float64 // average of the last minute
		told, _ := os.ReadFile("/proc/loadavg")
		if _, err := fmt.Sscan(string(told), &load); err == nil && load > 3*float64(runtime.NumCPU()) {
			haste = 1
		}
		_ = os.Setenv(hasteVariable, strconv.Itoa(haste))
	}
	for _, setting := range []*time.Duration{&minElectionTimeout, &maxElectionTimeout, &heartbeats, &lostQuorumInterval, &lostQuorumCheck} {
		*setting /= time.Duration(haste)
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

package natstest

import (
	"time"
	_ "unsafe" // for go:linkname
)

// Servers miss a leader that is lost after 4 to 9 seconds, and have no option for it. Tests take
// leaders away, so that all servers of their processes hold elections four times as soon.
func init() {
	minElectionTimeout /= 4
	maxElectionTimeout /= 4
	heartbeats /= 4
	lostQuorumInterval /= 4
	lostQuorumCheck /= 4
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

package outage

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/lease"
)

// TestLostMajorityIsTold: while more than half of the servers are away, for longer than a copy can
// be sure of its shard, everybody who asks by the gateway is told something.
func TestLostMajorityIsTold(t *testing.T) {
	const seed = 5
	s := set(t, false, 4, 300*time.Millisecond)
	var from, to time.Duration
	s.perform(seed, func() {
		from = s.now()
		s.lose(lease.Trust+5*time.Second, s.nodes[0], s.nodes[1])
		to = s.now()
	})
	s.await("all copies of the bot, at the end", s.ready)
	unsure := 0
	for _, f := range s.firsts {
		if f.asked < from || f.asked > to {
			continue
		}
		if f.silent {
			t.Errorf("%v after the servers had gone somebody asked, and was not answered", f.asked-from)
		}
		if f.asked > from+lease.Trust {
			unsure++
		}
	}
	if unsure == 0 {
		t.Error("nobody asked while no copy was sure of its shard")
	}
	t.Logf("%d asked while no copy was sure of its shard", unsure)
	s.judge()
}

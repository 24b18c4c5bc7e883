package outage

import (
	"math/rand/v2"
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

// TestNobodyWaitsForACopyThatIsGone: when the copy that leads the shard dies, stands still or is
// stopped, everybody who asks by the gateway is answered: by the one that is next in line.
func TestNobodyWaitsForACopyThatIsGone(t *testing.T) {
	const seed = 6
	s := set(t, false, 4, 200*time.Millisecond)
	leader := func() *copyOfBot { return s.copies[s.holder.Load()] }
	s.await("a copy next in line", func() bool { return s.nexts.Load() >= 2 })
	time.Sleep(2 * time.Second) // it connects
	began := s.now()
	s.perform(seed, func() {
		for _, f := range []fault{
			{name: "the copy that leads is killed", run: func(*stage, *rand.Rand, time.Duration) { leader().lose(time.Second) }},
			{name: "the copy that leads stands still", run: func(*stage, *rand.Rand, time.Duration) {
				pause(leader().command.Process.Pid, lease.Lapse+4*time.Second)
			}},
			{name: "the copy that leads is stopped", run: func(*stage, *rand.Rand, time.Duration) {
				c := leader()
				if err := c.stop(); err != nil {
					t.Error(err)
				}
				c.start()
			}},
		} {
			nexts := s.nexts.Load()
			s.strike(t.Context(), seed, []fault{f}, 0, 0)
			s.await("another copy next in line", func() bool { return s.nexts.Load() > nexts })
			time.Sleep(3 * time.Second)
		}
	})
	s.await("all copies of the bot, at the end", s.ready)
	asked, longest := 0, time.Duration(0)
	for _, f := range s.firsts {
		asked, longest = asked+1, max(longest, f.took)
		if f.silent {
			t.Errorf("%v after the start somebody asked, and was not answered: %s", f.asked-began, s.when(f.asked))
		}
	}
	t.Logf("%d asked; the longest wait for a first answer was %v", asked, longest)
	s.judge()
	s.report()
}

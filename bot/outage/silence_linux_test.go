package outage

import (
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// patience is the factor by which time limits are longer than usual.
const patience = 10

// patient is a clock for a playground that multiplies time limits by [patience], so that a busy
// machine causes no missing answers.
type patient struct{}

// Now implements [world.Clock].
func (patient) Now() time.Time { return time.Now() }

// AfterFunc implements [world.Clock].
func (patient) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(patience*d, f).Stop
}

// TestLostMajorityIsTold stops more than half of the servers for longer than a copy can be sure of
// its shard: everybody who asks by the gateway gets an answer.
func TestLostMajorityIsTold(t *testing.T) {
	if !long {
		t.Skip("takes as long as leases do; in TestNobodyWaits a copy is not sure for another reason")
	}
	const seed = 5
	s := set(t, false, 4, 300*time.Millisecond, patient{})
	var from, to time.Duration
	s.perform(seed, func() {
		from = s.now()
		s.lose(operate.Trust+5*time.Second, s.nodes[0], s.nodes[1])
		to = s.now()
	})
	s.await("all copies of the bot, at the end", s.ready)
	unsure := 0
	for _, f := range s.firsts {
		if f.asked > from+operate.Trust && f.asked < to {
			unsure++
		}
	}
	if unsure == 0 {
		t.Error("nobody asked while no copy was sure of its shard")
	}
	t.Logf("%d asked while no copy was sure of its shard", unsure)
	s.allAnswered()
	s.judge()
}

// TestNobodyWaits stops, pauses or kills the copy that leads the shard, and then also stops most of
// the servers. Everybody who asks by the gateway gets an answer from the leader or the next in
// line. With SIXFOLD_LONG=1 the pause lasts until another copy has taken over.
func TestNobodyWaits(t *testing.T) {
	const seed = 6
	still := time.Second
	if long {
		still = operate.Lapse + 4*time.Second
	} else {
		t.Parallel()
	}
	s := set(t, false, 4, 200*time.Millisecond, patient{})
	leader := func() *copyOfBot {
		s.await("a copy that leads and one that is next in line", s.twoConnected)
		s.hearAll() // earlier requests reached only one copy
		return s.copies[s.leads.Load()]
	}
	faults := []fault{
		{name: "the copy that leads is stopped", run: func(*stage, *rand.Rand, time.Duration) {
			c := leader()
			if err := c.stop(); err != nil {
				t.Error(err)
			}
			s.hear()
			c.start()
		}},
		{name: "the copy that leads stands still", run: func(*stage, *rand.Rand, time.Duration) {
			pid := leader().command.Process.Pid
			_ = syscall.Kill(pid, syscall.SIGSTOP)
			last(still)
			s.hear()
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}},
		{name: "the copy that leads is killed", run: func(*stage, *rand.Rand, time.Duration) {
			c := leader()
			c.kill()
			s.hear()
			c.start()
		}},
		{name: "most servers are away", run: func(_ *stage, random *rand.Rand, _ time.Duration) {
			stays := s.leader(random) // so that no election is necessary afterwards
			away := slices.DeleteFunc(slices.Clone(s.nodes), func(n *natstest.Node) bool { return n == stays })
			for _, n := range away {
				n.Kill()
			}
			s.hear()
			for _, n := range away {
				n.Start(t)
			}
		}},
	}
	s.perform(seed, func() {
		s.strike(seed, faults, 0, func() {})
		s.playOn() // a slow machine may have done nothing so far
	})
	s.await("all copies of the bot, at the end", s.ready)
	s.allAnswered()
	s.judge()
	s.report()
}

// hear waits until several requests from now on have their first answers.
func (s *stage) hear() {
	s.t.Helper()
	from := s.now()
	s.await("what people are told who ask meanwhile", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		known := 0
		for _, f := range s.firsts {
			if f.asked > from {
				known++
			}
		}
		return known >= 5
	})
}

// hearAll waits until all requests up to now have their first answers.
func (s *stage) hearAll() {
	s.t.Helper()
	by := s.now()
	s.await("what people are told who have asked", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for asked := range s.open {
			if asked < by {
				return false
			}
		}
		return true
	})
}

// allAnswered fails the test for each request without an answer.
func (s *stage) allAnswered() {
	s.t.Helper()
	longest := time.Duration(0)
	for _, f := range s.firsts {
		longest = max(longest, f.took)
		if f.silent {
			s.t.Errorf("%v after the start somebody asked, and was not answered: %s", f.asked, s.when(f.asked))
		}
	}
	s.t.Logf("%d asked; the longest wait for a first answer was %v", len(s.firsts), longest)
}

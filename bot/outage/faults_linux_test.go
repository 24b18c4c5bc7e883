package outage

import (
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// fault is a temporary fault of the cluster or the bot.
type fault struct {
	name   string
	length time.Duration
	run    func(s *stage, random *rand.Rand, length time.Duration)
}

// faults are the faults of processes and their connections. Killed servers are restarted at the end
// of the fault, copies at once.
var faults = []fault{
	{"a copy is killed", time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		s.copies[random.IntN(3)].lose(length)
	}},
	{"the copy that holds a lease is killed", time.Second, func(s *stage, _ *rand.Rand, length time.Duration) {
		s.copies[s.holder.Load()].lose(length)
	}},
	{"the copy that holds a lease is paused", 12 * time.Second, func(s *stage, _ *rand.Rand, length time.Duration) {
		pause(s.copies[s.holder.Load()].command.Process.Pid, length)
	}},
	{"the disk of a copy is full", 3 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		c := s.copies[random.IntN(3)]
		defer full(s, c.command.Process.Pid)()
		last(length)
	}},
	{"a node is killed", 3 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		s.lose(length, s.nodes[random.IntN(3)])
	}},
	{"the leader is killed", 3 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		s.lose(length, s.leader(random))
	}},
	{"the leader is paused", 20 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		pause(s.leader(random).Command.Process.Pid, length)
	}},
	{"a node is paused", 20 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		pause(s.nodes[random.IntN(3)].Command.Process.Pid, length)
	}},
	{"the leader is cut off from the others", 8 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		n := s.leader(random)
		n.Cut(s.nodes, true)
		last(length)
		n.Cut(s.nodes, false)
	}},
	{"a node is cut off from its clients", 4 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		n := s.nodes[random.IntN(3)]
		n.Clients.Set(natstest.Trouble{Cut: true})
		last(length)
		n.Clients.Set(natstest.Trouble{})
	}},
	{"a node answers nobody", 2 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		n := s.nodes[random.IntN(3)]
		n.Clients.Set(natstest.Trouble{Swallow: true})
		last(length)
		n.Clients.Set(natstest.Trouble{Cut: true})
		n.Clients.Set(natstest.Trouble{})
	}},
	{"two nodes are killed", 6 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		alive := random.IntN(3)
		s.lose(length, s.nodes[(alive+1)%3], s.nodes[(alive+2)%3])
	}},
	{"all nodes are killed", 2 * time.Second, func(s *stage, _ *rand.Rand, length time.Duration) {
		s.lose(length, s.nodes...)
	}},
}

// diskFaults are faults of the servers' own disks.
var diskFaults = []fault{
	{"the disk of a node is full", 4 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		d := s.disks[random.IntN(3)]
		free := d.Fill(s.t)
		last(length)
		free()
		s.lose(0, d.Node) // a server that found its disk full is restarted by its operator
	}},
	{"a node loses its power", 3 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		s.cutPower(length, s.disks[random.IntN(3)])
	}},
	{"the leader loses its power", 3 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		s.cutPower(length, s.disks[slices.Index(s.nodes, s.leader(random))])
	}},
	{"all nodes lose their power", 2 * time.Second, func(s *stage, _ *rand.Rand, length time.Duration) {
		s.cutPower(length, s.disks...)
	}},
}

// last waits for the duration of a fault, in real time.
func last(length time.Duration) { time.Sleep(length) }

// named returns the fault of a name.
func named(name string) fault {
	all := slices.Concat(faults, diskFaults)
	return all[slices.IndexFunc(all, func(f fault) bool { return f.name == name })]
}

// lose kills a copy, and restarts it after a while.
func (c *copyOfBot) lose(length time.Duration) {
	c.kill()
	last(length)
	c.start()
}

// lose kills nodes, and restarts them after a while.
func (s *stage) lose(length time.Duration, nodes ...*natstest.Node) {
	for _, n := range nodes {
		n.Kill()
	}
	last(length)
	for _, n := range nodes {
		n.Start(s.t)
	}
}

// cutPower cuts the power of nodes at the same moment, and restarts them after a while.
func (s *stage) cutPower(length time.Duration, disks ...*natstest.Disk) {
	var all sync.WaitGroup
	for _, d := range disks {
		all.Go(func() { d.LosePower(s.t) })
	}
	all.Wait()
	last(length)
	for _, d := range disks {
		d.Start(s.t)
	}
}

// pause stops a process for a while.
func pause(pid int, length time.Duration) {
	_ = syscall.Kill(pid, syscall.SIGSTOP)
	last(length)
	_ = syscall.Kill(pid, syscall.SIGCONT)
}

// full makes every write of a process to a file fail until the returned function is called.
func full(s *stage, pid int) (free func()) {
	var before unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &before); err != nil {
		s.t.Error(err)
	}
	now := before
	now.Cur = 1
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &now, nil); err != nil {
		s.t.Error(err)
	}
	return func() { _ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &before, nil) }
}

// leader returns the node that leads the bucket, or any node if none claims to.
func (s *stage) leader(random *rand.Rand) *natstest.Node {
	if n := natstest.Leader(s.nodes, "games"); n != nil {
		return n
	}
	return s.nodes[random.IntN(3)]
}

// strike runs faults one after another, and calls rest after each.
func (s *stage) strike(seed uint64, list []fault, longest time.Duration, rest func()) {
	random := rand.New(rand.NewPCG(seed, 20))
	for _, f := range list {
		before, from := s.done(), s.now()
		f.run(s, random, min(longest, f.length))
		during, to := s.done()-before, s.now()
		rest()
		s.mu.Lock()
		s.faults = append(s.faults, span{f.name, from, to})
		s.mu.Unlock()
		s.t.Logf("%7.1f s: %s: %.1f s, %d actions, and %d afterwards", from.Seconds(), f.name, (to - from).Seconds(), during, s.done()-before-during)
	}
}

// playOn waits until people have done more actions.
func (s *stage) playOn() {
	s.t.Helper()
	before := s.done()
	s.await("that people play on", func() bool { return s.done() >= before+5 })
}

// done returns the number of actions done.
func (s *stage) done() (n int) {
	for _, r := range s.rooms {
		n += r.history.outcomes()[done]
	}
	return n
}

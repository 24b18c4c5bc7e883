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

// fault is something that befalls the cluster or the bot, for a while.
type fault struct {
	name   string
	length time.Duration
	run    func(s *stage, random *rand.Rand, length time.Duration)
}

// faults are all that happen to processes and their connections. What has been killed comes back at
// the end; a copy comes back at once.
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

// diskFaults are those of the disks that servers have of their own.
var diskFaults = []fault{
	{"the disk of a node is full", 4 * time.Second, func(s *stage, random *rand.Rand, length time.Duration) {
		d := s.disks[random.IntN(3)]
		free := d.Fill(s.t)
		last(length)
		free()
		s.lose(0, d.Node) // a server that has found its disk full is started again by its operator
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

// last has a fault last: the processes that it befalls live by the clock of the machine.
func last(length time.Duration) { time.Sleep(length) }

// named returns the fault of a name.
func named(name string) fault {
	all := slices.Concat(faults, diskFaults)
	return all[slices.IndexFunc(all, func(f fault) bool { return f.name == name })]
}

// lose kills a copy and starts it again after a while.
func (c *copyOfBot) lose(length time.Duration) {
	c.kill()
	last(length)
	c.start()
}

// lose kills nodes and starts them again after a while.
func (s *stage) lose(length time.Duration, nodes ...*natstest.Node) {
	for _, n := range nodes {
		n.Kill()
	}
	last(length)
	for _, n := range nodes {
		n.Start(s.t)
	}
}

// cutPower has nodes lose their power at the same moment, and starts them again after a while.
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

// pause has a process stand still.
func pause(pid int, length time.Duration) {
	_ = syscall.Kill(pid, syscall.SIGSTOP)
	last(length)
	_ = syscall.Kill(pid, syscall.SIGCONT)
}

// full has every write of a process to a file fail until the function that is returned is called.
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

// leader is the node that leads the bucket, or any where nobody says so.
func (s *stage) leader(random *rand.Rand) *natstest.Node {
	if n := natstest.Leader(s.nodes, "games"); n != nil {
		return n
	}
	return s.nodes[random.IntN(3)]
}

// strike has faults happen, one after the other, and calls rest after each.
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

// playOn waits until people have done some more.
func (s *stage) playOn() {
	s.t.Helper()
	before := s.done()
	s.await("that people play on", func() bool { return s.done() >= before+5 })
}

// done is how many actions were done.
func (s *stage) done() (n int) {
	for _, r := range s.rooms {
		n += r.history.outcomes()[done]
	}
	return n
}

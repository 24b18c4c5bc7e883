package jetstream

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// powered are three servers, each with a disk of its own.
func powered(t *testing.T, always bool) (all []*natstest.Node, disks []*natstest.Disk) {
	t.Helper()
	all = natstest.Plan(t, always)
	disks, err := natstest.Disks(t, all)
	if err != nil {
		t.Skip(err)
	}
	natstest.Run(t, all)
	return all, disks
}

// blackOut has servers lose their power at the same moment, and come back.
func blackOut(t *testing.T, disks []*natstest.Disk, away time.Duration) {
	t.Helper()
	var all sync.WaitGroup
	for _, d := range disks {
		all.Go(func() { d.LosePower(t) })
	}
	all.Wait()
	time.Sleep(away)
	for _, d := range disks {
		d.Start(t)
	}
}

// TestPowerLoss has writers work while all servers lose their power at once, or one does: since they
// sync what they acknowledge, nothing of that is lost, and nothing is done twice.
func TestPowerLoss(t *testing.T) {
	all, disks := powered(t, true)
	o := through(all)
	random := rand.New(rand.NewPCG(20, 4))
	rounds := 2
	if logtest.Long() {
		rounds = 20
	}
	ended := make(chan struct{})
	begin := sync.OnceFunc(func() {
		go func() {
			defer close(ended)
			for range rounds {
				time.Sleep(time.Duration(300+random.IntN(1500)) * time.Millisecond)
				blackOut(t, disks, 0)
				opened(t, o) // they serve again
				time.Sleep(time.Duration(300+random.IntN(1500)) * time.Millisecond)
				blackOut(t, disks[random.IntN(3):][:1], time.Second)
			}
		}()
	})
	r := logtest.Work(t, func() changelog.Log { return opened(t, o) }, logtest.Load{
		Writers: 3, Rows: 5, Pause: 2 * time.Millisecond,
		More: func(int) bool {
			begin()
			select {
			case <-ended:
				return false
			default:
				return true
			}
		},
	})
	t.Logf("%d changes, %d conflicts, %d unclear, of which %d had landed; longest gap %v", r.Changes, r.Conflicts, r.Unclear, r.Landed, r.Gap)
	if r.Changes == 0 || r.Unclear == 0 {
		t.Error("nothing was tried")
	}
}

// TestPowerLossIsReal: servers that sync every two minutes, as they do unless they are told otherwise, lose
// what they have acknowledged. If they did not, TestPowerLoss would show nothing.
func TestPowerLossIsReal(t *testing.T) {
	all, disks := powered(t, false)
	o := through(all)
	l := opened(t, o)
	head, err := l.Append(t.Context(), 0, changelog.Attempt{Writer: "w", Number: 1}, counted(1))
	for n := uint64(2); err == nil && n <= 100; n++ {
		head, err = l.Append(t.Context(), head, changelog.Attempt{Writer: "w", Number: n}, counted(n))
	}
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	blackOut(t, disks, 0)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if after, err := opened(t, o).Head(ctx); err == nil && after >= head {
		t.Errorf("the head is %d after a loss of power, and was %d before", after, head)
	}
}

// counted is a change of one row.
func counted(n uint64) []changelog.Row {
	return []changelog.Row{{Bucket: "b", Key: "k", Value: []byte(strconv.FormatUint(n, 10))}}
}

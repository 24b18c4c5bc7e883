package jetstream

import (
	"context"
	"math/rand/v2"
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

// blackOut has servers lose their power at the same moment, and come back after a while.
func blackOut(t *testing.T, disks []*natstest.Disk, while func()) {
	t.Helper()
	var all sync.WaitGroup
	for _, d := range disks {
		all.Go(func() { d.LosePower(t) })
	}
	all.Wait()
	while()
	for _, d := range disks {
		d.Start(t)
	}
}

// TestPowerLoss cuts the power of all servers at once, or of one, while writers work: the servers
// sync what they acknowledge, so nothing is lost or done twice.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	all, disks := powered(t, true)
	o := through(all)
	random := rand.New(rand.NewPCG(20, 4))
	rounds := 1
	if logtest.Long() {
		rounds = 20
	}
	r := disturbed(t, func() changelog.Log { return opened(t, o) }, logtest.Load{Writers: 3, Rows: 5}, func(more func(int)) {
		for range rounds {
			more(1 + random.IntN(100))
			blackOut(t, disks, func() {})
			more(1 + random.IntN(100))
			blackOut(t, disks[random.IntN(3):][:1], func() { more(1 + random.IntN(100)) })
		}
		more(20)
	})
	if logtest.Long() && r.Unclear == 0 { // in one round there may be no change on its way
		t.Error("nothing was tried")
	}
}

// TestPowerLossIsReal: servers that sync every two minutes, their default, lose acknowledged
// changes. Otherwise TestPowerLoss would prove nothing. It needs SIXFOLD_LONG=1. Package natstest
// tests that its disks lose unsynced data.
func TestPowerLossIsReal(t *testing.T) {
	t.Parallel()
	if !logtest.Long() {
		t.Skip("it takes SIXFOLD_LONG=1")
	}
	all, disks := powered(t, false)
	o := through(all)
	l := opened(t, o)
	log := logtest.Patient(l)
	head, err := log.Append(t.Context(), 0, changelog.Attempt{Writer: "w", Number: 1}, counted(1))
	for n := uint64(2); err == nil && n <= 100; n++ {
		head, err = log.Append(t.Context(), head, changelog.Attempt{Writer: "w", Number: n}, counted(n))
	}
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	blackOut(t, disks, func() {})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if after, err := opened(t, o).Head(ctx); err == nil && after >= head {
		t.Errorf("the head is %d after a loss of power, and was %d before", after, head)
	}
}

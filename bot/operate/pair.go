package operate

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Pair is a lease with a second one for the next in line. That copy does the same work, but defers
// to the leader while that is alive, and leads when the leader's lease lapses, so no time is lost.
// It is safe for concurrent use.
type Pair struct {
	lead, next *Lease
	// lost: this copy has led, and the next in line leads now. It is not set when another copy
	// takes this one's place as next in line, as that copy has only begun to work.
	lost atomic.Bool
}

// NewPair returns the two leases for a copy of the bot; holder must be unique to it.
func NewPair(s store.DB, name, holder string, log *slog.Logger) *Pair {
	return &Pair{lead: NewLease(s, name, holder, log), next: NewLease(s, "next/"+name, holder, log)}
}

const (
	// pollInterval is how often the next in line looks for a renewal by the leader.
	pollInterval = Renew / 5
	// renewalDue is when a renewal should be seen after the last: Renew and, as a rule, the longest
	// time to store and see it.
	renewalDue = Renew + 400*time.Millisecond
	// ackDeadline is when a leader has acknowledged an interaction at the latest. A leader last
	// seen earlier may have died with it.
	ackDeadline = 1500 * time.Millisecond
)

// Keep runs work whenever this copy leads or is next in line, until the context ends. Work
// continues when the next in line becomes the leader, and while leases cannot be renewed; its
// context ends when another copy is seen to have replaced this one. Otherwise it is like
// [Lease.Hold].
func (p *Pair) Keep(ctx context.Context, work func(context.Context) error) error {
	return p.next.loop(ctx, work, p.keep, func() {
		p.lead.giveBack()
		p.next.giveBack()
	})
}

// keep renews the lease of the next in line until this copy leads, and then the leader's.
func (p *Pair) keep(ctx context.Context, lose context.CancelCauseFunc) {
	p.lost.Store(false)
	waiting, leads := context.WithCancel(ctx)
	defer leads()
	var renewing sync.WaitGroup
	renewing.Go(func() { p.next.renewForEver(waiting, lose) })
	for !p.lead.try() {
		if wait(ctx, pollInterval) != nil {
			break
		}
	}
	leads()
	renewing.Wait()
	if ctx.Err() != nil {
		return
	}
	p.lead.log.Info("this copy holds a lease", "lease", p.lead.name)
	p.next.giveBack()
	p.lead.renewForEver(ctx, lose)
	p.lost.Store(errors.Is(context.Cause(ctx), errLost))
}

// Sure reports whether this copy leads and no other can; see [Lease.Sure].
func (p *Pair) Sure() bool { return p.lead.Sure() }

// Await waits until it is known which copy answers an interaction received at came, and reports
// whether it is this one. It is this one if it leads, or if the leader should have renewed its
// lease and has not, though this copy could. It is the leader if that was seen alive after it must
// have acknowledged the interaction. The error is the context's if that ends first.
func (p *Pair) Await(ctx context.Context, came time.Time) (ours bool, err error) {
	for !p.Sure() {
		if p.lost.Load() {
			return false, nil // the new leader has received it too
		}
		last := came.Add(-renewalDue) // without any sign of another copy
		if seen := p.lead.seen.Load(); seen != nil {
			if seen.After(came.Add(ackDeadline + pollInterval)) {
				return false, nil
			}
			last = *seen
		}
		if renewed := p.next.renewed.Load(); renewed != nil && renewed.After(last.Add(renewalDue)) {
			return true, nil
		}
		if wait(ctx, pollInterval/2) != nil {
			return false, ctx.Err()
		}
	}
	return true, nil
}

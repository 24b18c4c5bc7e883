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

// Pair is a lease with a second one for who is next in line: that copy does the same work, but
// stands back while the one that leads shows that it lives, and leads when the lease lapses. So
// nothing lies idle until then. It is safe for concurrent use.
type Pair struct {
	lead, next *Lease
	// lost: this copy led, and the one that was next in line leads now. Who takes the place of the
	// next in line only begins to work.
	lost atomic.Bool
}

// NewPair returns the leases of a name for a copy of the bot, whose name no other has.
func NewPair(s store.DB, name, holder string, log *slog.Logger) *Pair {
	return &Pair{lead: NewLease(s, name, holder, log), next: NewLease(s, "next/"+name, holder, log)}
}

const (
	// look is how often who is next in line looks for a renewal by the copy that leads.
	look = Renew / 5
	// overdue is when such a renewal should have been seen: Renew after the last, and what it
	// takes at most, as a rule, to be stored and seen.
	overdue = Renew + 400*time.Millisecond
	// acknowledged is when a copy that leads has acknowledged what came, at the latest: one that was
	// seen before may have died with it.
	acknowledged = 1500 * time.Millisecond
)

// Keep has work done whenever this copy leads or is next in line, until the context ends. The work
// goes on when the copy that was next begins to lead, and while leases cannot be renewed; its context
// ends when another copy is seen to have taken the place of this one. Else it is as with [Lease.Hold].
func (p *Pair) Keep(ctx context.Context, work func(context.Context) error) error {
	return p.next.again(ctx, work, p.keep, func() {
		p.lead.giveBack()
		p.next.giveBack()
	})
}

// keep renews the lease of who is next until this copy leads, and from then on that of who leads.
func (p *Pair) keep(ctx context.Context, lose context.CancelCauseFunc) {
	p.lost.Store(false)
	waiting, leads := context.WithCancel(ctx)
	defer leads()
	var renewing sync.WaitGroup
	renewing.Go(func() { p.next.renewForEver(waiting, lose) })
	for !p.lead.try() {
		if !sleep(ctx, look) {
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

// Sure reports whether this copy leads, and no other can; see [Lease.Sure].
func (p *Pair) Sure() bool { return p.lead.Sure() }

// Await returns when it is known which copy sees to something that came at a time, and reports
// whether it is this one: it leads, or that one should have renewed its lease and has not, though this
// one could. It is that one only if it has lived long enough to acknowledge what came. The error is the
// context's, if that ends before.
func (p *Pair) Await(ctx context.Context, came time.Time) (ours bool, err error) {
	for !p.Sure() {
		if p.lost.Load() {
			return false, nil // it has come to that one too
		}
		last := came.Add(-overdue) // a copy of which nothing has been seen
		if seen := p.lead.seen.Load(); seen != nil {
			if seen.After(came.Add(acknowledged + look)) {
				return false, nil
			}
			last = *seen
		}
		if renewed := p.next.renewed.Load(); renewed != nil && renewed.After(last.Add(overdue)) {
			return true, nil
		}
		if !sleep(ctx, look/2) {
			return false, ctx.Err()
		}
	}
	return true, nil
}

package bot

import (
	"fmt"
	"sync/atomic"
	"time"
)

// still is for how long a round of [Bot.Run] may do one thing: Discord may have it wait for
// minutes before a table is told.
const still = 10 * time.Minute

// liveness is when the rounds went on last; before the first there is none. It is safe for
// concurrent use.
type liveness struct {
	now  func() time.Time
	last atomic.Pointer[time.Time]
}

func (p *liveness) beat() {
	now := p.now()
	p.last.Store(&now)
}

func (p *liveness) stop() { p.last.Store(nil) }

func (p *liveness) alive() error {
	last := p.last.Load()
	if last == nil {
		return nil
	}
	if since := p.now().Sub(*last); since > still {
		return fmt.Errorf("the bot's rounds have stood still for %s", since.Round(time.Second))
	}
	return nil
}

// Alive returns an error where Run goes on no more. Before and after Run there is none.
func (b *Bot) Alive() error { return b.liveness.alive() }

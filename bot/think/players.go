package think

import (
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Bounds of what is kept. A player costs at most its search tree, which is much after long
// thought; without it, the next thought begins at nothing.
const (
	maxPlayers = 16
	maxBytes   = 64 << 20 // of all together
	maxIdle    = 10 * time.Minute
)

// players is a cache of players with search trees that their next move can use. A player
// is taken out while it thinks, so that nobody else asks it meanwhile. The zero value is
// ready, and safe for concurrent use.
type players struct {
	mu   sync.Mutex
	list []cachedPlayer // the longest unused first
}

type cachedPlayer struct {
	seat   seat
	player engine.Player
	bytes  int
	since  time.Time
}

// seat is where a player sits: two of one level at a table know nothing of each other.
type seat struct {
	table  store.Key
	number engine.Seat
	level  string
}

// take returns the player of a seat, who then belongs to the caller; nil when none is
// kept.
func (p *players) take(at seat) engine.Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, func(c cachedPlayer) bool { return c.seat == at })
	if i < 0 {
		return nil
	}
	player := p.list[i].player
	p.list = slices.Delete(p.list, i, i+1)
	return player
}

// keep keeps a player for its next move, if it has a tree for that, in place of the
// longest unused whose memory it needs.
func (p *players) keep(at seat, player engine.Player, now time.Time) {
	keeper, ok := player.(engine.Keeper)
	if !ok {
		return
	}
	bytes := keeper.Kept()
	if bytes == 0 || bytes > maxBytes {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(c cachedPlayer) bool { return c.seat == at })
	sum := bytes
	for _, c := range p.list {
		sum += c.bytes
	}
	for len(p.list) == maxPlayers || sum > maxBytes {
		sum -= p.list[0].bytes
		p.list = slices.Delete(p.list, 0, 1)
	}
	p.list = append(p.list, cachedPlayer{at, player, bytes, now})
}

// drop drops the players of a table.
func (p *players) drop(table store.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(c cachedPlayer) bool { return c.seat.table == table })
}

// expire drops players that have been unused for long. A clock that was set back keeps
// none.
func (p *players) expire(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(c cachedPlayer) bool {
		idle := now.Sub(c.since)
		return idle < 0 || idle > maxIdle
	})
}

// remove drops players. The lock is held.
func (p *players) remove(which func(cachedPlayer) bool) {
	p.list = slices.DeleteFunc(p.list, which)
}

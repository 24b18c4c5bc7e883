package think

import (
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The limits of the cache. A player's size is mainly its search tree, which is large after a long
// computation; without it the next one starts from scratch.
const (
	maxPlayers = 16
	maxBytes   = 64 << 20 // of all players
	maxIdle    = 10 * time.Minute
)

// players is a cache of players whose search trees their next moves can use. A player is removed
// while it computes, so that it is not used concurrently. The zero value is ready to use, and it is
// safe for concurrent use.
type players struct {
	mu   sync.Mutex
	list []cachedPlayer // least recently used first
}

type cachedPlayer struct {
	seat   seat
	player engine.Player
	bytes  int
	since  time.Time
}

// seat identifies a player: two players of one level at a table are independent.
type seat struct {
	table  store.Key
	number engine.Seat
	level  string
}

// take removes the player of a seat from the cache and returns it, nil if there is none.
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

// keep caches a player for its next move if it has a search tree, evicting the least recently used
// ones if necessary.
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

func (p *players) drop(table store.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(c cachedPlayer) bool { return c.seat.table == table })
}

// expire drops players unused for long. If the clock was set back, it drops all later ones.
func (p *players) expire(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(c cachedPlayer) bool {
		idle := now.Sub(c.since)
		return idle < 0 || idle > maxIdle
	})
}

// remove drops players. The lock must be held.
func (p *players) remove(which func(cachedPlayer) bool) {
	p.list = slices.DeleteFunc(p.list, which)
}

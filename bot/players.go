package bot

import (
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Bounds of what is kept. A player costs at most its tree, which is much after long
// thought; without it, the next thought begins at nothing.
const (
	mostPlayers = 16
	mostKept    = 64 << 20 // bytes, of all together
	keptFor     = 10 * time.Minute
)

// players are those of tables whose levels will move again, with what they learnt so
// far. Whoever needs one takes it out, so that nobody else asks it meanwhile. The zero
// value is ready, and safe for concurrent use.
type players struct {
	mu   sync.Mutex
	list []keptPlayer // the longest unused first
}

type keptPlayer struct {
	chair
	player engine.Player
	bytes  int
	since  time.Time
}

// chair is where a player sits: two of one level at a table know nothing of each other.
type chair struct {
	table store.Key
	seat  engine.Seat
	level string
}

// take returns the player of a chair, who then belongs to the caller; nil when none is
// kept.
func (p *players) take(at chair) engine.Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, func(k keptPlayer) bool { return k.chair == at })
	if i < 0 {
		return nil
	}
	player := p.list[i].player
	p.list = slices.Delete(p.list, i, i+1)
	return player
}

// keep keeps a player for its next move, if it knows anything for that, in place of
// those of the longest unused whose memory it needs.
func (p *players) keep(at chair, player engine.Player, now time.Time) {
	keeper, ok := player.(engine.Keeper)
	if !ok {
		return
	}
	bytes := keeper.Kept()
	if bytes == 0 || bytes > mostKept {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(k keptPlayer) bool { return k.chair == at })
	sum := bytes
	for _, k := range p.list {
		sum += k.bytes
	}
	for len(p.list) == mostPlayers || sum > mostKept {
		sum -= p.list[0].bytes
		p.list = slices.Delete(p.list, 0, 1)
	}
	p.list = append(p.list, keptPlayer{at, player, bytes, now})
}

// drop gives back the memory of a table's players.
func (p *players) drop(table store.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(k keptPlayer) bool { return k.table == table })
}

// expire gives back the memory of players whose opponents have been gone for long. A
// clock that was set back keeps nobody.
func (p *players) expire(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(func(k keptPlayer) bool {
		idle := now.Sub(k.since)
		return idle < 0 || idle > keptFor
	})
}

// remove drops players. The lock is held.
func (p *players) remove(which func(keptPlayer) bool) {
	p.list = slices.DeleteFunc(p.list, which)
}

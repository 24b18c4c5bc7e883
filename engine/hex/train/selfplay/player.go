package selfplay

import (
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Player plays games of a network against itself on boards of one size. It owns buffers and is not
// safe for concurrent use. Red joins top and bottom and moves first.
type Player struct {
	size     int
	config   Config
	rand     search.Rand
	tree     *tree
	openings []float64 // weights of the first stones to draw from, by cell; nil until needed
	plies    []ply
	ended    field.Links // of the winner of a finished game
	winner   uint8
}

// ply is a position of the current game.
type ply struct {
	mover  uint8
	view   []uint8
	policy []float32 // the target, by view index
	value  float32   // of the search
}

// New returns a player. Equal seeds, networks and configurations give equal sequences of games.
func New(network *net.Network, size int, seed uint64, config Config) *Player {
	n := size * size
	p := &Player{size: size, config: config, rand: search.Rand(seed), plies: make([]ply, n)}
	for i := range p.plies {
		p.plies[i] = ply{view: make([]uint8, n), policy: make([]float32, n)}
	}
	p.plies = p.plies[:0]
	p.tree = newTree(network, size, 1+max(config.Evaluations, config.Decided), &p.rand)
	return p
}

// Evaluations returns how many evaluations by the network the player has made so far.
func (p *Player) Evaluations() int { return p.tree.evaluations }

// Play plays a game until the edges of one colour are linked. It returns, in order, a sample for
// each searched position; none if the first stone won.
func (p *Player) Play() []Sample {
	f := field.New(p.size, p.size, make([]uint8, p.size*p.size), field.Red, field.Red)
	p.tree.field = f
	p.plies = p.plies[:0]
	if p.rand.Float64() >= p.config.Searched {
		f.Do(p.opening())
	}
	child := int32(0)
	for !p.over(f.Mover() ^ field.Red ^ field.Blue) {
		var m field.Point
		m, child = p.move(child)
		f.Do(m)
	}
	return p.samples()
}

// over reports whether the edges of either colour are linked after a move of mover's. They may be
// the opponent's: surveys choose bridges greedily, so one can find a win that the previous one
// missed.
func (p *Player) over(mover uint8) bool {
	for _, p.winner = range [2]uint8{mover, mover ^ field.Red ^ field.Blue} {
		if p.ended.Survey(p.tree.field, p.winner); p.ended.Won() {
			return true
		}
	}
	return false
}

// move finds a move, records its targets, and returns it with its node, or 0 if there is none.
func (p *Player) move(child int32) (field.Point, int32) {
	p.tree.setRoot(child)
	f, n := p.tree.field, &p.tree.nodes[0]
	now := p.note()
	if n.decided {
		now.value = n.value
		return p.complete(now), 0
	}
	placed := p.size*p.size - len(f.Open())
	best := p.tree.run(p.config, noise(placed, p.size))
	policy, value := p.tree.target()
	now.value = value
	for i, m := range n.moves {
		now.policy[f.ViewIndex(m)] = policy[i]
	}
	child = n.child[best]
	if p.tree.nodes[child].decided {
		child = 0
	}
	return n.moves[best], child
}

// complete picks one of the moves that link the mover's edges; the target is uniform over them.
func (p *Player) complete(now *ply) field.Point {
	f := p.tree.field
	links := &p.tree.links
	links.Survey(f, f.Mover())
	var chosen field.Point
	count := 0
	for _, m := range f.Open() {
		if links.Completes(f, m) {
			now.policy[f.ViewIndex(m)] = 1
			if count++; p.rand.Below(count) == 0 {
				chosen = m
			}
		}
	}
	for i := range now.policy {
		now.policy[i] /= float32(count)
	}
	return chosen
}

// note starts the record of the next ply.
func (p *Player) note() *ply {
	p.plies = p.plies[:len(p.plies)+1]
	now := &p.plies[len(p.plies)-1]
	now.mover = p.tree.field.Mover()
	p.tree.field.View(now.view)
	clear(now.policy)
	return now
}

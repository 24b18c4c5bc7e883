package pairing

import (
	"math/big"
	"slices"
)

// weigh returns the weight of a pair of unpaired players, 0 if they cannot meet. Its digits are the
// criteria C2 to C21 of FIDE's handbook, C.04.3, article 2, and then the order in which articles 3 and
// 4 try candidates.
func (b *bracket) weigh(i, j int) *big.Int {
	i, j = min(i, j), max(i, j)
	var d digits
	if b.rest[i].canMeet(b.rest[j]) && (!b.settled || i >= b.moved || j >= b.size) {
		b.complete(&d, i, j)
		b.float(&d, i, j)
		b.colour(&d, i, j)
		b.refloat(&d, i, j)
		b.order(&d, i, j)
	}
	return &d.weight
}

// complete weighs what holds for the whole round: C2 to C5, and the people to keep apart.
func (b *bracket) complete(d *digits, i, j int) {
	higher, lower := b.rest[i], b.rest[j]
	most := len(b.rest) / 2
	d.add(most, 1)
	d.add(most, one(!slices.Contains(higher.apart, lower.number)))
	d.add(most, one(lower.number != Bye || !higher.wonByForfeit))
	d.add(most, one(higher.top || lower.top || !higher.clashesAbsolutely(lower)))
	best := b.rest[0].score
	d.add(best, one(lower.number == Bye)*(best-higher.score))
}

// float weighs how many float down, and with which scores (C6, C7), the same in the next bracket
// (C8), and how many rounds the player with the bye has played (C9).
func (b *bracket) float(d *digits, i, j int) {
	inside, next := j < b.size, j >= b.size && j < b.next
	most := len(b.rest) / 2
	d.add(most, one(inside))
	b.byScore(d, i, inside)
	d.add(most, one(next))
	b.byScore(d, i, next)
	c := b.rest[i]
	d.add(len(c.history), one(b.alone && b.rest[j].number == Bye)*(len(c.history)-c.unplayed))
}

// byScore weighs a criterion that counts separately for each score in the bracket, the highest first.
func (b *bracket) byScore(d *digits, i int, good bool) {
	for from := 0; from < b.size; {
		end := b.endOf(from)
		d.add(end-from, one(good && from <= i && i < end))
		from = end
	}
}

// colour weighs the seats of a pair within the bracket: C10 to C13.
func (b *bracket) colour(d *digits, i, j int) {
	for _, fault := range seatFaults(b.rest[i], b.rest[j]) {
		d.add(b.size/2, one(j < b.size && !fault))
	}
}

// refloat weighs that nobody floats as in one of the last two rounds: C14 to C21.
func (b *bracket) refloat(d *digits, i, j int) {
	higher, lower := b.rest[i], b.rest[j]
	inside, moved := j < b.size, i < b.moved
	for back := range higher.floats {
		d.add(b.size, one(inside)*(one(!moved && higher.floats[back] == down)+one(lower.floats[back] == down)))
		d.add(b.size/2, one(inside && (!moved || lower.floats[back] != up)))
	}
	for back := range higher.floats {
		b.byScore(d, i, inside && moved && higher.floats[back] == down)
		b.byScore(d, i, inside && moved && lower.floats[back] != up)
	}
}

// order weighs which of those who have floated down are paired, the highest first (article 4.4), and
// each with as high a player as possible (4.2). Once that is settled, it weighs the pairs of the others.
func (b *bracket) order(d *digits, i, j int) {
	if b.settled {
		b.exchange(d, i-b.moved, j-b.moved)
		return
	}
	inside := one(j < b.size)
	d.pick(b.moved, 1, i, inside)
	d.pick(b.moved, b.size-1, i, inside*(b.size-j)) // both may have floated down
}

// exchange weighs the pairs of a score group, numbered from its top: the upper half, S1, meets the
// lower. As few as possible are exchanged between the halves, and the nearest (article 4.3); then
// each of S1, in order, meets as high a player as possible (4.2). Negative numbers float again.
func (b *bracket) exchange(d *digits, i, j int) {
	n := b.size - b.moved
	inside, lower := one(j < n), j
	if j >= n { // the next bracket
		lower = i
	}
	d.add(b.pairs, inside*one(i < b.pairs))
	d.add(n*n, inside*(n-i))
	d.pick(b.pairs, 1, b.pairs-1-lower, 1) // who is not in S1, the lowest first
	d.pick(n-b.pairs, 1, i-b.pairs, inside)
	d.pick(n, n, i, inside*(n-j))
}

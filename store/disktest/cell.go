package disktest

import "math/rand/v2"

// cell is a piece of the disk: a sector, a file's size or a name. At first it is zero.
type cell[T any] struct {
	disk  []T // one of these is on the disk, if none of the following is
	dirty []T // written since the last sync, in order; each may have reached the disk
}

// now is what programs see.
func (c *cell[T]) now() T { return c.choose(nil) }

func (c *cell[T]) write(v T) {
	if len(c.disk) == 0 {
		c.disk = make([]T, 1)
	}
	c.dirty = append(c.dirty, v)
}

// sync puts what was written last on the disk. What an earlier sync has failed to write is
// not written by this one.
func (c *cell[T]) sync() {
	if len(c.dirty) > 0 {
		c.disk, c.dirty = []T{c.now()}, nil
	}
}

// lose is what a sync that fails does: what is on the disk remains uncertain until it is
// written again.
func (c *cell[T]) lose() {
	c.disk, c.dirty = append(c.disk, c.dirty...), nil
}

// choose returns the version that a loss of power leaves.
func (c *cell[T]) choose(f *fate) (v T) {
	n := len(c.disk) + len(c.dirty)
	if n == 0 {
		return v
	}
	i := n - 1
	if n > 1 {
		i = f.pick(n)
	}
	if i < len(c.disk) {
		return c.disk[i]
	}
	return c.dirty[i-len(c.disk)]
}

// fate is one way in which the power may be lost. Nil is none: everything is there.
type fate struct {
	*rand.Rand
	newest, oldest float64 // the chance that a cell has its newest version, and its oldest; else any
	whole          int     // how many sectors in a row, from a multiple of it, share their fate
	tears          bool    // a sector may be torn, too

	row int // of the sectors that share at
	at  float64
}

func newFate(r *rand.Rand) *fate {
	chances := [][2]float64{{1, 0}, {0, 1}, {0.5, 0.5}, {0.9, 0.1}, {0.1, 0.9}, {0.3, 0.3}}
	chance := chances[r.IntN(len(chances))]
	return &fate{
		Rand:   r,
		newest: chance[0],
		oldest: chance[1],
		whole:  []int{1, 8, 8, 64}[r.IntN(4)], // a page has eight
		tears:  r.IntN(4) == 0,
		row:    -1,
	}
}

// pick chooses one of n versions.
func (f *fate) pick(n int) int {
	if f == nil {
		return n - 1
	}
	if f.row < 0 { // not one of the sectors
		f.at = f.Float64()
	}
	switch {
	case f.at < f.newest:
		return n - 1
	case f.at >= 1-f.oldest:
		return 0
	}
	return f.IntN(n)
}

// sector returns what is left of the sector at index i.
func (f *fate) sector(i int, c *cell[[]byte]) []byte {
	if f == nil || len(c.disk)+len(c.dirty) < 2 {
		return c.now()
	}
	if row := i / f.whole; row != f.row {
		f.row, f.at = row, f.Float64()
	}
	sector := c.choose(f)
	if !f.tears || f.IntN(8) > 0 {
		return sector
	}
	parts := [2][]byte{make([]byte, Sector), make([]byte, Sector)}
	first := f.IntN(2)
	copy(parts[first], sector)
	copy(parts[1-first], c.now())
	at := f.IntN(Sector)
	return append(parts[0][:at], parts[1][at:]...)
}

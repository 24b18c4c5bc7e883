package disktest

import "math/rand/v2"

// cell is a unit of the disk: a sector, a file's size or a name. It begins as the zero value.
type cell[T any] struct {
	disk  []T // candidates for the value on disk, if none of dirty is
	dirty []T // values since the last sync, in order; each may have reached the disk
}

// now returns what programs see.
func (c *cell[T]) now() T { return c.choose(nil) }

func (c *cell[T]) write(v T) {
	if len(c.disk) == 0 {
		c.disk = make([]T, 1)
	}
	c.dirty = append(c.dirty, v)
}

// sync syncs the last value. Values that an earlier sync has failed to write are not retried.
func (c *cell[T]) sync() {
	if len(c.dirty) > 0 {
		c.disk, c.dirty = []T{c.now()}, nil
	}
}

// lose records a failed sync: the value on disk is uncertain until the next write.
func (c *cell[T]) lose() {
	c.disk, c.dirty = append(c.disk, c.dirty...), nil
}

// choose returns the value that remains after a loss of power.
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

// fate is one way in which a loss of power may turn out. Nil means that nothing is lost.
type fate struct {
	*rand.Rand
	newest, oldest float64 // probabilities of a cell's newest and oldest value; otherwise any
	whole          int     // number of consecutive, aligned sectors with the same fate
	tears          bool    // sectors may be torn

	row int // index of the group of sectors that share at
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

func (f *fate) pick(n int) int {
	if f == nil {
		return n - 1
	}
	if f.row < 0 { // not a sector
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

// sector returns what remains of the sector at index i.
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

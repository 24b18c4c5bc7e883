package labyrinth

// The plane is made of layers, so far from each other that nothing meets: each group
// that does not depend on where the others lie has a layer of its own. A group that
// begins in the middle of a layer never leaves it.
const (
	layerWidth  = 2 * Pieces
	layerHeight = layerWidth + 4
	layerSize   = layerWidth * layerHeight
	middle      = layerHeight/2*layerWidth + layerWidth/2
	mostLayers  = MostGroups + 1
)

// What is known of a cell: of its sides from bit 0 those behind which there is a piece
// or will be one, from bit 6 those behind which there is none and will be none; then
// whether it is such a cell itself.
const (
	knownSides = 1<<(2*Sides) - 1
	filled     = 1 << (2 * Sides)
	empty      = 1 << (2*Sides + 1)
	sidesFull  = 1
	sidesEmpty = 1 << Sides
	sidesBoth  = sidesFull | sidesEmpty
)

// reach is the way from a cell to its neighbour, by side.
var reach = [Sides]int32{-layerWidth, 1 - layerWidth, 1, layerWidth, layerWidth - 1, -1}

// fitting holds, by what is known of a cell's sides, the pieces that fit there.
var fitting = func() (table [knownSides + 1]uint64) {
	for known := range table {
		full, none := Doors(known)&allDoors, Doors(known>>Sides)
		for d := range Doors(Pieces) {
			if d&full == full && d&none == 0 {
				table[known] |= 1 << d
			}
		}
	}
	return table
}()

// plane is what is known of all cells, and in which order it became known.
type plane struct {
	known []uint16
	trail []int32
}

func newPlane() plane { return plane{known: make([]uint16, mostLayers*layerSize)} }

// cellAt is the place of a cell in a layer, whose middle is the cell (0, 0).
func cellAt(layer int, c Cell) int32 {
	return int32(layer*layerSize + middle + c.R*layerWidth + c.Q)
}

// cellOf is the inverse of cellAt.
func cellOf(at int32) (layer int, c Cell) {
	layer = int(at) / layerSize
	in := int(at) % layerSize
	return layer, Cell{in%layerWidth - layerWidth/2, in/layerWidth - layerHeight/2}
}

// settle makes known that a cell is filled (sidesFull) or empty (sidesEmpty).
func (p *plane) settle(at int32, as uint16) {
	p.known[at] |= as & sidesFull * filled
	p.known[at] |= as / sidesEmpty * empty
	around := p.known[at-layerWidth : at+layerWidth+1]
	around[0] |= as << South
	around[1] |= as << SouthWest
	around[layerWidth+1] |= as << NorthWest
	around[2*layerWidth] |= as << North
	around[2*layerWidth-1] |= as << NorthEast
	around[layerWidth-1] |= as << SouthEast
	p.trail = append(p.trail, at)
}

// forget takes back what became known after the trail had that length.
func (p *plane) forget(length int) {
	for _, at := range p.trail[length:] {
		p.known[at] &= knownSides
		around := p.known[at-layerWidth : at+layerWidth+1]
		around[0] &^= sidesBoth << South
		around[1] &^= sidesBoth << SouthWest
		around[layerWidth+1] &^= sidesBoth << NorthWest
		around[2*layerWidth] &^= sidesBoth << North
		around[2*layerWidth-1] &^= sidesBoth << NorthEast
		around[layerWidth-1] &^= sidesBoth << SouthEast
	}
	p.trail = p.trail[:length]
}

package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// The plane consists of layers, far enough apart that pieces of different layers cannot meet.
// Each group whose place does not depend on others has its own layer. A group that begins in the
// middle of a layer cannot leave it.
const (
	layerWidth  = 2 * board.Pieces
	layerHeight = layerWidth + 4
	layerSize   = layerWidth * layerHeight
	middle      = layerHeight/2*layerWidth + layerWidth/2
	maxLayers   = MaxGroups
)

// Knowledge of the sides of a cell, in bits: 0 to 5 for sides with a neighbour, placed or
// required; 6 to 11 for sides that must have none.
const (
	sidesFull  = 1
	sidesEmpty = 1 << board.Sides
	sidesBoth  = sidesFull | sidesEmpty
	patterns   = 1 << (2 * board.Sides)
)

var reach = [board.Sides]int32{-layerWidth, 1 - layerWidth, 1, layerWidth, layerWidth - 1, -1}

// onAxis marks a cell on the axis of a symmetric solution.
const onAxis = patterns

// fitting holds the set of pieces that fit on a cell, by the knowledge of it.
type fitting [2 * patterns]uint64

// newFitting returns the table for an order of pieces. The pieces that may lie on the axis of a
// symmetric solution have entries of their own.
func newFitting(o *order, axial uint64) *fitting {
	var full, empty [board.Pieces]uint64 // by sides with or without a neighbour
	for sides := range board.Doors(board.Pieces) {
		full[sides] = o.filter(func(d board.Doors) bool { return d&sides == sides })
		empty[sides] = o.filter(func(d board.Doors) bool { return d&sides == 0 })
	}
	f := &fitting{}
	for known := range patterns {
		set := full[known%board.Pieces] & empty[known/board.Pieces]
		f[known], f[onAxis|known] = set&^axial, set&axial
	}
	return f
}

// plane is the knowledge of all cells, with a trail of the marked cells.
type plane struct {
	known []uint16
	trail []int32
}

// cellAt returns the index of a cell in a layer, whose middle is the cell (0, 0).
func cellAt(layer int, c board.Cell) int32 {
	return int32(layer*layerSize + middle + c.R*layerWidth + c.Q)
}

// cellOf is the inverse of cellAt.
func cellOf(at int32) (layer int, c board.Cell) {
	in := uint(at) % layerSize
	return int(uint(at) / layerSize), board.Cell{Q: int(in%layerWidth) - layerWidth/2, R: int(in/layerWidth) - layerHeight/2}
}

// markAxis marks the cells of all layers that are their own images. The images are those of the
// first layer.
func (p *plane) markAxis(images []int32) {
	for at, image := range images {
		for layer := 0; at == int(image) && layer < maxLayers; layer++ {
			p.known[layer*layerSize+at] |= onAxis
		}
	}
}

// mark records that a cell must be filled (sidesFull) or empty (sidesEmpty). A cell is marked at
// most once.
func (p *plane) mark(at int32, as uint16) {
	around := p.around(at)
	around[0] |= as << board.South
	around[1] |= as << board.SouthWest
	around[layerWidth-1] |= as << board.SouthEast
	around[layerWidth+1] |= as << board.NorthWest
	around[2*layerWidth-1] |= as << board.NorthEast
	around[2*layerWidth] |= as << board.North
	p.trail = append(p.trail, at)
}

func (p *plane) undo(length int) {
	for _, at := range p.trail[length:] {
		around := p.around(at)
		around[0] &^= sidesBoth << board.South
		around[1] &^= sidesBoth << board.SouthWest
		around[layerWidth-1] &^= sidesBoth << board.SouthEast
		around[layerWidth+1] &^= sidesBoth << board.NorthWest
		around[2*layerWidth-1] &^= sidesBoth << board.NorthEast
		around[2*layerWidth] &^= sidesBoth << board.North
	}
	p.trail = p.trail[:length]
}

// around returns the cells from the northern to the southern neighbour.
func (p *plane) around(at int32) *[2*layerWidth + 1]uint16 {
	return (*[2*layerWidth + 1]uint16)(p.known[at-layerWidth:])
}

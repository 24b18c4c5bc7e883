package hex

import "github.com/sixfold-bot/sixfold/render/canvas"

// Proportions of boards of hexagons, in widths of a cell unless said otherwise.
const (
	lineShare     = 0.035 // line between cells
	edgeShare     = 0.13  // coloured edge, beyond the cells
	edgeReach     = 1.155 // of the edge beyond a corner, in widths of the edge: corners have 120 degrees
	gapShare      = 0.05  // between colours that meet at a corner of the board
	stoneShare    = 0.405 // radius of a stone
	squareShare   = 0.345 // half a side of a square stone
	squareCorner  = 0.11  // its corners' radius
	shadowShare   = 0.47  // radius of a stone's shadow, where it has faded out
	shadowDrop    = 0.035 // how far it lies below the stone
	shadowOpacity = 0.45
	ringShare     = 0.215 // radius of the ring on the last stone
	ringStroke    = 0.08
	outlineStroke = 0.08  // line around the cell of the best move
	cellShare     = 1.07  // radius of a line along the rim of a cell, in radii of the cell
	dotShare      = 0.12  // radius of a root's dot
	dotRim        = 0.045 // the rim around it
	chainShare    = 0.15  // line of a winning chain
	chainHalo     = 0.26  // with its halo
	jointShare    = 0.125 // radius of its joints
	jointHalo     = 0.18
	linkShare     = 0.06 // line between stones that are connected
	linkRim       = 0.13 // with its rim
	swapShare     = 0.26 // half the length of the arrows of a swap
	swapStroke    = 0.075
	signShare     = 0.26 // half the width of a tick or a cross
	signStroke    = 0.10
	toneShare     = 0.13  // of the colour of heavy cells in the second tone of a plain board; the third has twice as much
	ghostOpacity  = 0.54  // of a stone that might come, so that a number stands out
	ghostRim      = 0.045 // line around it, within
	hoopShare     = 0.54  // radius of the ring around the last stone where cells are tiny
	hoopStroke    = 0.12
	neverShare    = 0.125 // radius of each ring of the sign of infinity
	neverStroke   = 0.075
	darkLine      = 0.6 // of shadow in lines where numbers are light
	visitedShare  = 0.3 // of the colour of visited cells in their mixture
	tintOpacity   = 0.50
	heatSteps     = 8    // shades of a heat map
	swapSteps     = 4    // shades of either colour on a map of the swap
	arrowShare    = 0.29 // half the length of an arrow between edges, in the caption
	arrowStroke   = 0.065
	numberShare   = 0.42 // text height of a number on a cell
	hottest       = 0.85 // share of the colour of heat in the hottest cell: numbers stand out from it
)

// Sizes in pixels.
const (
	pictureWidth  = canvas.Width
	pictureHeight = 720
	wholeWidth    = 3000 // where a number of three digits has room on a cell of the largest board
	wholeHeight   = 1960
	boardMargin   = 6 // around the board with its labels
	largestCell   = 128
	smallestCell  = 10
	labelSize     = 39.6 // of coordinates
	smallSize     = 26.6 // of the least numbers, which are not needed to make a move
	leastOutline  = 5.0  // line around the cell of the best move
	leastRim      = 3.0  // line around a stone that might come
	tinyCell      = 36   // width of cells in which a ring on a stone is a speck
	labelGap      = 5.0  // between the edge of the board and a label
	labelAbove    = 1.0  // between a label and the edge of the next row
	labelApart    = 5    // least room between labels
	legendCell    = 64   // width of a cell of the legend
	legendGap     = 6    // between them
	legendMargin  = 16
	graphHeight   = 170
	graphCell     = 46 // width of a cell in which the sign on a graph would lie
	graphRim      = 8  // by how much that of its rim is larger
)

// graphWords is most of the width of a picture that the words beside a graph take.
const graphWords = 0.2

// labelDrop is how far letters reach below the line, in their sizes.
const labelDrop = 0.22

package hex

import "github.com/sixfold-bot/sixfold/render/canvas"

// Proportions of Hex boards, in cell widths unless stated otherwise.
const (
	lineShare       = 0.035 // line between cells
	edgeShare       = 0.13  // coloured edge, beyond the cells
	edgeReach       = 1.155 // of the edge beyond a corner, in widths of the edge: corners have 120 degrees
	gapShare        = 0.05  // between the colours at a corner of the board
	stoneShare      = 0.405 // radius of a stone
	squareShare     = 0.345 // half a side of a square stone
	squareCorner    = 0.11  // radius of its corners
	shadowShare     = 0.47  // radius of a stone's shadow where it ends
	shadowDrop      = 0.035 // offset of the shadow, downwards
	shadowOpacity   = 0.45
	ringShare       = 0.215 // radius of the ring on the last stone
	ringStroke      = 0.08
	outlineStroke   = 0.08  // line around the cell of the best move
	cellShare       = 1.07  // radius of a line along the rim of a cell, in radii of the cell
	dotShare        = 0.12  // radius of a root's dot
	dotRim          = 0.045 // the rim around it
	chainShare      = 0.15  // line of a winning chain
	chainHalo       = 0.26  // including its halo
	jointShare      = 0.125 // radius of its joints
	jointHalo       = 0.18
	linkShare       = 0.06 // line between connected stones
	linkRim         = 0.13 // including its rim
	swapShare       = 0.26 // half the length of the arrows of a swap
	swapStroke      = 0.075
	signShare       = 0.26 // half the width of a tick or a cross
	signStroke      = 0.10
	toneShare       = 0.13  // share of the colour of heavy cells in the second tone of a plain board; the third has twice as much
	ghostOpacity    = 0.54  // of a ghost stone, to make a number on it readable
	ghostRim        = 0.045 // inner rim of a ghost stone
	outerRingShare  = 0.54  // radius of the ring around the last stone on tiny cells
	outerRingStroke = 0.12
	infinityShare   = 0.125 // radius of each ring of the sign of infinity
	infinityStroke  = 0.075
	visitedShare    = 0.3 // share of the colour of visited cells
	tintOpacity     = 0.50
	heatSteps       = 8    // shades of a heat map
	swapSteps       = 4    // shades per colour of a swap map
	arrowShare      = 0.29 // half the length of the arrow in the caption
	arrowStroke     = 0.065
	numberShare     = 0.42 // text height of a number on a cell
	hottest         = 0.85 // share of the heat colour in the hottest cell, low enough for numbers
)

// Sizes in pixels.
const (
	pictureWidth  = canvas.Width
	pictureHeight = 720
	wholeWidth    = 3000 // fits a number of three digits on a cell of the largest board
	wholeHeight   = 1960
	boardMargin   = 6 // around the board and its labels
	largestCell   = 128
	smallestCell  = 10
	labelSize     = 39.6 // of coordinates
	smallSize     = 26.6 // of the smallest numbers, which are not needed to make a move
	leastOutline  = 5.0  // line around the cell of the best move
	leastRim      = 3.0  // rim of a ghost stone
	tinyCell      = 36   // width of cells on which a ring on a stone would be a speck
	labelGap      = 5.0  // between the edge of the board and a label
	labelAbove    = 1.0  // between a label and the edge of the next row
	labelApart    = 5    // between labels
	legendCell    = 64   // width of a cell of the legend
	legendGap     = 6    // between cells of the legend
	legendMargin  = 16
	graphHeight   = 170
	graphCell     = 46 // width of the cell that sizes a sign on the graph
	graphRim      = 8  // extra width of the sign's rim
)

// graphWords is the maximum width of the text beside the graph, as a share of the picture.
const graphWords = 0.2

// labelDrop is how far letters extend below the baseline, in text sizes.
const labelDrop = 0.22

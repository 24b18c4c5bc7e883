package hex

import "github.com/sixfold-bot/sixfold/render/canvas"

// Proportions of Hex boards, in cell widths unless stated otherwise.
const (
	lineShare     = 0.035 // line between cells
	edgeShare     = 0.13  // coloured edge, beyond the cells
	edgeReach     = 1.155 // of the edge beyond a corner, in widths of the edge: corners have 120 degrees
	gapShare      = 0.05  // between the colours at a corner of the board
	doubleShare   = 0.04  // between the two lines of a double edge
	stoneShare    = 0.405 // radius of a stone
	rimShare      = 0.03  // dark rim of a stone, by which it stands out from light cells
	squareShare   = 0.345 // half a side of a square stone
	squareCorner  = 0.11  // radius of its corners
	shadowShare   = 0.47  // radius of a stone's shadow where it ends
	shadowDrop    = 0.035 // offset of the shadow, downwards
	shadowOpacity = 0.45
	ghostRound    = 0.45  // radius of a ghost stone
	ghostSquare   = 0.43  // half a side of a square one
	ghostMost     = 0.52  // the same of both where a number needs the room
	hintGrowth    = 0.03  // of the outline of an advised cell, beyond the cell
	withinHint    = 0.09  // by which a ghost stone is smaller than a stone to stay clear of that outline
	wonGrowth     = 0.06  // of the outline of a cell that has won
	plateShare    = 0.9   // radius of a plate, in radii of the cell
	dotShare      = 0.12  // radius of a root's dot
	dotRim        = 0.045 // the rim around it
	chainShare    = 0.15  // line of a winning chain
	wayShare      = 0.3   // radius of a dot where a chain lacks a stone
	wayStroke     = 0.07  // of the line between them
	linkShare     = 0.06  // line between connected stones
	linkRim       = 0.13  // including its rim
	swapShare     = 0.26  // half the length of the arrows of a swap
	swapStroke    = 0.075
	signShare     = 0.26 // half the width of a tick or a cross
	signStroke    = 0.10
	toneShare     = 0.13 // share of the colour of heavy cells in the second tone of a plain board; the third has twice as much
	visitedShare  = 0.75 // share of the colour of visited cells
	tintOpacity   = 0.40
	heatSteps     = 8    // shades of a heat map
	swapSteps     = 4    // shades per colour of a swap map
	arrowShare    = 0.29 // half the length of the arrow in the caption
	arrowStroke   = 0.065
	numberShare   = 0.42 // text height of a number on a cell
	freeShare     = 0.3  // radius of the dot on a free cell of the rules' figures
	freeStroke    = 0.08
	hottest       = 0.85 // share of the heat colour in the hottest cell, low enough for numbers
)

// Sizes in pixels.
const (
	wholeWidth   = 3300 // fits a weight above a cost on a cell of the largest board
	wholeHeight  = 2100
	leastWhole   = 24.0 // of numbers in the file, which has those of every board
	boardMargin  = 6    // around the board and its labels
	largestCell  = 160
	smallestCell = 10
	labelSize    = canvas.LeastText // of coordinates and numbers
	crampedCell  = 40               // width of cells on which coordinates leave two sides, and stones are flat, since a gradient would blur them
	leastGhost   = 16.6             // radius of a ghost stone that has room for a number
	leastChain   = 7.0              // line of a winning chain
	leastWay     = 3.0              // line of a chain that lacks stones
	labelGap     = 5.0              // between the edge of the board and a label
	labelAbove   = 1.0              // between a label and the edge of the next row
	labelApart   = 5                // between labels
	legendCell   = 64               // width of a cell of the legend
	legendGap    = 6                // between cells of the legend
	legendMargin = 16
	graphHeight  = 126
	graphCell    = 38 // width of the cell that sizes a sign on the graph
	graphRim     = 6  // extra width of the sign's rim
	graphTop     = 18 // above the graph, for that sign
	graphBottom  = 8  // below the numbers
)

// graphWords is the maximum width of the text beside the graph, as a share of the picture.
const graphWords = 0.2

// labelDrop is how far letters extend below the baseline, in text sizes.
const labelDrop = 0.22

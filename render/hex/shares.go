package hex

// Proportions of boards of hexagons, in widths of a cell unless said otherwise.
const (
	lineShare     = 0.035 // line between cells
	edgeShare     = 0.13  // coloured edge, beyond the cells
	gapShare      = 0.05  // between colours that meet at a corner of the board
	stoneShare    = 0.405 // radius of a stone
	squareShare   = 0.345 // half a side of a square stone
	squareCorner  = 0.11  // its corners' radius
	shadowShare   = 0.47  // radius of a stone's shadow, where it has faded out
	shadowDrop    = 0.035 // how far it lies below the stone
	shadowOpacity = 0.45
	ringShare     = 0.20  // radius of the ring on the last stone
	outlineStroke = 0.07  // line around a suggested stone
	legendShare   = 1.5   // width of a cell of the legend, in text heights of the caption
	weightRise    = 0.25  // of the weight above a cell's centre
	costDrop      = 0.12  // of the cost below it
	ringStroke    = 0.065 // its line
	captionStone  = 1.75  // width of the cell around a stone in the caption, in text heights
	dotShare      = 0.12  // radius of a root's dot
	dotRim        = 0.045 // the rim around it
	chainShare    = 0.15  // line of a winning chain
	chainHalo     = 0.26  // with its halo
	jointShare    = 0.125 // radius of its joints
	jointHalo     = 0.18
	swapShare     = 0.26 // half the length of the arrows of a swap
	swapStroke    = 0.075
	labelShare    = 0.62 // text height of coordinates
	numberShare   = 0.40 // of the greater number on a cell
	smallShare    = 0.28 // of the lesser
	visitedShare  = 0.3  // of the colour of visited cells in their mixture
	tintOpacity   = 0.50
	maximumLabel  = 34.0 // pixels
	widthLimit    = 1200 // pixels: pictures are at most that wide
	wideLimit     = 1800 // pictures with numbers on the cells
	heightShare   = 0.75 // most height of a picture, in the limits of width
	leastAspect   = 1.3  // least width of a board with what is around it, in its heights: room for the caption
	largestCell   = 128  // pixels
	arrowShare    = 0.62 // half the length of an arrow between edges, in text heights
	arrowStroke   = 0.13
	heatSteps     = 8    // shades of a heat map
	heatShare     = 0.52 // text height of a chance on a cell
	signShare     = 0.26 // half the width of a tick or a cross
	signStroke    = 0.10
	graphShare    = 0.20 // height of a graph, in widths of the picture
)

package atom4

import "github.com/sixfold-bot/sixfold/render/canvas"

// Sizes of a picture of the board in pixels: twice those that Discord shows.
const (
	width  = canvas.Width
	height = 720
	sideAt = 762 // left end of the side with the wheel
	margin = 10  // around the board

	largeWidth  = 1810 // of an attached file,
	largeHeight = 1400 // with room for the names of all vertices

	// legible is the least text size of what a move needs: on a phone, where a picture is 350
	// pixels wide, its capitals are 9 pixels high.
	legible    = 39.2
	numberRoom = 76.0 // left of the board, for row numbers
	numberGap  = 36.0 // from a piece in the first column to their centre
	letterRoom = 52.0 // above the board, for column letters
	letterGap  = 14.0 // between them and a piece in the first row
	capitals   = 28.3 // their height
	tileLetter = 18.5 // from the centre of a tile to a side beside its letter
	leastGhost = 21.0 // least radius of a ghost piece that holds a number
)

// Proportions of the board, in steps between adjacent vertices.
const (
	pieceShare    = 0.44 // radius of a piece
	gridStroke    = 0.025
	vertexDot     = 0.05 // radius of an empty vertex
	slotShare     = 0.46 // from the centre to a side of a slot
	nameShare     = 0.48 // from the centre to the end of a name,
	shortShare    = 0.40 // and of one with a single digit
	legalDot      = 0.40 // radius of the ring of a slot too small for its name
	legalStroke   = 0.13
	lastRing      = 0.475
	lastStroke    = 0.07
	changedRing   = 0.465
	changedStroke = 0.04
	oldShare      = 0.17 // radius of the bead in a piece's old colour
	oldAside      = 0.44 // from the piece's centre, between adjacent pieces
	rowWidth      = 1.24 // width of the band below a winning row
	rowRing       = 0.52 // and radius of the rings around its pieces
	rowStroke     = 0.15
	quietStroke   = 0.04 // of the ring around the last piece after a win
	tileHalo      = 0.11 // width of the halo around the last tile
	tileInside    = 0.11 // and of its part inside the tile, if it fits beside the letter
	tileOld       = 0.12 // radius of the bead in a tile's old colour
	tileAside     = 0.577
	tileFrame     = 1.2  // width of a tile's frame, in widths of a ring
	tileLine      = 0.7  // and of the line inside it
	stubShare     = 0.40 // of a line that continues beyond the part
)

// Proportions of a piece, in radii.
const (
	letterShare     = 1.16 // text height of its letter
	letterInside    = 0.86 // radius that the letter must fit in
	propagatorRing  = 0.88 // radius of a propagator's ring
	propagatorWidth = 0.07
	propagatorDot   = 0.30 // radius of the dot that replaces a letter that does not fit
	propagatorRim   = 0.10 // width of the ring at its rim
	rimWidth        = 0.06
)

// Sizes of the side, in pixels.
const (
	roundLine    = 36 // centre of the round's name
	roundText    = 30.0
	freeRing     = 13.0 // radius of the ring before the names of the last free vertices
	freeGap      = 28.0 // from its centre to the names
	wheelLine    = 202  // centre of the wheel
	wheelRadius  = 94
	wheelPiece   = 27
	wheelCurrent = 40
	cardHeight   = 120
	cardGap      = 12
	cardInset    = 18 // from the right end of the picture
	cardPad      = 14
	goalPiece    = 14
	goalStep     = 31
	comingPiece  = 26
	comingStep   = 76
	comingPieces = 3 // coming pieces of a side in one turn of the wheel
	scoreText    = 60.0
	ringGap      = 6 // between a piece and the centre line of its ring
	ringStroke   = 4
)

// quietNames are the text sizes of legal vertices' names where space is scarce. The coordinates are
// larger.
var quietNames = [...]float64{34, 32, 30, 26.4}

package atom4

import "github.com/sixfold-bot/sixfold/render/canvas"

// Measures of a picture of the board in pixels: twice those at which Discord shows it.
const (
	width  = canvas.Width
	height = 720
	sideAt = 762 // where the board ends, and the side with the wheel begins
	margin = 10  // around the board

	largeWidth  = 1810 // of a file beside,
	largeHeight = 1400 // in which all names of vertices have room

	// legible is the least text height of what people need for a move: on a telephone, where
	// a picture is 350 pixels wide, its capitals are 9 pixels high.
	legible    = 39.2
	numberRoom = 76.0 // left of the board, for the numbers of rows
	numberGap  = 36.0 // from a piece in the first column to their middle
	letterRoom = 52.0 // above the board, for the letters of columns
	letterGap  = 14.0 // between them and a piece in the first row
	capitals   = 28.3 // their height
	tileLetter = 18.5 // from the middle of a tile to a side beside its letter
	leastGhost = 21.0 // radius of a piece that might come, in which a number has room
)

// Proportions of the board, in steps between neighbouring vertices.
const (
	pieceShare    = 0.44 // radius of a piece
	gridStroke    = 0.025
	vertexDot     = 0.05 // radius of an empty vertex
	slotShare     = 0.46 // from the middle to a side of the place where a piece may go
	nameShare     = 0.48 // from the middle to the end of its name,
	shortShare    = 0.40 // and of one with a single digit
	legalDot      = 0.40 // radius of the ring of one on boards too small for its name,
	legalStroke   = 0.13
	lastRing      = 0.475
	lastStroke    = 0.07
	changedRing   = 0.465
	changedStroke = 0.04
	oldShare      = 0.17 // radius of the bead in the colour that a piece had before
	oldAside      = 0.44 // from the piece's centre, between its neighbours
	rowWidth      = 1.24 // width of the band under a winning row
	rowRing       = 0.52 // and radius of the rings around its pieces
	rowStroke     = 0.15
	quietStroke   = 0.04 // of the ring around the last piece, when a row has won
	tileHalo      = 0.11 // width of the halo around the tile placed last
	tileInside    = 0.11 // and of its part inside the tile, if that has room beside the letter
	tileOld       = 0.12 // radius of the bead in a tile's old colour
	tileAside     = 0.577
	tileFrame     = 1.2  // width of a tile's frame, in that of a ring around a piece
	tileLine      = 0.7  // and of the line inside it
	stubShare     = 0.40 // of a line that goes on beyond what is drawn
)

// Proportions of a piece, in its radii.
const (
	letterShare  = 1.16 // text height of its letter
	letterInside = 0.86 // what a letter must lie in
	carrierRing  = 0.88 // radius of a propagator's ring
	carrierWidth = 0.07
	carrierDot   = 0.30 // radius of its dot, where there is no room for its letter
	carrierRim   = 0.10 // width of the ring at its rim
	rimWidth     = 0.06
)

// Measures of the side, in pixels.
const (
	roundLine    = 36 // the middle of the round's name
	roundText    = 30.0
	freeRing     = 13.0 // radius of the ring before the names of the last free vertices,
	freeGap      = 28.0 // and from its middle to them
	wheelLine    = 202  // the middle of the wheel
	wheelRadius  = 94
	wheelPiece   = 27
	wheelCurrent = 40
	cardHeight   = 120
	cardGap      = 12
	cardInset    = 18 // from the picture's side
	cardPad      = 14
	goalPiece    = 14
	goalStep     = 31
	comingPiece  = 26
	comingStep   = 76
	comingPieces = 3 // those of a side in a turn of the wheel
	scoreText    = 60.0
	ringGap      = 6 // between a piece and the middle of its ring
	ringStroke   = 4
)

// quietNames are the text heights of legal vertices' names where there is less room: rows and
// columns are told by the coordinates, which are larger.
var quietNames = [...]float64{34, 32, 30, 26.4}

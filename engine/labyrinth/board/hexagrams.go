package board

import "github.com/sixfold-bot/sixfold/engine/iching/book"

// sideOfLine holds the side of each line, from the bottom: line 1 is the south, and the others
// follow clockwise. No source has such a table. A yang line is a door.
var sideOfLine = [Sides]Side{South, SouthWest, NorthWest, North, NorthEast, SouthEast}

// SideOfLine returns the side for a line of a hexagram. Lines count from 1 at the bottom.
func SideOfLine(line int) Side { return sideOfLine[line-1] }

// DoorsOf returns the piece of a hexagram.
func DoorsOf(h book.Hexagram) Doors {
	var d Doors
	for line, side := range sideOfLine {
		d |= Doors(h>>line&1) << side
	}
	return d
}

// ofNumber holds the piece by King Wen number minus one, and numbers the King Wen number by
// piece.
var ofNumber, numbers = func() (of [Pieces]Doors, number [Pieces]int) {
	for i := range of {
		of[i] = DoorsOf(book.Numbered(i + 1))
		number[of[i]] = i + 1
	}
	return of, number
}()

// Hexagram returns the piece of a hexagram by its King Wen number, 1 to 64.
func Hexagram(number int) Doors { return ofNumber[number-1] }

// Number returns the King Wen number of the piece's hexagram.
func (d Doors) Number() int { return numbers[d] }

package board

// Lines is the six lines of a hexagram from the bottom: bit 0 is line 1, set for a yang line.
type Lines uint8

// sideOfLine holds the side of each line, from the bottom: line 1 is the south, and the others
// follow clockwise. No source has such a table. A yang line is a door.
var sideOfLine = [Sides]Side{South, SouthWest, NorthWest, North, NorthEast, SouthEast}

// SideOfLine returns the side for a line of a hexagram. Lines count from 1 at the bottom.
func SideOfLine(line int) Side { return sideOfLine[line-1] }

// Doors returns the piece of the hexagram.
func (l Lines) Doors() Doors {
	var d Doors
	for line, side := range sideOfLine {
		d |= Doors(l>>line&1) << side
	}
	return d
}

// kingWen holds the hexagrams' lines from the bottom, in King Wen order.
var kingWen = [Pieces]string{
	"111111", "000000", "100010", "010001", "111010", "010111", "010000", "000010",
	"111011", "110111", "111000", "000111", "101111", "111101", "001000", "000100",
	"100110", "011001", "110000", "000011", "100101", "101001", "000001", "100000",
	"100111", "111001", "100001", "011110", "010010", "101101", "001110", "011100",
	"001111", "111100", "000101", "101000", "101011", "110101", "001010", "010100",
	"110001", "100011", "111110", "011111", "000110", "011000", "010110", "011010",
	"101110", "011101", "100100", "001001", "001011", "110100", "101100", "001101",
	"011011", "110110", "010011", "110010", "110011", "001100", "101010", "010101",
}

// ofNumber holds the piece by King Wen number minus one, and numbers the King Wen number by
// piece.
var ofNumber, numbers = func() (of [Pieces]Doors, number [Pieces]int) {
	for i, lines := range kingWen {
		var l Lines
		for line, c := range lines {
			l |= Lines(c-'0') << line
		}
		of[i] = l.Doors()
		number[of[i]] = i + 1
	}
	return of, number
}()

// Hexagram returns the piece of a hexagram by its King Wen number, 1 to 64.
func Hexagram(number int) Doors { return ofNumber[number-1] }

// Number returns the King Wen number of the piece's hexagram.
func (d Doors) Number() int { return numbers[d] }

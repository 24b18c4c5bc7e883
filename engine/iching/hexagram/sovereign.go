package hexagram

// sovereign are the twelve hexagrams that wax and wane through the branches, of hours
// as of months: one yang line from below in zi, at midnight and the winter solstice, six
// in si, none in hai.
var sovereign = [12]int{24, 19, 11, 34, 43, 1, 44, 33, 12, 20, 23, 2}

// Sovereign is the hexagram of a branch, 0 for zi to 11 for hai.
func Sovereign(branch int) Hexagram { return Numbered(sovereign[branch]) }

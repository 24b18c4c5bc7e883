package calendar

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed vsop87.tsv
var vsop87 string

// earthLongitude returns the terms of the heliocentric longitude of the earth, by the power of the
// time: amplitude in 1e-8 radians, phase in radians, and frequency in radians per thousand years.
// They are P. Bretagnon and G. Francou's VSOP87, as truncated by J. Meeus.
var earthLongitude = sync.OnceValue(func() (terms [6][][3]float64) {
	for line := range strings.Lines(vsop87) {
		var power int
		var term [3]float64
		if _, err := fmt.Sscan(line, &power, &term[0], &term[1], &term[2]); err != nil {
			panic(err) // the file is part of the program
		}
		terms[power] = append(terms[power], term)
	}
	return terms
})

package calendar

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// julianDay returns the Julian date of a moment, in days of 24 hours of universal time.
func julianDay(t time.Time) float64 {
	return 2440587.5 + float64(t.Unix())/86400 + float64(t.Nanosecond())/86400e9
}

// deltaT returns terrestrial time minus universal time in seconds, by the polynomials of F.
// Espenak and J. Meeus (NASA Five Millennium Canon of Solar Eclipses, 2006) for the years 1800 to
// 2150, and a parabola outside.
func deltaT(year float64) float64 {
	poly := func(t float64, c ...float64) (sum float64) {
		for i := len(c) - 1; i >= 0; i-- {
			sum = sum*t + c[i]
		}
		return sum
	}
	u := (year - 1820) / 100
	switch {
	case year < 1800 || year >= 2150:
		return -20 + 32*u*u
	case year < 1860:
		return poly(year-1800, 13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 0.0000121272, -0.0000001699, 0.000000000875)
	case year < 1900:
		return poly(year-1860, 7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, 1.0/233174)
	case year < 1920:
		return poly(year-1900, -2.79, 1.494119, -0.0598939, 0.0061966, -0.000197)
	case year < 1941:
		return poly(year-1920, 21.20, 0.84493, -0.076100, 0.0020936)
	case year < 1961:
		return poly(year-1950, 29.07, 0.407, -1.0/233, 1.0/2547)
	case year < 1986:
		return poly(year-1975, 45.45, 1.067, -1.0/260, -1.0/718)
	case year < 2005:
		return poly(year-2000, 63.86, 0.3345, -0.060374, 0.0017275, 0.000651814, 0.00002373599)
	case year < 2050:
		return poly(year-2000, 62.92, 0.32217, 0.005589)
	}
	return -20 + 32*u*u - 0.5628*(2150-year)
}

// solarLongitude returns the apparent geocentric longitude of the sun in degrees, 0 to 360, to
// within about a second of arc: the terms of VSOP87 in J. Meeus, Astronomical Algorithms, 2nd
// edition, chapter 25 and appendix III, with nutation and aberration.
func solarLongitude(t time.Time) float64 {
	day := julianDay(t)
	year := 2000 + (day-2451544.5)/365.2425
	tau := (day + deltaT(year)/86400 - 2451545) / 365250 // Julian millennia
	earth, longitude := earthLongitude(), 0.0
	for _, terms := range slices.Backward(earth[:]) {
		sum := 0.0
		for _, term := range terms {
			sum += term[0] * math.Cos(term[1]+term[2]*tau)
		}
		longitude = longitude*tau + sum
	}
	degrees := longitude*1e-8*180/math.Pi + 180
	return within360(degrees + (-0.09033+nutation(tau*10)+aberration(tau*10))/3600)
}

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

// nutation returns the nutation in longitude in seconds of arc, for t in centuries since 2000.
func nutation(t float64) float64 {
	node := radians(125.04452 - 1934.136261*t)
	sun := radians(280.4665 + 36000.7698*t)
	moon := radians(218.3165 + 481267.8813*t)
	return -17.20*math.Sin(node) - 1.32*math.Sin(2*sun) - 0.23*math.Sin(2*moon) + 0.21*math.Sin(2*node)
}

// aberration returns the aberration in seconds of arc: 20.4898 divided by the distance of the
// sun.
func aberration(t float64) float64 {
	anomaly := radians(357.52911 + 35999.05029*t)
	distance := 1.00014 - 0.01671*math.Cos(anomaly) - 0.00014*math.Cos(2*anomaly)
	return -20.4898 / distance
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

func within360(degrees float64) float64 {
	if degrees = math.Mod(degrees, 360); degrees < 0 {
		degrees += 360
	}
	return degrees
}

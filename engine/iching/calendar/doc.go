// Package calendar implements the Chinese calendar: a moment has four pillars, of year, month, day
// and hour, each one of sixty pairs of a heavenly stem and an earthly branch.
//
// Months begin with solar terms, so the package computes the longitude of the sun, after J. Meeus,
// Astronomical Algorithms, to within a second of arc in the years 1800 to 2199. A [Place] has the
// difference of its mean solar time from universal time, its hemisphere, and the start of the year;
// [Place.At] counts a moment there. The package also parses longitudes and clock times: a
// [WallClock] may stand for two moments when the clocks were changed.
//
// The package has no clock.
package calendar

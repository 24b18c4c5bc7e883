// Package calendar counts moments as the Chinese calendar does: by the four pillars of
// year, month, day and hour, each one of sixty pairs of a heavenly stem and an earthly
// branch.
//
// Months begin with solar terms, so the package computes the place of the sun, after
// J. Meeus, Astronomical Algorithms, to within a second of arc in the years 1800 to 2199.
// A [Place] says how far its mean solar time is ahead of universal time, whose seasons
// count and where the year turns; [Place.At] counts a moment there. What people type, zones,
// clock times and longitudes, is read here too: a [WallClock] may stand for two moments
// where the clocks were changed.
//
// The package has no clock.
package calendar

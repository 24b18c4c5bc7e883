package calendar

import (
	"time"
)

// Term is one of the 24 solar terms of a year: the moment at which the sun reaches a
// multiple of 15 degrees. Term 0 is the beginning of spring, at 315 degrees, about 4
// February; the others follow it by 15 degrees each.
func Term(year, n int) time.Time {
	degrees := within360(float64(springBegins + 15*n))
	guess := time.Date(year, 2, 4, 0, 0, 0, 0, time.UTC).Add(time.Duration(float64(n) * 365.2422 / 24 * 24 * float64(time.Hour)))
	return sunAt(degrees, guess)
}

// sunAt is the moment at which the sun reaches a longitude in degrees, the one that is
// nearest to the guess. Newton's method, with the sun's mean motion.
func sunAt(longitude float64, guess time.Time) time.Time {
	for range 20 {
		off := within360(longitude-solarLongitude(guess)+180) - 180
		step := time.Duration(off / 360 * 365.2422 * 24 * float64(time.Hour))
		guess = guess.Add(step)
		if step.Abs() < 100*time.Millisecond {
			break
		}
	}
	return guess
}

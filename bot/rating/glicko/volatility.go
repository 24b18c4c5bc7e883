package glicko

import "math"

// mostRounds bounds a search for a volatility. Those of two million random players, among them
// the most extreme, took 134 at most.
const mostRounds = 200

// volatility is the new volatility of Step 5, for a deviation phi, the improvement delta that
// the games speak for, and its variance v. It looks for the zero of a function that falls
// with the logarithm of the square of the volatility, by the Illinois algorithm as the paper
// does: regula falsi in which an end that stays twice counts half.
func volatility(sigma, phi, delta, v float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 { return slope(x, a, phi, delta, v) }
	low, high := bracket(f, a, phi, delta, v)
	fLow, fHigh := f(low), f(high)
	for range mostRounds {
		if math.Abs(high-low) <= tolerance || fHigh == fLow {
			break
		}
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}

// bracket are two values between which the zero of f lies: the first below or above a.
func bracket(f func(float64) float64, a, phi, delta, v float64) (low, high float64) {
	if excess := delta*delta - phi*phi - v; excess > 0 {
		return a, math.Log(excess)
	}
	k := 1.0
	for f(a-k*Tau) < 0 {
		k++
	}
	return a, a - k*Tau
}

// slope is the paper's f, the derivative of a logarithm of likelihood. It is written so that
// neither a large delta nor a small volatility overflows: the fraction is a difference of two
// shares of the variance.
func slope(x, a, phi, delta, v float64) float64 {
	square := math.Exp(x)
	variance := phi*phi + v + square
	share := square / variance
	surprise := delta / variance * delta
	return share*(surprise-1)/2 - (x-a)/(Tau*Tau)
}

package glicko

import "math"

// maxIterations bounds the iterations. In a test with two million random players, including extreme
// ones, at most 134 were needed.
const maxIterations = 200

// volatility returns the new volatility of Step 5, for a deviation phi, the estimated improvement
// delta and its variance v. Like the paper it finds the zero of a function of the logarithm of the
// squared volatility by the Illinois algorithm: regula falsi in which the value at an end that
// stays twice is halved.
func volatility(sigma, phi, delta, v float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 { return slope(x, a, phi, delta, v) }
	low, high := bracket(f, a, phi, delta, v)
	fLow, fHigh := f(low), f(high)
	for range maxIterations {
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

// bracket returns two values that enclose the zero of f: a, and the first one below or above it.
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

// slope is the paper's f, the derivative of a log-likelihood. It is written as a difference of two
// shares of the variance, so that neither a large delta nor a small volatility overflows.
func slope(x, a, phi, delta, v float64) float64 {
	square := math.Exp(x)
	variance := phi*phi + v + square
	share := square / variance
	surprise := delta / variance * delta
	return share*(surprise-1)/2 - (x-a)/(Tau*Tau)
}

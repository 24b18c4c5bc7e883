// Package natal finds the natal hexagrams of a birth, and what follows from them: periods
// of life and annual hexagrams.
//
// It follows W. K. Chu and W. A. Sherrill, The Astrology of I Ching, after the Ho Lo Li
// Shu. The pillars of the birth give numbers to heaven and to earth, the numbers two
// trigrams, and these the Earlier Heaven hexagram. The hour of birth picks its controlling
// line; changing that line and exchanging the trigrams makes the Later Heaven hexagram.
//
// A [Chart] is all that the method asks of a birth; [Chart.Hexagrams] works the rest out.
package natal

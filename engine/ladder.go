package engine

import "math"

// Middle is the rating of the level from which those of a ladder are counted: that of a
// person of whom nothing is known.
const Middle = 1500

// Match is how a level did against the next weaker one of a ladder. A draw counts half.
type Match struct{ Score, Games float64 }

// Ladder returns the ratings of levels, weakest first, of which each has played a match
// against the one before: matches[0] is that of the second. The one at the index of middle is
// rated [Middle]. Two levels differ by what the score of their match speaks for by Elo's
// formula, 400·log10(won/lost), where half a game is added to what each has won: a level that
// won all would be infinitely better.
func Ladder(middle int, matches ...Match) []float64 {
	ratings := make([]float64, len(matches)+1)
	for i, m := range matches {
		ratings[i+1] = ratings[i] + 400*math.Log10((m.Score+0.5)/(m.Games-m.Score+0.5))
	}
	base := ratings[middle]
	for i := range ratings {
		ratings[i] = math.Round(ratings[i] - base + Middle)
	}
	return ratings
}

package engine

import "math"

// Middle is the rating from which the levels of a ladder are counted, equal to that of an unrated
// person.
const Middle = 1500

// Match is the score of a level against the next weaker one of a ladder. A draw counts half.
type Match struct{ Score, Games float64 }

// Ladder returns the ratings of levels, weakest first. matches[i] is the match of level i+1 against
// level i. The level at index middle is rated [Middle]. Neighbours differ by Elo's formula,
// 400·log10(won/lost), with half a game added to both counts: otherwise a level that won every game
// would be infinitely better.
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

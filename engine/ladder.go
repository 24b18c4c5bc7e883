package engine

import "math"

// Middle is the rating from which the levels of a ladder are counted, equal to that of an unrated
// person.
const Middle = 1500

// Match is the score of a level against the next weaker one of a ladder. A draw counts half.
type Match struct{ Score, Games float64 }

// Matches returns matches of equal length.
func Matches(games float64, scores ...float64) []Match {
	return Map(scores, func(score float64) Match { return Match{Score: score, Games: games} })
}

// Elo returns the difference of ratings by Elo's formula, 400·log10(won/lost), with half a game
// added to both counts: otherwise who won every game would be infinitely better.
func (m Match) Elo() float64 { return 400 * math.Log10((m.Score+0.5)/(m.Games-m.Score+0.5)) }

// Ladder returns the ratings of levels, weakest first, whose neighbours differ by [Match.Elo].
// matches[i] is the match of level i+1 against level i. The level at index middle is rated
// [Middle].
func Ladder(middle int, matches ...Match) []float64 {
	ratings := make([]float64, len(matches)+1)
	for i, m := range matches {
		ratings[i+1] = ratings[i] + m.Elo()
	}
	base := ratings[middle]
	for i := range ratings {
		ratings[i] = math.Round(ratings[i] - base + Middle)
	}
	return ratings
}

// Rated sets the ratings of the levels of a game without classes, by [Ladder]. There may be more
// levels than were measured.
func Rated(levels []Level, middle int, matches []Match) []Level {
	for i, rating := range Ladder(middle, matches...) {
		levels[i].Ratings = map[string]float64{"": rating}
	}
	return levels
}

// Package glicko is the Glicko-2 system of ratings, after Mark E. Glickman's "Example of
// the Glicko-2 system" (version of 22 March 2022), whose steps and names it keeps.
//
// Ratings and deviations are in the units that people see, those of Glicko: 1500 and 350 for
// who is new. Inside they are on the paper's own scale, see [scale]. The paper gathers the
// games of a rating period; here a period may also be a part of one, or last for many, so
// that each game can be one by itself, as long as the time since the game before.
//
// The package has no clock and knows no players: who calls it says how much time has passed.
package glicko

import "math"

// Values of the paper's Step 1 for who is new, and of its system constant.
const (
	FirstRating     = 1500
	FirstDeviation  = 350
	FirstVolatility = 0.06
	// Tau bounds how fast a volatility changes. The paper has 0.3 to 1.2 as reasonable, and
	// 0.5 in its example.
	Tau = 0.5
)

// scale is by how much the scale of Glicko is wider than that of Glicko-2.
const scale = 173.7178

// tolerance is the paper's ε of Step 5, by the logarithm of the square of the volatility.
const tolerance = 1e-6

// Player is how strong somebody is held to be. The zero value is nobody: see [New].
type Player struct {
	Rating     float64
	Deviation  float64 // a standard deviation of the rating, more than 0
	Volatility float64 // by how much the rating is expected to fluctuate in a period, more than 0
}

// New is a player of whom nothing is known.
func New() Player { return Player{FirstRating, FirstDeviation, FirstVolatility} }

// Game is a game against an opponent as they were when it began. Score is 1 for a win, 0 for
// a loss and 0.5 for a draw.
type Game struct {
	Opponent Player
	Score    float64
}

// Idle is a player after some rating periods without a game, 0 or more: they are less well
// known, at most as badly as at the beginning.
func (p Player) Idle(periods float64) Player {
	p.Deviation = scale * grown(p.Deviation/scale, p.Volatility, periods)
	return p
}

// After is a player after games in a time of so many rating periods, 0 or more: 1 in the
// paper. Without a game it is [Player.Idle].
func (p Player) After(games []Game, periods float64) Player {
	if len(games) == 0 {
		return p.Idle(periods)
	}
	mu, phi := (p.Rating-FirstRating)/scale, p.Deviation/scale
	information, surplus := 0.0, 0.0 // 1/v, and the sum of Step 4
	for _, g := range games {
		weight := weightOf(g.Opponent.Deviation / scale)
		expected := expectation(mu, (g.Opponent.Rating-FirstRating)/scale, weight)
		information += weight * weight * expected * (1 - expected)
		surplus += weight * (g.Score - expected)
	}
	// Against somebody who is stronger or weaker by far, 1/v is 0 within the numbers there are.
	information = max(information, math.SmallestNonzeroFloat32)
	p.Volatility = volatility(p.Volatility, phi, surplus/information, 1/information)
	phi = grown(phi, p.Volatility, periods)
	phi = 1 / math.Sqrt(1/(phi*phi)+information)
	return Player{p.Rating + scale*phi*phi*surplus, scale * phi, p.Volatility}
}

// Expected is the score that a player may expect of a game against another, from 0 to 1,
// when both are as uncertain as they are.
func (p Player) Expected(against Player) float64 {
	both := math.Hypot(p.Deviation, against.Deviation) / scale
	return expectation(p.Rating/scale, against.Rating/scale, weightOf(both))
}

// grown is a deviation after a time (Step 6), at most that of who is new.
func grown(phi, sigma, periods float64) float64 {
	return min(math.Sqrt(phi*phi+periods*sigma*sigma), FirstDeviation/scale)
}

// weightOf is the paper's g: what a game counts against an opponent of a deviation.
func weightOf(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expectation is the paper's E.
func expectation(mu, opponent, weight float64) float64 {
	return 1 / (1 + math.Exp(-weight*(mu-opponent)))
}

// ProvisionalDeviation is from which deviation on a rating says too little to be compared.
const ProvisionalDeviation = 110

// Provisional reports whether a rating of a deviation is provisional.
func Provisional(deviation float64) bool { return deviation >= ProvisionalDeviation }

// Until is after how many rating periods without a game a player's deviation has grown to
// another, 0 if it is as large; without end if it never comes to that.
func (p Player) Until(deviation float64) float64 {
	if p.Deviation >= deviation {
		return 0
	}
	growth := scale * p.Volatility
	return (deviation*deviation - p.Deviation*p.Deviation) / (growth * growth)
}

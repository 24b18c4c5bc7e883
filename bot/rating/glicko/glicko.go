// Package glicko implements the Glicko-2 rating system of Mark E. Glickman's "Example of the
// Glicko-2 system" (version of 22 March 2022), with the paper's steps and names.
//
// Ratings and deviations are on the original Glicko scale, with 1500 and 350 for a new player;
// internally they are on the paper's scale, see [scale]. In the paper a rating period contains
// several games. Here a period may be fractional, so that each game can be a period of its own, as
// long as the time since the previous game.
//
// The package has no clock: callers pass the elapsed time.
package glicko

import "math"

// The paper's values of Step 1 for a new player, and its system constant.
const (
	FirstRating     = 1500
	FirstDeviation  = 350
	FirstVolatility = 0.06
	// Tau limits the change of the volatility. The paper recommends 0.3 to 1.2 and uses 0.5 in its
	// example.
	Tau = 0.5
)

// scale is the ratio of the Glicko scale to the Glicko-2 scale.
const scale = 173.7178

// tolerance is the paper's ε of Step 5, for the logarithm of the squared volatility.
const tolerance = 1e-6

// Player is the estimate of a player's strength. The zero value is invalid: see [New]. The JSON names
// are the stored form of a standing, see package rating.
type Player struct {
	Rating     float64 `json:"r"`
	Deviation  float64 `json:"d"` // standard deviation of the rating, positive
	Volatility float64 `json:"v"` // expected fluctuation of the rating per period, positive
}

// New returns an unrated player.
func New() Player { return Player{FirstRating, FirstDeviation, FirstVolatility} }

// Game is a game against an opponent with the rating before the game. Score is 1 for a win, 0 for a
// loss and 0.5 for a draw.
type Game struct {
	Opponent Player
	Score    float64
}

// Idle returns the player after a number of rating periods, at least 0, without a game. The
// deviation grows up to that of a new player.
func (p Player) Idle(periods float64) Player {
	p.Deviation = scale * grown(p.Deviation/scale, p.Volatility, periods)
	return p
}

// After returns the player after games within a number of rating periods, at least 0; the paper
// uses 1. Without games it is [Player.Idle].
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
	// Against a far stronger or weaker opponent, 1/v underflows to 0.
	information = max(information, math.SmallestNonzeroFloat32)
	p.Volatility = volatility(p.Volatility, phi, surplus/information, 1/information)
	phi = grown(phi, p.Volatility, periods)
	phi = 1 / math.Sqrt(1/(phi*phi)+information)
	return Player{p.Rating + scale*phi*phi*surplus, scale * phi, p.Volatility}
}

// grown returns a deviation after a number of periods (Step 6), at most that of a new player.
func grown(phi, sigma, periods float64) float64 {
	return min(math.Sqrt(phi*phi+periods*sigma*sigma), FirstDeviation/scale)
}

// weightOf is the paper's g, the weight of a game against an opponent with a deviation.
func weightOf(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expectation is the paper's E.
func expectation(mu, opponent, weight float64) float64 {
	return 1 / (1 + math.Exp(-weight*(mu-opponent)))
}

// ProvisionalDeviation is the deviation from which on a rating is provisional.
const ProvisionalDeviation = 110

// Provisional reports whether a rating with a deviation is provisional.
func Provisional(deviation float64) bool { return deviation >= ProvisionalDeviation }

// Until returns after how many periods without a game the player's deviation reaches a value: 0 if
// it already has, +Inf if it never will.
func (p Player) Until(deviation float64) float64 {
	if p.Deviation >= deviation {
		return 0
	}
	growth := scale * p.Volatility
	return (deviation*deviation - p.Deviation*p.Deviation) / (growth * growth)
}

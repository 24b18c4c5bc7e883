package glicko

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near fails unless two values agree to within a tolerance.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestPaper is the example of the paper with its intermediate values v and Δ and its results.
func TestPaper(t *testing.T) {
	p := Player{1500, 200, 0.06}
	games := []Game{
		{Player{1400, 30, 0.06}, 1},
		{Player{1550, 100, 0.06}, 0},
		{Player{1700, 300, 0.06}, 0},
	}
	for i, want := range []struct{ g, e float64 }{{0.9955, 0.639}, {0.9531, 0.432}, {0.7242, 0.303}} {
		o := games[i].Opponent
		weight := weightOf(o.Deviation / scale)
		near(t, "g", weight, want.g, 0.0001)
		near(t, "E", expectation(0, (o.Rating-FirstRating)/scale, weight), want.e, 0.0005)
	}
	after := p.After(games, 1)
	near(t, "the rating", after.Rating, 1464.06, 0.01)
	near(t, "the deviation", after.Deviation, 151.52, 0.01)
	near(t, "the volatility", after.Volatility, 0.05999, 0.00001)
}

// TestIdle: the paper's rule for players who do not compete, calculated by hand: each period adds
// the squared volatility to the squared deviation, up to the deviation of a new player.
func TestIdle(t *testing.T) {
	p := Player{1600, 50, 0.06}
	near(t, "the deviation after 100 periods", p.Idle(100).Deviation, math.Sqrt(50*50+100*0.06*173.7178*0.06*173.7178), 1e-9)
	near(t, "the deviation after 36 and 64 periods", p.Idle(36).Idle(64).Deviation, p.Idle(100).Deviation, 1e-9)
	near(t, "the deviation after a million periods", p.Idle(1e6).Deviation, FirstDeviation, 1e-9)
	if p.After(nil, 7) != p.Idle(7) || p.Idle(0).Rating != 1600 {
		t.Error("no games are not the same as none")
	}
}

// TestSenses: plausible properties of a rating system.
func TestSenses(t *testing.T) {
	equal, strong := New(), Player{1900, 60, 0.06}
	won, drew, lost := equal.After([]Game{{strong, 1}}, 0), equal.After([]Game{{strong, 0.5}}, 0), equal.After([]Game{{strong, 0}}, 0)
	if !(won.Rating > drew.Rating && drew.Rating > equal.Rating && equal.Rating > lost.Rating) {
		t.Errorf("ratings after a win, a draw and a loss against a stronger: %v, %v, %v", won, drew, lost)
	}
	if !(won.Deviation < equal.Deviation) {
		t.Errorf("a game told nothing: %v", won)
	}
	even := equal.After([]Game{{equal, 0.5}}, 0)
	near(t, "the rating after a draw between equals", even.Rating, equal.Rating, 1e-9)
	if sure, unsure := equal.After([]Game{{Player{1500, 30, 0.06}, 1}}, 0), equal.After([]Game{{New(), 1}}, 0); sure.Rating <= unsure.Rating {
		t.Errorf("a win against one of whom nothing is known counts as much: %v, %v", sure, unsure)
	}
	near(t, "what equals expect", expected(equal, New()), 0.5, 1e-9)
	if e := expected(strong, Player{1500, 60, 0.06}); e < 0.85 || e > 0.92 {
		t.Errorf("400 points expect %v, about ten of eleven by Elo", e)
	}
}

// expected returns the expected score of p against q, from 0 to 1, with the uncertainty of both.
func expected(p, q Player) float64 {
	return expectation(p.Rating/scale, q.Rating/scale, weightOf(math.Hypot(p.Deviation, q.Deviation)/scale))
}

// TestExtremes: any input gives numbers that can be stored, and a winner does not lose points.
func TestExtremes(t *testing.T) {
	ratings := []float64{-1e6, -3000, 0, 1500, 3000, 1e6}
	deviations := []float64{1e-6, 0.01, 30, 350, 1e4}
	volatilities := []float64{1e-9, 1e-4, 0.06, 1, 100}
	for _, own := range ratings {
		for _, other := range ratings {
			for _, deviation := range deviations {
				for _, sigma := range volatilities {
					for _, score := range []float64{0, 0.5, 1} {
						for _, count := range []int{1, 3, 300} {
							p := Player{own, deviation, sigma}
							games := make([]Game, count)
							for i := range games {
								games[i] = Game{Player{other, deviations[i%len(deviations)], sigma}, score}
							}
							q := p.After(games, []float64{0, 1e-9, 1, 1e9}[count%4])
							if !whole(q) {
								t.Fatalf("%v after %d games of %v with %v: %v", p, count, score, games[0].Opponent, q)
							}
							if score == 1 && q.Rating < p.Rating || score == 0 && q.Rating > p.Rating {
								t.Fatalf("%v after %d games of %v with %v: %v", p, count, score, games[0].Opponent, q)
							}
						}
					}
				}
			}
		}
	}
}

// whole reports whether a player consists of usable numbers.
func whole(p Player) bool {
	for _, x := range []float64{p.Rating, p.Deviation, p.Volatility} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return p.Deviation > 0 && p.Deviation <= FirstDeviation+1e-9 && p.Volatility > 0
}

// TestHistories compares 10,000 random histories with a literal implementation, which finds the
// volatility by bisection.
func TestHistories(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	for history := range 10_000 {
		p, plain := New(), New()
		for range 1 + r.IntN(12) {
			games := make([]Game, r.IntN(4))
			for i := range games {
				o := Player{p.Rating + 400*r.NormFloat64(), 20 + 330*r.Float64(), 0.03 + 0.06*r.Float64()}
				games[i] = Game{o, float64(r.IntN(3)) / 2}
			}
			periods := r.ExpFloat64() * float64(r.IntN(20))
			p, plain = p.After(games, periods), plainly(plain, games, periods)
			if math.Abs(p.Rating-plain.Rating) > 0.01 || math.Abs(p.Deviation-plain.Deviation) > 0.01 || math.Abs(p.Volatility-plain.Volatility) > 1e-6 {
				t.Fatalf("history %d: %v, and by the plain implementation %v", history, p, plain)
			}
		}
	}
}

// plainly is [Player.After] as a literal transcription of the paper's steps.
func plainly(p Player, games []Game, periods float64) Player {
	square := func(x float64) float64 { return x * x }
	mu, phi, tau := (p.Rating-1500)/173.7178, p.Deviation/173.7178, 0.5
	g := func(phi float64) float64 { return 1 / math.Sqrt(1+3*square(phi)/square(math.Pi)) }
	e := func(o Player) float64 {
		return 1 / (1 + math.Exp(-g(o.Deviation/173.7178)*(mu-(o.Rating-1500)/173.7178)))
	}
	most := 350 / 173.7178
	if len(games) == 0 {
		p.Deviation = 173.7178 * math.Min(math.Sqrt(square(phi)+periods*square(p.Volatility)), most)
		return p
	}
	inverse, sum := 0.0, 0.0
	for _, game := range games {
		gj, ej := g(game.Opponent.Deviation/173.7178), e(game.Opponent)
		inverse += square(gj) * ej * (1 - ej)
		sum += gj * (game.Score - ej)
	}
	v := 1 / inverse
	delta := v * sum
	a := math.Log(square(p.Volatility))
	f := func(x float64) float64 {
		return math.Exp(x)*(delta*delta-phi*phi-v-math.Exp(x))/(2*square(phi*phi+v+math.Exp(x))) - (x-a)/square(tau)
	}
	// The search goes from a in one direction to the first change of sign, in small steps, and then
	// bisects.
	step := 0.001
	if f(a) < 0 {
		step = -0.001
	}
	from, to := a, a+step
	for f(to)*f(a) > 0 {
		from, to = to, to+step
	}
	for range 60 {
		if middle := (from + to) / 2; f(middle)*f(a) > 0 {
			from = middle
		} else {
			to = middle
		}
	}
	sigma := math.Exp(from / 2)
	star := math.Min(math.Sqrt(square(phi)+periods*square(sigma)), most)
	phi = 1 / math.Sqrt(1/square(star)+1/v)
	return Player{1500 + 173.7178*(mu+square(phi)*sum), 173.7178 * phi, sigma}
}

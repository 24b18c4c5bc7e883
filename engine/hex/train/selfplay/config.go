package selfplay

// Config is how games are played. The zero value of a field is no default; start from
// [DefaultConfig].
type Config struct {
	// Evaluations are the simulations of a move's search, of which each costs at most
	// one evaluation of the network.
	Evaluations int
	// Decided are the simulations when the network holds the position for decided.
	Decided int
	// Candidates are the moves among which a search begins to choose.
	Candidates int
	// Even is the share of games whose first stone the network holds for nearly even,
	// and Searched that of games whose first stone is searched like all others. The
	// rest begin anywhere.
	Even, Searched float64
	// Paired is the share of games with a drawn first stone whose second is drawn as well:
	// of some, one after which the network holds the game for nearly even.
	Paired float64
	// Middle is the share of games that begin in the middle of the player's last one, with
	// a move that may have been passed over there.
	Middle float64
	// Deep is the share of moves that are searched with Deeper times the evaluations. Their
	// targets are better than many shallow ones together can be.
	Deep   float64
	Deeper int
	// Surprise is the share of samples that goes to positions by how far the search moved
	// the policy; the rest is shared out evenly (KataGo's policy surprise weighting).
	Surprise float64
}

// DefaultConfig is what a first training of this network did well with: many cheap
// searches rather than fewer deep ones. From an eighth of the training on, 24
// evaluations are better than 16.
func DefaultConfig() Config {
	return Config{Evaluations: 16, Decided: 6, Candidates: 8, Even: 0.7, Searched: 0.05, Deeper: 1}
}

// The scale of values against logits: sigma(q) = (valueVisits + most visits) ·
// valueScale · q. The paper has 50 and 0.1 for values rescaled to their range; these
// are chances to win, whose differences are smaller.
const (
	valueVisits = 50
	valueScale  = 0.3
)

// Beyond these values of the network a position counts as decided.
const (
	decidedLow  = 0.03
	decidedHigh = 0.97
)

const (
	lambda     = 0.9   // of TD(λ), in the target of the value
	leastValue = 0.005 // no target is surer than this or its counterpart
	evenSpread = 0.1   // the standard deviation from ½ of openings held for even
	replies    = 16    // second stones of which one is drawn
)

// noise is the scale of Gumbel noise at a ply, counted from 0: games are to differ
// early and be played well later.
func noise(ply, size int) float64 {
	switch {
	case ply < size:
		return 1
	case ply < 2*size:
		return 0.7
	}
	return 0.4
}

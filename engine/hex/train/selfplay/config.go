package selfplay

// Config configures the games. Zero values are not defaults; start from [DefaultConfig].
type Config struct {
	// Evaluations is the number of simulations per move, each of which costs at most one evaluation
	// of the network.
	Evaluations int
	// Decided is that number in positions that the network considers decided.
	Decided int
	// Candidates is the number of moves with which a search starts.
	Candidates int
	// Even is the share of games whose first stone is nearly even by the network, Searched that of
	// games whose first stone is searched like all others. The rest have a random first stone.
	Even, Searched float64
}

// DefaultConfig returns a configuration that did well in a first training of this network: many
// cheap searches rather than fewer deep ones. After an eighth of the training, 24 evaluations are
// better than 16.
func DefaultConfig() Config {
	return Config{Evaluations: 16, Decided: 6, Candidates: 8, Even: 0.7, Searched: 0.05}
}

// The scale of values relative to logits: sigma(q) = (valueVisits + most visits) · valueScale · q.
// The paper has 50 and 0.1 for values rescaled to their range; these are winning probabilities,
// which differ less.
const (
	valueVisits = 50
	valueScale  = 0.3
)

// A position counts as decided beyond these values of the network.
const (
	decidedLow  = 0.03
	decidedHigh = 0.97
)

const (
	lambda     = 0.9   // of TD(λ), for the value target
	minValue   = 0.005 // value targets are kept this far from 0 and 1
	evenSpread = 0.1   // standard deviation from ½ of openings considered even
)

// noise returns the scale of Gumbel noise at a ply, counted from 0: games should vary early and be
// played well later.
func noise(ply, size int) float64 {
	switch {
	case ply < size:
		return 1
	case ply < 2*size:
		return 0.7
	}
	return 0.4
}

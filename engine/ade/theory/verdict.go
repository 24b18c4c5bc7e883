package theory

import "github.com/sixfold-bot/sixfold/engine"

// Ending is how a run ends, or that it does not.
type Ending string

// The endings.
const (
	Ends      Ending = "ends"
	Repeats   Ending = "repeats"
	Never     Ending = "never"
	Undecided Ending = "undecided"
)

// Pace is how fast totals grow in a run that never ends.
type Pace string

// The paces. A run that never ends and does not repeat grows; where nothing is proved of
// how fast, the pace is unknown.
const (
	Linear      Pace = "linear"
	Exponential Pace = "exponential"
	Unknown     Pace = "unknown"
)

// Verdict says how firing goes on from some values, and why that is certain.
type Verdict struct {
	Ending Ending
	// Layers to the end; -1 where it ends beyond [MostFollowed] layers or the bound on
	// work, and where it does not end.
	Layers int
	// Period of a run that repeats, and From, the layers before it.
	From, Period int
	Pace         Pace // of a run that never ends
	// Followed is how many layers were looked at where something is left undecided.
	Followed int
	// Work is what deciding has taken, as [graph.Graph.Effort] counts: the same on every
	// machine.
	Work int
	// Ratio is by what totals are measured to grow in two layers, "" where they are not.
	Ratio   string
	Reasons []Certificate
	// Done: the run has been fired to its end since.
	Done bool
	// After is how many layers had fired before. All other layers are counted from there.
	After int
	// Unfired is why exhaust has not fired what it could, empty if it has.
	Unfired engine.Text
}

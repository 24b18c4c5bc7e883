package theory

import "github.com/sixfold-bot/sixfold/engine"

// Ending is whether and how a run ends.
type Ending string

// The endings.
const (
	Ends      Ending = "ends"
	Repeats   Ending = "repeats"
	Never     Ending = "never"
	Undecided Ending = "undecided"
)

// Pace is how fast the totals grow in a run that never ends.
type Pace string

// The paces. A run that never ends and does not repeat grows. The pace is Unknown if nothing is
// proved about it.
const (
	Linear      Pace = "linear"
	Exponential Pace = "exponential"
	Unknown     Pace = "unknown"
)

// Verdict says how firing goes on from some values, and why.
type Verdict struct {
	Ending Ending
	// Layers counts those to the end; -1 if the end lies beyond [MostFollowed] layers or the
	// bound on work, or if the run does not end.
	Layers int
	// Period is that of a run that repeats, and From the number of layers before it.
	From, Period int
	Pace         Pace // of a run that never ends; "" for others
	// Followed is how many layers were fired before a bound was reached, if the verdict is
	// incomplete.
	Followed int
	// Work is the work of the decision in the units of [graph.Graph.Effort], the same on every
	// machine.
	Work int
	// Ratio is the measured growth of the totals in two layers, "" if it is not measured.
	Ratio   string
	Reasons []Certificate
	// Done reports whether the run has since been fired to its end.
	Done bool
	// After is how many layers had fired before. All other layers count from there.
	After int
	// Unfired is why exhaust has not fired all that it would; empty if it has.
	Unfired engine.Text
}

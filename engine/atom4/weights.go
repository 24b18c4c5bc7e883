package atom4

// tempo is what windows are worth to the mover that are one hit from a row, by how many
// plies it is until the colour that completes them is placed, from 1: the opponent's,
// the mover's, the opponent's and so on.
type tempo [len(wheel) - 1]int32

// defaultWeights and defaultTempo were tuned by games between variants.
var (
	defaultWeights = weights{0, 40, 18, 9, 5, 3, 2, 1}
	defaultTempo   = tempo{-60, 40, -30, 20, -10}
)
